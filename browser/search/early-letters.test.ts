// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useEarlyLetters } from './early-letters.ts'

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })

test('letters typed before a search has its field are kept for it, and are no keys of the screen', () => {
  const ofScreen = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', ofScreen)
  onTestFinished(() => {
    document.removeEventListener('keydown', ofScreen)
    cleanup()
  })
  const { rerender, result } = renderHook(useEarlyLetters, { initialProps: false })
  press('a')
  expect(ofScreen).toHaveBeenCalledTimes(1)
  rerender(true)
  for (const key of ['f', 'a', 'c', 'Enter']) press(key)
  expect([ofScreen.mock.calls.length, result.current()]).toEqual([1, 'fac'])
  press('Escape')
  press('k', { ctrlKey: true })
  expect([ofScreen.mock.calls.length, result.current()]).toEqual([3, 'fac'])
  const field = document.body.appendChild(document.createElement('textarea'))
  expect(fireEvent.keyDown(field, { key: 'x' })).toBe(true)
  expect([ofScreen.mock.calls.length, result.current()]).toEqual([4, 'fac'])
  field.remove()
  rerender(false)
  press('r')
  expect([ofScreen.mock.calls.length, result.current()]).toEqual([5, ''])
})
