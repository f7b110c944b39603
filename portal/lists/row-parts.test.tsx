// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const read = () => {
  const time = screen.getByRole('time')
  const [shown, aloud] = [...time.children]
  return { shown: shown?.textContent, isAloud: !shown?.hasAttribute('aria-hidden'), exact: aloud?.textContent }
}

test('a row shows how long ago, and goes on counting; only its exact date is read aloud', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T09:40:00Z') })
  const { Ago } = await import('./row-parts.tsx')
  render(<Ago at={new Date('2026-11-24T07:40:00Z')} />, { wrapper: MantineProvider })
  expect(read()).toEqual({ shown: 'hace 2 h', isAloud: false, exact: '24/11/2026 08:40' })
  act(() => void vi.advanceTimersByTime(60 * 60_000))
  expect(read()).toEqual({ shown: 'hace 3 h', isAloud: false, exact: '24/11/2026 08:40' })
})
