import { type APIResponse, type BrowserContext, type Locator, type Page, type Route, expect } from '@playwright/test'

export const TEXT = 'Al cerrar octubre el asiento no cuadra: faltan las facturas de dos proveedores de la obra.'

/** One transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Calls the server with the session of this page, without the portal's screens. */
export async function post(page: Page, path: string, sent: object): Promise<{ llnumreg: number }[]> {
  const answer = await page.request.post(`/api/consultas/${path}`, { data: sent })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data.data
}

export async function get(page: Page, path: string, params: Record<string, string> = {}) {
  const answer = await page.request.get(`/api/consultas/${path}`, { params })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data.data
}

/** Raises a ticket, so that journeys at the same time do not meet. */
export async function raise(page: Page, titulo: string): Promise<number> {
  const modules: { shdeno: string; shnumreg: number }[] = await get(page, 'get_lista_modulos')
  const [created] = await post(page, 'nueva_consulta', {
    modulo: modules.find(({ shdeno }) => shdeno === 'Ventas')?.shnumreg,
    titulo,
    textoConsulta: TEXT,
    interlocutor: 'Lucía Ferrer',
    email: 'lucia@levante.example',
  })
  return created?.llnumreg ?? 0
}

export const answer = (page: Page, llnumreg: number, cerrar: 'S' | 'N', over: object = {}) =>
  post(page, 'crear_respuesta_falsa', { llnumreg, respuesta: 'Hemos revisado el asiento.', cerrar, ...over })

/** Opens a ticket by its address. */
export async function open(page: Page, ticket: number): Promise<Locator> {
  await page.goto(`tickets/lista?ticket=${ticket}`)
  const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
  await expect(detail.getByRole('heading', { name: 'Conversación' })).toBeVisible()
  return detail
}

/** The next request to a path is carried out, but its answer is lost on the way. */
export async function loseNextAnswers(page: Page, path: string, times: number): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(`**/api/consultas/${path}`, lose, { times })
}

/** For journeys about the form itself: Enviar goes straight to Support, as when the assistant is off. */
export async function withoutAssistant(context: BrowserContext): Promise<void> {
  const body = { ok: true, message: '', data: { data: { invalo: 'N' } } }
  await context.route('**/api/consultas/check_operative_chat_GPT*', (route) => route.fulfill({ json: body }))
}

/** Like a telephone, Debian's lighter Chromium has no PDF viewer. Desktop browsers have one. */
export const withPdfViewer = (page: Page) =>
  page.addInitScript("Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })")

type Told = Awaited<ReturnType<APIResponse['json']>>

/** Changes what the server answers in this page. A call that the page gives up meanwhile has no answer. */
export const alterAnswers = (page: Page, url: string, alter: (told: Told) => void): Promise<unknown> =>
  page.route(url, async (route) => {
    try {
      const response = await route.fetch()
      const told = await response.json()
      alter(told)
      await route.fulfill({ response, json: told })
    } catch (error) {
      if (!/disposed|closed/.test(String(error))) throw error
    }
  })

/** Shows only the newest entries of a ticket, as if there were too many for one answer. */
export const carryNewest = (page: Page, newest: number) =>
  alterAnswers(page, '**/api/consultas/ver_consulta*', ({ data: { data: view } }) => {
    const left = view.fcontsopor.slice(-newest)
    const bounds = left.length < view.fcontsopor.length ? { hayAnteriores: true, antes: left[0].fecha } : {}
    Object.assign(view, bounds, { fcontsopor: left })
  })
