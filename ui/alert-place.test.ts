// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { type Box, freePlace, keepAlertsOffButtons } from './alert-place.ts'
import { alertsNow, dismissAlert, showAlert } from './alert-store.ts'

const AREA: Box = { left: 8, top: 200, right: 382, bottom: 836 }
const SIZE = { width: 300, height: 56 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test.each<[string, readonly Box[], { left: number; top: number } | null]>([
  ['nothing is there', [], { left: 45, top: 780 }],
  ['a button is in the middle: above it', [box(100, 790, 90, 40)], { left: 45, top: 726 }],
  ['a small one is at the right: beside it, as low', [box(340, 790, 40, 40)], { left: 8, top: 780 }],
  ['a small one is at the left', [box(10, 790, 30, 40)], { left: 82, top: 780 }],
  ['two rows of them', [box(8, 790, 374, 40), box(8, 700, 374, 40)], { left: 45, top: 636 }],
  ['the gap between two rows is wide enough', [box(8, 790, 374, 40), box(8, 660, 374, 40)], { left: 45, top: 726 }],
  ['they are everywhere', [box(0, 0, 390, 844)], null],
  ['one is above, out of the way', [box(8, 100, 374, 40)], { left: 45, top: 780 }],
])('if %s', (_case, others, place) => {
  expect(freePlace(SIZE, AREA, others)).toEqual(place)
})

test('an alert fits between close rows if a smaller gap is allowed', () => {
  const rows = [
    box(8, 790, 374, 40),
    box(8, 690, 374, 40),
    box(8, 590, 374, 40),
    box(8, 490, 374, 40),
    box(8, 390, 374, 40),
  ]
  const all = [...rows, box(8, 290, 374, 40), box(8, 190, 374, 40)]
  expect(freePlace(SIZE, AREA, all)).toBeNull()
  expect(freePlace(SIZE, AREA, all, 1)).toEqual({ left: 45, top: 733 })
})

test('an alert from before this code was loaded is moved as well', () => {
  vi.useFakeTimers()
  showAlert('success', 'Enviado')
  document.body.innerHTML = '<section><div data-tone="success">Enviado</div></section>'
  keepAlertsOffButtons()
  vi.advanceTimersByTime(1000)
  expect(document.querySelector('section')?.style.translate).toMatch(/px/)
  vi.useRealTimers()
})

test('an alert hides no sentence that says what is wrong in a form', () => {
  vi.useFakeTimers()
  showAlert('warning', 'Revise el formulario')
  document.body.innerHTML = `<p class="mantine-InputWrapper-error">Obligatorio</p>
    <section><div data-tone="warning">Revise el formulario</div></section>`
  const [sentence, region, alert] = ['p', 'section', 'div'].map((name) => document.querySelector<HTMLElement>(name))
  if (!sentence || !region || !alert) throw new Error('The page was not drawn')
  sentence.getBoundingClientRect = () => new DOMRect(0, 700, 1024, 20)
  const movedBy = () => Number(/(-?\d+)px$/.exec(region.style.translate)?.[1] ?? 0)
  region.getBoundingClientRect = () => new DOMRect(0, 688 + movedBy(), 1024, 56)
  Object.defineProperties(alert, { offsetWidth: { value: 300 }, offsetHeight: { value: 56 } })
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 1024 })
  keepAlertsOffButtons()
  vi.advanceTimersByTime(1000)
  expect(region.style.translate).toBe('0px -52px')
  vi.useRealTimers()
})

test('what is fixed to the bottom makes room for all lines of all alerts, and takes it back', () => {
  vi.useFakeTimers()
  const room = () => document.documentElement.style.getPropertyValue('--alerts')
  showAlert('error', 'No se ha podido enviar la respuesta')
  showAlert('error', 'Escriba antes la respuesta')
  document.body.innerHTML = `<section style="padding-bottom: 16px"><div data-tone="error"></div><div data-tone="error"></div></section>`
  const [first, last] = document.querySelectorAll<HTMLElement>('div')
  if (!first || !last) throw new Error('The page was not drawn')
  Object.defineProperties(first, { offsetTop: { value: 0 }, offsetHeight: { value: 52 } })
  Object.defineProperties(last, { offsetTop: { value: 60 }, offsetHeight: { value: 76 } })
  keepAlertsOffButtons()
  vi.advanceTimersByTime(1000)
  expect(room()).toBe('160px')
  for (const { id } of alertsNow()) dismissAlert(id)
  expect(room()).toBe('')
  vi.useRealTimers()
})
