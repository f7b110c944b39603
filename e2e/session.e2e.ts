import type { Page } from '@playwright/test'
import { alterAnswers, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

test('the security notice stands first, and an administrator logs in and out by hand', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('login')
  await expect(page.getByText('El acceso a Soporte online es solo desde su instalación.')).toBeVisible()
  await expect(page.getByText('910 000 000')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  const submit = page.getByRole('button', { name: 'Iniciar sesión' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Usuario').fill('andres')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Usuario o contraseña incorrectos')
  await expectAccessible()
  await page.getByLabel('Contraseña', { exact: true }).fill('Demo-andres-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  await expect(page.getByText('Ha entrado como')).toHaveCount(0)
  await page.getByRole('button', { name: /Menú de/ }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page).toHaveURL(/\/public\/login/)
})

test('a protected page without a session leads to the login, with its message once, and back after entering', async ({
  page,
  link,
}) => {
  await page.goto('tickets/lista')
  await expect(page).toHaveURL(/\/public\/login/)
  await expect(page.getByRole('alert')).toContainText('Necesita iniciar sesión para acceder a esta página')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Acceso a Soporte online' })).toBeVisible()
  await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toHaveCount(0)
  await page.goto(await link())
  await expect(page.getByRole('heading', { name: 'Mis tickets e incidencias' })).toBeVisible()
})

test('an ended session is noticed at the next call; a call that the role does not allow ends nothing', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  await page.goto('tickets/lista')
  await expect(page.getByRole('heading', { name: 'Mis tickets e incidencias' })).toBeVisible()
  const refused = (codigo: string) => ({
    status: 403,
    json: { ok: false, message: 'Su usuario no tiene acceso a esta página', data: { data: { codigo } } },
  })
  await page.route('**/api/consultas/get_lista?*', (route) => route.fulfill(refused('rol')))
  await page.reload()
  await expect(page.getByText('No se ha podido cargar la lista de tickets')).toBeVisible()
  await expect(page).toHaveURL(/\/tickets\/lista$/)
  await page.unroute('**/api/consultas/get_lista?*')
  await page.route('**/api/consultas/get_lista?*', (route) => route.fulfill(refused('sesion')))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toHaveCount(1)
})

const PROXY = { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }

test(
  'a 403 that a proxy gives leads to the login once, and what was typed is there again after entering',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('tickets/nuevo')
    const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
    await form.getByLabel('Título').fill('Lo que había escrito')
    await expect(form.getByText('Guardado', { exact: true })).toBeVisible()
    let checks = 0
    page.on('request', (request) => {
      if (request.url().includes('check_session')) checks += 1
    })
    await page.route('**/api/**', (route) => route.fulfill(PROXY))
    await form.getByLabel('Título').fill('Lo que había escrito, y algo más')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Acceso a Soporte online' })).toBeVisible()
    await page.waitForTimeout(1500)
    expect(checks).toBe(1)

    await page.unroute('**/api/**')
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
    await expect(form.getByLabel('Título')).toHaveValue('Lo que había escrito, y algo más')
  },
)

test('a 403 of a proxy before anybody has entered leads to the login as well', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/login/check_session*', (route) => route.fulfill(PROXY))
  await page.goto('tickets/lista')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toHaveCount(1)
})

