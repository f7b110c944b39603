// The messages to PostgreSQL that a request costs. Each one is waited for, and costs both sides a write and a read.
import { expect, test } from 'vitest'
import { countMessages } from '../testing/load/messages.ts'
import { PNG, draft, get, openTicketDesk, post, raised, simulate, upload } from '../testing/ticket-desk.ts'

openTicketDesk()

/** The messages of each call once connections are open. The session's look-up travels with the first one. */
async function messagesOf(calls: Record<string, () => Promise<{ status: number }>>): Promise<Record<string, number>> {
  const { counting, stop } = countMessages()
  const counted: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) {
    await get('get_contadores')
    counted[name] = await counting(async () => expect((await call()).status, name).toBe(200))
  }
  stop()
  return counted
}

test('a call asks PostgreSQL for at once what does not wait for an earlier answer', async () => {
  const ticket = await raised()
  await simulate(ticket)
  const counted = await messagesOf({
    list: () => get('get_lista', { estado: 'P' }),
    history: () => get('get_lista', { estado: 'C' }),
    counters: () => get('get_contadores'),
    modules: () => get('get_lista_modulos'),
    detail: () => get('ver_consulta', { llnumreg: ticket }),
    upload: () => upload([{ bytes: PNG, name: 'image.png', mime: 'image/png' }]),
    create: () => post('nueva_consulta', draft(), { 'idempotency-key': 'a' }),
    reply: () => post('responder_consulta', { llpadre: ticket, llobse: 'Sigue igual.' }, { 'idempotency-key': 'b' }),
  })
  expect(counted).toEqual({
    list: 1,
    history: 1,
    counters: 1,
    modules: 1,
    detail: 1,
    upload: 3,
    create: 3,
    reply: 3,
  })
})
