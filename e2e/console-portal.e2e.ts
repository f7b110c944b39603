import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Page, type PlaywrightWorkerArgs } from '@playwright/test'
import pg from 'pg'
import { codeAt } from '#server/session/totp.ts'
import { fromBase32 } from '#server/testing/base32.ts'
import { databaseUrlOf } from '#server/testing/portal-process.ts'
import { open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

// Customers see the technicians' acts at the console.

const SAID = 'Buenos días, llamo porque el recibo de los ochocientos trece de octubre sale duplicado.'
const LUCIA = { client: 1001, installation: 'LEV-01', contact: 11, company: '001', area: 'main' }

interface Desk {
  readonly playwright: PlaywrightWorkerArgs['playwright']
  readonly baseURL: string | undefined
}

/** A technician in a browser of their own. */
async function desk({ playwright, baseURL }: Desk) {
  const request = await playwright.request.newContext({ baseURL: `${new URL(baseURL ?? '').origin}/api/console/` })
  await act(request, 'login', { username: 'raul', password: 'Demo-raul-1' })
  return request
}

async function act(request: APIRequestContext, path: string, sent: object) {
  const answer = await request.post(path, { data: sent })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data.data
}

/** A new supervisor requests a link; another, independent one approves it. */
async function linkFor(request: APIRequestContext, contact: number, { playwright, baseURL }: Desk) {
  const username = `eva.${randomUUID().slice(0, 8)}`
  const invited = await act(request, 'technicians/create', { username, name: 'Eva Marín', role: 'supervisor' })
  const eva = await playwright.request.newContext({ baseURL: `${new URL(baseURL ?? '').origin}/api/console/` })
  const password = 'Una-clave-de-eva-1'
  const token = new URLSearchParams(new URL(invited.address).hash.slice(1)).get('t')
  await act(eva, 'password-link/use', { token, next: password, repeated: password })
  await act(eva, 'login', { username, password })
  const { secret } = await act(eva, 'second-factor', {})
  await act(eva, 'second-factor/confirm', { code: codeAt(fromBase32(secret), new Date()) })
  await madeLongAgo(username)
  expect(await act(eva, 'password-links', { client: 1001, contact })).toBe(null)
  await eva.dispose()
  const { address } = await act(request, 'password-links/decide', { client: 1001, contact, approved: true })
  return String(address)
}

/** After this time a supervisor whom the other one created counts as independent. */
async function madeLongAgo(username: string): Promise<void> {
  const database = new pg.Client({ connectionString: await databaseUrlOf(process.env.E2E_DATA ?? '') })
  await database.connect()
  try {
    await database.query(`update audit set at = at - interval '1 year' where details ->> 'username' = $1`, [username])
  } finally {
    await database.end()
  }
}

/** A call from Lucía, with Support's transcript. */
async function recordedCall(request: APIRequestContext, title: string): Promise<number> {
  const call = { ...LUCIA, title, text: SAID, kind: 'query', urgency: '3', origin: 'E', minutes: 4 }
  return (await act(request, 'calls', { ...call, module: null, transcript: true })).number
}

const alert = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible()

test('a forgotten password: Support gives a link, which sets another one and works once', async ({
  page,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario', { exact: true }).click()
  await page.getByText('He olvidado la contraseña').click()
  // This portal has no mail server.
  await page.getByLabel('Usuario o correo').fill('marta')
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await expect(page.getByText('Este portal no envía correos: pida el enlace a Soporte')).toBeVisible()
  await expect(page.getByText('910 000 000')).toBeVisible()
  await expectAccessible()

  const raul = await desk({ playwright, baseURL: baseURL ?? '' })
  const link = await linkFor(raul, 13, { playwright, baseURL })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ponga su contraseña' })).toBeVisible()
  await expect(page).toHaveURL(/\/public\/contrasena$/)
  await expect(page.getByLabel('Usuario')).toHaveValue('marta')
  await expect(page.getByText('De 8 a 20 caracteres.')).toBeVisible()
  await expectAccessible()

  const next = page.getByLabel('Nueva contraseña', { exact: true })
  const repeated = page.getByLabel('Repetir nueva contraseña', { exact: true })
  await next.fill('corta')
  await repeated.fill('larga')
  await page.keyboard.press('Enter')
  await alert(page, 'Por favor, compruebe los campos en rojo')
  await expect(page.getByText('Min. 8 caracteres')).toBeVisible()
  await expect(page.getByText('Las contraseñas deben coincidir')).toBeVisible()
  await expect(next).toBeFocused()
  await expectAccessible()

  await page.getByRole('button', { name: 'Mostrar u ocultar: Nueva contraseña' }).click()
  await expect(next).toHaveAttribute('type', 'text')
  await next.fill('Nueva-marta-2')
  await repeated.fill('Nueva-marta-2')
  await page.keyboard.press('Enter')
  await alert(page, 'La contraseña fue modificada con éxito')
  await expect(page).toHaveURL(/\/public\/login$/)
  await expect(page.getByText('Entre con la contraseña que acaba de poner.')).toBeVisible()
  await expect(page.getByLabel('Usuario')).toHaveValue('marta')
  await expectAccessible()
  await page.getByLabel('Contraseña', { exact: true }).fill('Nueva-marta-2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await expect(
    page.getByText('El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte'),
  ).toBeVisible()
  await expect(page.getByText('910 000 000')).toBeVisible()
  await expectAccessible()

  // Restored for the journeys that follow.
  await page.goto(await linkFor(raul, 13, { playwright, baseURL }))
  await next.fill('Demo-marta-1')
  await repeated.fill('Demo-marta-1')
  await page.keyboard.press('Enter')
  await alert(page, 'La contraseña fue modificada con éxito')
  await raul.dispose()
})

test(
  'a link that is used up while its page is open, and a page without its link, say what to do',
  { tag: '@long' },
  async ({ page, playwright, baseURL, expectAccessible }) => {
    const raul = await desk({ playwright, baseURL: baseURL ?? '' })
    await page.goto(await linkFor(raul, 14, { playwright, baseURL }))
    await expect(page.getByLabel('Usuario')).toHaveValue('teo')
    // A new link replaces the one before.
    await linkFor(raul, 14, { playwright, baseURL })
    await page.getByLabel('Nueva contraseña', { exact: true }).fill('Nueva-teo-2')
    await page.getByLabel('Repetir nueva contraseña', { exact: true }).fill('Nueva-teo-2')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Abra de nuevo el enlace' })).toBeVisible()
    await expect(page.getByText('910 000 000')).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: 'Ir a la pantalla de acceso' }).click()
    await expect(page.getByRole('heading', { name: 'Acceso a Soporte online' })).toBeVisible()
    await raul.dispose()
  },
)

