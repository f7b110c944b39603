import { expect, onTestFinished, test, vi } from 'vitest'
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

/** Ten places, five of them for one client at most; as many callers of each line as told. */
async function crowdOf(callers: Readonly<Record<string, number>>) {
  let now = 10_000
  const turnsOf = turns<string>(
    10,
    () => 5,
    () => now,
  )
  const leaves: (() => void)[] = []
  for (const [who, count] of Object.entries(callers)) {
    for (let times = 0; times < count; times += 1) void turnsOf.enter(who).then((leave) => leaves.push(leave))
  }
  await Promise.resolve()
  return { ...turnsOf, leaves, pass: (ms: number) => void (now += ms) }
}

test('as many waiting as there are places are a crowd once they have stood for a while, and none when they are gone', async () => {
  const { isCrowded, leaves, pass } = await crowdOf({ a: 5, b: 5, c: 4, d: 4, e: 2 })
  expect(isCrowded()).toBe(false)
  pass(1200)
  expect(isCrowded()).toBe(true)
  expect(isCrowded(4)).toBe(false)
  leaves.shift()?.()
  await Promise.resolve()
  expect(isCrowded()).toBe(false)
})

test('a burst that has been served in between is no crowd', async () => {
  const { isCrowded, enter, leaves, pass } = await crowdOf({ a: 5, b: 5, c: 1 })
  pass(600)
  leaves.shift()?.()
  await Promise.resolve()
  for (const who of ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) void enter(who)
  pass(600)
  expect(isCrowded()).toBe(false)
  pass(600)
  expect(isCrowded()).toBe(true)
})

test('a client who sends more than its share makes no crowd of its own', async () => {
  const { isCrowded, pass } = await crowdOf({ flood: 300, little: 1 })
  pass(2000)
  expect(isCrowded()).toBe(false)
  const two = await crowdOf({ flood: 300, other: 300, little: 1 })
  two.pass(2000)
  expect(two.isCrowded()).toBe(false)
})
