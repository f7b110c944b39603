import { describe, expect, test } from 'vitest'
import { sentencesIn } from '#contract/sentences.ts'
import type { Evidence } from './evidence.ts'
import { foundAnswer } from './found-answer.ts'

const passage = {
  id: 'manuales/obra#uno',
  title: 'Obra › Certificar',
  text: 'La obra se certifica por capítulos.',
  document: 'manuales/obra',
  documentTitle: 'Obra',
  section: 'uno',
  sectionTitle: 'Certificar',
  href: '/public/manuales/obra#uno',
  since: null,
}

test.each([
  [
    'es',
    'No he encontrado una respuesta exacta en los manuales. Estos apartados pueden ayudarle:\n\n[1] Obra › Certificar\n\nSi no le ayudan, puede enviar su consulta a Soporte: le responderá una persona.',
  ],
  [
    'en',
    'I have not found an exact answer in the manuals. These sections, in Spanish, may help you:\n\n[1] Obra › Certificar\n\nIf they do not, you can send your question to Support: a person will answer.',
  ],
] as const)('what may help is offered, and a person: %s', (language, text) => {
  const evidence = { verdict: 'offer', passages: [{ passage, score: 1 }], quotes: [], topic: '' } as const
  expect(foundAnswer(evidence, sentencesIn(language)).text).toBe(text)
})

describe('what is quoted is written between quotation marks, and cited once', () => {
  const cite = { passageId: passage.id, isExample: false }
  const items = (...texts: string[]) => texts.map((text, place) => ({ number: place + 1, text }))

  test.each<[string, Evidence['quotes'][number], string]>([
    ['a paragraph', { ...cite, kind: 'paragraph', text: 'Pulse «Cerrar».' }, '«Pulse «Cerrar».» [1]'],
    [
      'steps with their lead',
      { ...cite, kind: 'list', lead: 'Para cerrar:', ordered: true, items: items('Uno.', 'Dos.') },
      '«Para cerrar:\n1. Uno.\n2. Dos.» [1]',
    ],
    [
      'steps without one, and left out behind them',
      { ...cite, kind: 'list', lead: '', ordered: true, items: [...items('Uno.\nAsí.', 'Dos.'), null] },
      '1. «Uno.\n   Así.\n2. Dos. […]» [1]',
    ],
    [
      'steps of which some were left out between',
      {
        ...cite,
        kind: 'list',
        lead: '',
        ordered: true,
        items: [null, { number: 2, text: 'Dos.' }, null, { number: 5, text: 'Cinco.' }],
      },
      '«[…]\n2. Dos.\n\n[…]\n\n5. Cinco.» [1]',
    ],
    [
      'items of which some were left out',
      {
        ...cite,
        kind: 'list',
        lead: 'Si no:',
        ordered: false,
        items: [null, ...items('Uno.'), null, ...items('Dos.')],
      },
      '«Si no: […]\n- Uno. […]\n- Dos.» [1]',
    ],
    [
      'a row',
      {
        ...cite,
        kind: 'row',
        lead: 'Estos son:',
        cells: [
          { head: 'Mensaje', text: '«No cuadra»' },
          { head: '', text: 'Revise' },
        ],
      },
      '«Estos son:»\nMensaje: «No cuadra»\n«Revise» [1]',
    ],
    ['an example', { ...cite, kind: 'paragraph', text: 'Uno.', isExample: true }, 'Ejemplo: «Uno.» [1]'],
  ])('%s', (_what, quote, text) => {
    const evidence = { verdict: 'answer', passages: [{ passage, score: 1 }], quotes: [quote], topic: '' } as const
    expect(foundAnswer(evidence, sentencesIn('es')).text).toBe(`Esto es lo que dicen los manuales:\n\n${text}`)
  })
})