test('a call that Support wrote down: its customer corrects it, and sees who received the claim', async ({
  page,
  beginSession,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  const raul = await desk({ playwright, baseURL: baseURL ?? '' })
  const ticket = await recordedCall(raul, 'Recibo duplicado, por teléfono')
  await raul.dispose()
  await beginSession()
  const detail = await open(page, ticket)
  await expect(detail.getByText('Anotado por Soporte')).toBeVisible()
  await expect(detail.getByText('Transcripción de la llamada', { exact: true })).toBeVisible()
  await expect(detail.getByText('Transcripción de IA')).toHaveCount(0)

  const correct = detail.getByRole('button', { name: 'Corregir la transcripción' })
  await correct.focus()
  await page.keyboard.press('Enter')
  const correction = page.getByRole('dialog', { name: 'CORREGIR LA TRANSCRIPCIÓN' })
  const text = correction.getByLabel('Lo que se dijo')
  const send = correction.getByRole('button', { name: 'Enviar' })
  await expect(text).toHaveValue(SAID)
  await expect(send).toBeDisabled()
  await text.fill('   ')
  await send.click()
  await expect(correction.getByText('No puede estar formado sólo por espacios')).toBeVisible()
  await expectAccessible()
  await text.fill('El recibo 813, el de octubre, sale duplicado.')
  await send.click()
  await alert(page, 'Se ha corregido la transcripción')
  await expect(detail.getByText('El recibo 813, el de octubre, sale duplicado.')).toBeVisible()
  await expect(detail.getByText('Transcripción de la llamada, corregida')).toBeVisible()
  await expect(correct).toBeFocused()

  await detail.getByRole('button', { name: 'Reclamar' }).click()
  await page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' }).getByRole('button', { name: 'Enviar' }).click()
  await expect(detail.getByText('La recibió Raúl Ibáñez.')).toBeVisible()
  await expectAccessible()
})

test(
  'a transcript whose ticket is over meanwhile cannot be corrected any more',
  { tag: '@long' },
  async ({ page, beginSession, playwright, baseURL }) => {
    const raul = await desk({ playwright, baseURL: baseURL ?? '' })
    const ticket = await recordedCall(raul, 'Recibo duplicado, y resuelto')
    await raul.dispose()
    await beginSession()
    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'Corregir la transcripción' }).click()
    const correction = page.getByRole('dialog', { name: 'CORREGIR LA TRANSCRIPCIÓN' })
    await correction.getByLabel('Lo que se dijo').fill('El recibo 813 sale duplicado.')
    const withdrawn = await page.request.post('/api/consultas/retirar_consulta', { data: { llnumreg: ticket } })
    expect(withdrawn.status()).toBe(200)
    await correction.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'Este ticket ya terminó: está en el histórico')
    await expect(correction.getByLabel('Lo que se dijo')).toHaveValue('El recibo 813 sale duplicado.')
    await correction.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(detail.getByText(SAID)).toBeVisible()
    await expect(detail.getByRole('button', { name: 'Corregir la transcripción' })).toHaveCount(0)
  },
)

