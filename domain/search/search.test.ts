import { describe, expect, test } from 'vitest'
import { fragmentOf, isOneSlip, numberAsked, piecesOf, wordsAsked, wordsOf } from './search.ts'

describe('the words of a text', () => {
  test.each([
    ['«Serie bloqueada» ¿Dónde está?', ['serie', 'bloqueada', 'donde', 'esta']],
    ['PEN\u0303ISCOLA, Peñíscola y AÑO2026_b', ['peñiscola', 'peñiscola', 'y', 'año2026', 'b']],
    ['INFORME—ANUAL 1.250,50 €', ['informe', 'anual', '1', '250', '50']],
    ['İıß😀日本', ['i']],
    ['', []],
  ])('%s', (said, expected) => {
    expect(wordsOf(said).map(({ word }) => word)).toEqual(expected)
  })

  test('stand where they were written', () => {
    const said = '😀 ¿Dónde, PEN\u0303A?'
    expect(wordsOf(said).map(({ from, to }) => said.slice(from, to))).toEqual(['Dónde', 'PEN\u0303A'])
  })

  test('that are searched for are at most six, all different, each of more than one letter', () => {
    expect(wordsAsked('La la a uno dos tres cuatro cinco seis')).toEqual([
      'la',
      'uno',
      'dos',
      'tres',
      'cuatro',
      'cinco',
    ])
  })
})

test.each([
  ['100045', 100045],
  [' #100045 ', 100045],
  ['nº 100045', 100045],
  ['factura 3', null],
  ['', null],
  ['1234567890123456', null],
])('%s is the number %s', (question, number) => {
  expect(numberAsked(question)).toBe(number)
})

test.each([
  ['factura', 'factra', true],
  ['factura', 'facturra', true],
  ['factura', 'fartura', true],
  ['factura', 'fcatura', true],
  ['factura', 'afctura', true],
  ['factura', 'facturas', true],
  ['factura', 'factura', false],
  ['factura', 'fctra', false],
  ['factura', 'facutar', false],
  ['ab', '', false],
])('%s and %s: one slip is %s', (one, other, expected) => {
  expect(isOneSlip(one, other)).toBe(expected)
  expect(isOneSlip(other, one)).toBe(expected)
})

describe('a fragment', () => {
  const sought = [{ word: 'facturas', stems: ['factur'] }]

  test('marks the words in a text that is otherwise escaped', () => {
    expect(fragmentOf('La <b>Factura</b> & "otra"', sought)).toBe(
      'La &lt;b&gt;<mark>Factura</mark>&lt;/b&gt; &amp; &quot;otra&quot;',
    )
  })

  test('is the part of a long text with the most words', () => {
    const text = `${'Nada que ver. '.repeat(40)}Aquí la factura. ${'Y más. '.repeat(40)}`
    const fragment = fragmentOf(text, sought)
    expect(fragment).toContain('Aquí la <mark>factura</mark>.')
    expect(fragment).toMatch(/^… .* …$/)
    expect(fragment.length).toBeLessThan(190)
  })

  test('shows the text as it was written', () => {
    const text = 'La <b>Factura</b> & "otra" &amp;lt;'
    const pieces = piecesOf(fragmentOf(text, sought))
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ hit }) => hit)).toEqual([{ text: 'Factura', hit: true }])
  })

  test('of a text without spaces is no longer than any other', () => {
    expect(fragmentOf(`${'x'.repeat(500)} factura${'y'.repeat(500)}`, sought).length).toBeLessThan(200)
  })
})
