import { expect, test } from 'vitest'
import { askedOf, isNarrowed } from './narrowing.ts'

test.each([
  [
    'factura cliente:1001 módulo:ventas antes:2026-05 sin:asignar serie',
    {
      words: 'factura serie',
      narrowing: { client: '1001', module: 'ventas', before: '2026-05-01', isUnassigned: true },
    },
  ],
  ['CLIENTE:"Promociones Levante" obra', { words: 'obra', narrowing: { client: 'Promociones Levante' } }],
  ['cliente:«Áticos del Sur»', { words: '', narrowing: { client: 'Áticos del Sur' } }],
  [
    'client:1001 since:2025 before:2026-02-03',
    { words: '', narrowing: { client: '1001', since: '2025-01-01', before: '2026-02-03' } },
  ],
  ['técnico:yo estado:abierto', { words: '', narrowing: { assignee: 'yo', isOpen: true } }],
  ['is:closed assignee:sonia', { words: '', narrowing: { assignee: 'sonia', isOpen: false } }],
  ['serie cliente: 1001 antes: 2026-05', { words: 'serie', narrowing: { client: '1001', before: '2026-05-01' } }],
  // The last of two wins, as in a list's filter.
  ['cliente:1 cliente:2', { words: '', narrowing: { client: '2' } }],
])('«%s»', (question, asked) => {
  expect(askedOf(question)).toEqual(asked)
})

test.each([
  'antes:mañana',
  'antes:2026-13',
  'desde:2026-02-30',
  'sin:impuestos',
  'estado:raro',
  'error:1001',
  'error: 1001',
  'cliente: no tiene saldo',
  'http://factura.example/a',
  'constructor:x',
  '12:30',
  'cliente:',
  'precliente :1001',
])('«%s» is searched for as it stands', (question) => {
  const { words, narrowing } = askedOf(question)
  expect(words).toBe(question)
  expect(isNarrowed(narrowing)).toBe(false)
})
