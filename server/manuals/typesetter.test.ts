import { afterAll, describe, expect, test } from 'vitest'
import { openTypesetter } from './typesetter.ts'

const typesetter = openTypesetter()
afterAll(() => typesetter.close())

describe('one person who wants many PDFs', () => {
  test('waits for themselves: the next person is served in turn, and soon', async () => {
    const done: string[] = []
    const asked = (name: string, who: number) =>
      typesetter
        .set('{}', [], who)
        .then(() => done.push(name))
        // Not a valid document, but it takes its turn all the same.
        .catch((error: unknown) =>
          done.push(error instanceof Error && error.message.includes('429') ? 'refused' : name),
        )
    const greedy = Array.from({ length: 25 }, () => asked('greedy', 1))
    const others = [asked('second', 2), asked('third', 3)]
    await Promise.all([...greedy, ...others])
    expect(done.filter((name) => name === 'refused')).toHaveLength(20)
    expect(done.filter((name) => name !== 'refused')).toEqual([
      'greedy',
      'greedy',
      'second',
      'third',
      'greedy',
      'greedy',
      'greedy',
    ])
  })
})
