import { expect, test } from 'vitest'
import { type TicketFilter, filterProblems } from './ticket-filter.ts'

test.each<[string, TicketFilter, object]>([
  ['nothing', {}, {}],
  ['the first day and today', { from: '1950-01-01', to: '2026-11-18' }, {}],
  ['one day', { from: '2026-11-18', to: '2026-11-18' }, {}],
  ['a day too early', { from: '1949-12-31' }, { from: 'too-early' }],
  ['tomorrow', { to: '2026-11-19' }, { to: 'in-the-future' }],
  ['from tomorrow', { from: '2026-11-19' }, { from: 'in-the-future' }],
  ['ends before it begins', { from: '2026-11-18', to: '2026-11-17' }, { to: 'ends-before-it-begins' }],
  ['all and mine', { all: true, mine: true }, { mine: 'all-or-mine' }],
])('%s', (_case, filter, expected) => {
  expect(filterProblems(filter, '2026-11-18')).toEqual(expected)
})