test(
  'two tickets that Support has joined are shown as one',
  { tag: '@long' },
  async ({ page, beginSession, playwright, baseURL }) => {
    await beginSession()
    const [joined, into] = [await raise(page, 'Se une a otro'), await raise(page, 'Recibe a otro')]
    const raul = await desk({ playwright, baseURL: baseURL ?? '' })
    await act(raul, 'ticket/merge', { ticket: joined, into })
    await raul.dispose()
    const detail = await open(page, into)
    await expect(detail.getByText('Tickets unidos')).toBeVisible()
    await expect(
      detail.getByText(`Soporte ha unido a este el ticket ${joined}: sus mensajes están aquí.`),
    ).toBeVisible()
    // The old number leads here too.
    await page.goto(`tickets/lista?ticket=${joined}`)
    await expect(page.getByRole('dialog', { name: new RegExp(`Ticket ${into}`) })).toContainText('Recibe a otro')
  },
)

test('a client that wants a second factor: it is set up before anything else, asked for, taken with a recovery code, and reset', async ({
  page,
  browser,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  const supervisor = await desk({ playwright, baseURL })
  const client = 900_000 + Math.floor(Math.random() * 90_000)
  const of = { name: 'Con Factor, S.L.', email: '', areas: ['main'] }
  const { revision } = await act(supervisor, 'clients/create', { code: client, ...of })
  await act(supervisor, 'clients/change', { client, ...of, active: true, secondFactorRequired: true, revision })
  const { id } = await act(supervisor, 'contacts/create', {
    client,
    name: 'Iria Souto',
    email: '',
    phone: '',
    visibility: 'client',
    places: [],
  })
  const [username, password] = [`iria.${client}`, 'Clave-de-iria-1']
  const invited = await act(supervisor, 'password-links', { client, contact: id, username })
  const t = new URLSearchParams(new URL(invited.address).hash.slice(1)).get('t')
  const set = await page.request.post(`${new URL(baseURL ?? '').origin}/api/login/poner_password`, {
    data: { t, passwordNueva: password, passwordNuevaRepetida: password },
  })
  expect(set.status()).toBe(200)

  const logIn = async (on: Page) => {
    await on.goto('login')
    await on.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
    await on.getByLabel('Usuario').fill(username)
    await on.getByLabel('Contraseña', { exact: true }).fill(password)
    await on.keyboard.press('Enter')
  }
  await logIn(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Ponga su segundo factor' })).toBeFocused()
  await expectAccessible()
  const secret = (await page.getByRole('group', { name: 'Clave' }).innerText()).replaceAll(' ', '')
  await page.getByLabel('Código de seis cifras').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Código de seis cifras')).toHaveAccessibleDescription('El código no es correcto')
  await page.getByLabel('Código de seis cifras').fill(codeAt(fromBase32(secret), new Date()))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sus códigos de recuperación' })).toBeFocused()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{4}-/ })
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  await page.goto('mis-datos')
  await expect(page.getByText('Lo pide su empresa: no se puede quitar.')).toBeVisible()

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logIn(other)
  await expect(other.getByLabel('Código de verificación')).toBeFocused()
  await other.keyboard.type(codes[0] ?? '')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Hola')

  await act(supervisor, 'clients/change', {
    client,
    ...of,
    active: true,
    secondFactorRequired: false,
    revision: revision + 1,
  })
  await act(supervisor, 'contacts/reset-second-factor', { client, contact: id })
  await logIn(other)
  await expect(other.getByText('su segundo factor. Si no lo pidió usted')).toBeVisible()
  await other.goto('mis-datos')
  await other.getByLabel('Su contraseña', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Poner el segundo factor' }).click()
  await expect(other.getByRole('heading', { level: 3, name: 'Ponga su segundo factor' })).toBeFocused()
  await supervisor.dispose()
})
