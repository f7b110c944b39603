import { describe, expect, test } from 'vitest'
import {
  type Conversation,
  type Exchange,
  type Outcome,
  isAbandoned,
  mayAddNode,
  mayAsk,
  mayHandOver,
  mayOpenTicket,
  maySolve,
} from './conversation.ts'

const said: Exchange = { state: 'complete', answered: true, inTicket: false }
const written: Exchange = { ...said, inTicket: true }
const running: Exchange = { state: 'running', answered: false, inTicket: false }
const cut: Exchange = { state: 'interrupted', answered: true, inTicket: false }
const silent: Exchange = { state: 'interrupted', answered: false, inTicket: false }

const talk = (exchanges: Exchange[], over: Partial<Conversation> = {}): Conversation => ({
  outcome: 'open',
  exchanges,
  hasTicket: exchanges.some(({ inTicket }) => inTicket),
  ticketClosed: false,
  ticketHasMore: false,
  ...over,
})

const yes = 'yes'
const reasonOf = (verdict: ReturnType<typeof mayAsk>) => (verdict.allowed ? yes : verdict.reason)

describe('what may be done in a conversation', () => {
  test.each<[string, Conversation, string[]]>([
    // the columns: ask, open its ticket, add an exchange, solve, hand over
    ['nothing asked', talk([]), [yes, 'nothing-asked', 'nothing-asked', 'nothing-asked', 'nothing-asked']],
    ['one answered', talk([said]), [yes, yes, 'no-ticket', yes, yes]],
    [
      'being answered',
      talk([said, running]),
      ['still-answering', 'still-answering', 'still-answering', 'still-answering', 'still-answering'],
    ],
    ['one in its ticket', talk([written]), [yes, 'has-ticket', 'nothing-new', yes, yes]],
    ['one in its ticket, another answered', talk([written, said]), [yes, 'has-ticket', yes, yes, yes]],
    ['all three', talk([said, said, said]), ['exchanges-exhausted', yes, 'no-ticket', yes, yes]],
    ['broken off with something said', talk([cut]), [yes, yes, 'no-ticket', yes, yes]],
    [
      'in a ticket that is closed',
      talk([written], { ticketClosed: true }),
      ['conversation-over', 'has-ticket', 'nothing-new', yes, yes],
    ],
    [
      'in a ticket with more than it',
      talk([written, said], { ticketHasMore: true }),
      [yes, 'has-ticket', yes, 'ticket-has-more', yes],
    ],
    ['broken off with nothing said', talk([silent]), [yes, yes, 'no-ticket', 'nothing-answered', yes]],
  ])('%s', (_name, conversation, expected) => {
    const rules = [mayAsk, mayOpenTicket, mayAddNode, maySolve, mayHandOver]
    expect(rules.map((rule) => reasonOf(rule(conversation) as ReturnType<typeof mayAsk>))).toEqual(expected)
  })

  test.each<Outcome>(['solved', 'handed-over', 'abandoned'])('nothing once it is %s', (outcome) => {
    const over = talk([written, said], { outcome })
    for (const rule of [mayAsk, mayOpenTicket, mayAddNode, maySolve]) {
      expect(rule(over)).toMatchObject({ allowed: false, reason: 'conversation-over' })
    }
  })

  test('a late yes still makes the ticket of a conversation that has none', () => {
    expect(maySolve(talk([said], { outcome: 'abandoned' })).allowed).toBe(true)
    expect(maySolve(talk([silent], { outcome: 'abandoned' })).allowed).toBe(false)
    expect(maySolve(talk([said], { outcome: 'handed-over' })).allowed).toBe(false)
  })

  test.each<[Outcome, string]>([
    ['solved', 'conversation-over'],
    ['handed-over', 'conversation-over'],
    ['abandoned', yes],
  ])('a person, once it is %s: %s', (outcome, expected) => {
    const verdict = mayHandOver(talk([written, said], { outcome }))
    expect(verdict.allowed ? yes : verdict.reason).toBe(expected)
    expect(mayHandOver(talk([said, running], { outcome }))).toMatchObject({ allowed: false })
  })
})

test.each<[Outcome, number, boolean]>([
  ['open', 29 * 60_000 + 59_999, false],
  ['open', 30 * 60_000, true],
  ['solved', 90 * 60_000, false],
  ['handed-over', 90 * 60_000, false],
  ['abandoned', 90 * 60_000, false],
])('%s and untouched for %i ms: abandoned %s', (outcome, ms, abandoned) => {
  const touchedAt = new Date('2026-11-18T11:00:00Z')
  expect(isAbandoned({ outcome, touchedAt }, new Date(touchedAt.getTime() + ms), 30)).toBe(abandoned)
})
