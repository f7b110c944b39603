import { expect, test } from 'vitest'
import { blankLine, fieldName, hundredthsIn, lineProblems, linesOf, typedLines } from './offered-lines.ts'

test.each<[string, number | null | undefined]>([
  ['', null],
  ['  ', null],
  ['12', 1200],
  ['12,5', 1250],
  ['12.5', 1250],
  ['0,05', 5],
  [',5', 50],
  ['1.250', 125_000],
  ['1.250,00 €', 125_000],
  ['1 250,5', 125_050],
  ['1250', 125_000],
  ['-92,80', -9280],
  ['−92,80', -9280],
  ['-0', 0],
  ['21 %', 2100],
  ['1.250.000', 125_000_000],
  ['12,345', undefined],
  ['1,250.75', undefined],
  ['12.50.000', undefined],
  ['1.2.3', undefined],
  ['12,5,5', undefined],
  ['doce', undefined],
  ['1e3', undefined],
  ['-', undefined],
  [',', undefined],
])('%j is %s hundredths', (typed, hundredths) => {
  expect(hundredthsIn(typed, 'es')).toBe(hundredths)
})

test.each<[string, number | undefined]>([
  ['1,250', 125_000],
  ['1,250.75', 125_075],
  ['12,5', 1250],
  ['12.345', undefined],
])('in English %j is %s hundredths', (typed, hundredths) => {
  expect(hundredthsIn(typed, 'en')).toBe(hundredths)
})

const line = (over: object) => ({ key: 1, concept: 'Algo', hours: '', price: '10', vat: '21', ...over })
const WORDS = { required: 'falta', number: 'número' }

test('an empty line does not count; an incomplete one says which field is missing', () => {
  const [first] = [blankLine([])]
  expect([linesOf([first], 'es'), lineProblems([first], 'es', WORDS)]).toEqual([[], {}])
  expect(lineProblems([line({ concept: ' ', price: '', vat: '' })], 'es', WORDS)).toEqual({})
  expect(lineProblems([line({ price: '', vat: '' })], 'es', WORDS)).toEqual({
    [fieldName(1, 'price')]: 'falta',
    [fieldName(1, 'vat')]: 'falta',
  })
  expect(lineProblems([line({ concept: '', hours: '0', price: 'x', vat: '101' })], 'es', WORDS)).toEqual({
    [fieldName(1, 'concept')]: 'falta',
    [fieldName(1, 'hours')]: 'número',
    [fieldName(1, 'price')]: 'número',
    [fieldName(1, 'vat')]: 'número',
  })
})

test('the next line has the VAT of the last, and a key of its own', () => {
  expect(blankLine([line({ key: 4, vat: '7' })])).toMatchObject({ key: 5, vat: '7' })
})

test('lines that are read can be typed again', () => {
  const lines = [
    { concept: 'Algo', hours: 1250, price: 5800, vat: 2100 },
    { concept: 'Descuento', hours: null, price: -9280, vat: 0 },
  ]
  const written = (hundredths: number) => String(hundredths / 100).replace('.', ',')
  expect(linesOf(typedLines(lines, written), 'es')).toEqual(lines)
})
