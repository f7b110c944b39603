import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

test('a flood of guesses from many networks of one site delays nobody else, and most of it is refused', async () => {
  const stored = await hashPassword('la de verdad')
  let judged = 0
  let refused = 0
  const guess = (address: string) =>
    isPassword('otra', stored, { address }).then(
      () => (judged += 1),
      () => (refused += 1),
    )
  const flood = Array.from({ length: 200 }, (_, one) => guess(`2001:db8:1:${one.toString(16)}::1`))
  const when = async (check: Promise<boolean>) => [await check, judged < 20]
  const right = { address: '2001:db8:1:1::1', known: 'the device' }
  expect(
    await Promise.all([
      when(isPassword('la de verdad', stored, right)),
      when(isPassword('la de verdad', stored, { address: '2001:db8:2::1' })),
      when(isPassword('la de verdad', stored, { address: '10.0.0.1' })),
    ]),
  ).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
  await Promise.all(flood)
  expect([judged, refused]).toEqual([32, 168])
})
