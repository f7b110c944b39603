import { describe, expect, test, vi } from 'vitest'
import { CallFailed } from './client.ts'
import { whenForbidden } from './forbidden.ts'

const desk = (answer: () => Promise<unknown>) => {
  let open = true
  const end = vi.fn<() => void>(() => {
    open = false
  })
  const check = vi.fn<() => Promise<unknown>>(answer)
  return { end, check, told: whenForbidden({ isOpen: () => open, check, end }) }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const stillIn = () => Promise.resolve(null)
const proxy = () => Promise.reject(new CallFailed(403, 'No'))
const away = () => Promise.reject(new CallFailed(null, 'No'))

describe('a 403', () => {
  test.each([
    ['of a session that is over', 'no-session', stillIn, 0, 1],
    ['of a proxy', null, stillIn, 1, 1],
    ['of a proxy that refuses everything', null, proxy, 1, 1],
    ['of a role that is not had any more', 'role-missing', stillIn, 1, 0],
    ['of a role, and then of a proxy', 'role-missing', proxy, 1, 1],
    ['of another site', 'other-site', stillIn, 0, 0],
  ] as const)('%s', async (_what, code, answer, checks, ends) => {
    const { told, check, end } = desk(answer)
    told(code)
    told(code)
    await settled()
    expect([check.mock.calls.length, end.mock.calls.length]).toEqual([checks, ends])
  })

  test('ends nothing if no server answers the question: the next call will say so', async () => {
    const { told, check, end } = desk(away)
    told('role-missing')
    await settled()
    expect([check.mock.calls.length, end.mock.calls.length]).toEqual([1, 0])
  })

  test('asks once, however many calls are refused at the same time, and again the next time', async () => {
    const { told, check } = desk(stillIn)
    for (let calls = 0; calls < 5; calls += 1) told('role-missing')
    await settled()
    told('role-missing')
    expect(check).toHaveBeenCalledTimes(2)
  })
})
