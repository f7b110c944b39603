import { type Locator, type Page, expect } from '@playwright/test'
import { leaveIdle } from './idle-conversation.ts'
import { alterAnswers, get, open, post } from './own-tickets.ts'
import { MOVING, test } from './people.ts'
import { watchReading } from './reading.ts'
import { technician } from './technicians.ts'

const SEPA = '¿Cómo se envía una remesa de adeudos SEPA al banco?'
const NONSENSE = 'Receta de tortilla de patatas'
const BROKEN = 'Hubo un error en la conexión con Alma. Por favor intentelo mas tarde.'

const chat = (page: Page) => page.getByRole('dialog', { name: 'Conversación con Alma' })
const input = (page: Page) => chat(page).getByRole('textbox', { name: 'Su pregunta' })
const send = (page: Page) => chat(page).getByRole('button', { name: 'Enviar', exact: true })
const useful = (page: Page) => chat(page).getByRole('group', { name: '¿Te ha sido útil esta información?' })
const yes = (page: Page) => useful(page).getByRole('button', { name: 'Sí, se ha solucionado correctamente' })
const no = (page: Page) => useful(page).getByRole('button', { name: 'No, enviar mi consulta a Soporte' })
const answers = (page: Page) =>
  chat(page)
    .getByRole('listitem')
    .filter({ hasText: /Respuesta (automática|generada por IA)/ })
const person = (page: Page) => chat(page).getByRole('button', { name: 'Hablar con una persona' })
const alerts = (page: Page) => page.getByRole('region', { name: 'Avisos' })
const entries = (detail: Locator) =>
  detail.getByRole('region', { name: 'Conversación' }).getByRole('list').first().locator('> li')

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Iniciar conversación' }).click()
  await expect(input(page)).toBeFocused()
}

/** Asks and waits for the end of the answer. */
async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count()
  await input(page).fill(question)
  await page.keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(before + 1)
  await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false')
}

/** The number in an alert. */
async function ticketTold(page: Page): Promise<number> {
  // Read at once: the alert leaves by itself, and a slow machine would read it too late.
  const told = await alerts(page)
    .getByText(/Hemos registrado tu Ticket número \d+/)
    .innerText()
  const number = Number(/número (\d+)/.exec(told)?.[1])
  expect(number).toBeGreaterThan(0)
  return number
}

/** Switches that are set in the page alone, as the provider might set them. The server behaves the same either way. */
const configure = (page: Page, flags: Readonly<Record<string, number>>) =>
  alterAnswers(page, '**/api/login/obtener_configuracion', (told) => {
    Object.assign(told.data.data, flags)
  })

/** An event of the stream, in place of the server's. */
const event = (id: number, data: object) => `id: 1-${id}\ndata: ${JSON.stringify(data)}\n\n`
const STOP = {
  finish_reason: 'stop',
  module: 'tesoreria',
  verdict: 'answer',
  sources: [{ title: 'Tesorería', section: 'Remesas', href: '/public/manuales/tesoreria#remesas' }],
  turno: 1,
  generado: 'ia',
}
const SSE = { contentType: 'text/event-stream' }

async function fillForm(page: Page, text: string): Promise<Locator> {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Tesorería')
  await form.getByLabel('Texto de la consulta').fill(text)
  return form
}

// The accessibility rules are checked in both themes, with an answer on the screen.

