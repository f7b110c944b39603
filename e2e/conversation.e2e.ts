import type { Page } from '@playwright/test'
import { answer, post, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

// What stands around an answer: what it answers, and where it is written.

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
    await expect(popup.getByText(/^Lo último de .+, hace 1 min:$/)).toBeVisible()
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
