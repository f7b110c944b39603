import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { assistant } from '#contract/assistant.ts'
import { tickets } from '#contract/tickets.ts'
import type { TicketDraft } from '#domain/ticket-draft.ts'
import { conversationKeeper } from './conversation-keeper.ts'

interface Said {
  readonly solved?: boolean
}

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(endpoint: object, input: Said, options: { idempotencyKey: string }) => Promise<unknown>>(),
}))

vi.mock('../api.ts', async () => ({ call: asked, CallFailed: (await import('#browser/client.ts')).CallFailed }))

const NAMES = new Map<object, string>(
  [...Object.entries(assistant), ...Object.entries(tickets)].map(([name, endpoint]) => [endpoint, name]),
)
const acts = () => asked.mock.calls.map(([endpoint]) => NAMES.get(endpoint))
const keysOf = (name: string) =>
  asked.mock.calls
    .filter(([endpoint]) => NAMES.get(endpoint) === name)
    .map(([, , { idempotencyKey }]) => idempotencyKey)

/** Refuses the next calls to this endpoint, one for each failure. */
let refusals: Record<string, CallFailed[]>

beforeEach(() => {
  refusals = {}
  asked.mockReset()
  asked.mockImplementation(async (endpoint: object) => {
    await Promise.resolve()
    const name = NAMES.get(endpoint) ?? ''
    const refusal = refusals[name]?.shift()
    if (refusal) throw refusal
    if (name.startsWith('create')) return [{ number: 42, nextOpening: null }]
    return name === 'addNode' ? { ticket: { number: 42 }, node: { nextOpening: null } } : {}
  })
})

const FORM = { title: '', text: '¿Cómo se cierra?', files: 0 } as unknown as TicketDraft
const kept = (asItGoes = true) => conversationKeeper('c-1', FORM, asItGoes)

test('the first answer makes the ticket, and the others are added in their order, whichever is kept first', async () => {
  const keeper = kept()
  await Promise.all([keeper.keep(2), keeper.keep(1), keeper.keep(3)])
  expect(acts()).toEqual(['createClosedTicket', 'postAnswer', 'addNode', 'postAnswer', 'addNode', 'postAnswer'])
})

test('an answer that was not kept is kept with the next one, as the same act', async () => {
  const keeper = kept()
  refusals = { postAnswer: [new CallFailed(null, '')] }
  await expect(keeper.keep(1)).rejects.toThrow(CallFailed)
  await keeper.keep(2)
  expect(acts()).toEqual(['createClosedTicket', 'postAnswer', 'postAnswer', 'addNode', 'postAnswer'])
  const [first, again, second] = keysOf('postAnswer')
  expect(again).toBe(first)
  expect(second).not.toBe(first)
})

test('yes closes the ticket of the conversation, and is the same act when it is pressed again', async () => {
  const keeper = kept()
  await keeper.keep(1)
  refusals = { accept: [new CallFailed(503, '')] }
  await expect(keeper.solve()).rejects.toThrow(CallFailed)
  expect(await keeper.solve()).toEqual({ number: 42, nextOpening: null })
  expect(new Set(keysOf('postClosingAnswer')).size).toBe(1)
  expect(new Set(keysOf('accept')).size).toBe(1)
})

test('a conversation that becomes a ticket only at its end makes it then: solved, or for Support', async () => {
  const solved = kept(false)
  await solved.keep(3)
  expect(acts()).toEqual([])
  await solved.solve()
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ conversation: 'c-1', solved: true, title: null })
  asked.mockClear()
  await kept(false).handOver()
  expect(asked.mock.calls.map(([endpoint, input]) => [NAMES.get(endpoint), input.solved])).toEqual([
    ['createTicket', false],
  ])
})

test('handing over waits for an answer that is still being written, but not for ever', async () => {
  vi.useFakeTimers()
  const keeper = kept()
  await keeper.keep(1)
  const busy = () => new CallFailed(409, '')
  refusals = { addNode: [busy(), busy()] }
  const over = keeper.handOver()
  await vi.runAllTimersAsync()
  expect(await over).toEqual({ number: 42, nextOpening: null })
  expect(keysOf('addNode')).toHaveLength(3)
  refusals = { addNode: [busy(), busy(), busy(), busy()] }
  const never = expect(keeper.handOver()).rejects.toThrow(CallFailed)
  await vi.runAllTimersAsync()
  await never
  vi.useRealTimers()
})
