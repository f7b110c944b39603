import { describe, expect, test } from 'vitest'
import { Q1, Q3, REFUSE, talkDesk } from '../testing/talk-desk.ts'

// Conversations as technicians see them.

const desk = talkDesk()
const { ask, form, later, open, post } = desk

describe('at the console', () => {
  test('the whole conversation, with what was cited and who pressed yes', async () => {
    const session_id = await open()
    await ask(session_id, Q3)
    await ask(session_id, Q1)
    const { data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))
    const sonia = await desk.portal.consoleLogIn('sonia')
    const shown = await desk.portal.console(sonia, 'GET', '/ticket/conversations', { ticket: data[0].llnumreg })
    expect(shown.data).toMatchObject([
      {
        person: 'Lucía Ferrer',
        topic: 'contabilidad',
        outcome: 'solved',
        solvedBy: 'Lucía Ferrer',
        exchanges: [
          { turn: 1, question: Q3, verdict: 'refuse', answer: REFUSE, sources: [] },
          {
            turn: 2,
            question: Q1,
            verdict: 'answer',
            state: 'complete',
            wordedBy: 'quotes',
            sources: [
              { title: 'Contabilidad', section: 'Cerrar el ejercicio', href: '/public/manuales/contabilidad#cerrar' },
            ],
          },
        ],
      },
    ])
    const view = await desk.portal.console(sonia, 'GET', '/ticket', { number: data[0].llnumreg })
    expect(
      view.data.timeline.map(({ generated, fromManuals }: Record<string, boolean>) => [generated, fromManuals]),
    ).toEqual([
      [false, false],
      [true, true],
      [false, false],
      [true, true],
    ])
    expect(view.data.ticket).toMatchObject({ fromAssistant: true, technician: null })
  })

  test('is counted: only a yes is solved; what had no source is listed', async () => {
    const before = (await desk.portal.console(await desk.portal.consoleLogIn('sonia'), 'GET', '/assistant/figures'))
      .data
    const sonia = await desk.portal.consoleLogIn('sonia')
    const [yes, no, left, rejected] = [await open(), await open(), await open(), await open()]
    await ask(no, `${Q3} Por favor.`)
    for (const session_id of [yes, no, left, rejected]) await ask(session_id, Q1)
    await post('nueva_consulta_GPT', form(yes, { conforme: 'S' }))
    await post('nueva_consulta_GPT', form(no, { conforme: 'N' }))
    const { data } = await post('nueva_consulta_GPT', form(rejected, { conforme: 'S' }))
    later(60_000)
    const rejection = { llnumreg: data[0].llnumreg, respuesta: 'Sigue sin funcionar.' }
    expect((await post('marcar_no_conforme', rejection)).status).toBe(200)
    const after = (await desk.portal.console(sonia, 'GET', '/assistant/figures')).data
    const grown = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, typeof value === 'number' ? value - before[name] : value]),
    )
    expect(grown).toEqual({
      from: '2026-10-20',
      to: '2026-11-18',
      conversations: 4,
      questions: 5,
      answers: 4,
      offers: 0,
      refusals: 1,
      interrupted: 0,
      solved: 1,
      handedOver: 2,
      abandoned: 0,
      open: 1,
    })
    const first = (await desk.portal.console(sonia, 'GET', '/assistant/questions-without-source', { limit: 25 })).data
    expect(first.items[0]).toMatchObject({
      question: `${Q3} Por favor.`,
      client: { code: 1001 },
      ticket: expect.any(Number),
    })
    expect(
      (await desk.portal.console(sonia, 'GET', '/assistant/figures', { from: '2026-02-02', to: '2026-01-01' })).status,
    ).toBe(400)
  })

  test('sections that were offered are no source for whoever then asked for a person', async () => {
    const [helped, not] = [await open(), await open()]
    await ask(helped, `${Q1} Gracias.`)
    await ask(not, `${Q1} Por favor.`)
    await desk.portal.owner.query("update conversation_turn set verdict = 'offer' where conversation_id in ($1, $2)", [
      helped,
      not,
    ])
    await post('nueva_consulta_GPT', form(helped, { conforme: 'S' }))
    await post('nueva_consulta_GPT', form(not, { conforme: 'N' }))
    const sonia = await desk.portal.consoleLogIn('sonia')
    const { data } = await desk.portal.console(sonia, 'GET', '/assistant/questions-without-source', { limit: 25 })
    const questions = data.items.map(({ question }: { question: string }) => question)
    expect(questions).toContain(`${Q1} Por favor.`)
    expect(questions).not.toContain(`${Q1} Gracias.`)
  })
})
