import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alertsNow, dismissAlert, holdAlert, releaseAlert, showAlert } from './alert-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of alertsNow()) dismissAlert(id)
  vi.useRealTimers()
})

const texts = () => alertsNow().map(({ text }) => text)

test.each([
  ['error', 4000],
  ['warning', 4000],
  ['success', 3000],
] as const)('an alert of tone %s leaves after %i ms', (tone, ms) => {
  showAlert(tone, 'x')
  vi.advanceTimersByTime(ms - 1)
  expect(texts()).toEqual(['x'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('the same text stands once, and its time begins anew', () => {
  showAlert('error', 'x')
  vi.advanceTimersByTime(3000)
  showAlert('error', 'x')
  showAlert('error', 'y')
  expect(texts()).toEqual(['x', 'y'])
  vi.advanceTimersByTime(3999)
  expect(texts()).toEqual(['x', 'y'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('the same text in another tone replaces the first', () => {
  showAlert('warning', 'x')
  showAlert('error', 'x')
  expect(alertsNow().map(({ tone }) => tone)).toEqual(['error'])
})

test.each(['success', 'warning'] as const)('a %s removes the errors before it', (tone) => {
  showAlert('warning', 'before')
  showAlert('error', 'failed')
  showAlert(tone, 'done')
  expect(texts()).toEqual(['before', 'done'])
  showAlert('error', 'one thing was left out')
  expect(texts()).toEqual(['before', 'done', 'one thing was left out'])
})

test('an error that is being read stays after a success', () => {
  showAlert('error', 'failed')
  holdAlert(alertsNow()[0]?.id ?? 0)
  showAlert('success', 'done')
  expect(texts()).toEqual(['failed', 'done'])
})

test('an alert waits while it is held, also when its text is shown again', () => {
  showAlert('success', 'x')
  const [alert] = alertsNow()
  holdAlert(alert?.id ?? 0)
  showAlert('success', 'x')
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['x'])
  releaseAlert(alert?.id ?? 0)
  vi.advanceTimersByTime(3000)
  expect(texts()).toEqual([])
})
