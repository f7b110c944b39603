import { expect, test } from 'vitest'
import { filledIn } from './canned-answer.ts'

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
  ['Sin campos', 'Sin campos'],
])('%s', (text, expected) => {
  expect(filledIn(text, VALUES)).toBe(expected)
})

test('what was filled in is not read again, nor taken for a pattern', () => {
  expect(filledIn('{{contact}}', { ...VALUES, contact: '{{ticket}} $& $1' })).toBe('{{ticket}} $& $1')
})
