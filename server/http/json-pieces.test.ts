import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInPieces } from './json-pieces.ts'

test('in pieces or not, it is the JSON that would be written at once', async () => {
  const answers = fc.oneof(
    fc.jsonValue(),
    fc.record({ data: fc.array(fc.record({ text: fc.string({ unit: 'binary' }), at: fc.date() }), { maxLength: 5 }) }),
    fc.object({ values: [fc.string(), fc.constant(undefined), fc.integer()] }),
  )
  await fc.assert(
    fc.asyncProperty(answers, async (value) => {
      expect(String(await jsonInPieces(value))).toBe(JSON.stringify(value))
    }),
  )
})

test('others are served while a large one is written', async () => {
  const value = { data: { timeline: Array.from({ length: 100 }, () => ({ text: 'ñ'.repeat(20_000) })) } }
  let served = 0
  const serve = () => {
    served += 1
    again = setImmediate(serve)
  }
  let again = setImmediate(serve)
  const written = await jsonInPieces(value)
  clearImmediate(again)
  expect(String(written)).toBe(JSON.stringify(value))
  expect(served).toBeGreaterThanOrEqual(7)
})
