import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import * as wire from '#contract/wire.ts'
import { encoded } from './encoder.ts'

const AT = new Date('2026-11-26T16:14:30.123Z')

const row = wire.wireObject({
  number: wire.as('llnumreg', wire.recordNumber('ticket')),
  title: wire.as('titulo', wire.lineText(20)),
  note: wire.as('nota', wire.optional(wire.text(5))),
  at: wire.as('fecha', wire.nullable(wire.instant)),
  day: wire.as('dia', wire.nullable(wire.day)),
  isOpen: wire.as('abierta', wire.yesNo),
  flag: wire.as('marca', wire.flag),
  state: wire.as('estado', wire.coded({ P: 'pending', C: 'closed' })),
  hours: wire.as('horas', wire.hundredths(0, 10_000)),
  words: wire.as('palabras', wire.list(wire.oneOf(['uno', 'dos']), 2)),
})
type Row = z.output<typeof row>
const sound: Row = {
  number: 7,
  title: 'De una\nlínea',
  at: AT,
  day: '2026-11-26',
  isOpen: true,
  flag: false,
  state: 'closed',
  hours: 1250,
  words: ['dos', 'uno'],
}

test('a sound value is encoded as zod does', () => {
  const expected = z.encode(row, sound)
  expect(encoded(row, sound)).toEqual(expected)
  expect(encoded(row, { ...sound, note: undefined, at: null, day: null })).toEqual({
    ...expected,
    fecha: null,
    dia: null,
  })
  expect(JSON.stringify(encoded(row, sound))).toBe(JSON.stringify(expected))
})

test.each<[string, Partial<Record<keyof Row, unknown>>]>([
  ['a number that is none', { number: 0 }],
  ['a fraction', { number: 1.5 }],
  ['an absent field', { title: undefined }],
  ['null where there must be a text', { title: null }],
  ['a NUL', { note: '\0' }],
  ['a text for a date', { at: '2026-11-26T16:14:30.123Z' }],
  ['a date that is none', { at: new Date(Number.NaN) }],
  ['a day that is none', { day: '2026-13-01' }],
  ['a number for yes', { isOpen: 1 }],
  ['an unknown word', { state: 'open' }],
  ['too much', { hours: 10_001 }],
  ['too many', { words: ['uno', 'uno', 'uno'] }],
  ['an unknown word in a list', { words: ['tres'] }],
  ['no list', { words: {} }],
])('%s is refused as zod refuses it', (_, wrong) => {
  const value = { ...sound, ...wrong } as Row
  expect(() => z.encode(row, value)).toThrow()
  expect(() => encoded(row, value)).toThrow()
})

test('a text is answered however long it is, also one of one line', () => {
  const long = { ...sound, title: 'Un título \u202Ede más de veinte letras', note: 'demasiado' }
  expect(encoded(row, long)).toMatchObject({ titulo: 'Un título de más de veinte letras', nota: 'demasiado' })
})

test('further properties of an object are left out', () => {
  expect(encoded(row, { ...sound, secret: 'x' })).not.toHaveProperty('secret')
})

test('a field of the prototype is no field', () => {
  expect(() => encoded(row, Object.create(sound) as Row)).toThrow()
})

test('of every answer the encoder makes what zod makes', () => {
  const schemas = Object.values(api).flatMap((group) => Object.values(group).map(({ data }) => data))
  expect(schemas.length).toBeGreaterThan(50)
  for (const schema of schemas) {
    for (const value of [null, undefined, 'x', 7, true, AT, [], {}, [{}]]) {
      expect(outcome(encoded, schema, value)).toEqual(outcome(z.encode, schema, value))
    }
  }
})

function outcome(encode: (schema: z.ZodMiniType, value: unknown) => unknown, schema: z.ZodMiniType, value: unknown) {
  try {
    return { made: encode(schema, value) }
  } catch {
    return 'refused'
  }
}
