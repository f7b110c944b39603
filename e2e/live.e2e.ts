import type { Locator, Page, Request } from '@playwright/test'
import { TEST_MS, patient } from '#server/testing/patience.ts'
import { cableTo } from './cable.ts'
import { answer, get, open, post, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { composer, find, technician, timeline } from './technicians.ts'

// Two browsers side by side: an act in one appears in the other by itself.

/** The limit, counted from the awaited commit. It is polled often enough for the polling to take none of it. */
const WITHIN_A_SECOND = { timeout: patient(1000), intervals: [25] }
const soon = (appears: Locator) => expect.poll(() => appears.isVisible(), WITHIN_A_SECOND).toBe(true)

/** Must be called before a screen is opened: it waits until the browser follows the events. */
const following = (page: Page) =>
  page.waitForResponse((response) => /\/eventos\b/.test(response.url()) && response.status() === 200)

/** The answer of a server that has too many calls. */
const REFUSED = {
  ok: false,
  message: 'Ahora no se puede conectar. Espere unos segundos y vuelva a intentarlo',
  data: { data: null },
}

const field = (page: Page) => composer(page).getByRole('textbox', { name: 'Respuesta al cliente' })

test('an answer of a technician appears in the customer’s home, list and detail; the customer’s reply at the console', async ({
  page,
  enter,
  browser,
}) => {
  await enter()
  const ticket = await raise(page, 'Se contesta mientras miro')
  const home = page.getByRole('link', { name: /en manos de Soporte$/ })
  const followed = following(page)
  await page.goto('')
  await followed
  // A screen reader reads out what changes in it.
  await expect(page.getByRole('status').filter({ has: home })).toBeVisible()

  const list = await page.context().newPage()
  await list.goto('tickets/lista')
  const row = list.getByRole('row', { name: new RegExp(String(ticket)) })
  await expect(row.getByRole('img', { name: 'En manos de Soporte' })).toBeVisible()

  const sonia = await technician(browser, 'sonia')
  const reached = following(sonia)
  await find(sonia, ticket)
  await reached
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Le contesto mientras mira.')
  const committed = sonia.waitForResponse(/\/console\/ticket\/answer$/)
  await sonia.keyboard.press('Control+Enter')
  await committed
  await soon(row.getByRole('img', { name: 'Soporte espera su respuesta' }))
  // Other journeys raise and answer tickets of the same installation, so the screen is compared with the server's count.
  await expect(async () => {
    const { soporte } = await get(page, 'get_turnos')
    expect(Number.parseInt(await home.innerText(), 10)).toBe(soporte)
  }).toPass(WITHIN_A_SECOND)

  // A window so low that the end of the conversation is out of sight.
  await page.setViewportSize({ width: 1280, height: 420 })
  // A newly opened page follows the events a moment later. The test waits for that, and no other tab of the browser
  // does it instead.
  await list.close()
  const followedAgain = following(page)
  const detail = await open(page, ticket)
  await expect(detail).toContainText('Le contesto mientras mira.')
  await find(sonia, ticket)
  await followedAgain
  await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'Respondo yo también.' })
  await soon(timeline(sonia).getByText('Respondo yo también.'))
  // One's own words come into view, so the reader has to scroll up again.
  await expect(detail.getByText('Respondo yo también.')).toBeInViewport(WITHIN_A_SECOND)
  await detail.getByRole('term').first().scrollIntoViewIfNeeded()
  await expect(detail.getByText('Respondo yo también.')).not.toBeInViewport()
  await answer(page, ticket, 'N', { respuesta: 'Y una segunda.' })
  const news = detail.getByRole('button', { name: '1 mensaje nuevo' })
  await soon(news)
  await expect(detail.getByText('Y una segunda.')).not.toBeInViewport()
  await news.click()
  await expect(detail.getByText('Y una segunda.')).toBeInViewport()
  await expect(news).toHaveCount(0)
  await soon(timeline(sonia).getByText('Y una segunda.'))
  await sonia.context().close()
})

