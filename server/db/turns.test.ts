import { expect, onTestFinished, test, vi } from 'vitest'
import { TooManyWaiting } from './away.ts'
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

test('a slow line has fewer turns: all lines have as much time', async () => {
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

test('a new line is owed nothing for the time before, and nobody pays for time in which nobody else came', async () => {
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

/** Room for five, four of them for one client. Eight come, and stay until they are told to go. */
async function crowd({ others }: { others: boolean }) {
  let now = 10_000
  const { enter } = turns<string>(
    5,
    () => 4,
    () => now,
  )
  const touch = async () => (await enter('little'))()
  if (others) await touch()
  let inside = 0
  const leaves: (() => void)[] = []
  const come = async () => {
    const leave = await enter('much')
    inside += 1
    leaves.push(() => {
      inside -= 1
      leave()
    })
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const all = Array.from({ length: 8 }, come)
  await settled()
  const leave = async () => {
    leaves.shift()?.()
    await settled()
  }
  const empty = async () => {
    while (leaves.length > 0) await leave()
    await Promise.all(all)
  }
  return { come, touch, leave, empty, settled, inside: () => inside, pass: (ms: number) => void (now += ms) }
}

test('while others come as well, a line that stays full goes in one by one', async () => {
  const { leave, empty, inside, pass } = await crowd({ others: true })
  expect(inside()).toBe(4)
  pass(100)
  for (let times = 0; times < 3; times += 1) await leave()
  expect(inside()).toBe(1)
  await leave()
  expect(inside()).toBe(1)
  await empty()
})

test('while others come as well, a line that has flooded for long pauses after each, for a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { leave, inside, pass, touch } = await crowd({ others: true })
  const stay = async (ms: number) => {
    pass(ms)
    await touch()
    await leave()
  }
  await stay(2000)
  for (let times = 0; times < 3; times += 1) await leave()
  expect(inside()).toBe(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(inside()).toBe(1)
  await stay(30)
  await vi.advanceTimersByTimeAsync(59)
  expect(inside()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(inside()).toBe(1)
})

test('a line alone has all the room, also after the others have gone', async () => {
  for (const others of [false, true]) {
    const { leave, empty, inside, pass } = await crowd({ others })
    pass(10_000)
    await leave()
    expect(inside()).toBe(4)
    await empty()
  }
})

test('a line that was held back for others has its room again when they are gone, though none of its own leaves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { leave, empty, inside, pass, touch } = await crowd({ others: true })
  pass(100)
  for (let times = 0; times < 3; times += 1) await leave()
  pass(1900)
  await touch()
  await vi.advanceTimersByTimeAsync(2000)
  expect(inside()).toBe(1)
  pass(2000)
  await vi.advanceTimersByTimeAsync(2000)
  expect(inside()).toBe(4)
  await empty()
})

test('once nobody of it waits, a line has its room again', async () => {
  const { come, empty, inside, pass, settled } = await crowd({ others: true })
  pass(100)
  await empty()
  const all = Array.from({ length: 4 }, come)
  await settled()
  expect(inside()).toBe(4)
  await empty()
  await Promise.all(all)
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

/**
 * Ten places, at most five of them for one client. Each caller stays until `leave` sends away those inside, the
 * earliest first.
 */
function office() {
  let now = 10_000
  const { enter, refused: refusedSoFar } = turns<string>(
    10,
    () => 5,
    () => now,
  )
  const leaves: (() => void)[] = []
  const refused: string[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    leaves,
    refused,
    refusedSoFar,
    come: async (callers: Readonly<Record<string, number>>, patienceMs = 200, person?: number) => {
      for (const [who, count] of Object.entries(callers)) {
        for (let times = 0; times < count; times += 1) {
          enter(who, person, patienceMs).then(
            (leave) => leaves.push(leave),
            (error) => {
              expect(error).toBeInstanceOf(TooManyWaiting)
              refused.push(who)
            },
          )
        }
      }
      await settled()
    },
    leave: async () => {
      leaves.shift()?.()
      await settled()
    },
    pass: (ms: number) => void (now += ms),
  }
}

test('in a queue that stays, whoever has waited too long is refused, and whoever has more patience is not', async () => {
  const { come, leave, pass, leaves, refused, refusedSoFar } = office()
  await come({ a: 5, b: 5, c: 1 })
  await come({ d: 49 }, 2000)
  pass(1200)
  await come({ e: 1 })
  expect(refused).toEqual(['c'])
  // Its own line is new, but the whole queue is not.
  pass(300)
  await come({ f: 1 })
  expect(refused).toEqual(['c', 'e'])
  await leave()
  await leave()
  expect([leaves.length, refused]).toEqual([10, ['c', 'e']])
  expect(refusedSoFar()).toBe(2)
})

test('a short queue refuses nobody, however long it stays', async () => {
  const { come, pass, refused } = office()
  await come({ a: 5, b: 5, c: 24, d: 24 })
  pass(5000)
  await come({ e: 1 })
  expect(refused).toEqual([])
  pass(1200)
  await come({ f: 1 })
  expect(new Set(refused)).toEqual(new Set(['c', 'd', 'e']))
  expect(refused).toHaveLength(49)
})

test('in a burst everybody is served, however long it takes, if it is served before the queue stays', async () => {
  const { come, leave, pass, leaves, refused } = office()
  await come({ a: 5, b: 5, c: 1, d: 1, e: 1 })
  pass(900)
  for (let times = 0; times < 3; times += 1) await leave()
  pass(900)
  await come({ f: 1 })
  await come({ x: 50 }, 10_000)
  expect([leaves.length, refused]).toEqual([10, []])
  // The queue had been empty in between.
  pass(900)
  await come({ g: 1 })
  expect(refused).toEqual([])
  pass(200)
  await come({ h: 1 })
  expect(refused).toEqual(['f'])
})

test('a client who sends more than its share is refused alone, and is no crowd', async () => {
  const { come, leave, pass, refused, refusedSoFar } = office()
  await come({ little: 1, flood: 300 })
  for (let times = 0; times < 6; times += 1) {
    pass(300)
    await come({ little: 1 })
    await leave()
  }
  expect(new Set(refused)).toEqual(new Set(['flood']))
  expect(refused.length).toBeGreaterThan(280)
  expect(refusedSoFar()).toBe(0)
})

test('if many lines are full, none of them floods: none pauses, and who is refused counts as one of a crowd', async () => {
  const { come, leave, pass, leaves, refused, refusedSoFar } = office()
  const everybody = Object.fromEntries(Array.from('abcdefghij', (who) => [who, 6]))
  await come(everybody, 10_000)
  await come(everybody, 200)
  for (let times = 0; times < 12; times += 1) {
    pass(250)
    await leave()
    // Each free place is taken at once.
    expect(leaves.length).toBe(10)
  }
  expect(refused.length).toBeGreaterThan(20)
  expect(refusedSoFar()).toBe(refused.length)
})

test('in a crowd whose pace is known, who would wait too long is refused at once; a short line, another person of a long one and more patience wait', async () => {
  const { come, leave, pass, refused, refusedSoFar } = office()
  const everybody = Object.fromEntries(Array.from('abcdefghij', (who) => [who, 12]))
  await come(everybody, Infinity)
  await come({ a: 1 })
  // Nothing is known of its pace yet.
  expect(refused).toEqual([])
  for (let times = 0; times < 40; times += 1) {
    pass(10)
    await leave()
  }
  // Seventy wait, of whom one goes in every ten milliseconds.
  await come({ b: 1 })
  expect([refused, refusedSoFar()]).toEqual([['b'], 1])
  await come({ k: 1 })
  await come({ c: 1 }, 200, 7)
  await come({ d: 1 }, 1000)
  expect(refused).toEqual(['b'])
  await come({ c: 10 }, 200, 7)
  expect(new Set(refused)).toEqual(new Set(['b', 'c']))

  // A queue that is kept short by refusals stays a long one: who has waited too long in it is refused.
  refused.length = 0
  for (let times = 0; times < 30; times += 1) await leave()
  await come({ l: 1 })
  pass(900)
  await come({ m: 1 })
  expect(refused).toContain('l')

  // Once nobody has been refused for its length for a second, everybody waits.
  refused.length = 0
  pass(1000)
  await come({ b: 1 })
  expect(refused).toEqual([])
})
