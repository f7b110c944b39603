import { expect, test } from 'vitest'
import { byCallWindow, callFrom } from './call-window.ts'
import type { AnyUrgency } from './urgency.ts'

test.each([
  ['De 9 a 11', 540],
  ['9:30-10:00', 570],
  ['desde las 16.15 h', 975],
  ['16h30', 990],
  ['a partir de las 12h', 720],
  ['Por la mañana', 480],
  ['por la TARDE', 900],
  ['', Infinity],
  ['cuando puedan', Infinity],
  ['ext. 4512', Infinity],
])('«%s» is from minute %d on', (callWindow, from) => {
  expect(callFrom(callWindow)).toBe(from)
})

test('calls stand by their hour, then by urgency, then by how long they have waited', () => {
  const call = (callWindow: string, urgency: AnyUrgency, day: number) => ({
    callWindow,
    urgency,
    createdAt: new Date(2026, 10, day),
  })
  const calls = [
    call('', '6', 1),
    call('De 9 a 11', '3', 5),
    call('De 9 a 11', '6', 6),
    call('De 16 a 18', '6', 1),
    call('De 9 a 11', '3', 4),
    call('', 'N', 1),
  ]
  expect(calls.toSorted(byCallWindow).map((each) => calls.indexOf(each))).toEqual([2, 4, 1, 3, 0, 5])
})