test('an entry that arrives while a technician writes moves nothing, and waits behind a button', async ({
  page,
  enter,
  browser,
}) => {
  await enter()
  const ticket = await raise(page, 'Llega un mensaje mientras escribo')
  const sonia = await technician(browser, 'sonia')
  const reached = following(sonia)
  await find(sonia, ticket)
  await reached
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Estoy escri')
  const at = await field(sonia).boundingBox()
  await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Añado un dato.' })
  const news = sonia.getByRole('button', { name: '1 mensaje nuevo' })
  await soon(news)
  await sonia.keyboard.type('biendo')
  await expect(field(sonia)).toBeFocused()
  await expect(field(sonia)).toHaveValue('Estoy escribiendo')
  expect(await field(sonia).boundingBox()).toEqual(at)
  await expect(timeline(sonia)).not.toContainText('Añado un dato.')
  await news.click()
  await expect(timeline(sonia).getByText('Añado un dato.')).toBeInViewport()
  await expect(news).toHaveCount(0)
  await expect(field(sonia)).toHaveValue('Estoy escribiendo')
  await sonia.context().close()
})

test('a colleague who opens a ticket, writes in it, looks elsewhere or leaves shows in the list and in the open ticket by itself', async ({
  page,
  beginSession,
  browser,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Quién está delante')
  const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
  const followed = following(raul)
  await raul.goto('/consola/')
  await followed
  // The second tab has its events from the first.
  const atList = await raul.context().newPage()
  // The newest first: other journeys raise tickets, too.
  await atList.goto('/consola/cola/abiertas?orden=-numero')
  const row = atList.getByRole('row').filter({ hasText: String(ticket) })
  await expect(row).toBeVisible()
  await find(raul, ticket)
  await expect(timeline(raul)).toBeVisible()
  const there = (words: string) => row.getByRole('img', { name: words })
  await expect(there('Sonia Campos')).toHaveCount(0)
  const gone = async () => {
    await expect.poll(() => row.getByRole('img', { name: /Sonia Campos/ }).count(), WITHIN_A_SECOND).toBe(0)
    await expect.poll(() => raul.getByText(/^Sonia Campos /).count(), WITHIN_A_SECOND).toBe(0)
  }

  await sonia.goto(`/consola/ticket/${ticket}`)
  await expect(timeline(sonia)).toBeVisible()
  await soon(there('Lo tiene abierto: Sonia Campos'))
  await soon(raul.getByText('Sonia Campos lo tiene abierto'))
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Lo miro')
  await soon(there('Escribiendo: Sonia Campos'))
  await soon(raul.getByText('Sonia Campos está escribiendo…'))
  // Another tab in front, as the browser tells the page.
  await sonia.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await gone()
  await sonia.reload()
  await expect(timeline(sonia)).toBeVisible()
  await soon(raul.getByText('Sonia Campos lo tiene abierto'))
  await sonia.goto('/consola/cola/abiertas')
  await gone()
  for (const one of [sonia, raul]) await one.context().close()
})

test.describe('without a network', () => {
  test.use({ expectedFault: /ERR_INTERNET_DISCONNECTED/ })
  test(
    'a technician whose browser falls silent goes from a colleague’s list by itself',
    { tag: '@long' },
    async ({ page, beginSession, browser }) => {
      await beginSession()
      const ticket = await raise(page, 'Quién se ha quedado sin red')
      const [sonia, raul] = [await technician(browser, 'sonia'), await technician(browser, 'raul', null)]
      const followed = following(raul)
      await raul.goto('/consola/cola/abiertas?orden=-numero')
      await followed
      const there = raul
        .getByRole('row')
        .filter({ hasText: String(ticket) })
        .getByRole('img', { name: /Sonia Campos/ })
      await find(sonia, ticket)
      await soon(there)
      await sonia.context().setOffline(true)
      await sonia.context().close()
      await expect(there).toHaveCount(0, { timeout: patient(60_000) })
      await raul.context().close()
    },
  )

  test(
    'a cut cable: the events meanwhile are shown when the network is back',
    { tag: '@long' },
    async ({ page, enter, context, playwright, baseURL }) => {
      await enter()
      const ticket = await raise(page, 'Se corta el cable')
      const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      const elsewhere = await playwright.request.newContext({ extraHTTPHeaders: { cookie: cookies } })
      const followed = following(page)
      const detail = await open(page, ticket)
      await followed
      await context.setOffline(true)
      const sent = await elsewhere.post(new URL('/api/consultas/crear_respuesta_falsa', baseURL).href, {
        data: { llnumreg: ticket, respuesta: 'Contestado a oscuras.', cerrar: 'N' },
      })
      expect(sent.status()).toBe(200)
      await expect(detail).not.toContainText('Contestado a oscuras.')
      await context.setOffline(false)
      await expect(detail.getByText('Contestado a oscuras.')).toBeVisible()
    },
  )
})

/** The pause before the browser's next try, and what a busy machine takes. */
const AFTER_THE_CABLE = { timeout: patient(20_000) }

test(
  'connections that died without a word cost the next reading nothing, however many the browser has kept',
  { tag: '@long' },
  async ({ page, enter, context, playwright, baseURL }) => {
    await enter()
    const ticket = await raise(page, 'Se muere la línea')
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const elsewhere = await playwright.request.newContext({ extraHTTPHeaders: { cookie: cookies } })
    const cable = await cableTo(baseURL ?? '')
    const followed = following(page)
    const underway = new Set<Request>()
    page.on('request', (request) => underway.add(request))
    const isOver = (request: Request) => underway.delete(request)
    page.on('requestfinished', isOver)
    page.on('requestfailed', isOver)
    await page.goto(`${cable.origin}/public/tickets/lista?ticket=${ticket}`)
    const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
    await followed
    // All that the page loads beforehand is there: the cable cuts no request.
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/new-ticket-dialog')),
      )
    await expect.poll(loaded).toBe(true)
    await expect.poll(() => [...underway].filter((request) => !/\/eventos\b/.test(request.url()))).toEqual([])
    // As many as a browser keeps, beside the stream's.
    await page.evaluate(() => Promise.all([1, 2, 3, 4, 5].map((n) => fetch(`/api/health?${n}`))))
    cable.cut()
    const sent = await elsewhere.post(new URL('/api/consultas/crear_respuesta_falsa', baseURL).href, {
      data: { llnumreg: ticket, respuesta: 'Contestado sin línea.', cerrar: 'N' },
    })
    expect(sent.status()).toBe(200)
    // The stream counts as silent, and the next try is under way.
    await page.waitForEvent('request', { predicate: (request) => /\/eventos\b/.test(request.url()), timeout: TEST_MS })
    cable.mend()
    await expect(detail.getByText('Contestado sin línea.')).toBeVisible(AFTER_THE_CABLE)
    cable.close()
  },
)

