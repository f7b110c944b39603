import type { BrowserContext, Locator, Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { answer as answerOf, open, raise, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

const TEXT = 'Al cerrar octubre el asiento no cuadra: faltan las facturas de dos proveedores de la obra.'
const LEAVING = '¿Está seguro de que desea abandonar la página? Todavía hay cambios sin guardar.'
const PDF = { name: 'asiento.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') }

const openForm = async (page: Page) => {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  // A page that opens just as the connection returns needs a moment.
  await expect(form.getByLabel('Título')).toBeVisible()
  return form
}
const expectKept = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible()
const entersAnew = async (context: BrowserContext, address: string) => {
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  return page
}

test('a ticket that was begun survives a closed tab, an ended session and the next link', async ({
  page,
  context,
  browser,
  link,
  beginSession,
  expectAccessible,
}) => {
  const who = { caller: 'borradores' }
  await beginSession(who)
  let form = await openForm(page)
  await form.getByLabel('Título').fill('Cierre de octubre')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByRole('radio', { name: 'Incidencia' }).check()
  await form.locator('input[type=file]').setInputFiles(PDF)
  await expect(form.getByText('Subido', { exact: true })).toBeVisible()
  await expectKept(page)
  await expectAccessible()
  await page.close()

  await context.clearCookies()
  const again = await entersAnew(context, await link(who))
  form = await openForm(again)
  await expect(form.getByText('Tiene un borrador de hace 1 min')).toBeVisible()
  await expect(form.getByLabel('Título')).toHaveValue('Cierre de octubre')
  await expect(form.getByLabel('Texto de la consulta')).toHaveValue(TEXT)
  await expect(form.getByLabel('Módulo').locator('option:checked')).toHaveText('Contabilidad')
  await expect(form.getByRole('radio', { name: 'Incidencia' })).toBeChecked()
  await expect(form.getByText('asiento.pdf', { exact: false }).first()).toBeVisible()
  await expectAccessible(again)
  // Nothing has changed, so leaving deletes nothing and asks nothing.
  await again.keyboard.press('Escape')
  await expect(form).toBeHidden()

  // Another person at the same installation does not see it.
  const other = await entersAnew(await browser.newContext(), await link({ caller: 'otra-persona' }))
  const empty = await openForm(other)
  await expect(empty.getByLabel('Título')).toHaveValue('')
  await other.context().close()

  form = await openForm(again)
  // Sent before the draft was saved: it must not be saved afterwards.
  await form.getByLabel('Título').fill('Cierre de octubre, otra vez')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(again.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
  form = await openForm(again)
  await expect(form.getByText('Tiene un borrador')).toHaveCount(0)
  await expect(form.getByLabel('Texto de la consulta')).toHaveValue('')
})

test(
  'one draft in two tabs becomes one ticket, whichever sends it',
  { tag: '@long' },
  async ({ page, context, beginSession }) => {
    await beginSession({ caller: 'dos-pestanas' })
    const first = await openForm(page)
    await first.getByLabel('Título').fill('Enviado desde dos pestañas')
    await first.getByLabel('Texto de la consulta').fill(TEXT)
    await first.getByLabel('Módulo').selectOption('Contabilidad')
    await expectKept(page)
    const other = await context.newPage()
    const second = await openForm(other)
    await expect(second.getByLabel('Título')).toHaveValue('Enviado desde dos pestañas')
    const numberFrom = async (form: typeof first) => {
      await form.getByRole('button', { name: 'Enviar' }).click()
      const said = await form
        .page()
        .getByText(/Hemos registrado tu Ticket número \d+/)
        .textContent()
      return /número (\d+)/.exec(said ?? '')?.[1]
    }
    const number = await numberFrom(first)
    expect(number).toBeDefined()
    expect(await numberFrom(second)).toBe(number)
  },
)

test.describe('in two tabs', () => {
  const ELSEWHERE = 'Hay un borrador guardado después en otra pestaña o equipo'
  const expectApart = async (form: Locator) => {
    await expect(form.getByText('Guardado aparte en este navegador')).toBeVisible()
    await expect(form.getByRole('status').filter({ hasText: ELSEWHERE })).toBeVisible()
  }
  /** A text in each: the first one is saved, the other kept apart. */
  const writeInBoth = async (page: Page, other: Page) => {
    const [first, second] = [await openForm(page), await openForm(other)]
    await first.getByLabel('Título').fill('Consulta A')
    await expectKept(page)
    await second.getByLabel('Título').fill('Consulta B')
    await expectApart(second)
    return first
  }

  test('no text that is said to be saved takes another one’s place', async ({
    page,
    context,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession({ caller: 'dos-textos' })
    const other = await context.newPage()
    const first = await writeInBoth(page, other)
    await expectAccessible(other)
    await first.getByLabel('Título').fill('Consulta A, enviada')
    await first.getByLabel('Texto de la consulta').fill(TEXT)
    await first.getByLabel('Módulo').selectOption('Contabilidad')
    await expectKept(page)
    await first.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
    await other.close({ runBeforeUnload: false })

    const again = await context.newPage()
    const found = await openForm(again)
    await expect(found.getByLabel('Título')).toHaveValue('Consulta B')
    await expectKept(again)
    // With nothing in the way it is on the server again.
    const answer = await again.request.get('/api/consultas/get_borrador')
    expect((await answer.json()).data.data.borrador).toMatchObject({ titulo: 'Consulta B' })
  })

  test(
    'closed, both are there again, the last one first',
    { tag: '@long' },
    async ({ page, context, beginSession }) => {
      await beginSession({ caller: 'dos-cerradas' })
      const other = await context.newPage()
      await writeInBoth(page, other)
      await page.close({ runBeforeUnload: false })
      await other.close({ runBeforeUnload: false })
      const again = await context.newPage()
      const found = await openForm(again)
      await expect(found.getByLabel('Título')).toHaveValue('Consulta B')
      await found.getByRole('button', { name: 'Usar la otra' }).click()
      await expect(found.getByLabel('Título')).toHaveValue('Consulta A')
    },
  )
})

test(
  'the last typed words are kept although the tab is closed at once',
  { tag: '@long' },
  async ({ page, context, beginSession }) => {
    await beginSession({ caller: 'con-prisa' })
    const form = await openForm(page)
    await form.getByLabel('Título').fill('Lo último')
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await expect(async () => {
      await expect((await openForm(again)).getByLabel('Título')).toHaveValue('Lo último', { timeout: patient(1000) })
    }).toPass()
  },
)

test('leaving asks: the text is discarded, or kept for another time', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession({ caller: 'indecisa' })
  await page.goto('tickets/lista')
  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Título').fill('A medias')
  await page.keyboard.press('Escape')
  // Until it is saved, nothing claims that it is.
  await expect(page.getByRole('dialog', { name: 'Cambios sin guardar' })).toContainText(LEAVING)
  const isKept = page.getByRole('dialog', { name: 'Borrador sin enviar' })
  await expect(isKept).toContainText(LEAVING)
  await expect(isKept).toContainText('Todo lo que ha escrito está guardado como borrador')
  await isKept.getByRole('button', { name: 'Cancelar' }).click()
  await expectKept(page)
  await page.goBack()
  await expect(page.getByText(LEAVING)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Guardar borrador' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/tickets\/lista/)

  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  await expect(form.getByLabel('Título')).toHaveValue('A medias')
  await form.getByLabel('Título').fill('A medias todavía')
  await page.keyboard.press('Escape')
  await expect(page.getByText(LEAVING)).toBeVisible()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  await expect(form.getByLabel('Título')).toHaveValue('')
  await expect(form.getByText('Tiene un borrador')).toHaveCount(0)
})

test(
  'a draft can be discarded in its form, and that can be undone',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession({ caller: 'arrepentida' })
    let form = await openForm(page)
    await form.getByLabel('Título').fill('No, esto no')
    await expectKept(page)
    form = await openForm(page)
    await form.getByRole('button', { name: 'Descartar borrador' }).click()
    await expect(form.getByLabel('Título')).toHaveValue('')
    await expect(form.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    await form.getByRole('button', { name: 'Deshacer' }).click()
    await expect(form.getByLabel('Título')).toHaveValue('No, esto no')
    await expectKept(page)
    form = await openForm(page)
    await form.getByRole('button', { name: 'Descartar borrador' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    form = await openForm(page)
    await expect(form.getByLabel('Título')).toHaveValue('')
  },
)

test('nothing is saved while nothing has changed', { tag: '@long' }, async ({ page, enter }) => {
  await enter({ caller: 'solo-mira' })
  const saves: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('borrador') && request.method() === 'POST') saves.push(request.url())
  })
  await openForm(page)
  await page.waitForTimeout(2500)
  await page.keyboard.press('Escape')
  expect(saves).toEqual([])
})

test(
  'a reply survives the tab and the session, with its file',
  { tag: '@long' },
  async ({ page, context, link, beginSession, expectAccessible }) => {
    const who = { caller: 'responde' }
    await beginSession(who)
    // A ticket of its own: the demo's may stand behind tickets that other journeys raise.
    const number = await raise(page, 'Respuesta que se retoma')
    await answerOf(page, number, 'N')
    const openReply = async (over: Page) => {
      await over.goto('tickets/lista?vista=historico')
      await over.getByRole('tab', { name: /En curso/ }).click()
      const row = over.getByRole('row').filter({
        has: over.locator('button[aria-label="Responder"]:not([aria-disabled="true"])'),
        hasText: String(number),
      })
      await row.first().getByRole('button', { name: 'Responder' }).click()
      const reply = over.getByRole('dialog', { name: 'RESPONDER CONSULTA' })
      await expect(reply.getByLabel('Respuesta')).toBeVisible()
      return reply
    }
    let reply = await openReply(page)
    await reply.getByLabel('Respuesta').fill('Octubre de este año.')
    await reply.locator('input[type=file]').setInputFiles(PDF)
    await expect(reply.getByText('Subido', { exact: true })).toBeVisible()
    await expectKept(page)
    await page.close()
    await context.clearCookies()

    const again = await entersAnew(context, await link(who))
    reply = await openReply(again)
    await expect(reply.getByText('Tiene un borrador de hace 1 min')).toBeVisible()
    await expect(reply.getByLabel('Respuesta')).toHaveValue('Octubre de este año.')
    await expect(reply.getByText('asiento.pdf', { exact: false }).first()).toBeVisible()
    await expectAccessible(again)
    await reply.getByLabel('Respuesta').fill('Octubre y noviembre.')
    await again.goBack()
    await expect(again.getByText(LEAVING)).toBeVisible()
    const question = again.getByRole('dialog').filter({ has: again.getByText(LEAVING) })
    await question.last().getByRole('button', { name: 'Cancelar' }).click()
    await expect(reply.getByLabel('Respuesta')).toHaveValue('Octubre y noviembre.')
    // Sent before the draft was saved: it must not be saved afterwards.
    await reply.getByLabel('Respuesta').fill('Octubre y noviembre de este año.')
    const sent = again.waitForRequest(/responder_consulta/)
    await reply.getByRole('button', { name: 'Enviar' }).click()
    await expect(again.getByText('Se ha enviado la respuesta correctamente')).toBeVisible()
    await again.waitForTimeout(1500)
    const { llpadre } = (await sent).postDataJSON()
    const answer = await again.request.get(`/api/consultas/get_borrador?llnumreg=${llpadre}`)
    expect(await answer.json()).toMatchObject({ ok: true, data: { data: null } })
  },
)

test(
  'an ended session under a form: the next link, in another tab, brings both back',
  { tag: '@long' },
  async ({ page, context, link, beginSession }) => {
    const who = { caller: 'caducada' }
    await beginSession(who)
    const form = await openForm(page)
    await context.clearCookies()
    await form.getByLabel('Título').fill('Escrito sin sesión')
    await expect(page.getByText('Necesita iniciar sesión para acceder a esta página')).toBeVisible()
    await expect(form).toBeHidden()
    await entersAnew(context, await link(who))
    await expect(form.getByLabel('Título')).toHaveValue('Escrito sin sesión')
    await expectKept(page)
  },
)

test('a session without a company asks for which one it is', async ({ page, beginSession, expectAccessible }) => {
  await beginSession({ company: null, caller: 'sin-empresa' })
  const form = await openForm(page)
  const company = form.getByRole('combobox', { name: 'Empresa' })
  await expect(company.locator('option')).toHaveText([
    'Elija una empresa',
    'Levante Obras (001)',
    'Levante Patrimonio (002)',
  ])
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('alert')).toContainText('Compruebe los campos en rojo')
  await expect(company).toHaveAccessibleDescription('Obligatorio')
  await expect(company).toBeFocused()
  await expectAccessible()
  await company.selectOption('Levante Patrimonio (002)')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
})

test('a person who came without a signature can write, but nothing is kept', { tag: '@long' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('borrador')) asked.push(request.url())
  })
  await page.goto('home?renuinst=TEI-01&interlocutor=Idaira')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  const form = await openForm(page)
  await form.getByLabel('Título').fill('De paso')
  await page.waitForTimeout(2000)
  await page.keyboard.press('Escape')
  await expect(page.getByText(LEAVING)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar borrador' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(form).toBeHidden()
  expect(asked).toEqual([])
})

