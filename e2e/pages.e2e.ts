import { readFile, readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { get, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { watchReading } from './reading.ts'

async function logIn(page: Page, username: string, password = `Demo-${username}-1`): Promise<void> {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

const alert = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)

async function openOwnData(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menú de/ }).click()
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(page.getByRole('heading', { name: 'Mis datos', level: 1 })).toBeVisible()
}

test.describe('home', () => {
  test('says whose turn it is, and each count leads to a list of as many', async ({
    page,
    enter,
    expectAccessible,
  }) => {
    await enter()
    const turns = page.getByRole('list', { name: '¿De quién es el turno?' })
    await expect(turns.getByRole('link')).toHaveCount(3)
    await expectAccessible()
    for (const words of [/esperan? su respuesta/, /pendientes? de su conformidad/, /en manos de Soporte/]) {
      // Other journeys raise tickets at the same installation meanwhile.
      await expect(async () => {
        await page.goto('')
        const link = turns.getByRole('link', { name: words })
        const count = Number.parseInt((await link.textContent({ timeout: patient(3000) })) ?? '', 10)
        expect(count).toBeGreaterThan(0)
        await link.click()
        await expect(page.getByText(new RegExp(`de ${count}$`))).toBeVisible({ timeout: patient(3000) })
      }).toPass()
    }
  })

  test('leads on by four tiles, and shows an administrator the rest', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession({ contact: 12 })
    await page.goto('')
    const main = page.getByRole('main')
    for (const [tile, address] of [
      ['Soporte estándar', '/tickets/nuevo'],
      ['Soporte Técnico', '/tickets/soporte'],
      ['Mis Tickets e Incidencias', '/tickets/lista'],
      ['Manuales y versiones', '/manuales'],
      ['Versiones', '/versiones'],
      ['Cambio de contraseña', '/mis-datos'],
      ['Valoraciones en curso', '/opciones-adicionales?vista=valoraciones'],
    ])
      await expect(main.getByRole('link', { name: new RegExp(`^${tile}`) })).toHaveAttribute(
        'href',
        `/public${address}`,
      )
    await expect(main.getByRole('link', { name: 'Valoraciones en curso: 3' })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
    await expectAccessible()
  })

  test(
    'leads from work to be tried straight to the question whether it works',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession()
      const [incident, development] = [/^\d+ · El cuadro de amortización/, /^\d+ · Conciliación automática/]
      for (const title of [incident, development]) {
        await page.goto('')
        await page.getByRole('region', { name: 'Para usted' }).getByRole('link', { name: title }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('button', { name: 'Validado en pruebas' })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        // It opens once: neither reloading nor working in the list opens it again.
        await page.reload()
        await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
        await expect(dialog).toHaveCount(0)
      }
    },
  )
})

test('the page of a first screen asks for all the code of that screen', async ({ page, beginSession }) => {
  await beginSession()
  for (const [address, part] of [
    ['', 'home-page'],
    ['tickets/lista', 'tickets-page'],
    ['tickets/nuevo', 'new-ticket-dialog'],
    ['nuevo-ticket', 'new-ticket-page'],
    ['manuales/contabilidad', 'reading-page'],
  ] as const) {
    const asked = await (await page.request.get(address)).text()
    expect(asked).toContain(`<link rel="modulepreload" href="/public/assets/${part}-`)
  }
})

test('a missing or foreign record is reported, and not requested again', async ({ page, beginSession }) => {
  await beginSession({ contact: 12 })
  for (const address of ['tickets/lista?ticket=1', 'opciones-adicionales?vista=valoraciones&valoracion=1']) {
    await page.goto(address)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('No se ha encontrado lo que busca')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    await expect(dialog.getByText(/^Compruebe el número/)).toBeVisible()
  }
})

