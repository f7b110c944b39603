import { expect, test } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'

test('no sentence is empty but that of no draft, and none is the same in both languages', () => {
  const spanish = sentencesOf(es)
  const english = sentencesOf(en)
  const empty = [...spanish, ...english].filter(([, sentence]) => sentence.trim() === '').map(([key]) => key)
  expect([...new Set(empty)]).toEqual(['composer.draft.none'])
  const same = [...spanish].filter(
    ([key, sentence]) => english.get(key) === sentence && /\p{L}{4,} \p{L}/u.test(sentence) && key !== 'area.main',
  )
  expect(same).toEqual([])
})

/** Every plain sentence of a catalogue by its path; those that take a value are left out. */
function sentencesOf(part: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${path}${key}`, value] as const]
      return typeof value === 'object' && value !== null ? [...sentencesOf(value, `${path}${key}.`)] : []
    }),
  )
}
