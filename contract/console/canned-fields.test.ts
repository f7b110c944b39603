import { expect, test } from 'vitest'
import { filledIn, unknownFields } from './canned-fields.ts'

const VALUES = {
  client: 'Constructora Levante, S.A.',
  contact: 'Lucía Ferrer',
  ticket: '100045',
  technician: 'Sonia',
  version: 'V031',
  installation: 'LEV-01',
}

test.each([
  ['Hola, {{contact}}:', 'Hola, Lucía Ferrer:'],
  ['{{client}} · {{installation}} · {{version}}', 'Constructora Levante, S.A. · LEV-01 · V031'],
  ['Su consulta {{ ticket }}. {{TECHNICIAN}}', 'Su consulta 100045. Sonia'],
  ['{{ticket}}{{ticket}}', '100045100045'],
  ['{{empresa}} y {contact} y {{contact', '{{empresa}} y {contact} y {{contact'],
  ['{{cliente}}, {{contacto}}, {{técnico}}, {{tecnico}}', 'Constructora Levante, S.A., Lucía Ferrer, Sonia, Sonia'],
  ['{{ VERSIÓN }} de {{Instalacion}}', 'V031 de LEV-01'],
  ['Sin campos', 'Sin campos'],
])('%s', (text, expected) => {
  expect(filledIn(text, VALUES)).toBe(expected)
})

test('a filled-in value is not read again, nor taken for a pattern', () => {
  expect(filledIn('{{contact}}', { ...VALUES, contact: '{{ticket}} $& $1' })).toBe('{{ticket}} $& $1')
})

test.each([
  ['Hola, {{contact}} de {{cliente}}: {{ TÉCNICO }}', []],
  ['{{noexiste}} y {{module}} y otra vez {{noexiste}}', ['{{noexiste}}', '{{module}}']],
  ['{{contacto y {{}} y {{ }}', ['{{contacto y ', '{{}}', '{{ }}']],
  ['{contacto} y { {contacto} }', []],
  ['{{nombre y apellidos}} {{código_2}}', ['{{nombre y apellidos}}', '{{código_2}}']],
  [`{{${'x'.repeat(100_000)}`, [`{{${'x'.repeat(60)}`]],
])('of %j no field is %j', (text, unknown) => {
  expect(unknownFields(text)).toEqual(unknown)
})
