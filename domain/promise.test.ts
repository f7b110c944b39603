import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OfficeCalendar } from './office/office-calendar.ts'
import {
  type Promises,
  type Promised,
  answerDue,
  awaitedSince,
  awaitsAnswer,
  joinedPromise,
  nearUntil,
} from './promise.ts'
import { ENTRY_KINDS, type EntryKind, type StandingEntry, standingOf } from './ticket.ts'

const DAY = { opens: '09:00', closes: '17:00' }
const CALENDAR: OfficeCalendar = {
  zone: 'Europe/Madrid',
  seasons: [{ name: 'normal', week: { '1': DAY, '2': DAY, '3': DAY, '4': DAY, '5': DAY } }],
  daysOff: [],
}
const PROMISES: Promises = { officeHours: { '1': 40, '2': 24, '3': 16, '4': 8, '5': 4, '6': 2 }, nearHours: 2 }
/** A Wednesday, noon in Madrid. */
const NOON = new Date('2026-11-18T11:00:00Z')

test.each([
  ['6', '2026-11-18T13:00:00Z'],
  ['5', '2026-11-18T15:00:00Z'],
  ['4', '2026-11-19T11:00:00Z'],
  ['3', '2026-11-20T11:00:00Z'],
  ['2', '2026-11-23T11:00:00Z'],
  ['1', '2026-11-25T11:00:00Z'],
  ['A', '2026-11-19T11:00:00Z'],
  ['N', '2026-11-20T11:00:00Z'],
  ['M', '2026-11-20T11:00:00Z'],
  ['B', '2026-11-23T11:00:00Z'],
] as const)('urgency %s is due %s', (urgency, due) => {
  expect(answerDue(NOON, urgency, PROMISES, CALENDAR)).toEqual(new Date(due))
})

test('an office that never opens promises nothing', () => {
  expect(answerDue(NOON, '6', PROMISES, { ...CALENDAR, seasons: [{ name: 'normal', week: {} }] })).toBe(null)
})

test('a promise due within two hours of office time is near', () => {
  expect(nearUntil(new Date('2026-11-20T15:30:00Z'), PROMISES, CALENDAR)).toEqual(new Date('2026-11-23T09:30:00Z'))
})

describe('an answer is awaited', () => {
  const at = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
  const told = (...kinds: (EntryKind | 'closing')[]): StandingEntry[] =>
    kinds.map((kind, index) => ({
      kind: kind === 'closing' ? 'answer' : kind,
      at: at(index),
      closes: kind === 'closing',
    }))

  test.each<[string, StandingEntry[], number | null]>([
    ['from the query on', told('query'), 0],
    ['no longer once it came', told('query', 'answer'), null],
    ['from the reply on', told('query', 'answer', 'reply'), 2],
    ['whatever is claimed or added meanwhile', told('query', 'note', 'claim', 'claim'), 0],
    ['not of a closed ticket', told('query', 'closing'), null],
    ['not while more is said of a closed ticket', told('query', 'closing', 'note'), null],
    ['from the rejection on', told('query', 'closing', 'rejection', 'claim'), 2],
    ['not of an accepted one', told('query', 'closing', 'acceptance'), null],
    ['not of a withdrawn one', told('query', 'withdrawal'), null],
    ["from a joined ticket's later query on", told('query', 'closing', 'query', 'merge'), 2],
    ['since the first of two queries', told('query', 'query', 'merge'), 0],
  ])('%s', (_case, timeline, since) => {
    expect(awaitedSince(timeline)).toEqual(since === null ? null : at(since))
  })

  test('exactly while the standing says so', () => {
    const kinds = fc.array(fc.constantFrom(...ENTRY_KINDS, 'closing' as const), { maxLength: 12 })
    fc.assert(
      fc.property(kinds, (later) => {
        const timeline = told('query', ...later)
        expect(awaitedSince(timeline) !== null).toBe(awaitsAnswer(standingOf(timeline, null)))
      }),
    )
  })
})

describe('two tickets that become one', () => {
  const HOUR = 3600_000
  const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR)
  /** The hours of the question and of the promise; other entries by hour. */
  const asked = (hour: number, urgency: Promised['urgency'], due: number | null, more: [EntryKind, number][] = []) => ({
    urgency,
    dueAt: due === null ? null : at(due),
    timeline: [['query', hour] as const, ...more].map(([kind, then]) => ({
      kind,
      at: at(then),
      closes: false,
      id: then,
    })),
  })

  test.each<[string, Promised, Promised, Promised['urgency'], number | null]>([
    ['the joined one is more urgent', asked(2, '6', 4), asked(0, '2', 70), '6', 4],
    ['the one that stays is', asked(0, '2', 70), asked(2, '6', 4), '6', 4],
    ['the more urgent one is due later', asked(0, '2', 5), asked(90, '6', 92), '6', 5],
    ['letters stand for their number', asked(0, 'A', 8), asked(1, '3', 17), 'A', 8],
    ['the same urgency stays as it is written', asked(0, 'A', 8), asked(1, '4', 9), '4', 8],
    ['the one that stays waits for its customer', asked(3, '6', 5), asked(0, '2', null, [['answer', 1]]), '6', 5],
    ['it was answered after the other was asked', asked(0, '6', 2), asked(1, '2', null, [['answer', 3]]), '6', null],
    [
      'it was answered meanwhile, and asked anew',
      asked(0, '6', 2),
      asked(1, '2', 28, [
        ['answer', 3],
        ['reply', 4],
      ]),
      '6',
      28,
    ],
    ['nobody waits', asked(0, '3', null, [['answer', 1]]), asked(2, '3', null, [['answer', 3]]), '3', null],
  ])('%s', (_name, ticket, into, urgency, due) => {
    expect(joinedPromise(ticket, into)).toEqual({ urgency, dueAt: due === null ? null : at(due), anewSince: null })
  })

  test('a claim after an answer in the other ticket is to be answered from the claim on', () => {
    const claimed = asked(0, '6', 2, [['claim', 4]])
    const answered = asked(1, '2', null, [['answer', 3]])
    expect(joinedPromise(claimed, answered)).toEqual({ urgency: '6', dueAt: null, anewSince: at(4) })
  })
})
