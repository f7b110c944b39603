import { expect, test } from 'vitest'
import { sentencesIn } from '#contract/sentences.ts'
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
    'No he encontrado una respuesta exacta en los manuales. Estas secciones pueden ayudarle:\n\n[1] Obra › Certificar\n\nSi no le ayudan, puede enviar su consulta a Soporte: le responderá una persona.',
  ],
  [
    'en',
    'I have not found an exact answer in the manuals. These sections, in Spanish, may help you:\n\n[1] Obra › Certificar\n\nIf they do not, you can send your question to Support: a person will answer.',
  ],
] as const)('what may help is offered, and a person: %s', (language, text) => {
  const evidence = { verdict: 'offer', passages: [{ passage, score: 1 }], quotes: [], topic: '' } as const
  expect(foundAnswer(evidence, sentencesIn(language)).text).toBe(text)
})
