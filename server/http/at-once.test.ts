import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'

/** How many streams sessions get, each at an address of its own. */
function streamsOf(
  sessions: readonly { person: number; client?: number; limited: boolean }[],
  held = atOnce(),
): number {
  return sessions.filter(({ person, ...who }) => {
    try {
      held.stream({ person, ...who }, `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`)
      return true
    } catch {
      return false
    }
  }).length
}

const many = (count: number, who: (person: number) => { client?: number; limited: boolean }) =>
  Array.from({ length: count }, (_, person) => ({ person, ...who(person) }))

test('sessions by unsigned links, from wherever, leave streams for all others', () => {
  const held = atOnce()
  const limited = many(6000, (person) => ({ client: person % 10, limited: true }))
  expect(streamsOf(limited, held)).toBe(500)
  expect(streamsOf([{ person: 9000, client: 1, limited: false }], held)).toBe(1)
})

test('a client leaves streams for the others, and all clients leave some for technicians', () => {
  expect(streamsOf(many(6000, () => ({ client: 1, limited: false })))).toBe(1000)
  const held = atOnce()
  expect(
    streamsOf(
      many(6000, (person) => ({ client: person % 10, limited: false })),
      held,
    ),
  ).toBe(4500)
  expect(streamsOf([{ person: 9000, limited: false }], held)).toBe(1)
})
