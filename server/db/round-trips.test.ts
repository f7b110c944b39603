// The messages to PostgreSQL that a request costs. Each one is waited for, and costs both sides a write and a read.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { draft, get, openTicketDesk, post, raised, simulate } from '../testing/ticket-desk.ts'

openTicketDesk()

/** The messages of each call once connections are open. The session's look-up travels with the first one. */
async function messagesOf(calls: Record<string, () => Promise<{ status: number }>>): Promise<Record<string, number>> {
  // Messages that the portal sends by itself meanwhile, for instance to see whether its settings have changed, are not
  // the call's.
  const calling = new AsyncLocalStorage<{ messages: number }>()
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the client that it is called on
  const { query } = pg.Client.prototype
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const call = calling.getStore()
    if (call) call.messages += 1
    return Reflect.apply(query, this, sent)
  })
  const counted: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) {
    await get('get_contadores')
    const count = { messages: 0 }
    expect((await calling.run(count, call)).status, name).toBe(200)
    counted[name] = count.messages
  }
  spied.mockRestore()
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
    create: () => post('nueva_consulta', draft(), { 'idempotency-key': 'a' }),
    reply: () => post('responder_consulta', { llpadre: ticket, llobse: 'Sigue igual.' }, { 'idempotency-key': 'b' }),
  })
  expect(counted).toEqual({
    list: 1,
    history: 1,
    counters: 1,
    modules: 1,
    detail: 1,
    create: 4,
    reply: 4,
  })
})
