import { describe, expect, test } from 'vitest'
import { mayAddInformation, mayClaim, mayConclude, mayOpenRelated, mayReply, mayWithdraw } from './ticket-actions.ts'
import { type EntryKind, type StandingEntry, standingOf } from './ticket.ts'

const NOW = new Date('2026-11-18T11:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const entry = (kind: EntryKind, hours: number, closes = false): StandingEntry => ({ kind, at: hoursAgo(hours), closes })
const after = (...entries: StandingEntry[]) => standingOf([entry('query', 1000), ...entries], null)
const closed = after(entry('answer', 5, true))
const outcome = (verdict: { allowed: boolean; reason?: string }) => (verdict.allowed ? 'allowed' : verdict.reason)

describe('replying', () => {
  test.each([
    ['nothing answered yet', after(), 'awaiting-answer'],
    ['the technician asked', after(entry('answer', 1)), 'allowed'],
    ['already replied', after(entry('answer', 2), entry('reply', 1)), 'awaiting-answer'],
    ['chased after nothing', after(entry('claim', 30)), 'awaiting-answer'],
    ['closed by the answer', closed, 'ticket-closed'],
    ['rejected, so pending again', after(entry('answer', 5, true), entry('rejection', 1)), 'awaiting-answer'],
  ])('%s: %s', (_case, ticket, expected) => {
    expect(outcome(mayReply(ticket))).toBe(expected)
  })
})

describe('claiming', () => {
  test.each([
    ['nothing answered yet', after(), 'allowed'],
    ['answered last', after(entry('answer', 1)), 'answered-by-support'],
    ['replied last', after(entry('answer', 2), entry('reply', 1)), 'allowed'],
    ['claimed 24 hours ago to the millisecond', after(entry('claim', 24)), 'claimed-recently'],
    [
      'claimed a millisecond longer ago',
      after({ ...entry('claim', 24), at: new Date(hoursAgo(24).getTime() - 1) }),
      'allowed',
    ],
    ['claimed just now', after(entry('claim', 0)), 'claimed-recently'],
    [
      'a reply in between does not lift the day',
      after(entry('claim', 5), entry('answer', 2), entry('reply', 1)),
      'claimed-recently',
    ],
    ['two claims in a row', after(entry('claim', 80), entry('claim', 50)), 'allowed'],
    ['three claims in a row', after(entry('claim', 110), entry('claim', 80), entry('claim', 50)), 'claims-exhausted'],
    [
      'three claims, but not in a row',
      after(entry('claim', 110), entry('claim', 80), entry('answer', 70), entry('reply', 60), entry('claim', 50)),
      'allowed',
    ],
    ['closed', closed, 'ticket-closed'],
  ])('%s', (_case, ticket, expected) => {
    expect(outcome(mayClaim(ticket, { now: NOW }))).toBe(expected)
  })

  test('the refusal says when it ends, in elapsed time over the change of the clock', () => {
    const claimedAt = new Date('2026-10-24T10:00:00Z') // the clocks go back in the night that follows
    const ticket = standingOf(
      [
        { kind: 'query', at: hoursAgo(1000), closes: false },
        { kind: 'claim', at: claimedAt, closes: false },
      ],
      null,
    )
    expect(mayClaim(ticket, { now: new Date('2026-10-25T09:00:00Z') })).toEqual({
      allowed: false,
      reason: 'claimed-recently',
      until: new Date('2026-10-25T10:00:00Z'),
    })
    expect(outcome(mayClaim(ticket, { now: new Date('2026-10-25T10:00:00.001Z') }))).toBe('allowed')
  })
})

describe('accepting and rejecting', () => {
  test.each([
    ['pending', after(), 'ticket-open'],
    ['closed', closed, 'allowed'],
    ['closed with an undelivered incident', { ...closed, blockingIncident: 50_001 }, 'incident-undelivered'],
    ['accepted', after(entry('answer', 5, true), entry('acceptance', 1)), 'already-accepted'],
    ['rejected', after(entry('answer', 5, true), entry('rejection', 1)), 'ticket-open'],
  ])('%s', (_case, ticket, expected) => {
    expect(outcome(mayConclude(ticket))).toBe(expected)
  })
})

describe('adding, withdrawing and opening a related one', () => {
  const accepted = after(entry('answer', 5, true), entry('acceptance', 1))
  test.each([
    ['pending', after(), 'allowed', 'allowed', 'ticket-open'],
    ['answered', after(entry('answer', 1)), 'allowed', 'allowed', 'ticket-open'],
    ['closed', closed, 'ticket-closed', 'ticket-closed', 'ticket-open'],
    [
      'closed with an undelivered incident',
      { ...closed, blockingIncident: 1 },
      'allowed',
      'ticket-closed',
      'ticket-open',
    ],
    ['accepted', accepted, 'already-accepted', 'already-accepted', 'allowed'],
    ['withdrawn', after(entry('withdrawal', 1)), 'already-accepted', 'already-accepted', 'allowed'],
  ])('%s', (_case, ticket, add, withdraw, related) => {
    expect([mayAddInformation(ticket), mayWithdraw(ticket), mayOpenRelated(ticket)].map(outcome)).toEqual([
      add,
      withdraw,
      related,
    ])
  })

  test('added information changes neither turn nor claim rules', () => {
    const ticket = after(entry('claim', 80), entry('claim', 50))
    expect(after(entry('claim', 80), entry('claim', 50), entry('note', 1))).toEqual(ticket)
    expect(outcome(mayReply(after(entry('answer', 2), entry('note', 1))))).toBe('allowed')
  })
})