test(
  'the details in an unsigned link survive a reload, and end with the session',
  { tag: '@long' },
  async ({ page }) => {
    const contact = page.getByLabel('Interlocutor')
    const email = page.getByLabel('E-mail')
    const said = 'renuinst=TEI-01&interlocutor=Idaira&email=idaira%40teide.example&telefono=%2B34600111222'
    await page.goto(`nuevo-ticket?${said}`)
    await expect(contact).toHaveValue('Idaira')
    await page.reload()
    await expect(contact).toHaveValue('Idaira')
    await expect(email).toHaveValue('idaira@teide.example')
    await page.getByLabel('Asistencia telefónica').check({ force: true })
    await expect(page.getByRole('textbox', { name: 'Teléfono', exact: true })).toHaveValue('+34600111222')
    // The next person at that computer.
    await page.request.post('/api/login/logout', { data: {} })
    await page.goto('nuevo-ticket?renuinst=TEI-01')
    await expect(contact).toHaveValue('')
    await expect(email).not.toHaveValue('idaira@teide.example')
  },
)

test('a waiting draft is announced at home and above the list, and leads back to its form', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter({ caller: 'con-borrador' })
  const waiting = page.getByRole('link', { name: /^Tiene un borrador sin enviar: ticket nuevo/ })
  await page.goto('tickets/lista')
  await expect(waiting).toHaveCount(0)
  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Título').fill('Para luego')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Guardar borrador' }).click()
  await expect(waiting).toBeVisible()
  await expectAccessible()
  await page.goto('.')
  await waiting.click()
  await expect(form.getByLabel('Título')).toHaveValue('Para luego')
  await form.getByRole('button', { name: 'Descartar borrador' }).click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(waiting).toHaveCount(0)
})