test.describe('from home', () => {
  test.use(MOVING)
  test.beforeEach(({ enter }) => enter())

  test(
    'the card says what the assistant is before anything is asked',
    { tag: '@long' },
    async ({ page, expectAccessible }) => {
      const card = page.getByRole('region', { name: 'Pregunte a Alma' })
      await expect(card.getByRole('heading', { name: 'Advertencias' })).toHaveCount(0)
      await card.getByRole('button', { name: 'Advertencias, privacidad y limitaciones' }).click()
      for (const title of ['Advertencias', 'Privacidad', 'Limitaciones'])
        await expect(card.getByRole('heading', { name: title })).toBeVisible()
      await start(page)
      await expect(
        chat(page).getByText('Alma es un asistente de inteligencia artificial, no una persona.'),
      ).toBeVisible()
      await expectAccessible()
    },
  )

  test.describe('without a connection for a while', () => {
    test.use({ expectedFault: /ERR_INTERNET_DISCONNECTED/ })

    // One conversation for all of it: a contact has 20 questions an hour.
    test('the answer waits, says so and goes on; whether it helped is in sight after each', async ({
      page,
      context,
    }) => {
      const isInSight = async () => {
        for (const [width, height] of [
          [390, 844],
          [1280, 800],
        ] as const) {
          await page.setViewportSize({ width, height })
          await expect(yes(page)).toBeInViewport({ ratio: 1 })
          await expect(no(page)).toBeInViewport({ ratio: 1 })
        }
      }
      await start(page)
      await ask(page, SEPA)
      await isInSight()
      await context.setOffline(true)
      await expect(chat(page).getByText('Sin conexión: no podrá enviar nada')).toBeInViewport({ ratio: 1 })
      // Beside three lines on a phone its picture is as large as beside one.
      await page.setViewportSize({ width: 390, height: 844 })
      expect((await chat(page).locator('.tabler-icon-wifi-off').boundingBox())?.width).toBe(18)
      await page.setViewportSize({ width: 1280, height: 800 })
      await input(page).fill('¿Cómo se cierra el ejercicio contable?')
      await page.keyboard.press('Enter')
      await expect(chat(page).getByText('Sin conexión: la respuesta seguirá sola en cuanto vuelva')).toBeVisible()
      await expect(chat(page).getByRole('listitem').getByText('Alma está buscando en los manuales')).toHaveCount(0)
      await context.setOffline(false)
      await expect(chat(page).getByText(/El cierre se hace en/)).toBeVisible()
      await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false')
      await isInSight()
      await ask(page, NONSENSE)
      await isInSight()
    })
  })

  test('solved: the ticket is in the history with the whole conversation, marked as the assistant’s, and accepted', async ({
    page,
    expectAccessible,
  }) => {
    await start(page)
    await expect(chat(page).getByText('Alma es un asistente de inteligencia artificial, no una persona.')).toBeVisible()
    await ask(page, SEPA)
    // There is no model here: the manuals' own sentences are not called an AI's.
    await expect(chat(page).getByText('Respuesta automática', { exact: true })).toBeVisible()
    const source = chat(page)
      .getByRole('link', { name: /^Tesorería › / })
      .first()
    await expect(source).toHaveAttribute('target', '_blank')
    // Complete answers are announced, together with their sources.
    await expect(chat(page).getByRole('status').filter({ hasText: 'Alma. Respuesta automática:' })).toContainText(
      'Tesorería › ',
    )
    await expectAccessible()
    const tab = page.waitForEvent('popup')
    await source.click()
    await expect((await tab).getByRole('heading', { level: 1, name: 'Tesorería' })).toBeVisible()
    await (await tab).close()

    await chat(page).getByRole('button', { name: 'Marcar como buena respuesta' }).click()
    await expect(chat(page).getByText('Gracias: nos ayuda a mejorar los manuales')).toBeAttached()
    await yes(page).click()
    const ticket = await ticketTold(page)
    await expect(alerts(page)).toContainText('«Mis tickets e incidencias»')
    await expect(page).toHaveURL(/\/tickets\/lista/)

    const { consultas, fcontsopor } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1, esChat: 'S' })
    expect(fcontsopor[1]).toMatchObject({ tipo: 'respuesta', autor: 'Alma', textnew: 'S', generado: 'manuales' })
    const detail = await open(page, ticket)
    await expect(entries(detail).nth(0)).toContainText(SEPA)
    await expect(entries(detail).nth(1)).toContainText('Respuesta automática')
    await expect(
      entries(detail)
        .nth(1)
        .getByRole('link', { name: /^Tesorería › / })
        .first(),
    ).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(entries(detail).nth(1).getByText('Respuesta automática')).toBeVisible()
  })

  test('not solved: Support gets the conversation, and a last word that help is still needed', async ({ page }) => {
    await start(page)
    await ask(page, SEPA)
    await ask(page, '¿Y si el banco la rechaza?')
    await no(page).click()
    const ticket = await ticketTold(page)
    const { fcontsopor, consultas } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
    expect(consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
    expect(fcontsopor.map(({ tipo, tipoRes }: Record<string, string>) => `${tipoRes} ${tipo}`)).toEqual([
      'usuario consulta',
      'tecnico respuesta',
      'usuario consulta',
      'tecnico respuesta',
      'usuario consulta',
    ])
    expect(fcontsopor.at(-1).texto).toBe('Sigo necesitando ayuda')
  })

  test('on a phone the conversation fills the screen, with its input always in sight', async ({
    page,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Advertencias, privacidad y limitaciones' }).click()
    await expect(page.getByText(/Solo conoce los manuales/)).toBeVisible()
    await start(page)
    await ask(page, SEPA)
    expect(await chat(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await expect(input(page)).toBeInViewport({ ratio: 1 })
    await expect(person(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible()
  })

  test('after six items there is only the question whether it helped', async ({ page }) => {
    await start(page)
    await expect(send(page)).toBeDisabled()
    await ask(page, NONSENSE)
    await expect(chat(page).getByText('Los manuales no lo tratan')).toBeVisible()
    await ask(page, SEPA)
    await ask(page, '¿Qué es un mandato?')
    await expect(input(page)).toBeDisabled()
    await expect(send(page)).toBeDisabled()
    await expect(chat(page).getByText(/el número máximo de interacciones/)).toBeVisible()
    await expect(useful(page)).toBeFocused()
    await expect(yes(page)).toBeVisible()
  })

  test('a question takes 2,000 characters, and Shift+Enter begins a line', { tag: '@long' }, async ({ page }) => {
    await start(page)
    await page.keyboard.type('Una línea')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('y otra')
    await expect(input(page)).toHaveValue('Una línea\ny otra')
    await input(page).fill('x'.repeat(2001))
    await expect(chat(page).getByText('2001 de 2000 caracteres', { exact: true })).toBeVisible()
    await expect(send(page)).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(chat(page).getByRole('listitem')).toHaveCount(0)
    await input(page).fill('   ')
    await expect(send(page)).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(chat(page)).toHaveCount(0)
  })

  test(
    'a person can be asked for at any moment: before the first question the form takes the typed text',
    { tag: '@long' },
    async ({ page }) => {
      await start(page)
      await input(page).fill('No me cuadra la remesa de noviembre')
      await person(page).click()
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await expect(form.getByLabel('Texto de la consulta')).toHaveValue('No me cuadra la remesa de noviembre')
    },
  )

  test('by keys alone, from the card to the ticket', async ({ page }) => {
    const press = async (target: Locator) => {
      for (let stops = 0; stops < 60; stops += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await expect(target).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await press(page.getByRole('button', { name: 'Iniciar conversación' }))
    await expect(input(page)).toBeFocused()
    await page.keyboard.type(SEPA)
    await page.keyboard.press('Enter')
    await expect(useful(page)).toBeVisible()
    await expect(input(page)).toBeFocused()
    // In reading order, the answer's offers precede the input.
    for (let stops = 0; stops < 20; stops += 1) {
      if (await yes(page).evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Shift+Tab')
    }
    await expect(yes(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await ticketTold(page)
  })
})

test.describe('when something is wrong', () => {
  test.use({ expectedFault: /status of (429|50\d)|ERR_/ })

  // Not the contact from above, because each may only ask a limited number of questions in an hour.
  test.beforeEach(async ({ page, beginSession }) => {
    await beginSession({ contact: 12 })
    await page.goto('')
  })

  test('while a later answer is written, its buttons ask for patience', async ({ page }) => {
    await start(page)
    await ask(page, SEPA)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/chat_GPT_evento', async (route) => {
      await held
      await route.continue()
    })
    await input(page).fill('¿Y después?')
    await page.keyboard.press('Enter')
    await expect(send(page)).toBeDisabled()
    await yes(page).click()
    await expect(alerts(page)).toContainText('Aún no se esta procesando su consulta, espere unos segundos')
    release()
    await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false')
  })

  test('a stream that is cut goes on where it was', { tag: '@long' }, async ({ page }) => {
    const asked: (string | undefined)[] = []
    await page.route('**/chat_GPT_evento', async (route) => {
      asked.push(route.request().headers()['last-event-id'])
      const isFirst = asked.length === 1
      await route.fulfill({
        ...SSE,
        body: isFirst ? event(4, { chunk: 'Uno ' }) : event(7, { chunk: 'dos.' }) + event(7, STOP),
      })
    })
    await start(page)
    await ask(page, SEPA)
    await expect(chat(page).getByText('Uno dos.', { exact: true })).toBeVisible()
    expect(asked).toEqual([undefined, '1-4'])
  })

  test('a stream that never says that it has ended closes the chat and begins anew', async ({ page }) => {
    await page.route('**/chat_GPT_evento', (route) => route.fulfill({ ...SSE, body: event(4, { chunk: 'Uno ' }) }))
    await start(page)
    await input(page).fill(SEPA)
    await page.keyboard.press('Enter')
    await expect(alerts(page)).toContainText(BROKEN)
    await expect(chat(page)).toHaveCount(0)
    await page.unroute('**/chat_GPT_evento')
    await start(page)
    // The question outlives the conversation.
    await expect(input(page)).toHaveValue(SEPA)
    await expect(chat(page).getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(useful(page)).toBeVisible()
  })

  test('an error that the stream reports closes the chat as well', { tag: '@long' }, async ({ page }) => {
    await page.route('**/chat_GPT_evento', (route) => route.fulfill({ ...SSE, body: event(0, { error: 'x' }) }))
    await start(page)
    await input(page).fill(SEPA)
    await page.keyboard.press('Enter')
    await expect(alerts(page)).toContainText(BROKEN)
    await expect(chat(page)).toHaveCount(0)
  })

  test('too many questions: the reason is shown, and the conversation stays', { tag: '@long' }, async ({ page }) => {
    const body = { ok: false, message: 'Ha preguntado mucho', data: { data: null } }
    await page.route('**/chat_GPT_evento', (route) => route.fulfill({ status: 429, json: body }))
    await start(page)
    await input(page).fill(SEPA)
    await page.keyboard.press('Enter')
    await expect(alerts(page)).toContainText('Ha preguntado mucho')
    await expect(input(page)).toHaveValue(SEPA)
  })

  test(
    'without an assistant there is no card, and the form goes straight to Support',
    { tag: '@long' },
    async ({ page }) => {
      const body = { ok: true, message: '', data: { data: { invalo: 'N' } } }
      await page.route('**/check_operative_chat_GPT*', (route) => route.fulfill({ json: body }))
      const allRead = watchReading(page)
      await page.goto('')
      await expect(page.getByRole('link', { name: /Soporte estándar/ })).toBeVisible()
      await allRead()
      await expect(page.getByRole('button', { name: 'Iniciar conversación' })).toHaveCount(0)
      const form = await fillForm(page, `${SEPA} No encuentro el fichero que genera la aplicación.`)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await ticketTold(page)
    },
  )
})

test(
  'a customer who wrote to Support meanwhile is told why a yes does not close the ticket',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter({ contact: 12 })
    const made = page.waitForResponse(/nueva_consulta_GPT_cerrada$/)
    const written = page.waitForResponse(/poner_respuesta$/)
    await start(page)
    await ask(page, SEPA)
    const [{ llnumreg }] = (await (await made).json()).data.data
    await written
    await post(page, 'responder_consulta', { llpadre: llnumreg, llobse: 'Prefiero que me llame una persona.' })
    await yes(page).click()
    await expect(alerts(page)).toContainText('En el ticket hay mensajes que no son de esta conversación')
    await expect(chat(page)).toBeVisible()
    await no(page).click()
    expect(await ticketTold(page)).toBe(llnumreg)
    const { consultas } = await get(page, 'ver_consulta', { llnumreg: String(llnumreg) })
    expect(consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
  },
)

test.describe('left for half an hour', () => {
  test.beforeEach(async ({ page, beginSession }) => {
    await beginSession({ contact: 12 })
    await page.goto('')
  })

  const left = async (page: Page): Promise<number> => {
    const made = page.waitForResponse(/nueva_consulta_GPT_cerrada$/)
    const written = page.waitForResponse(/poner_respuesta$/)
    await start(page)
    await ask(page, SEPA)
    const [{ llnumreg }] = (await (await made).json()).data.data
    await written
    await leaveIdle(llnumreg)
    return llnumreg
  }

  test(
    'until then it is a conversation, and goes on from the list and from the ticket',
    { tag: '@long' },
    async ({ page, expectAccessible }) => {
      const written = page.waitForResponse(/poner_respuesta$/)
      const made = page.waitForResponse(/nueva_consulta_GPT_cerrada$/)
      await start(page)
      await ask(page, SEPA)
      const [{ llnumreg }] = (await (await made).json()).data.data
      await written
      await page.keyboard.press('Escape')
      await expect(chat(page)).toHaveCount(0)
      const row = page.getByRole('row').filter({ hasText: String(llnumreg) })
      // It is nobody's turn, and the newest stands first.
      await page.goto('tickets/lista?turno=soporte')
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
      await expect(row).toHaveCount(0)
      await page.goto('tickets/lista')
      await expect(row.getByText('Conversación', { exact: true })).toBeVisible()
      await row.getByRole('button', { name: 'Continuar la conversación' }).click()
      await expect(answers(page)).toHaveCount(1)
      await expectAccessible()
      await ask(page, '¿Y si el banco la rechaza?')
      await page.keyboard.press('Escape')
      const detail = await open(page, llnumreg)
      await expect(detail.getByText('Es una conversación con Alma, el asistente')).toBeVisible()
      await detail.getByRole('button', { name: 'Continuar la conversación' }).click()
      await expect(answers(page)).toHaveCount(2)
      await no(page).click()
      expect(await ticketTold(page)).toBe(llnumreg)
      await expect(detail.getByText('El ticket está en manos de Soporte.')).toBeVisible()
    },
  )

  test('after that it says so, counts as accepted by nobody, and can be sent to Support', async ({ page }) => {
    const ticket = await left(page)
    await page.goto('tickets/lista?vista=historico')
    const row = page.getByRole('row').filter({ hasText: String(ticket) })
    await expect(row.getByText('Conversación sin terminar')).toBeVisible()
    const detail = await open(page, ticket)
    await expect(detail.getByText('Conversación sin terminar con Alma')).toBeVisible()
    await expect(detail.getByText('Marcó su conformidad')).toHaveCount(0)
    await expect(detail.getByText('Conforme', { exact: true })).toHaveCount(0)
    await detail.getByRole('button', { name: 'Enviar a Soporte' }).click()
    const popup = page.getByRole('dialog', { name: 'ENVIAR A SOPORTE' })
    await popup.getByLabel('Qué sigue sin resolver').fill('El banco no lo acepta.')
    await popup.getByRole('button', { name: 'Enviar' }).click()
    await expect(alerts(page)).toContainText('El ticket está en manos de Soporte')
    await expect(detail.getByText('El ticket está en manos de Soporte.')).toBeVisible()
  })

  test(
    '«No» still brings the question to a person, with the whole conversation',
    { tag: '@long' },
    async ({ page }) => {
      const before = await left(page)
      await no(page).click()
      const ticket = await ticketTold(page)
      expect(ticket).not.toBe(before)
      await expect(chat(page)).toHaveCount(0)
      const { fcontsopor, consultas } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
      expect(consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N', llrelacionada: before })
      const told = fcontsopor.map(({ texto }: Record<string, string>) => texto)
      expect([told[0], told.at(-1)]).toEqual([SEPA, 'Sigo necesitando ayuda'])
    },
  )

  test('so does «Hablar con una persona», with the unsent text', { tag: '@long' }, async ({ page }) => {
    const before = await left(page)
    await input(page).fill('Mejor que me llamen.')
    await person(page).click()
    const ticket = await ticketTold(page)
    const { fcontsopor, consultas } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
    expect(consultas[0]).toMatchObject({ llesta: 'P', llrelacionada: before })
    expect(fcontsopor.at(-1).texto).toBe('Mejor que me llamen.')
  })

  test(
    'a further question begins another conversation, below the earlier one',
    { tag: '@long' },
    async ({ page, expectAccessible }) => {
      const before = await left(page)
      const made = page.waitForResponse(/nueva_consulta_GPT_cerrada$/)
      await ask(page, '¿Y si el banco la rechaza?')
      await expect(answers(page)).toHaveCount(2)
      await expect(
        chat(page).getByRole('listitem').filter({ hasText: 'La conversación de antes ya había terminado' }),
      ).toHaveCount(1)
      await expect(alerts(page).getByRole('alert')).toHaveCount(0)
      await expectAccessible()
      const [{ llnumreg }] = (await (await made).json()).data.data
      expect(llnumreg).not.toBe(before)
      await yes(page).click()
      expect(await ticketTold(page)).toBe(llnumreg)
      const { consultas } = await get(page, 'ver_consulta', { llnumreg: String(before) })
      expect(consultas[0]).toMatchObject({ conversacionSinTerminar: true })
    },
  )

  test('a late «Sí» is answered with thanks, and leads to the history', { tag: '@long' }, async ({ page }) => {
    const ticket = await left(page)
    await yes(page).click()
    await expect(alerts(page)).toContainText(
      `Nos alegra haberle ayudado. La conversación ya había terminado sola: es el ticket ${ticket}`,
    )
    await expect(alerts(page).getByText('Esta conversación ya ha terminado')).toHaveCount(0)
    await expect(chat(page)).toHaveCount(0)
  })

  test('a conversation that another window ended goes on in the form', { tag: '@long' }, async ({ page }) => {
    const body = { ok: false, message: 'Esta conversación ya ha terminado', data: { data: null } }
    await page.route('**/crear_ticket_nodo', (route) => route.fulfill({ status: 409, json: body }))
    await start(page)
    await ask(page, SEPA)
    await no(page).click()
    await expect(page.getByRole('dialog', { name: 'Nuevo Ticket' }).getByLabel('Texto de la consulta')).toHaveValue(
      SEPA,
    )
  })
})

test.describe('if conversations are not kept as tickets', () => {
  test.beforeEach(async ({ page, enter }) => {
    await configure(page, { GUARDADO_TICKETS_CHAT_CERRADOS: 0, STREAM_GPT: 0 })
    await enter()
  })

  test('solved: the ticket is made at the end', { tag: '@long' }, async ({ page }) => {
    const made = page.waitForRequest(/nueva_consulta_GPT$/)
    await start(page)
    await ask(page, SEPA)
    await yes(page).click()
    const { conforme } = (await made).postDataJSON()
    expect(conforme).toBe('S')
    const ticket = await ticketTold(page)
    const { consultas } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
  })

  test(
    'not solved: the question is in the form, and its ticket has the whole conversation',
    { tag: '@long' },
    async ({ page }) => {
      await start(page)
      await ask(page, SEPA)
      await no(page).click()
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await expect(form.getByText('El ticket llevará toda su conversación con el asistente.')).toBeVisible()
      await expect(form.getByLabel('Texto de la consulta')).toHaveValue(SEPA)
      await form.getByLabel('Texto de la consulta').fill(`${SEPA} En pruebas va bien; en real, no.`)
      await form.getByLabel('Módulo').selectOption('Tesorería')
      await form.getByRole('button', { name: 'Enviar' }).click()
      const ticket = await ticketTold(page)
      const { fcontsopor } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
      const told = fcontsopor.map(({ texto }: Record<string, string>) => texto)
      expect(told).toContain(SEPA)
      expect(told).toContain('Sigo necesitando ayuda')
      // Nor is any other typed text lost.
      expect(told.at(-1)).toBe(`${SEPA} En pruebas va bien; en real, no.`)
    },
  )
})

test.describe('from the form', () => {
  test('a query is answered first, once: the second time it goes to Support', async ({ page, beginSession }) => {
    await beginSession()
    const form = await fillForm(page, `${SEPA} No encuentro el fichero que genera la aplicación.`)
    await expect(form.getByText('Primero le responde Alma, un asistente de inteligencia artificial.')).toBeVisible()
    const begun = page.waitForResponse(/nueva_consulta_GPT_cerrada/)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(chat(page).getByRole('listitem').first()).toContainText('No encuentro el fichero')
    await expect(useful(page)).toBeVisible()
    await expect(input(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(chat(page)).toHaveCount(0)
    await expect(form.getByText('El ticket llevará toda su conversación con el asistente.')).toBeVisible()
    await form.getByRole('button', { name: 'Enviar' }).click()
    const ticket = await ticketTold(page)
    await expect(chat(page)).toHaveCount(0)
    // One ticket, with all that was said, and no conversation left over beside it.
    const { fcontsopor } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
    const told = fcontsopor.map(({ texto }: Record<string, string>) => texto)
    expect(told[0]).toContain('No encuentro el fichero')
    expect(told.length).toBeGreaterThan(2)
    expect(told.at(-1)).toBe('Sigo necesitando ayuda')
    const [kept] = (await (await begun).json()).data.data
    expect(kept.llnumreg).toBe(ticket)
  })

  test(
    'a text too short for a ticket is enough for a question; if that is solved, the form closes',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession()
      const form = await fillForm(page, SEPA)
      await form.getByLabel('Título').fill('Mi remesa')
      await form.getByText('Primero le responde Alma').waitFor()
      await form.getByRole('button', { name: 'Enviar' }).click()
      await yes(page).click()
      const ticket = await ticketTold(page)
      await expect(page).toHaveURL(/\/tickets\/lista/)
      const { consultas } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
      expect(consultas[0]).toMatchObject({ titulo: 'Mi remesa', llmodu: 'Tesorería', llesta: 'C', llvbcli: 'S' })
      // The draft is gone.
      await page.goto('tickets/nuevo')
      await expect(page.getByRole('dialog', { name: 'Nuevo Ticket' }).getByLabel('Título')).toHaveValue('')
    },
  )

  test(
    'asking for a person while the assistant still writes sends the ticket at once',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await page.route('**/chat_GPT_evento', () => undefined)
      await beginSession()
      const text = `${SEPA} No encuentro el fichero que genera la aplicación.`
      const form = await fillForm(page, text)
      await form.getByText('Primero le responde Alma').waitFor()
      const question = page.waitForRequest(/chat_GPT_evento/)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await question
      await person(page).click()
      const ticket = await ticketTold(page)
      const { fcontsopor } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
      expect(fcontsopor.map(({ texto }: Record<string, string>) => texto)).toEqual([text])
    },
  )

  test(
    'whoever was not told that an AI answers is told before it is asked',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/check_operative_chat_GPT*', async (route) => {
        await held
        await route.continue()
      })
      await beginSession()
      const form = await fillForm(page, SEPA)
      await form.getByRole('button', { name: 'Enviar' }).click()
      release()
      await expect(
        chat(page).getByText('Alma es un asistente de inteligencia artificial, no una persona.'),
      ).toBeVisible()
      await expect(input(page)).toHaveValue(SEPA)
      await expect(chat(page).getByRole('listitem')).toHaveCount(0)
    },
  )

  for (const [what, change] of [
    ['an incident', (form: Locator) => form.getByRole('radio', { name: 'Incidencia' }).check()],
    ['a custom development', (form: Locator) => form.getByLabel('Desarrollo a medida').check()],
    ['technical support', (form: Locator) => form.getByRole('radio', { name: 'Soporte Técnico' }).check()],
    ['another application', (form: Locator) => form.getByLabel('Aplicación').selectOption('apps')],
  ] as const)
    test(
      `${what} does not ask the assistant`,
      { tag: what === 'an incident' ? [] : '@long' },
      async ({ page, beginSession }) => {
        await beginSession()
        const form = await fillForm(page, `${SEPA} No encuentro el fichero que genera la aplicación.`)
        await change(form)
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
        await expect(alerts(page).getByRole('alert').or(alerts(page).getByRole('status'))).not.toHaveCount(0)
        expect(asked.filter((url) => url.includes('check_operative'))).toEqual([])
        await expect(chat(page)).toHaveCount(0)
      },
    )
})

test('a program opens the assistant by itself, once, with its topic', { tag: '@long' }, async ({ page, enter }) => {
  await enter({ module: 'Tesorería', program: 'REMESAS' })
  await expect(input(page)).toBeFocused()
  const question = page.waitForRequest(/chat_GPT_evento/)
  await page.keyboard.type(SEPA)
  await page.keyboard.press('Enter')
  expect((await question).postDataJSON()).toMatchObject({ db: 'tesoreria' })
  await expect(useful(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chat(page)).toHaveCount(0)
  await page.reload()
  const allRead = watchReading(page)
  await page.goto('tickets/lista')
  await page.getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar conversación' })).toBeVisible()
  await allRead()
  await expect(chat(page)).toHaveCount(0)
})

test('with reduced motion the answer appears at once', { tag: '@long' }, async ({ page, enter }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter()
  const text = 'Una frase larga que se escribiría poco a poco. '.repeat(60)
  await page.route('**/chat_GPT_evento', (route) =>
    route.fulfill({ ...SSE, body: event(1, { chunk: text }) + event(1, STOP) }),
  )
  await start(page)
  await input(page).fill(SEPA)
  const lengths = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        const look = () => {
          const length = document.querySelector('dialog [aria-busy] div p')?.textContent?.length ?? 0
          if (length > 60) seen.push(length)
          if (seen.length > 3) resolve(seen)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.keyboard.press('Enter')
  expect(new Set(await lengths).size).toBe(1)
})

test('the console has the whole conversation, and counts its outcome', async ({ page, enter, browser }) => {
  await enter({ contact: 12 })
  await start(page)
  await ask(page, NONSENSE)
  await ask(page, SEPA)
  await no(page).click()
  const ticket = await ticketTold(page)
  const sonia = await technician(browser, 'sonia', `/consola/ticket/${ticket}`)
  await sonia.getByText('Conversación con Alma').click()
  const conversation = sonia.getByRole('region', { name: 'Conversación con Alma' })
  await expect(conversation.getByText('Pasada a Soporte')).toBeVisible()
  await expect(conversation.getByRole('listitem').filter({ hasText: SEPA })).toContainText('Tesorería › ')
  await expect(conversation.getByText(NONSENSE)).toBeVisible()
  await sonia.getByRole('link', { name: 'Asistente' }).click()
  await expect(sonia.getByRole('heading', { level: 1, name: 'Qué contesta Alma' })).toBeVisible()
  await expect(sonia.getByRole('region', { name: 'Lo que falta en los manuales' })).toContainText(NONSENSE)
  await expect(
    sonia.getByRole('region', { name: 'Cómo acabaron las conversaciones' }).getByText('Pasadas a Soporte'),
  ).toBeVisible()
  await sonia.context().close()
})

test('a limited session, which has no manuals, sees the sources without links', { tag: '@long' }, async ({ page }) => {
  await page.goto('home?renuinst=TEI-01')
  await page.route('**/chat_GPT_evento', (route) =>
    route.fulfill({ ...SSE, body: event(9, { chunk: 'Así es [1]' }) + event(9, STOP) }),
  )
  await start(page)
  await ask(page, SEPA)
  await expect(answers(page).last()).toContainText('Respuesta generada por IA')
  await expect(answers(page).last()).toContainText('Así es [1]')
  await expect(answers(page).last()).toContainText('Tesorería › Remesas')
  await expect(answers(page).getByRole('link')).toHaveCount(0)
})

test('the stream can be tried by itself if the test helpers are on', { tag: '@long' }, async ({ page, enter }) => {
  await enter({ contact: 12 })
  await page.getByRole('button', { name: 'Advertencias, privacidad y limitaciones' }).click()
  await page.getByRole('button', { name: 'Probar el streaming' }).click()
  const trial = page.getByRole('dialog', { name: 'Prueba de streaming' })
  await trial.getByLabel('new_question').fill(SEPA)
  await trial.getByRole('button', { name: 'Enviar' }).click()
  await expect(trial.getByRole('region', { name: 'Respuesta' })).toContainText('Respuesta automática')
  await expect(trial.getByLabel('session_id')).not.toHaveValue('')
  await trial.getByRole('button', { name: 'Valorar' }).click()
  await expect(alerts(page)).toContainText('Se ha enviado la valoración')
  await configure(page, { SIMULAR_TECNICO: 0 })
  const allRead = watchReading(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Iniciar conversación' })).toBeVisible()
  await allRead()
  await page.getByRole('button', { name: 'Advertencias, privacidad y limitaciones' }).click()
  await expect(page.getByRole('heading', { name: 'Limitaciones' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Probar el streaming' })).toHaveCount(0)
})
