// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { showAlert } from '#ui/alert-store.ts'

test('at the console alerts keep off the buttons as well', async () => {
  vi.useFakeTimers()
  await import('./behind-the-screen.tsx')
  showAlert('error', 'Escriba antes la respuesta')
  document.body.innerHTML = '<section><div data-tone="error">Escriba antes la respuesta</div></section>'
  vi.advanceTimersByTime(1000)
  expect(document.documentElement.style.getPropertyValue('--alerts')).toMatch(/px$/)
  vi.useRealTimers()
})
