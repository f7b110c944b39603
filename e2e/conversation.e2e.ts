import type { Locator, Page } from '@playwright/test'
import { alterAnswers, answer, get, open, post, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

// The surroundings of an answer: the entry that it answers, and the place where it is written.

/** What an opened ticket shows between its title and the acts at its foot. */
const CONTENT = 'dialog div:has(> div > section > h3)'

/** The list with this ticket alone, whose row has the acts. */
async function rowOf(page: Page, ticket: number) {
  await page.goto(`tickets/lista?numero=${ticket}`)
  return page.getByRole('row', { name: new RegExp(String(ticket)) })
}

test('an act begun in the list names its ticket and says Support’s last words', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const act = async (ticket: number, name: string, dialog: string, last: string) => {
    const row = await rowOf(page, ticket)
    await row.getByRole('button', { name, exact: true }).click()
    const popup = page.getByRole('dialog', { name: dialog })
    await expect(popup.getByText(`Ticket ${ticket} · Sin leer el ticket`)).toBeVisible()
    await expect(popup.getByText(/^Lo último de .+, hace [1-9]\d? min:$/)).toBeVisible()
    await expect(popup.getByRole('blockquote')).toHaveText(last)
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
  const ticket = await raise(page, 'Sin leer el ticket')
  await answer(page, ticket, 'N', { respuesta: '¿Qué periodo\nestá cerrando?' })
  await act(ticket, 'Responder', 'RESPONDER CONSULTA', '¿Qué periodo está cerrando?')
  await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'Octubre.' })
  await act(ticket, 'Enviar reclamación', 'ENVIAR RECLAMACIÓN', '¿Qué periodo está cerrando?')
  await answer(page, ticket, 'S', { respuesta: 'Hemos reabierto octubre.' })
  await act(ticket, 'Marcar conformidad', 'MARCAR CONFORMIDAD', 'Hemos reabierto octubre.')
  await act(ticket, 'Marcar No conforme', 'NO CONFORME', 'Hemos reabierto octubre.')
})

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(
    `at ${width} × ${height} a ticket opens at its newest words, with the answer below them, and nothing moves`,
    { tag: width === 390 ? [] : '@long' },
    async ({ page, beginSession, expectAccessible }) => {
      await page.setViewportSize({ width, height })
      await page.addInitScript((content) => {
        const moved = { sum: 0 }
        Object.assign(globalThis, { moved })
        new PerformanceObserver((list) => {
          // The list behind belongs to another journey. The acts at the ticket's foot come with the ticket.
          for (const shift of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node: Node | null }[]
          })[])
            if (shift.sources.some(({ node }) => node?.parentElement?.closest(content))) moved.sum += shift.value
        }).observe({ type: 'layout-shift', buffered: true })
      }, CONTENT)
      await beginSession()
      const ticket = await raise(page, 'Con muchos mensajes')
      for (const respuesta of ['Primero.', 'Segundo.', 'Tercero.', 'Cuarto.', '¿Qué periodo está cerrando?'])
        await answer(page, ticket, 'N', { respuesta })
      await page.goto('tickets/lista')
      await expect(async () => {
        const detail = await open(page, ticket)
        await expect(detail.getByText('¿Qué periodo está cerrando?')).toBeInViewport({ ratio: 1 })
        await expect(detail.getByRole('textbox', { name: 'Respuesta' })).toBeInViewport({ ratio: 1 })
        await expect(detail.getByText('Este ticket no tiene archivos adjuntos')).toBeAttached()
        await expect(page.locator(CONTENT)).toHaveCount(1)
        const moved = await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)
        expect(moved).toBeLessThan(0.02)
      }).toPass()
      await expectAccessible()
    },
  )

test(
  'an answer below the conversation is kept when it is left, continued in another tab, and sent once',
  { tag: '@long' },
  async ({ page, context, beginSession }) => {
    await beginSession({ caller: 'responde-debajo' })
    const ticket = await raise(page, 'Respondida debajo')
    await answer(page, ticket, 'N', { respuesta: '¿Qué periodo está cerrando?' })
    const detail = await open(page, ticket)
    const form = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
    const field = form.getByLabel('Respuesta')
    await expect(form.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    await detail.getByRole('button', { name: 'Responder' }).click()
    await expect(field).toBeFocused()
    await field.fill('Octubre de')
    // Esc asks, and Back does too.
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: /^(Cambios sin guardar|Borrador sin enviar)$/ })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(field).toHaveValue('Octubre de')
    await detail.getByRole('button', { name: 'Volver' }).click()
    await question.getByRole('button', { name: 'Guardar borrador' }).click()
    await expect(detail).toHaveCount(0)
    await expect(page).not.toHaveURL(/ticket=/)

    const other = await context.newPage()
    const there = (await open(other, ticket)).getByRole('region', { name: 'RESPONDER CONSULTA' })
    await expect(there.getByLabel('Respuesta')).toHaveValue('Octubre de')
    await there.getByLabel('Respuesta').fill('Octubre de este año.')
    await there.getByRole('button', { name: 'Enviar' }).click()
    await expect(other.getByText('Se ha enviado la respuesta correctamente')).toBeVisible()
    await expect(there).toHaveCount(0)
    await expect(other.getByRole('listitem').filter({ hasText: 'Octubre de este año.' })).toBeVisible()
    expect(await get(page, 'get_borrador', { llnumreg: String(ticket) })).toBeNull()

    // Here, too, nothing is left to answer.
    const again = await open(page, ticket)
    await expect(again.getByText('En manos de Soporte', { exact: false }).first()).toBeAttached()
    await expect(again.getByRole('region', { name: 'RESPONDER CONSULTA' })).toHaveCount(0)
  },
)

test(
  'one act stands out, by whose turn it is; a refused act gives its reason, with the planned date',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Un acto que destaca')
    const filled = (within: Locator) =>
      within.locator('button[data-variant="filled"]').filter({ visible: true }).allInnerTexts()
    expect(await filled(await open(page, ticket))).toEqual(['Añadir información'])
    await answer(page, ticket, 'S')
    expect(await filled(await open(page, ticket))).toEqual(['Conforme'])
    const other = await raise(page, 'Que espera una incidencia')
    await answer(page, other, 'S', { incidencia: 'S' })
    await alterAnswers(page, '**/api/consultas/ver_consulta*', (told) => {
      told.data.data.incidencias[0].pcfent = '2026-12-01'
    })
    const detail = await open(page, other)
    await detail.getByRole('button', { name: 'Conforme', exact: true }).hover()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveText(
      'La incidencia asociada aún no está entregada, prevista para el 01/12/2026',
    )
  },
)
