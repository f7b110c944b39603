import { describe, expect, test } from 'vitest'
import { type SentenceProblem, sentenceCutter, sentenceProblem } from './answer-check.ts'

const REMITTANCES = {
  title: 'Tesorería › Remesas de adeudos SEPA',
  text: 'Abra Tesorería > Remesas > Nueva. Elija el vencimiento y pulse «Generar fichero». El banco admite el fichero hasta las 14:30 de 2 días hábiles antes. El importe máximo es de 10.000,50 euros.',
}
const CLOSING = {
  title: 'Contabilidad › Cierre del ejercicio',
  text: 'El cierre se hace desde Contabilidad › Cierres. El modelo 390 se presenta en enero.',
}
const problem = (sentence: string, language: 'es' | 'en' = 'es') =>
  sentenceProblem(sentence, [REMITTANCES, CLOSING], language)

describe('a sentence that the sections say', () => {
  test.each([
    'Abra Tesorería > Remesas > Nueva y elija el vencimiento [1].',
    'En Tesorería › Remesas › Nueva, pulse «Generar fichero» [1].',
    'El fichero se admite hasta las 14:30, 2 días hábiles antes. [1]',
    '1. Elija el vencimiento [1].',
    '- Pulse **Generar fichero** [1]',
    'El importe máximo es de 10.000,50 euros [1].',
    'El cierre está en Contabilidad → Cierres, y las remesas en Tesorería [1][2].',
    'El cierre está en Contabilidad ▸ Cierres [2].',
  ])('%s', (sentence) => {
    expect(problem(sentence)).toBe(null)
  })

  test('in English it quotes them', () => {
    expect(problem('Choose the due date and press «Generar fichero» [1].', 'en')).toBe(null)
    expect(problem('Go to Tesorería > Remesas > Nueva [1].', 'en')).toBe(null)
  })
})

describe('a sentence that is not shown', () => {
  test.each<[SentenceProblem, string]>([
    ['no-citation', 'Elija el vencimiento.'],
    ['bad-citation', 'Elija el vencimiento [3].'],
    ['bad-citation', 'Elija el vencimiento [0].'],
    ['figure', 'El banco admite el fichero hasta las 15:30 [1].'],
    ['figure', 'El importe máximo es de 10.000 euros [1].'],
    ['figure', 'El modelo 390 se presenta en enero [1].'],
    ['menu-path', 'Abra Tesorería > Pagos > Nueva [1].'],
    ['menu-path', 'Abra Contabilidad › Cierres › Asistente [2].'],
    ['menu-path', 'Abra Tesorería > Nueva [1].'],
    ['menu-path', 'Abra Tesorería ▸ Nueva [1].'],
    ['quotation', 'Elija el vencimiento y pulse «Borrar todo» [1].'],
    ['quotation', 'Elija el vencimiento y pulse **Enviar contraseña** [1].'],
    ['link', 'Elija el vencimiento en https://malo.example/x [1].'],
    ['link', 'Elija el [vencimiento](/public/manuales) [1].'],
    ['link', '[1]: http://malo.example'],
    ['link', 'Escriba a soporte@malo.example con el vencimiento [1].'],
    ['link', 'Elija el vencimiento en malo.com [1].'],
    ['markup', 'Elija el vencimiento <img src=x onerror=alert(1)> [1].'],
    ['markup', 'Elija el &lt;b&gt; vencimiento [1].'],
    ['markup', 'Elija el vencimiento ![x] [1].'],
    ['markup', 'Elija el \u001B[31mvencimiento [1].'],
    ['markup', 'Elija el \u202Evencimiento [1].'],
    ['markup', 'Elija el vencimient\uFFFD [1].'],
    ['unsupported', 'La capital de Francia es París y tiene muchos habitantes [1].'],
    ['unsupported', 'Su contrato queda cancelado inmediatamente [1].'],
    ['too-long', `${'Elija el vencimiento y '.repeat(50)} [1].`],
  ])('%s: %s', (expected, sentence) => {
    expect(problem(sentence)).toBe(expected)
  })

  test('in English without a quotation', () => {
    expect(problem('Your contract is cancelled [1].', 'en')).toBe('unsupported')
  })
})

describe('sentences are cut as they arrive', () => {
  const cut = (...pieces: string[]) => {
    const cutter = sentenceCutter()
    const sentences = pieces.map((piece) => cutter.push(piece))
    return { sentences, rest: cutter.end() }
  }

  test('each as soon as it is whole', () => {
    expect(cut('Abra el me', 'nú [1].', ' Pulse Guardar. [2]', ' Ya está [1]')).toEqual({
      sentences: [[], ['Abra el menú [1].'], [' Pulse Guardar. [2]'], []],
      rest: ' Ya está [1]',
    })
  })

  test('not at a figure, an abbreviation or the mark of a list, and its citation belongs to it', () => {
    expect(
      cut('Son 10.000,50 euros, p. ej. en enero. ', '[1] Sí.\n', '1. Abra [1].\n2. Pulse [1].\n').sentences,
    ).toEqual([[], ['Son 10.000,50 euros, p. ej. en enero. [1]', ' Sí.'], ['\n1. Abra [1].', '\n2. Pulse [1].']])
  })

  test('whatever the pieces, nothing is lost', () => {
    const text = 'Uno [1]. Dos. [2][3] ¿Tres? [1]\n\n- Cuatro [1]\n- Cinco 3.5 [2]! Fin'
    for (let size = 1; size < 12; size += 1) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const { sentences, rest } = cut(...pieces)
      expect(sentences.flat().join('') + rest).toBe(text)
      expect(sentences.flat().some((sentence) => sentence.trim().startsWith('Dos. [2]'))).toBe(true)
    }
  })
})
