import { expect, test } from 'vitest'
import { mayBeThere } from './paths.ts'

test.each([
  [{ vista: 'por-responder' }],
  [{ lista: 'incidencias', number: '50024' }],
  [{ client: '1001', contact: '11' }],
  [{ installation: 'LEV-01' }],
  [{}],
])('an address may name %j', (named) => {
  expect(mayBeThere(named)).toBe(true)
})

test.each([
  [{ number: 'abc' }],
  [{ number: '0' }],
  [{ number: '-1' }],
  [{ number: '1.5' }],
  [{ number: '1e3' }],
  [{ number: '0x10' }],
  [{ number: ' 7' }],
  [{ number: '99999999999999999999' }],
  [{ client: '1001', contact: 'nuevo-1' }],
  [{ installation: 'A'.repeat(65) }],
  [{ vista: 'otra' }],
  [{ lista: 'otra', number: '7' }],
])('nothing can have the name in %j', (named) => {
  expect(mayBeThere(named)).toBe(false)
})