test.describe('without a connection', () => {
  test.use({ expectedFault: /net::ERR_INTERNET_DISCONNECTED/ })

  const expectHere = (page: Page) => expect(page.getByText('Guardado solo en este equipo')).toBeVisible()
  /** Everything that a person at this computer could read in the browser's storage, base64 included. */
  const stored = async (page: Page) => {
    const found = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), databases])
    })
    const decoded = found.split(/[^A-Za-z0-9+/=]/).map((piece) => Buffer.from(piece, 'base64').toString())
    return [found, ...decoded].join('\n')
  }

  test(
    'typed text outlives the tab, and is saved when the form is opened again',
    { tag: '@long' },
    async ({ page, context, beginSession, expectAccessible }) => {
      await beginSession({ caller: 'sin-red' })
      const form = await openForm(page)
      await context.setOffline(true)
      await form.getByLabel('Título').fill('Escrito sin red')
      await form.getByLabel('Texto de la consulta').fill(TEXT)
      await expectHere(page)
      await expectAccessible()
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Borrador sin enviar' })
      await expect(question).toContainText(LEAVING)
      await expect(question).toContainText('Todo lo que ha escrito está guardado en este equipo')
      await page.close()
      await context.setOffline(false)

      const again = await context.newPage()
      const found = await openForm(again)
      await expect(found.getByLabel('Título')).toHaveValue('Escrito sin red')
      await expect(found.getByLabel('Texto de la consulta')).toHaveValue(TEXT)
      await expectKept(again)
      const answer = await again.request.get('/api/consultas/get_borrador')
      expect((await answer.json()).data.data.borrador).toMatchObject({ titulo: 'Escrito sin red' })
      await expect.poll(() => stored(again)).not.toContain('borrador.')
    },
  )

  test(
    'text is saved by itself once the connection is back',
    { tag: '@long' },
    async ({ page, context, beginSession }) => {
      await beginSession({ caller: 'vuelve-la-red' })
      const form = await openForm(page)
      await context.setOffline(true)
      await form.getByLabel('Título').fill('A medias')
      await expectHere(page)
      await context.setOffline(false)
      await expectKept(page)
    },
  )

  test('the next person at that computer reads nothing; the first one finds it all', async ({
    page,
    context,
    link,
    beginSession,
  }) => {
    await beginSession({ caller: 'primera' })
    const form = await openForm(page)
    await context.setOffline(true)
    await form.getByLabel('Título').fill('Despido de tres oficiales')
    await form.getByLabel('Texto de la consulta').fill(TEXT)
    await expectHere(page)
    await page.close({ runBeforeUnload: false })
    await context.clearCookies()
    await context.setOffline(false)

    const next = await entersAnew(context, await link({ caller: 'segunda' }))
    const empty = await openForm(next)
    await expect(empty.getByLabel('Título')).toHaveValue('')
    const readable = await stored(next)
    expect(readable).toContain('borrador.')
    expect(readable).not.toMatch(/oficiales|octubre|asiento/)
    await next.close()
    await context.clearCookies()

    const back = await entersAnew(context, await link({ caller: 'primera' }))
    await expect((await openForm(back)).getByLabel('Título')).toHaveValue('Despido de tres oficiales')
  })

  test('a browser that keeps nothing does not claim to', { tag: '@long' }, async ({ page, context, beginSession }) => {
    await page.addInitScript(() => {
      const setItem = localStorage.setItem.bind(localStorage)
      Storage.prototype.setItem = (name, text) => {
        if (name.startsWith('borrador.')) throw new DOMException('no room', 'QuotaExceededError')
        setItem(name, text)
      }
    })
    await beginSession({ caller: 'sin-sitio' })
    const form = await openForm(page)
    await context.setOffline(true)
    await form.getByLabel('Título').fill('Se perdería')
    await expect(page.getByText('Sin guardar: no cierre esta página')).toBeVisible()
    await expect(page.getByText('Cada formulario dice si lo que escribe queda guardado.')).toHaveCount(1)
  })

  test(
    'of two versions the last one is shown, and the other one is not lost',
    { tag: '@long' },
    async ({ page, context, beginSession }) => {
      await beginSession({ caller: 'dos-versiones' })
      const form = await openForm(page)
      await context.setOffline(true)
      await form.getByLabel('Título').fill('Sin red')
      await expectHere(page)
      await page.close()
      await context.setOffline(false)
      const again = await context.newPage()
      const borrador = { titulo: 'En otro equipo', textoConsulta: TEXT }
      await again.request.post('/api/consultas/guardar_borrador', { data: { borrador } })
      const found = await openForm(again)
      await expect(found.getByLabel('Título')).toHaveValue('En otro equipo')
      await expect(found.getByText('Hay otra versión de este borrador')).toBeVisible()
      await found.getByRole('button', { name: 'Usar la otra' }).click()
      await expect(found.getByLabel('Título')).toHaveValue('Sin red')
      await expectKept(again)
      const later = await openForm(again)
      await expect(later.getByLabel('Título')).toHaveValue('Sin red')
      await later.getByRole('button', { name: 'Usar la otra' }).click()
      await expect(later.getByLabel('Título')).toHaveValue('En otro equipo')
    },
  )

  test(
    'a reply is kept as well, and a sent one leaves nothing',
    { tag: '@long' },
    async ({ page, context, beginSession }) => {
      await beginSession({ caller: 'responde-sin-red' })
      const ticket = await raise(page, 'Respondida sin red')
      await answerOf(page, ticket, 'N')
      const detail = await open(page, ticket)
      await detail.getByRole('button', { name: 'Responder' }).click()
      const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
      await expect(reply.getByLabel('Respuesta')).toBeVisible()
      await context.setOffline(true)
      await reply.getByLabel('Respuesta').fill('Octubre.')
      await expectHere(page)
      await context.setOffline(false)
      await reply.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.getByText('Se ha enviado la respuesta correctamente')).toBeVisible()
      await expect.poll(() => stored(page)).not.toContain('borrador.')
    },
  )
})
