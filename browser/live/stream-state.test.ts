import { describe, expect, test } from 'vitest'
import {
  type StreamHappening,
  type StreamState,
  afterwards,
  beginning,
  isBlind,
  isUnder,
  timeIn,
} from './stream-state.ts'

const HEARD = { what: 'heard' } as const
const EVENT = { what: 'heard', id: '7' } as const
const LATE = { what: 'late' } as const
const over = (status: number | 'ended' | null) => ({ what: 'over', status }) as const

const after = (happenings: readonly StreamHappening[], state: StreamState = beginning(true)): StreamState =>
  happenings.reduce(afterwards, state)

describe('a stream', () => {
  test('is open from its first byte on, and knows its last event after any end', () => {
    expect(beginning(true)).toEqual({ is: 'opening', failures: 0, lastId: '', hasCome: false })
    expect(after([HEARD])).toEqual({ is: 'open', failures: 0, lastId: '', hasCome: true })
    expect(after([HEARD, EVENT, HEARD])).toEqual({ is: 'open', failures: 0, lastId: '7', hasCome: true })
    for (const end of [over('ended'), over(null), over(503), LATE, { what: 'offline' } as const])
      expect(after([HEARD, EVENT, end]).lastId).toBe('7')
  })

  test.each(['ended', null, 500, 502, 503] as const)(
    'that ends with %s is opened again, after a pause that grows',
    (end) => {
      let state = beginning(true)
      const pauses: (number | null)[] = []
      for (let time = 0; time < 8; time += 1) {
        state = after([HEARD, over(end)], state)
        expect(state.is).toBe('pausing')
        pauses.push(timeIn(state, 1))
        state = after([LATE], state)
        expect(state.is).toBe('opening')
      }
      expect(pauses).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000])
      expect(timeIn(after([over(end)]), 0)).toBe(1000)
      // A stream that has lasted resets the pauses.
      expect(timeIn(after([HEARD, HEARD, over(end)], state), 1)).toBe(2000)
    },
  )

  test('that falls silent is opened again; one of which not a byte came is held back, and tried again in five minutes', () => {
    expect(timeIn(after([HEARD]), 1)).toBe(25_000)
    expect(after([HEARD, LATE]).is).toBe('pausing')
    expect(timeIn(beginning(true), 1)).toBe(40_000)
    const held = after([LATE])
    expect([held.is, timeIn(held, 1), isBlind(held)]).toEqual(['held-back', 300_000, true])
    const again = after([LATE, LATE])
    expect([again.is, isBlind(after([HEARD], again))]).toEqual(['opening', false])
  })

  test('that has come through once is opened again soon, however long the way is cut', () => {
    let state = after([HEARD, LATE])
    for (let time = 0; time < 8; time += 1) {
      state = after([LATE], state)
      expect([state.is, timeIn(state, 1)]).toEqual(['opening', 12_000])
      // Nothing comes.
      state = after([LATE], state)
      expect([state.is, isBlind(state)]).toEqual(['pausing', time > 0])
      expect(timeIn(state, 1)).toBeLessThanOrEqual(15_000)
    }
    expect(isBlind(after([LATE, HEARD], state))).toBe(false)
  })

  test.each([401, 403, 404, 429])('that is refused with %i is held back', (status) => {
    expect(after([over(status)]).is).toBe('held-back')
  })

  test('waits without a network for as long as it takes, and begins at once with one', () => {
    expect(timeIn(beginning(false), 1)).toBe(null)
    for (const state of [beginning(true), after([HEARD]), after([over(null)]), after([LATE])]) {
      const without = after([{ what: 'offline' }], state)
      expect([without.is, isUnder(without), isBlind(without)]).toEqual(['resting', false, false])
      expect(after([{ what: 'online' }], without)).toMatchObject({ is: 'opening', failures: 0 })
      expect(after([LATE, over(null), HEARD], without).is).toBe('resting')
    }
    expect(after([over(null), { what: 'online' }]).is).toBe('opening')
    expect(after([HEARD, { what: 'online' }]).is).toBe('open')
  })

  test('lets screens look by themselves after three failures, and until it is open', () => {
    const twice = after([over(null), LATE, over(null)])
    expect(isBlind(twice)).toBe(false)
    const thrice = after([LATE, over(null)], twice)
    expect(isBlind(thrice)).toBe(true)
    expect(isBlind(after([LATE], thrice))).toBe(true)
    expect(isBlind(after([LATE, HEARD], thrice))).toBe(false)
  })
})