test('a person who works by keys goes on where they were after the pressed button is gone', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  await page.goto('contacto')
  await page.getByRole('button', { name: 'Ocultar el aviso' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const detail = await open(page, await raise(page, 'Resuelto por su cuenta'))
  await detail.getByRole('button', { name: 'Ya está resuelto' }).focus()
  await page.keyboard.press('Enter')
  const withdrawal = page.getByRole('dialog', { name: 'YA ESTÁ RESUELTO' })
  await withdrawal.getByRole('button', { name: 'Enviar' }).focus()
  await page.keyboard.press('Enter')
  await expect(withdrawal).toHaveCount(0)
  await expect(detail.getByRole('button', { name: 'Ya está resuelto' })).toHaveCount(0)
  await expect(page.locator('dialog:focus, dialog :focus')).toHaveCount(1)
})

test.describe('the additional options', () => {
  test('are an administrator’s: valuations, demos, own data', async ({
    page,
    context,
    beginSession,
    expectAccessible,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession({ contact: 12 })
    await page.goto('opciones-adicionales?vista=valoraciones')
    const rows = page.getByRole('table', { name: 'Valoraciones en curso' }).getByRole('row')
    await expect(rows.first()).toHaveText(/Número de valoración.*Descripción.*Fecha/)
    await expect(rows).toHaveCount(4)
    await expect(page.getByText('1–3 de 3')).toBeVisible()
    await expectAccessible()
    const numbers = () => rows.locator('td:first-child').allTextContents()
    const usual = await numbers()
    await page.getByRole('button', { name: 'Número de valoración' }).click()
    await expect(page).toHaveURL(/orden=valoracion/)
    await expect.poll(numbers).toEqual(usual.toSorted())

    await page.getByRole('link', { name: 'Demos' }).click()
    await expect(page.getByRole('link', { name: /demos\.cantera\.example/ })).toHaveAttribute('target', '_blank')
    await expect(page.getByText('Cantera-demo-2026')).toHaveCount(0)
    await expectAccessible()
    await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
    await expect(page.getByText('Cantera-demo-2026')).toBeVisible()
    await page.getByRole('button', { name: 'Copiar la contraseña' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Se ha copiado la contraseña' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Cantera-demo-2026')

    await page.getByRole('link', { name: 'Volver a Opciones adicionales' }).click()
    await page.getByRole('link', { name: 'Modificar datos' }).click()
    await expect(page).toHaveURL(/\/mis-datos$/)
  })

  test('are no part of a contact’s portal', async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('tickets/lista')
    await expect(menu(page).getByRole('link')).toHaveText([
      'Inicio',
      'Mis tickets e incidencias',
      'Manuales y versiones',
      'Contacto',
    ])
    for (const address of ['opciones-adicionales', 'demos']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/public\/$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    }
    await expect(page.getByRole('heading', { name: 'Opciones adicionales' })).toHaveCount(0)
    const refused = await page.request.get('/api/login/get_demos')
    expect([refused.status(), (await refused.json()).data.data]).toEqual([403, { codigo: 'rol' }])
  })

  test('keep the demo’s password out of what anybody can fetch', async () => {
    const assets = new URL('../dist/assets/', import.meta.url)
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(10)
    const giving: string[] = []
    for (const script of scripts)
      if ((await readFile(new URL(script, assets), 'utf8')).includes('Cantera-demo')) giving.push(script)
    expect(giving).toEqual([])
  })
})

test('a password is changed: the other session ends, this one stays, and the new one lets in', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logIn(other, 'pablo')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Hola')
  await logIn(page, 'pablo')
  await openOwnData(page)

  const current = page.getByLabel('Contraseña actual', { exact: true })
  const next = page.getByLabel('Nueva contraseña', { exact: true })
  const repeated = page.getByLabel('Repetir nueva contraseña', { exact: true })
  const submit = page.getByRole('button', { name: 'Cambiar contraseña' })
  const fill = async (...values: [string, string, string]) => {
    await current.fill(values[0])
    await next.fill(values[1])
    await repeated.fill(values[2])
    await submit.click()
  }
  for (const field of [current, next, repeated]) await expect(field).toHaveAttribute('type', 'password')
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')

  await submit.click()
  await expect(alert(page, 'Por favor, compruebe los campos en rojo')).toBeVisible()
  await expect(page.getByText('Obligatorio')).toHaveCount(3)
  await expect(current).toBeFocused()
  await fill('   ', 'corta', 'corta y distinta de la nueva')
  await expect(current).toHaveAccessibleDescription('La contraseña no puede estar formada sólo por espacios')
  await expect(next).toHaveAccessibleDescription(/Min\. 8 caracteres/)
  await expect(repeated).toHaveAccessibleDescription('Max. 20 caracteres')
  await expectAccessible()
  await fill('Demo-pablo-1', 'Nueva-pablo-2', 'Nueva-pablo-3')
  await expect(repeated).toHaveAccessibleDescription('Las contraseñas deben coincidir')
  await fill('Otra-pablo-1', 'Nueva-pablo-2', 'Nueva-pablo-2')
  await expect(current).toHaveAccessibleDescription('La contraseña actual no es correcta')
  await page.getByRole('button', { name: 'Mostrar u ocultar: Nueva contraseña' }).click()
  await expect(next).toHaveAttribute('type', 'text')

  await fill('Demo-pablo-1', 'Nueva-pablo-2', 'Nueva-pablo-2')
  await expect(alert(page, 'La contraseña fue modificada con éxito')).toBeVisible()
  for (const field of [current, next, repeated]) {
    await expect(field).toBeDisabled()
    await expect(field).toHaveAttribute('type', 'password')
  }
  await expect(page.getByRole('main').getByText('La contraseña fue modificada con éxito')).toBeVisible()
  await expectAccessible()

  await other.goto('contacto')
  await expect(other).toHaveURL(/\/login$/)
  await expect(alert(other, 'Necesita iniciar sesión para acceder a esta página')).toBeVisible()
  await logIn(other, 'pablo')
  await expect(alert(other, 'Usuario o contraseña incorrectos')).toBeVisible()
  await logIn(other, 'pablo', 'Nueva-pablo-2')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(/Hola|Contacto/)

  // Nothing can be lost any more, and the session goes on.
  await menu(page).getByRole('link', { name: 'Contacto' }).click()
  await expect(page.getByRole('heading', { name: 'Contacto', level: 1 })).toBeVisible()
  await openOwnData(page)
  await fill('Nueva-pablo-2', 'Demo-pablo-1', 'Demo-pablo-1')
  await expect(alert(page, 'La contraseña fue modificada con éxito')).toBeVisible()
  await other.context().close()
})

test.describe('own data', () => {
  test('a contact asks for a change; there is no password to change', async ({ page, enter, expectAccessible }) => {
    await enter()
    await openOwnData(page)
    await expect(page.getByText('lucia.ferrer@levante.example', { exact: true })).toBeVisible()
    await expect(page.getByText('Cambio de contraseña')).toHaveCount(0)
    const text = page.getByLabel('Qué datos desea modificar')
    const box = page.getByLabel('Acepto la política de privacidad')
    const send = page.getByRole('button', { name: 'Enviar petición' })
    await expectAccessible()

    await send.click()
    await expect(alert(page, 'Por favor, compruebe los campos en rojo')).toBeVisible()
    await expect(text).toHaveAccessibleDescription(/Obligatorio/)
    await text.fill('x'.repeat(2001))
    await expect(text).toHaveAccessibleDescription(/Max\. 2000 caracteres/)
    await text.fill('Mi teléfono nuevo es el 960 000 111')
    await expect(page.getByText('35 de 2000 caracteres')).toBeVisible()
    await send.click()
    await expect(alert(page, 'Debe aceptar las politicas de privacidad para poder modificar los datos')).toBeVisible()
    await expect(box).toBeFocused()
    await expectAccessible()
    await box.check()
    await send.click()
    await expect(
      alert(
        page,
        'Hemos recibido la petición de modificar datos correctamente. En breve nos pondremos en contacto con usted',
      ),
    ).toBeVisible()
    await expect(text).toHaveValue('')
    const sent = page.getByRole('region', { name: 'Peticiones anteriores' })
    await expect(sent.getByText('Mi teléfono nuevo es el 960 000 111')).toBeVisible()
    await expectAccessible()
  })

  test('typed text survives the other language, and is not left without a question', async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('mis-datos')
    await page.getByLabel('Qué datos desea modificar').fill('Mi nombre')
    await page.getByRole('button', { name: /Menú de/ }).click()
    await page.getByText('English').click()
    await expect(page.getByRole('heading', { name: 'My data', level: 1 })).toBeVisible()
    await expect(page.getByLabel('Which data you wish to change')).toHaveValue('Mi nombre')
    await page.getByText('Español').click()
    await page.keyboard.press('Escape')
    await menu(page).getByRole('link', { name: 'Inicio' }).click()
    const question = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await expect(question).toContainText(
      '¿Está seguro de que desea abandonar la página? Todavía hay cambios sin guardar.',
    )
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page.getByLabel('Qué datos desea modificar')).toHaveValue('Mi nombre')
    await menu(page).getByRole('link', { name: 'Inicio' }).click()
    await question.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  })

  test(
    'an administrator who came by link has the contact’s password',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession({ contact: 12 })
      await page.goto('mis-datos')
      await expect(page.getByLabel('Contraseña actual', { exact: true })).toBeVisible()
    },
  )
})

