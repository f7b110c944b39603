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

/** Room for four, all of which may be one's; a second before, somebody else came for a moment. */
async function shared({ others }: { others: boolean }) {
  let now = 0
  const { enter } = turns<string>(
    4,
    () => 4,
    () => now,
  )
  const stay = async (who: string, ms: number) => {
    const leave = await enter(who)
    now += ms
    leave()
  }
  await stay('much', 500)
  if (others) await stay('little', 10)
  now += 1000
  let inside = 0
  let mostInside = 0
  const leaves: (() => void)[] = []
  const all = Array.from({ length: 8 }, async () => {
    const leave = await enter('much')
    inside += 1
    mostInside = Math.max(mostInside, inside)
    leaves.push(() => {
      inside -= 1
      leave()
    })
  })
  const goOn = async () => {
    while (leaves.length > 0) {
      leaves.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
  }
  await new Promise(setImmediate)
  return { goOn, mostInside: () => mostInside, pass: (ms: number) => void (now += ms) }
}

test('while others come as well, a line that had more than its share goes in one by one', async () => {
  const { goOn, mostInside } = await shared({ others: true })
  await goOn()
  expect(mostInside()).toBe(1)
})

test('who is alone has all the room there is', async () => {
  const { goOn, mostInside } = await shared({ others: false })
  await goOn()
  expect(mostInside()).toBe(4)
})

test('what a line had is forgotten: then it has room again', async () => {
  const { goOn, mostInside, pass } = await shared({ others: true })
  pass(60_000)
  await goOn()
  expect(mostInside()).toBe(4)
})

test('in a line one person goes in after another, however much one of them wants', async () => {
  const { enter } = turns<string>(1, () => 1)
  const served: number[] = []
  const come = async (person: number) => {
    const leave = await enter('client', person)
    served.push(person)
    leave()
  }
  const leave = await enter('client', 9)
  const all = [1, 1, 1, 1, 2, 3, 2].map(come)
  leave()
  await Promise.all(all)
  expect(served).toEqual([1, 2, 3, 1, 2, 1, 1])
})