test.describe('while the server refuses some reads', () => {
  test.use({ expectedFault: /status of 503/ })
  test(
    'what a screen could not read again at once is shown later, without another event, and nothing typed is touched',
    { tag: '@long' },
    async ({ page, enter, browser }) => {
      await enter()
      const ticket = await raise(page, 'Hay demasiada gente')
      await answer(page, ticket, 'N', { respuesta: '¿En qué meses?' })
      const followed = following(page)
      const detail = await open(page, ticket)
      await followed
      const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' }).getByRole('textbox')
      await reply.fill('En septiembre')
      let refused = 0
      await page.route(/ver_consulta/, async (route) => {
        if (refused === 4) return route.continue()
        refused += 1
        return route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, json: REFUSED })
      })
      const sonia = await technician(browser, 'sonia')
      await find(sonia, ticket)
      await sonia.keyboard.press('r')
      await sonia.keyboard.type('Y en qué empresa.')
      await sonia.keyboard.press('Control+Enter')
      await expect.poll(() => refused).toBeGreaterThanOrEqual(3)
      await expect(detail).toContainText('¿En qué meses?')
      await detail.getByRole('button', { name: '1 mensaje nuevo' }).click()
      await expect(detail.getByText('Y en qué empresa.')).toHaveCount(1)
      expect(refused).toBe(4)
      await expect(reply).toHaveValue('En septiembre')
      await sonia.context().close()
    },
  )
})

test('a page that opens reads each thing once, and nothing again when it begins to follow', async ({
  page,
  beginSession,
}) => {
  // Nobody else acts for this client meanwhile. Events at the client are read again, as they should be.
  await beginSession({ installation: 'DUE-01', contact: 21 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(/[?&](edad|usuarioLlamada)=[^&]*/g, '')))
  // A server that has just started does not know earlier events: then the page reads once more.
  await expect(async () => {
    asked.length = 0
    const followed = following(page)
    await page.goto('')
    await followed
    // Otherwise another reading would begin at once.
    await page.waitForTimeout(500)
    expect(asked.filter((url, place) => asked.indexOf(url) !== place)).toEqual([])
  }).toPass()
  expect(asked.length, 'requests of the home').toBeLessThan(36)
})
