import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Room for two, of whom one client may be one; time advances on request alone. */
function desk() {
  let now = 0
  const served: string[] = []
  const { enter } = turns<string>(
    1,
    () => 1,
    () => now,
  )
  const come = (who: string, takes: number) =>
    enter(who).then((leave) => {
      served.push(who)
      now += takes
      leave()
    })
  return { served, come, enter }
}

test('whoever takes long has fewer turns: each line has as much time', async () => {
  const { served, come, enter } = desk()
  const leave = await enter('first')
  const all = [
    ...Array.from({ length: 20 }, () => come('long', 50)),
    ...Array.from({ length: 20 }, () => come('short', 10)),
  ]
  leave()
  await Promise.all(all)
  // While both wait, five short ones are served for each long one.
  expect(served.slice(0, served.lastIndexOf('short') + 1).filter((who) => who === 'long').length).toBeLessThanOrEqual(5)
  expect(served.filter((who) => who === 'long')).toHaveLength(20)
})

test('who comes anew is owed nothing for the time before, nor is anybody made to pay for time when nobody else came', async () => {
  const { served, come, enter } = desk()
  for (let times = 0; times < 100; times += 1) await come('early', 50)
  served.length = 0
  const leave = await enter('early')
  const all = Array.from({ length: 10 }, () => [come('early', 10), come('late', 10)]).flat()
  leave()
  await Promise.all(all)
  const half = served.slice(0, 10).filter((who) => who === 'late').length
  expect(half).toBeGreaterThanOrEqual(4)
  expect(half).toBeLessThanOrEqual(6)
})
