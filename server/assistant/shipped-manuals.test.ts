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

  test('a client of BC alone is answered from its manuals', async () => {
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

describe('a question that is the heading of a section is answered with what the section begins with', () => {
  test.each([
    ['¿Cómo se cierra el ejercicio contable?', 'contabilidad#cerrar-el-ejercicio', 'El cierre se hace en'],
    ['¿Cómo cierro el ejercicio?', 'contabilidad#cerrar-el-ejercicio', 'El cierre se hace en'],
    ['cerrar el ejercicio', 'contabilidad#cerrar-el-ejercicio', 'Ejecute el cierre.'],
    ['¿Cómo bloqueo un periodo contable?', 'contabilidad#bloquear-periodos', 'Bloqueo de periodos'],
    ['¿Cómo genero una remesa de recibos?', 'arrendamientos#remesas-recibos', 'Nueva remesa'],
    ['¿Cómo doy de alta un proveedor?', 'cuentas-a-pagar#alta-de-proveedor', 'Escriba el NIF.'],
    ['¿Cómo registro una factura sin pedido?', 'cuentas-a-pagar#factura-sin-pedido', 'sin pedido'],
    ['¿Cómo anulo una reserva?', 'ventas#anular-o-resolver', 'Ventas ▸ Reservas ▸ Anular'],
  ])('%s: %s', async (text, section, words) => {
    const { verdict, passages, quotes } = await consult(text)
    expect([verdict, passages[0]?.passage.id]).toEqual(['answer', `manuales/${section}`])
    expect(JSON.stringify(quotes)).toContain(words)
  })

  test.each([
    '¿Cómo doy de baja un proveedor?',
    '¿Cómo cambio la contraseña de la wifi?',
    '¿Cómo genero una nómina?',
    '¿Cuándo cierro el ejercicio?',
    '¿Por qué no puedo cerrar el ejercicio?',
    '¿Cuánto cuesta dar de alta una empresa?',
    '¿Cómo registro una certificación de obra?',
    '¿Cómo apruebo una factura?',
  ])('but not what only resembles one, or several: %s', async (text) => {
    expect((await consult(text)).verdict).toBe('offer')
  })
})

test('a figure in common is no reason to offer anything', async () => {
  expect((await consult("' OR 1=1 --")).verdict).toBe('refuse')
})

test.each([
  '<script>alert(1)</script>',
  `<b>hola</b> 😀 ${'palabralarguisima'.repeat(12)}`,
  'palabralarguisima',
  'buenos días',
])('what is no question is refused, whatever was asked before: %s', async (text) => {
  const index = await manualIndex(documents, ['main'])
  for (const previous of [undefined, '¿Cómo cierro el ejercicio?']) {
    expect(index.consult({ text, previous, language: 'es' }).verdict).toBe('refuse')
  }
})