test("a former administrator is told so, and finds the home without the administrators' parts", async ({
  page,
  beginSession,
}) => {
  await beginSession({ contact: 12 })
  await page.goto('opciones-adicionales')
  await expect(page.getByRole('heading', { name: 'Opciones adicionales' })).toBeVisible()
  await alterAnswers(page, '**/api/login/check_session*', (told) => {
    told.data.data.usuario.mostrarOpciones = false
  })
  await page.route('**/api/incidencias/get_lista_valoraciones*', (route) =>
    route.fulfill({
      status: 403,
      json: { ok: false, message: 'Su usuario no tiene acceso a esta página', data: { data: { codigo: 'rol' } } },
    }),
  )
  await page.getByRole('link', { name: /Valoraciones en curso/ }).click()
  await expect(page.getByText('Su acceso ha cambiado: ahora ve lo que su usuario puede usar.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  await expect(page.getByRole('link', { name: 'Opciones adicionales' })).toHaveCount(0)
})

test('an entry leaves no token in the address, and works once', async ({ page, context, link }) => {
  const address = await link()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  expect(page.url()).not.toContain('eyJ')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await context.clearCookies()
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page.getByText('El acceso no es correcto, el login no se ha llevado a cabo').first()).toBeVisible()
})

test('a new ticket by link opens the form, with where one came from', async ({ page, link, expectAccessible }) => {
  const address = await link()
  await page.goto(address.replace('/public/home', '/public/nuevo-ticket'))
  await expect(page.getByText('Registro nueva incidencia')).toBeVisible()
  await expect(page.getByLabel('Texto de la consulta')).toBeVisible()
  await expectAccessible()
  await page.goto(address.replace('/public/home', '/public/nuevo-ticket').replace('#t=', '?renuinst=DUE-01#t='))
  await expect(page.getByText('El acceso no es correcto, el login no se ha llevado a cabo').first()).toBeVisible()
})

test('another person in the same browser is asked first, and older tabs say so', async ({
  page,
  context,
  link,
  enter,
}) => {
  await enter()
  const second = await context.newPage()
  await second.goto(await link({ caller: 'otra.persona' }))
  await expect(second.getByText('Hay una sesión abierta de otra persona')).toBeVisible()
  await second.getByRole('button', { name: 'Entrar yo' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Hola')
  await page.bringToFront()
  await expect(page.getByText('Ha entrado otra persona')).toBeVisible()
})

test('the language switches at once, is kept, and loses nothing typed', { tag: '@long' }, async ({ page }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario').fill('marta')
  await page.getByText('English').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('textbox').first()).toHaveValue('marta')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a person is called by the name in their link, beside the contact; forms begin with what it says', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter({
    details: { name: 'Ana Colega', email: 'ana@levante.example', contactName: 'Pepa Ruiz', phone: '600111222' },
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Ana Colega')
  await expect(page.getByText('Lucía Ferrer · Constructora Levante, S.A.', { exact: true })).toBeVisible()
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Interlocutor')).toHaveValue('Pepa Ruiz')
  await expect(form.getByLabel('E-mail')).toHaveValue('ana@levante.example')
  await expect(form.getByText('Ana Colega')).toBeVisible()
  await form.getByLabel('Asistencia telefónica').check({ force: true })
  await expect(form.getByLabel('Teléfono')).toHaveValue('600111222')
  const llnumreg = await raise(page, 'Quién firma este ticket')
  await page.goto('tickets/lista')
  const row = page.getByRole('row', { name: /Quién firma este ticket/ })
  await expect(row).toContainText('Ana Colega')
  await expect(row).toContainText('Lucía Ferrer')
  const detail = await open(page, llnumreg)
  await expect(detail.getByText('(Lucía Ferrer)')).toBeVisible()
  await expectAccessible()
})

test('a visitor without signature is called by the name they give, also after a reload, else by none', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('home?renuinst=TEI-01&interlocutor=Idaira%20Luj%C3%A1n&email=idaira@teide.example')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Idaira Luján')
  await page.goto('tickets/nuevo')
  await expect(page.getByLabel('Interlocutor')).toHaveValue('Idaira Luján')
  await expect(page.getByLabel('E-mail')).toHaveValue('idaira@teide.example')
  await expect(page.getByText('limitada-')).toHaveCount(0)
  const nameless = await browser.newPage({ baseURL: baseURL ?? '' })
  await nameless.goto('home?renuinst=TEI-01')
  await expect(nameless.getByRole('heading', { level: 1 })).toHaveText('Hola')
  await expect(nameless.getByRole('button', { name: 'Menú de TEI-01' })).toBeVisible()
  await expect(nameless.getByText('limitada-')).toHaveCount(0)
  await nameless.close()
})

test.describe('a link on another site’s page', () => {
  const ATTACKER = 'http://evil.example/'

  /** Entering would have used it up. */
  const stillGood = (page: Page, address: string) =>
    page.request.post('/api/login/nuevo_ticket', { data: { t: address.split('#t=')[1] } })

  test.beforeEach(async ({ page, link }) => {
    const address = await link({ details: { name: 'Ana Ajena' } })
    const pages: Readonly<Record<string, string>> = {
      [ATTACKER]: `<a href="${address}">Mire esto</a>`,
      [`${ATTACKER}unseen`]: `<a href="${address}" rel="noreferrer">Mire esto</a>`,
      [`${ATTACKER}at-once`]: `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${address}">`,
    }
    await page.route(`${ATTACKER}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: pages[route.request().url()] ?? '' }),
    )
  })

  test('asks before there is a session, and Cancelar uses nothing up', async ({ page, context, expectAccessible }) => {
    await page.goto(ATTACKER)
    const address = (await page.getByRole('link').getAttribute('href')) ?? ''
    await page.getByRole('link').click()
    await expect(page.getByRole('heading', { name: '¿Quiere entrar en Soporte online?' })).toBeVisible()
    await expect(page.getByText('(evil.example)')).toBeVisible()
    expect(page.url()).not.toContain('eyJ')
    expect(await context.cookies()).toEqual([])
    await expectAccessible()
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await expect(page.getByRole('heading', { name: 'Acceso a Soporte online' })).toBeVisible()
    expect(await context.cookies()).toEqual([])
    expect((await stillGood(page, address)).status()).toBe(200)
  })

  test('asks even if that page hides itself; a person who goes on is told who they are', async ({ page }) => {
    await page.goto(`${ATTACKER}unseen`)
    await page.getByRole('link').click()
    await expect(page.getByText('por un enlace de otra página web.')).toBeVisible()
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByText('Ha entrado como Ana Ajena (Lucía Ferrer · Constructora Levante, S.A.).')).toBeVisible()
  })

  test('asks even if that page follows the link by itself', async ({ page, context }) => {
    await page.goto(`${ATTACKER}at-once`)
    await expect(page.getByRole('heading', { name: '¿Quiere entrar en Soporte online?' })).toBeVisible()
    expect(await context.cookies()).toEqual([])
  })

  test('leaves a person with a session where they are', async ({ page, enter }) => {
    await enter({ details: { name: 'Eva Propia' } })
    await page.goto(ATTACKER)
    await page.getByRole('link').click()
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Eva Propia')
  })
})

test('a person who comes by a link is told who they are, and can end the session if that is wrong', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter()
  const line = page.getByRole('complementary', { name: 'Quién ha entrado' })
  await expect(line).toContainText('Ha entrado como Lucía Ferrer (Constructora Levante, S.A.).')
  await expectAccessible()
  await line.getByRole('button', { name: 'No soy yo' }).click()
  await expect(page.getByText('El enlace por el que llegó era de otra persona')).toBeVisible()
  await expectAccessible()
  await page.goto('tickets/lista')
  await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toBeVisible()
})

test('that line goes when it is put away, with a step further, and after ten minutes', async ({ page, enter }) => {
  const line = page.getByRole('complementary', { name: 'Quién ha entrado' })
  await enter()
  await line.getByRole('button', { name: 'Cerrar el aviso' }).click()
  await expect(line).toHaveCount(0)
  await page.goto('about:blank')
  await enter()
  await expect(line).toBeVisible()
  await page.locator('a[href$="/tickets/lista"]').first().click()
  await expect(page.getByRole('heading', { name: 'Mis tickets e incidencias' })).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.clock.install()
  await page.goto('about:blank')
  await enter()
  await expect(line).toBeVisible()
  await page.clock.runFor(600_000)
  await expect(line).toHaveCount(0)
})
