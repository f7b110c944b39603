import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityProvider } from '#server/testing/identity-provider.ts'
import { startPortal } from '#server/testing/portal-process.ts'
import { PNG, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { composer, find, logIn, technicianAt, timeline } from './technicians.ts'

// Technicians' acts besides writing: logging in with the company's account, files, merging, long lists.

test("enters with the company's account, and learns if no technician has that account", async ({ page, browser }) => {
  // The provider's page would load a font from the internet.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const folder = await mkdtemp(join(tmpdir(), 'portal-openid-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const provider = await identityProvider(`${origin}/api/console/oidc/callback`, {
    sonia: { email: 'sonia@empresa.example', email_verified: true },
    nadie: { email: 'nadie@empresa.example', email_verified: true },
  })
  const { issuer, clientId, clientSecret } = provider.settings
  const portal = await startPortal({
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: origin,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  })
  try {
    const raul = await browser.newContext()
    const supervisor = { data: { username: 'raul', password: 'Demo-raul-1' } }
    expect((await raul.request.post(`${origin}/api/console/login`, supervisor)).status()).toBe(200)
    const known = { username: 'sonia', name: 'Sonia Campos', role: 'technician', active: true }
    const changed = await raul.request.post(`${origin}/api/console/technicians/change`, {
      data: { ...known, subject: 'sonia' },
    })
    expect(changed.status(), await changed.text()).toBe(200)
    await raul.close()

    const enterAs = async (login: string) => {
      await page.goto(`${origin}/consola/`)
      await page.getByRole('link', { name: 'Entrar con la cuenta de la empresa' }).click()
      // From here on the provider's own page is shown.
      await page.locator('input[name=login]').fill(login)
      await page.locator('input[name=password]').fill('cualquiera')
      await page.locator('button[type=submit]').click()
      await page.locator('button[type=submit]').click()
    }
    await enterAs('nadie')
    await expect(page.getByRole('alert')).toHaveText(
      'Esa cuenta de la empresa no es de ningún técnico de la consola: pídalo a un supervisor.',
    )
    await page.context().clearCookies()
    await enterAs('sonia')
    await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menú de Sonia Campos' })).toBeVisible()
  } finally {
    // Whatever the page would still load fails.
    await page.goto('about:blank')
    await portal.stop()
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('sends files with an answer, which its customer downloads', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Para la consola: con archivos')
  const sonia = await technicianAt(browser, 'sonia', ticket)
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Le adjunto la captura.')
  await composer(sonia)
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'captura.png', mimeType: 'image/png', buffer: PNG },
      { name: 'programa.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ])
  const files = composer(sonia).getByRole('list', { name: 'Archivos que va a enviar' })
  await expect(files.getByRole('listitem').filter({ hasText: 'captura.png' })).toContainText('Subido')
  await expect(files.getByRole('listitem').filter({ hasText: 'programa.exe' })).toContainText(
    'Sólo archivos jpg, pdf, png, excels o words',
  )
  await sonia.getByRole('button', { name: 'Responder', exact: true }).click()
  await expect(
    sonia.getByText('Espere a que terminen de subir los archivos, o quite los que han fallado'),
  ).toBeVisible()
  await files.getByRole('button', { name: 'Quitar programa.exe' }).press('Enter')
  await composer(sonia).getByRole('textbox').press('Control+Enter')
  await expect(sonia.getByText(`Respuesta enviada en el ticket ${ticket}`)).toBeVisible()
  await find(sonia, ticket)
  await expect(timeline(sonia).getByText('captura.png')).toBeVisible()
  await timeline(sonia).getByRole('button', { name: 'Ver captura.png' }).click()
  await expect(sonia.getByRole('dialog').getByRole('link', { name: 'Descargar' })).toBeVisible()
  await expectAccessible(sonia)
  await sonia.keyboard.press('Escape')

  const detail = await open(page, ticket)
  await expect(detail.getByText('Le adjunto la captura.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    detail
      .getByRole('link', { name: /^Descargar captura\.png/ })
      .first()
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('captura.png')
  await sonia.context().close()
})

test('joins two tickets by keyboard after seeing the other one; both numbers lead to the remaining ticket', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  await beginSession()
  const [joined, into] = [await raise(page, 'El repetido'), await raise(page, 'El bueno')]
  const sonia = await technicianAt(browser, 'sonia', joined)
  await sonia.keyboard.press('m')
  const dialog = sonia.getByRole('dialog', { name: `Unir el ticket ${joined} a otro` })
  const field = dialog.getByLabel('Nº del ticket al que se une')
  await expect(field).toBeFocused()
  await sonia.keyboard.type('99999999')
  await expect(dialog.getByText('No hay ningún ticket con ese número')).toBeVisible()
  await field.fill(String(joined))
  await expect(dialog.getByText('Es este mismo ticket')).toBeVisible()
  await expectAccessible(sonia)
  await field.fill(String(into))
  const found = dialog.getByRole('status')
  await expect(found.getByText(`${into} · El bueno`, { exact: true })).toBeVisible()
  await expect(found.getByRole('term')).toHaveText(['Urgencia', 'Responder antes de'])
  await expect(found.getByRole('definition')).toHaveText(['Normal', /^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/])
  await expectAccessible(sonia)
  await sonia.keyboard.press('Enter')
  await expect(sonia.getByText(`El ticket ${joined} se ha unido al ${into}`)).toBeVisible()
  await expect(sonia.getByRole('heading', { level: 1, name: 'El bueno' })).toBeVisible()
  await expect(sonia.getByText(`Tickets unidos a este: ${joined}`)).toBeVisible()
  await sonia.goto(`/consola/ticket/${joined}`)
  await expect(sonia.getByText(`El ticket ${joined} está unido a este.`)).toBeVisible()
  const detail = await open(page, into)
  await expect(detail.getByText('Tickets unidos')).toBeVisible()
  await sonia.context().close()
})

test(
  'changes area and module in the panel: a module of the old area is dropped',
  { tag: '@long' },
  async ({ page, beginSession, browser }) => {
    await beginSession()
    const ticket = await raise(page, 'Para la consola: del área equivocada')
    const sonia = await technicianAt(browser, 'sonia', ticket)
    const properties = sonia.getByRole('group', { name: 'Propiedades' })
    await expect(properties.getByLabel('Módulo')).toHaveValue(/\d+/)
    await properties.getByLabel('Área').selectOption({ label: 'APPS' })
    await expect(sonia.getByText('Cambio guardado')).toBeVisible()
    await expect(properties.getByLabel('Área')).toHaveValue('apps')
    await expect(properties.getByLabel('Módulo')).toHaveValue('')
    await sonia.context().close()
  },
)

test('reads on in a long list, by button and by key', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'raul')
  // The demo has fewer tickets than one part of a list.
  await page.route('**/api/console/tickets?*', (route) => route.continue({ url: `${route.request().url()}&limit=25` }))
  await page.goto('/consola/cola/abiertas')
  const rows = page.locator('[data-ticket]')
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('Primeros 25 tickets')).toBeVisible()
  await page.getByRole('button', { name: 'Cargar más' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(25)
  const numbers = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('data-ticket')))
  expect(new Set(numbers).size).toBe(numbers.length)

  await page.reload()
  await expect(rows).toHaveCount(25)
  await rows.nth(23).focus()
  await page.keyboard.press('j')
  await expect.poll(() => rows.count()).toBeGreaterThan(25)
})

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