test('contact: telephone, addresses and hours, and whether somebody is there', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  await page.goto('contacto')
  await expect(page.getByRole('link', { name: '910 000 000' })).toHaveAttribute('href', 'tel:910000000')
  for (const [whose, address] of [
    ['Real Estate', 'soporte.re@cantera.example'],
    ['Apps', 'soporte.apps@cantera.example'],
    ['BC', 'soporte.bc@cantera.example'],
    ['Soporte Técnico', 'soporte.tecnico@cantera.example'],
    ['Sugerencias', 'sugerencias@cantera.example'],
    ['Defensor del cliente', 'defensor.cliente@cantera.example'],
    ['Delegado de protección de datos', 'dpo@cantera.example'],
  ] as const) {
    await expect(page.getByText(whose, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`)
  }
  await expect(page.getByText('De lunes a jueves, de 08:30 a 18:00')).toBeVisible()
  const { abierto } = await get(page, 'get_horario')
  await expect(page.getByText(abierto ? 'Ahora: abierto' : /Ahora: cerrado\. Abrimos el/)).toBeVisible()
  await expectAccessible()
})

test.describe('a mail’s link', () => {
  const notice = (page: Page) => page.getByRole('heading', { name: 'Entre primero en Soporte online' })
  const ticketOf = async (page: Page): Promise<number> => (await get(page, 'get_lista')).items[0].llnumreg

  test('keeps its ticket over an entry by link, once, and goes straight to it later', async ({
    page,
    context,
    link,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession()
    const ticket = await ticketOf(page)
    await page.goto(`home-mail?ticket=${ticket}`)
    await expect(page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })).toBeVisible()
    await page.goto('home-mail')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')

    await context.clearCookies()
    await page.goto('about:blank')
    await page.goto(`home-mail?ticket=${ticket}`)
    await expect(notice(page)).toBeVisible()
    await expect(page.getByText('El acceso a Soporte online es solo desde su instalación.')).toBeVisible()
    await expectAccessible()
    // The application opens a new tab.
    const second = await context.newPage()
    await second.goto(await link())
    await expect(second.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })).toBeVisible()
    await second.goto(await link())
    await expect(second.getByRole('heading', { level: 1 })).toContainText('Hola')
  })

  test('keeps its ticket over a log-in', { tag: '@long' }, async ({ page, context }) => {
    await logIn(page, 'andres')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    const ticket = await ticketOf(page)
    await context.clearCookies()
    await page.goto('about:blank')
    await page.goto(`home-mail?ticket=${ticket}`)
    await page.getByRole('link', { name: 'Soy administrador: iniciar sesión' }).click()
    await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
    await page.getByLabel('Usuario').fill('andres')
    await page.getByLabel('Contraseña', { exact: true }).fill('Demo-andres-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })).toBeVisible()
  })

  test('ignores a ticket that is no number', async ({ page }) => {
    await page.goto('home-mail?ticket=%22x%22')
    await expect(notice(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})

test('a limited session has no manuals, no own data and no turns', async ({ page, expectAccessible }) => {
  await page.goto('home?renuinst=TEI-01')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  await expect(page.getByRole('link', { name: /^Manuales y versiones/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: '¿De quién es el turno?' })).toHaveCount(0)
  await expectAccessible()
  await page.goto('contacto')
  await expect(menu(page).getByRole('link')).toHaveText(['Inicio', 'Mis tickets e incidencias', 'Contacto'])
  await expect(page.getByRole('link', { name: 'Manual de soporte online' })).toHaveCount(0)
  await page.getByRole('button', { name: /Menú de/ }).click()
  await expect(page.getByRole('button', { name: 'Salir' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mis datos' })).toHaveCount(0)
  for (const address of ['mis-datos', 'opciones-adicionales', 'demos']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/public\/$/)
  }
})

test('the manual of the portal is downloaded', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('contacto')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Manual de soporte online' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('manual-soporte-online.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test.describe('while something is away', () => {
  test.use({ expectedFault: /status of 503|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })
  const away = { ok: false, message: 'El servicio no está disponible en este momento', data: { data: null } }

  test('the manual says that it could not be downloaded', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('contacto')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/consultas/download_manual', async (route) => {
      await held
      await route.fulfill({ status: 503, json: away })
    })
    await page.getByRole('link', { name: 'Manual de soporte online' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Descargando el manual' })).toHaveCount(1)
    answer()
    await expect(alert(page, 'No se ha podido descargar el manual')).toBeVisible()
  })

  for (const [address, call, words] of [
    ['mis-datos', 'login/get_mis_datos*', 'No se ha podido comprobar si tiene contraseña ni qué cambios ha pedido'],
    ['demos', 'login/get_demos*', 'No se han podido cargar los datos de la demo'],
    [
      'opciones-adicionales?vista=valoraciones',
      'incidencias/get_lista_valoraciones*',
      'No se han podido cargar las valoraciones',
    ],
    ['', 'consultas/get_turnos*', 'No se han podido contar sus tickets'],
  ] as const)
    test(
      `${address || 'home'} says so in its place, and tries again`,
      { tag: address === '' ? [] : '@long' },
      async ({ page, beginSession, expectAccessible }) => {
        await beginSession({ contact: 12 })
        // Events of other journeys would make the screen try again by itself, and so would a server that is there.
        await page.route(/\/(eventos|ready)\b/, (route) => route.abort())
        await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 503, json: away }))
        await page.goto(address)
        await expect(page.getByText(words)).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible()
        await page.unroute(`**/api/${call}`)
        await page.getByRole('button', { name: 'Reintentar' }).click()
        await expect(page.getByText(words)).toHaveCount(0)
      },
    )

  test('offline, what is typed stays, and sending says that nobody answered', async ({
    page,
    context,
    beginSession,
  }) => {
    await beginSession()
    await page.goto('mis-datos')
    await page.getByLabel('Qué datos desea modificar').fill('Mi nombre')
    await page.getByLabel('Acepto la política de privacidad').check()
    await context.setOffline(true)
    await expect(page.getByText('Sin conexión', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Enviar petición' }).click()
    await expect(alert(page, 'Hubo un error al conectar con el servidor')).toBeVisible()
    await expect(page.getByLabel('Qué datos desea modificar')).toHaveValue('Mi nombre')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Enviar petición' }).click()
    await expect(page.getByRole('region', { name: 'Peticiones anteriores' }).getByText('Mi nombre')).toBeVisible()
  })

  test('a screen that is opened offline is there by itself once the network is back', async ({
    page,
    context,
    beginSession,
  }) => {
    await beginSession()
    await page.goto('mis-datos')
    await expect(page.getByLabel('Qué datos desea modificar')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Manuales' }).click()
    await expect(page.getByText('Sin conexión: se abrirá por sí solo en cuanto vuelva.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Manuales' })).toBeVisible()
  })
})

test.describe('with the worker that knows the page about a missing network', () => {
  test.use({ serviceWorkers: 'allow', expectedFault: /ERR_INTERNET_DISCONNECTED/ })

  test('a reload offline says what is kept, and the page returns with the network', async ({
    page,
    context,
    beginSession,
  }) => {
    await beginSession()
    await page.goto('tickets/nuevo')
    const text = page.getByRole('dialog', { name: 'Nuevo Ticket' }).getByLabel('Texto de la consulta')
    await expect(text).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await text.fill('Escrito en el túnel.')
    await expect(page.getByText('Guardado solo en este equipo')).toBeVisible()
    page.on('dialog', (leaving) => void leaving.accept())
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible()
    await expect(page.getByText('Lo que no se envió está guardado en este equipo')).toBeVisible()
    await context.setOffline(false)
    await expect(text).toHaveValue('Escrito en el túnel.')
  })
})

for (const { address, width, tag } of [
  { address: '', width: 1280, tag: [] },
  { address: 'mis-datos', width: 1280, tag: '@long' },
  { address: 'mis-datos', width: 390, tag: '@long' },
])
  test(
    `the user’s menu opens under its button on ${address || 'home'} at ${width} pixels`,
    { tag },
    async ({ page, beginSession }) => {
      await page.setViewportSize({ width, height: 600 })
      await beginSession()
      await page.goto(address)
      await page.getByRole('main').press('End')
      const button = page.getByRole('button', { name: /Menú de/ })
      await button.click()
      const opener = await button.boundingBox()
      const item = await page.getByRole('link', { name: 'Mis datos' }).boundingBox()
      expect(item?.y).toBeGreaterThan((opener?.y ?? 0) + (opener?.height ?? 0))
      expect(item?.x).toBeGreaterThan((opener?.x ?? 0) + (opener?.width ?? 0) - 320)
    },
  )

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`at ${width} × ${height} the main job and what waits are in sight on the home, and nothing moves while it loads`, async ({
    page,
    beginSession,
  }) => {
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const moved = { sum: 0 }
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if ('value' in shift) moved.sum += Number(shift.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await beginSession({ contact: 12 })
    const main = page.getByRole('main')
    const waiting = page.getByRole('region', { name: 'Para usted' }).getByRole('listitem')
    // The page does not wait for a slow server: its notices then move the content below them.
    await expect(async () => {
      const allRead = watchReading(page)
      await page.goto('')
      await allRead()
      await expect(waiting.first()).toBeVisible()
      expect(await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)).toBeLessThan(
        0.02,
      )
    }).toPass()
    for (const seen of [
      main.getByRole('heading', { level: 1 }),
      main.getByRole('link', { name: 'Nuevo Ticket', exact: true }),
      main.getByRole('link', { name: /^Manuales y versiones/ }),
      main.getByRole('link', { name: /esperan? su respuesta/ }).first(),
      waiting.first().getByRole('link'),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 })
  })

test('an administrator reads a month’s report and saves it as PDF', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession({ contact: 12 })
  await page.goto('opciones-adicionales')
  await page.getByRole('link', { name: /Informe mensual/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Informe mensual' })).toBeVisible()
  const opened = page.getByRole('table', { name: 'Tickets' }).getByRole('row', { name: /Abiertos en el mes/ })
  await expect(opened).toBeVisible()
  const [now] = await page.getByLabel('Mes', { exact: true }).locator('option').allTextContents()
  await page.getByLabel('Mes', { exact: true }).selectOption({ label: now ?? '' })
  await expect(page.getByText(/^El mes no ha terminado/)).toBeVisible()
  await expect(page).toHaveURL(/informe\?periodo=\d{4}-\d{2}$/)
  await expectAccessible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Informe de .* de \d{4}\.pdf$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})

test('an administrator chooses who gets the report by mail, and takes it back', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession({ contact: 12 })
  await page.goto('informe')
  const readers = page.getByRole('region', { name: 'Recibirlo por correo' })
  const lucia = readers.getByRole('checkbox', { name: 'Lucía Ferrer' })
  await expect(lucia).not.toBeChecked()
  await lucia.focus()
  await page.keyboard.press('Space')
  await expect(alert(page, 'Lucía Ferrer recibirá el informe')).toBeVisible()
  await expect(lucia).toBeChecked()
  await expectAccessible()
  await page.reload()
  await expect(lucia).toBeChecked()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
  await lucia.uncheck()
  await expect(alert(page, 'Lucía Ferrer ya no recibirá el informe')).toBeVisible()
  await expect(lucia).not.toBeChecked()
})

test.describe('without a network', () => {
  test.use({ expectedFault: /ERR_|Failed to load resource/ })

  test('a choice that did not reach the server is not shown as saved', async ({ page, beginSession }) => {
    await beginSession({ contact: 12 })
    await page.goto('informe')
    const teo = page.getByRole('region', { name: 'Recibirlo por correo' }).getByRole('checkbox', { name: 'Teo Ruiz' })
    await page.route('**/api/consultas/elegir_destinatario_informe', (route) => route.abort('connectionreset'))
    await teo.click()
    await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('alert')).toBeVisible()
    await expect(teo).not.toBeChecked()
  })
})
