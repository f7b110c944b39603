import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { TooManyWaiting } from '../db/away.ts'
import { atOnce } from './at-once.ts'
import type { Budgets } from './budgets.ts'
import { type Mounting, type PublicContext, type Who, door, nobody } from './door.ts'

/**
 * Makes a call of an assumed caller whose work fails with this error. Returns the answer, and the checks made
 * afterwards.
 */
async function supposedTo(fail: Error) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const holds = vi.fn(async () => true)
  const receive = vi.fn(nobody.receive)
  const who: Who<Mounting, PublicContext, PublicContext> = {
    ...nobody,
    receive,
    suppose: () => ({ receive: () => Promise.reject(fail), holds }),
  }
  const failures: unknown[] = []
  app.setErrorHandler((error, _request, reply) => {
    failures.push(error)
    return reply.code(503).send()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call with a session asks no budget of a visitor
  const budgets = {} as Budgets
  const binding = {
    app,
    bound: new Set<string>(),
    simulation: false,
    clock: () => new Date(),
    budgets,
    atOnce: atOnce(),
  }
  door({ who, body: 'json' })(binding, api.tickets.counters, async () => {
    throw new Error('Nobody comes here')
  })
  await app.inject(`/api${api.tickets.counters.path}`)
  return { failures, holds, receive }
}

test('a caller who is refused in the queue for the database does not queue again for the session', async () => {
  const refused = new TooManyWaiting()
  const { failures, holds, receive } = await supposedTo(refused)
  expect(failures).toEqual([refused])
  expect([holds.mock.calls, receive.mock.calls]).toEqual([[], []])
})

test('any other refusal is only told to whoever turns out to be as supposed', async () => {
  const { failures, holds } = await supposedTo(new Error('Not yours'))
  expect(failures).toEqual([new Error('Not yours')])
  expect(holds).toHaveBeenCalledTimes(1)
})
