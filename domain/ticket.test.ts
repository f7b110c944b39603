import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ENTRY_KINDS,
  type EntryKind,
  type StandingEntry,
  afterEntry,
  channelOf,
  hasSpecialAvatar,
  listedState,
  openingStanding,
  programOf,
  rowIcon,
  shownTurn,
  situationOf,
  standingOf,
  turnOf,
} from './ticket.ts'

const AT = new Date('2026-11-18T11:00:00Z')
const entry = (kind: EntryKind, closes = false): StandingEntry => ({ kind, at: AT, closes })
const TALK = [entry('question'), entry('assistance')]
const talked = (later: readonly StandingEntry[] = []) => standingOf([...TALK, ...later], null)
const after = (entries: readonly StandingEntry[], blockingIncident: number | null = null) =>
  standingOf([entry('query'), ...entries], blockingIncident)

test.each([
  ['an incident undelivered, whatever else', after([entry('answer', true)], 1), 'incident-opened'],
  ['an incident undelivered while pending', after([], 1), 'incident-opened'],
  ['closed', after([entry('answer', true)]), 'closed'],
  ['the technician wrote last', after([entry('answer')]), 'more-information'],
  ['the customer wrote last', after([entry('answer'), entry('reply')]), 'nothing-needed'],
  ['the customer claimed last', after([entry('claim')]), 'nothing-needed'],
])('row icon: %s', (_case, standing, expected) => {
  expect(rowIcon(standing)).toBe(expected)
})

test.each([
  ['pending', after([]), 'pending'],
  ['pending with an incident', after([], 1), 'pending'],
  ['closed', after([entry('answer', true)]), 'closed'],
  ['closed with an undelivered incident', after([entry('answer', true)], 1), 'incident'],
])('listed state: %s', (_case, standing, expected) => {
  expect(listedState(standing)).toBe(expected)
})

test.each([
  ['just raised', after([]), 'support'],
  ['answered', after([entry('answer')]), 'reply'],
  ['answered while its incident is open', after([entry('answer')], 1), 'reply'],
  ['answered, then replied', after([entry('answer'), entry('reply')]), 'support'],
  ['answered, then something added', after([entry('answer'), entry('note')]), 'reply'],
  ['claimed', after([entry('claim')]), 'support'],
  ['closed', after([entry('answer', true)]), 'conclude'],
  ['closed with an undelivered incident', after([entry('answer', true)], 1), 'support'],
  ['closed, then rejected', after([entry('answer', true), entry('rejection')]), 'support'],
  ['rejected, then answered', after([entry('answer', true), entry('rejection'), entry('answer')]), 'reply'],
  ['a conversation with the assistant', talked(), null],
  ['a conversation, then a word to Support', talked([entry('reply')]), 'support'],
  ['a word to Support, then more of the conversation', talked([entry('reply'), ...TALK]), 'support'],
  ["Support's answer, then more of the conversation", talked([entry('answer'), ...TALK]), 'reply'],
  ['a query that a conversation was joined to', after(TALK), 'support'],
  ['a conversation that was closed by its answer', talked([entry('assistance', true)]), 'conclude'],
  ['closed, then answered again', after([entry('answer', true), entry('answer')]), 'conclude'],
])('whose turn it is: %s', (_case, standing, expected) => {
  expect(turnOf(standing)).toBe(expected)
})

test.each([
  ['our turn', after([]), 'support'],
  ['our turn while an incident is open: words are awaited', after([], 1), 'support'],
  ["the customer's", after([entry('answer')]), 'reply'],
  ['closed', after([entry('answer', true)]), 'conclude'],
  ['closed with an incident', after([entry('answer', true)], 1), 'incident'],
])('situation: %s', (_case, standing, expected) => {
  expect(situationOf({ ...standing, turn: turnOf(standing) })).toBe(expected)
})

test.each([
  ['in progress', after([entry('answer')]), 'reply'],
  ['only talked', talked(), 'talking'],
  ['over', after([entry('withdrawal')]), null],
  ['talked, and left', talked([entry('abandonment')]), 'unfinished'],
])('the turn that technicians are shown: %s', (_case, standing, expected) => {
  expect(shownTurn(standing)).toBe(expected)
})

test('situation of a ticket that is over', () => {
  expect(situationOf({ turn: null, state: 'closed' })).toBe('accepted')
})

test.each([
  ['X', 'mail', true, null],
  ['E', 'phone', true, null],
  ['P', 'phone', true, null],
  ['D', 'phone', true, null],
  ['4', 'online', true, null],
  ['SOPORTE30', 'online', false, null],
  ['CON-120', 'online', false, 'CON-120'],
  ['', 'online', false, null],
])('origin %s comes by %s', (origin, channel, special, program) => {
  expect(channelOf(origin)).toBe(channel)
  expect(hasSpecialAvatar(origin)).toBe(special)
  expect(programOf(origin)).toBe(program)
})

describe('standing', () => {
  test('a rejection makes the ticket pending again and forgets that it was closed', () => {
    expect(after([entry('answer', true), entry('rejection')])).toMatchObject({
      state: 'pending',
      accepted: false,
      closedAt: null,
    })
  })

  test('an answer without closing leaves a rejected ticket open', () => {
    expect(after([entry('answer', true), entry('rejection'), entry('answer')]).state).toBe('pending')
  })

  test.each(['query', 'reply', 'claim'] as const)(
    "a joined ticket's %s after the closing opens it: somebody waits",
    (kind) => {
      const standing = after([entry('answer', true), entry(kind), entry('merge')])
      expect(standing).toMatchObject({ state: 'pending', accepted: false, closedAt: null, lastEntryKind: kind })
      expect(turnOf(standing)).toBe('support')
    },
  )

  test('updated entry by entry, it equals the result of the whole timeline', () => {
    const entries = fc.array(
      fc.record({
        kind: fc.constantFrom(...ENTRY_KINDS),
        at: fc.date({ min: AT, max: new Date('2030-01-01'), noInvalidDate: true }),
        closes: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(entries, (later) => {
        const timeline = later.map((one) => ({
          ...one,
          closes: one.closes && ['answer', 'assistance'].includes(one.kind),
        }))
        const kept = timeline.reduce(afterEntry, openingStanding(AT))
        expect(kept).toEqual(standingOf([entry('query'), ...timeline], null))
        const ignored: readonly EntryKind[] = ['note', 'merge', 'question', 'assistance']
        const turns = timeline.filter(({ kind }) => !ignored.includes(kind))
        const trailingClaims = turns.length - 1 - turns.findLastIndex(({ kind }) => kind !== 'claim')
        expect(kept.claimsInARow).toBe(trailingClaims)
        expect(kept.closedAt === null || kept.state === 'closed').toBe(true)
      }),
    )
  })
})
