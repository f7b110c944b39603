import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AT_LATEST_MS, type KeptState, QUIET_MS, RETRY_MS, draftKeeper } from './draft-keeper.ts'

let written: string[]
let states: KeptState[]
/** The answer that the next saves wait for. */
let answer: () => Promise<KeptState>

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  states = []
  answer = () => Promise.resolve('saved')
})
afterEach(() => void vi.useRealTimers())

const keeper = () =>
  draftKeeper('', {
    state: 'none',
    write: (draft) => {
      written.push(draft)
      return answer()
    },
    onState: (state) => states.push(state),
  })

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('saves a second after the last change, and not again', async () => {
  const kept = keeper()
  kept.take('a')
  await after(QUIET_MS - 1)
  kept.take('ab')
  await after(QUIET_MS - 1)
  expect(written).toEqual([])
  await after(1)
  expect(written).toEqual(['ab'])
  // A state is told once: if each of 50 letters in a row leaves React something to draw later, it gives up.
  expect(states).toEqual(['saving', 'saved'])
  kept.take('ab')
  await kept.flush()
  await after(60_000)
  expect(written).toEqual(['ab'])
})

test('what is typed right after a save counts as unsaved, also if that save took along what was typed meanwhile', async () => {
  let arrive = (_state: KeptState) => undefined as void
  answer = () => new Promise((resolve) => (arrive = resolve))
  const kept = keeper()
  kept.take('a')
  await after(QUIET_MS)
  kept.take('ab')
  answer = () => Promise.resolve('saved')
  arrive('saved')
  await after(0)
  expect([written, states.at(-1)]).toEqual([['a', 'ab'], 'saved'])
  kept.take('abc')
  expect(states.at(-1)).toBe('saving')
})

test('what is typed after a failed save is being saved again', async () => {
  let fail = () => undefined as void
  answer = () => new Promise((_, reject) => (fail = () => reject(new Error('away'))))
  const kept = keeper()
  kept.take('a')
  await after(QUIET_MS)
  kept.take('ab')
  fail()
  await after(0)
  expect(states.at(-1)).toBe('failed')
  kept.take('abc')
  expect(states.at(-1)).toBe('saving')
})

test('saves nothing while nothing has changed, or after a change was undone', async () => {
  const kept = keeper()
  kept.take('')
  kept.take('a')
  kept.take('')
  await after(60_000)
  expect(written).toEqual([])
  expect(states.at(-1)).toBe('none')
})

test('the text of somebody who types without a pause is saved all the same', async () => {
  const kept = keeper()
  for (let typed = 1; typed * 500 <= AT_LATEST_MS; typed++) {
    kept.take('x'.repeat(typed))
    await after(500)
  }
  expect(written).toHaveLength(1)
})

test('one save after the other: changes made meanwhile follow', async () => {
  let arrive = (_: KeptState) => {}
  answer = () => new Promise((resolve) => (arrive = resolve))
  const kept = keeper()
  kept.take('a')
  await after(QUIET_MS)
  kept.take('ab')
  await after(AT_LATEST_MS)
  expect(written).toEqual(['a'])
  answer = () => Promise.resolve('saved')
  arrive('saved')
  await after(0)
  expect(written).toEqual(['a', 'ab'])
})

test('a page that closes sends the text that is not on its way yet, once', async () => {
  answer = () => new Promise(() => {})
  const kept = keeper()
  kept.take('a')
  kept.hurry()
  await after(0)
  kept.hurry()
  expect(written).toEqual(['a'])
  kept.take('ab')
  kept.hurry()
  kept.hurry()
  expect(written).toEqual(['a', 'ab'])
})

test('a failure is shown, and the save is tried again', async () => {
  answer = () => Promise.reject(new Error('no network'))
  const kept = keeper()
  kept.take('a')
  expect(await kept.flush()).toBe('failed')
  expect(states.at(-1)).toBe('failed')
  answer = () => Promise.resolve('saved')
  await after(RETRY_MS)
  expect(written).toEqual(['a', 'a'])
  expect(states.at(-1)).toBe('saved')
})

test('a text that cannot reach the server is kept in this browser, says so, and is sent later', async () => {
  const here: string[] = []
  const kept = draftKeeper('', {
    state: 'none',
    write: (draft) => {
      written.push(draft)
      return answer()
    },
    keepHere: (draft) => {
      here.push(draft)
      return Promise.resolve(true)
    },
    onState: (state) => states.push(state),
  })
  answer = () => Promise.reject(new Error('no network'))
  kept.take('a')
  await after(QUIET_MS)
  expect(here).toEqual(['a'])
  expect(states.at(-1)).toBe('here')
  answer = () => Promise.resolve('saved')
  expect(await kept.flush()).toBe('saved')
  expect(states.at(-1)).toBe('saved')
})

test('a server that does not answer does not delay keeping the text in this browser', async () => {
  const here: string[] = []
  const kept = draftKeeper('', {
    state: 'none',
    write: () => new Promise(() => {}),
    keepHere: (draft) => Promise.resolve(here.push(draft) > 0),
    onState: () => {},
  })
  kept.take('a')
  await after(QUIET_MS)
  expect(here).toEqual(['a'])
})

test('the initial text is sent if it was not sent before', async () => {
  const kept = draftKeeper('a', {
    state: 'here',
    isUnsent: true,
    write: (draft) => {
      written.push(draft)
      return answer()
    },
    onState: (state) => states.push(state),
  })
  kept.wake()
  await after(QUIET_MS)
  expect(written).toEqual(['a'])
  expect(states.at(-1)).toBe('saved')
})

test('saves nothing while asleep, and again once awake', async () => {
  const kept = keeper()
  kept.take('a')
  kept.sleep()
  await after(60_000)
  expect(written).toEqual([])
  kept.wake()
  await after(QUIET_MS)
  expect(written).toEqual(['a'])
})

test('a save that ends while asleep tells nobody', async () => {
  const ends = Promise.withResolvers<KeptState>()
  answer = () => ends.promise
  const kept = keeper()
  kept.take('a')
  kept.hurry()
  kept.sleep()
  ends.resolve('saved')
  await after(60_000)
  expect([written, states]).toEqual([['a'], ['saving']])
})

test('after its end nothing more is saved, and a running save has arrived', async () => {
  let arrive = (_: KeptState) => {}
  answer = () => new Promise((resolve) => (arrive = resolve))
  const kept = keeper()
  kept.take('a')
  await after(QUIET_MS)
  kept.take('ab')
  let over = false
  const end = kept.end().then(() => (over = true))
  await after(60_000)
  expect(over).toBe(false)
  arrive('saved')
  await end
  kept.take('abc')
  await after(60_000)
  expect(written).toEqual(['a'])
  answer = () => Promise.resolve('saved')
  kept.resume()
  await after(QUIET_MS)
  expect(written).toEqual(['a', 'abc'])
})
