import { expect, test } from 'vitest'
import { consoleApi } from '#contract/console/api.ts'
import { auditEn } from './audit-en.ts'
import { auditEs } from './audit-es.ts'
import { callsEn } from './calls-en.ts'
import { callsEs } from './calls-es.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { jobsEn } from './jobs/jobs-en.ts'
import { jobsEs } from './jobs/jobs-es.ts'
import { mastersEn } from './masters-en.ts'
import { mastersEs } from './masters-es.ts'
import { problemsEn } from './problems/problems-en.ts'
import { problemsEs } from './problems/problems-es.ts'
import { workEn } from './work-en.ts'
import { workEs } from './work-es.ts'

test('only the sentence for no draft is empty, and none is the same in both languages', () => {
  const spanish = sentencesOf({
    ...es,
    audit: auditEs,
    calls: callsEs,
    jobs: jobsEs,
    masters: mastersEs,
    problems: problemsEs,
    work: workEs,
  })
  const english = sentencesOf({
    ...en,
    audit: auditEn,
    calls: callsEn,
    jobs: jobsEn,
    masters: mastersEn,
    problems: problemsEn,
    work: workEn,
  })
  const empty = [...spanish, ...english].filter(([, sentence]) => sentence.trim() === '').map(([key]) => key)
  expect([...new Set(empty)]).toEqual(['composer.draft.none'])
  const same = [...spanish].filter(
    ([key, sentence]) => english.get(key) === sentence && /\p{L}{4,} \p{L}/u.test(sentence) && key !== 'area.main',
  )
  expect(same).toEqual([])
})

/** Acts that an operator has by a command alone. */
const BY_COMMAND = ['figures/recount']

test('every call that can have a line in the audit has its name in both languages', () => {
  // Calls that read no client's data, or that leave no line in the audit.
  const unheard = [
    '/console/configuration',
    '/console/eventos',
    '/console/oidc/start',
    '/console/notifications',
    '/console/notifications/unread',
    '/console/notifications/read',
    '/console/notifications/silence',
    '/console/notifications/unmail',
    '/console/jobs',
    '/console/session',
    '/console/password-link',
    '/console/address-link',
    '/console/technicians/names',
    '/console/ticket-counts',
    '/console/ticket-totals',
    '/console/saved-views',
    '/console/ticket/seen',
    '/console/ticket-modules',
    '/console/work/counts',
    '/console/work/versions',
  ]
  const addresses = Object.values(consoleApi)
    .flatMap((group) => Object.values(group).map(({ path }) => path))
    .filter((path) => !unheard.includes(path))
    .map((path) => path.slice('/console/'.length))
  expect(new Set(Object.keys(auditEs.acts))).toEqual(new Set([...addresses, ...BY_COMMAND]))
  for (const part of ['acts', 'detail', 'kinds'] as const) {
    expect(Object.keys(auditEn[part])).toEqual(Object.keys(auditEs[part]))
  }
})

/** Every plain sentence of a catalogue by its path; functions are left out. */
function sentencesOf(part: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${path}${key}`, value] as const]
      return typeof value === 'object' && value !== null ? [...sentencesOf(value, `${path}${key}.`)] : []
    }),
  )
}
