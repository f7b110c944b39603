import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import modules from '#content/modules.json' with { type: 'json' }
import type { ClientArea } from '#domain/account.ts'
import { type Documents, openLibrary, placeholdersOf } from '../manuals/library.ts'
import { readSettings } from '../provider-settings.ts'
import { lineAsked, manualIndex } from './manual-passages.ts'

// The shipped manuals' answers to common questions.

let documents: Documents
beforeAll(async () => {
  const placeholders = placeholdersOf(await readSettings())
  const library = await openLibrary({
    folder: fileURLToPath(new URL('../../content', import.meta.url)),
    placeholders: () => placeholders,
    topics: new Set(modules.map(({ topic }) => topic)),
    log: { warn: () => undefined, error: () => undefined },
  })
  documents = await library.documents()
})

async function consult(text: string, topic?: string, areas: readonly ClientArea[] = ['main', 'apps', 'aspro']) {
  const index = await manualIndex(documents, areas)
  return index.consult({ text, topic, line: lineAsked(text, topic, areas), language: 'es' })
}

describe("the reader's product line comes first", () => {
  test.each([
    ['¿Cómo se hace el cierre del ejercicio contable?', 'contabilidad', 'contabilidad'],
    ['¿Cómo registro una factura de compra?', 'cuentas-a-pagar', 'cuentas-a-pagar'],
    ['¿Cómo cierro el ejercicio contable?', undefined, 'contabilidad'],
    ['¿Cómo cierro el ejercicio contable en Business Central?', undefined, 'bc-contabilidad'],
    ['¿Cómo se hace el cierre del ejercicio contable?', 'bc-contabilidad', 'bc-contabilidad'],
  ])('%s (%s): %s', async (text, topic, expected) => {
    const found = await consult(text, topic)
    expect(found.topic).toBe(expected)
    expect(found.passages[0]?.passage.document).toBe(`manuales/${expected}`)
  })

  test('who has BC alone is answered from it', async () => {
    expect((await consult('¿Cómo se hace el cierre del ejercicio contable?', undefined, ['aspro'])).topic).toBe(
      'bc-contabilidad',
    )
  })
})

test('how something is done is answered with all its steps', async () => {
  const { verdict, quotes } = await consult('¿Cómo se envía una remesa de adeudos SEPA al banco?')
  expect(verdict).toBe('answer')
  expect(quotes.map(({ kind }) => kind)).toEqual(['paragraph', 'list'])
  const steps = quotes.flatMap((quote) => (quote.kind === 'list' ? quote.items : []))
  expect(steps).toHaveLength(6)
  expect(steps.at(-1)).toMatchObject({ number: 6, text: expect.stringContaining('Contabilizar abono') })
})
