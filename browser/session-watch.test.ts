import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed } from './client.ts'
import { sessionWatch } from './session-watch.ts'

interface State {
  readonly is: 'unknown' | 'none' | 'open' | 'ended' | 'taken'
}

const pageOf = () => Object.assign(new EventTarget(), { visibilityState: 'visible' })
let page = pageOf()
let tab = new EventTarget()
let channels = 0

beforeEach(() => {
  page = pageOf()
  tab = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A tab that assumes one session state, and a server that reports another. */
function desk(known: State['is'], answer: () => Promise<State> = () => Promise.resolve({ is: 'open' })) {
  let now: State = { is: known }
  const ask = vi.fn<() => Promise<State>>(async () => {
    now = await answer()
    return now
  })
  const refreshed = vi.fn<() => void>()
  const watch = sessionWatch<State>({
    channel: `test-${(channels += 1)}`,
    now: () => now,
    none: { is: 'none' },
    ask,
    end: () => {
      now = { is: 'ended' }
    },
    logout: () => Promise.resolve(),
    login: '/login',
    onForbidden: () => undefined,
  })
  watch.begin()
  watch.onStillIn(refreshed)
  return { watch, ask, refreshed }
}

const comeBack = () => {
  tab.dispatchEvent(new Event('focus'))
  page.dispatchEvent(new Event('visibilitychange'))
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const refusing = (status: number | null) => () => Promise.reject(new CallFailed(status, 'No'))

describe('coming back to the window', () => {
  test('asks once whose session it is, and refreshes the screen only afterwards', async () => {
    let answer = (_: State) => {}
    const { ask, refreshed } = desk('open', () => new Promise((resolve) => (answer = resolve)))
    comeBack()
    await settled()
    expect([ask.mock.calls.length, refreshed.mock.calls.length]).toEqual([1, 0])
    answer({ is: 'open' })
    await settled()
    expect(refreshed).toHaveBeenCalled()
  })

  test.each(['none', 'ended', 'taken'] as const)('refreshes nothing if it is %s', async (is) => {
    const { refreshed } = desk('open', () => Promise.resolve({ is }))
    comeBack()
    await settled()
    expect(refreshed).not.toHaveBeenCalled()
  })

  test('refreshes nothing while the server is away', async () => {
    const { refreshed } = desk('open', refusing(null))
    comeBack()
    await settled()
    expect(refreshed).not.toHaveBeenCalled()
  })

  test.each([
    ['unknown', 0],
    ['none', 0],
    ['ended', 1],
    ['taken', 1],
  ] as const)('in a tab whose session is %s asks %i times', async (is, times) => {
    const { ask } = desk(is)
    comeBack()
    await settled()
    expect(ask).toHaveBeenCalledTimes(times)
  })

  test('by hiding it asks nothing', async () => {
    const { ask } = desk('open')
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('the guard of a screen', () => {
  test('uses the last answer as long as it is fresh', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { watch, ask } = desk('open')
    watch.checked()
    vi.advanceTimersByTime(14_000)
    expect(await watch.ensure()).toEqual({ is: 'open' })
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    await watch.ensure()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['who was in stays where the server is away', 'open', null, 'open'],
    ['who was in stays where it refuses', 'open', 403, 'open'],
    ['who is refused before they are in has to enter', 'unknown', 403, 'none'],
    ['who waits to come back waits on', 'ended', null, 'ended'],
  ] as const)('%s', async (_what, known, status, is) => {
    const { watch } = desk(known, refusing(status))
    expect(await watch.ensure()).toEqual({ is })
  })

  test('fails without a session while the server is away', async () => {
    const { watch } = desk('unknown', refusing(null))
    await expect(watch.ensure()).rejects.toThrow(CallFailed)
  })
})
