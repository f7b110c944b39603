import { expect, test } from 'vitest'
import { isMetIn, problemRefusal } from './problem.ts'

test.each([
  ['studied', null, true, null],
  ['confirmed', 'V032', true, null],
  ['mended', 'V032', true, null],
  ['mended', null, false, 'mended-without-version'],
  ['discarded', null, false, null],
  ['discarded', null, true, 'published-discarded'],
] as const)('%s, mended in %s, published %s: %s', (state, mendedVersion, published, refusal) => {
  expect(problemRefusal({ state, mendedVersion, published })).toBe(refusal)
})

test.each<[readonly string[], string | null, string, boolean]>([
  // Every version is affected.
  [[], null, 'V031', true],
  [[], null, '', true],
  [['V030', 'V031'], null, 'V031', true],
  [['V030'], null, 'V031', false],
  // A version stands for its service releases, and a release for itself alone.
  [['V031'], null, 'V031.4', true],
  [['V03'], null, 'V031', false],
  [['V031.4'], null, 'V031', false],
  [['V031.1'], null, 'V031.10', false],
  // It is met until it is mended.
  [['V031'], 'V032', 'V031.4', true],
  [['V031'], 'V031.4', 'V031.3', true],
  [['V031'], 'V031.4', 'V031.4', false],
  [['V031'], 'V031.4', 'V031.10', false],
  [['V031'], 'V031.10', 'V031.9', true],
  [[], 'V031', 'V031', false],
  [[], 'V031', 'V030.9', true],
  [[], 'V031', 'V032', false],
  // Other versions have no order.
  [['26.0'], '27.0', '26.0', true],
  [[], '27.0', '27.0', false],
  [[], '27.0', '28.0', true],
])('affecting %j, mended in %s, is met in %s: %s', (affectedVersions, mendedVersion, installed, met) => {
  expect(isMetIn({ affectedVersions, mendedVersion }, installed)).toBe(met)
})
