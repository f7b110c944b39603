import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Corpus } from './corpus.ts'
import { evaluated } from './evaluation.ts'
import { randomFrom } from './random.ts'
import { readSquad } from './squad.ts'
import { withTypo } from './typos.ts'

const small: Corpus = {
  passages: [
    { id: 'fianza', title: 'Fianza', text: 'La fianza se devuelve al inquilino cuando entrega las llaves del piso.' },
    { id: 'remesa', title: 'Remesa', text: 'La remesa agrupa los recibos domiciliados que se envían al banco.' },
    { id: 'parte', title: 'Parte', text: 'El encargado anota en el parte diario las horas de la cuadrilla.' },
    // Among many passages, words distinguish better.
    ...Array.from({ length: 100 }, (_, place) => ({ id: `${place}`, title: 'Otro', text: `Nota ${place}.` })),
  ],
  questions: [
    { question: '¿Cuándo se devuelve la fianza al inquilino que entrega las llaves?', passage: 'fianza' },
    { question: '¿Qué agrupa la remesa de recibos domiciliados?', passage: 'parte' },
    { question: '¿Dónde anota el encargado las horas de la cuadrilla?', passage: 'parte' },
    { question: '¿Cuántos habitantes tiene Estocolmo?', passage: null },
    { question: '¿Cuándo se devuelve la fianza al inquilino que entrega las llaves?', passage: 'no está' },
  ],
}
const figuresOf = async (corpus: Corpus) =>
  Object.fromEntries((await evaluated(corpus)).map((figure) => [figure.name, figure]))

describe('the figures', () => {
  test('count what was found among the questions that have an answer, and what was answered among the others', async () => {
    const figures = await figuresOf(small)
    expect(figures['R@1']).toMatchObject({ value: 2 / 3, of: 3 })
    expect(figures['MRR@10']?.value).toBeLessThan(1)
    expect(figures['wrong']).toMatchObject({ value: 1 / 3, of: 3 })
    expect(figures['traps-answered']).toMatchObject({ value: 1 / 2, of: 2 })
    expect(figures['traps-refused']).toMatchObject({ value: 1 / 2, of: 2 })
    expect(figures['precision']).toMatchObject({ value: 2 / 4, of: 4 })
    const shares = ['right', 'wrong', 'offered-with', 'offered-without', 'refused'].map(
      (name) => figures[name]?.value ?? 0,
    )
    expect(shares.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1)
  })

  test('have the interval of Wilson', async () => {
    // 2 of 3, at 95 %: 0.2077 to 0.9385.
    const { 'R@1': found } = await figuresOf(small)
    expect(found?.low).toBeCloseTo(0.2077, 3)
    expect(found?.high).toBeCloseTo(0.9385, 3)
  })
})

test('a typo changes one word, the same one for the same seed', () => {
  const text = '¿Cuándo se devuelve la fianza?'
  const typed = Array.from({ length: 40 }, (_, seed) => withTypo(text, randomFrom(seed)))
  expect(typed).toEqual(Array.from({ length: 40 }, (_, seed) => withTypo(text, randomFrom(seed))))
  expect(new Set(typed).size).toBeGreaterThan(10)
  const words = text.split(' ')
  for (const each of typed) {
    const other = each.split(' ').filter((word, place) => word !== words[place])
    expect(other.length).toBeLessThanOrEqual(1)
  }
  expect(withTypo('¿Y tú?', randomFrom(1))).toBe('¿Y tú?')
})

// XQuAD in Spanish is not part of the project: `ASSISTANT_SQUAD=xquad.es.json npx vitest run --project pure scripts`.
const file = process.env['ASSISTANT_SQUAD'] ?? ''
describe.skipIf(!existsSync(file))('XQuAD in Spanish, where ASSISTANT_SQUAD names its file', () => {
  const read = (isWithheld: (article: number) => boolean) => readSquad(file, isWithheld)

  test('is found', async () => {
    const figures = await figuresOf(await read(() => false))
    expect(figures['R@1']?.value).toBeGreaterThanOrEqual(0.92)
    expect(figures['MRR@10']?.value).toBeGreaterThanOrEqual(0.95)
  })

  test('is found with a typo in each question', async () => {
    const { passages, questions } = await read(() => false)
    const random = randomFrom(1)
    const typed = questions.map((asked) => ({ ...asked, question: withTypo(asked.question, random) }))
    expect((await figuresOf({ passages, questions: typed }))['R@1']?.value).toBeGreaterThanOrEqual(0.91)
  })

  test('is answered only where it is there', async () => {
    const figures = await figuresOf(await read((article) => article % 2 === 1))
    expect(figures['precision']?.value).toBeGreaterThanOrEqual(0.9)
  })
})
