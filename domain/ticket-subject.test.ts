import { expect, test } from 'vitest'
import type { ClientArea } from './account.ts'
import type { Area } from './ticket.ts'
import { subjectProblems } from './ticket-subject.ts'

const areas: readonly ClientArea[] = ['main', 'apps']
const offered = [
  { number: 1, area: 'main' as const },
  { number: 2, area: 'apps' as const },
]

test.each<[string, Area, number | null, object]>([
  ['an area of theirs and a module of it', 'main', 1, {}],
  ['an area of theirs, of no module', 'apps', null, {}],
  ['a module of another area', 'main', 2, { module: 'not-offered' }],
  ['a module that is not offered', 'main', 3, { module: 'not-offered' }],
  ['an area that they have not', 'aspro', null, { area: 'not-offered' }],
  ['an area that they have not, with a module', 'aspro', 1, { area: 'not-offered', module: 'not-offered' }],
  ['technical support, of whatever module', 'technical', 2, {}],
  ['technical support of a module that is not offered', 'technical', 3, { module: 'not-offered' }],
])('a ticket of %s', (_, area, module, problems) => {
  expect(subjectProblems({ area, module }, { areas, modules: offered })).toEqual(problems)
})
