import { expect, test } from 'vitest'
import { maskedText } from './masked-text.ts'

test.each([
  ['Escríbame a lucia.ferrer+erp@levante.example, por favor', 'Escríbame a [correo], por favor'],
  ['maría@ñandú.example', '[correo]'],
  ['lucia (at) levante.example', '[correo]'],
  ['La cuenta ES91 2100 0418 4502 0005 1332 no sale', 'La cuenta [IBAN] no sale'],
  ['ES9121000418450200051332', '[IBAN]'],
  ['es91-2100-0418-4502-0005-1332', '[IBAN]'],
  ['Mi DNI es 12345678Z.', 'Mi DNI es [documento].'],
  ['12.345.678-Z', '[documento]'],
  ['12 345 678 z', '[documento]'],
  ['NIE X1234567L', 'NIE [documento]'],
  ['y-1234567-x', '[documento]'],
  ['Llame al 612 34 56 78', 'Llame al [teléfono]'],
  ['612345678', '[teléfono]'],
  ['96.123.45.67', '[teléfono]'],
  ['+34 961 234 567', '[teléfono]'],
  ['0034961234567', '[teléfono]'],
])('%s', (text, masked) => {
  expect(maskedText(text)).toBe(masked)
})

test.each([
  'El modelo 303 de 2026 da 1.234,56 euros',
  'La cuenta 430000012 no cuadra con la 700',
  'El ticket 100123 y la factura F-2026/0042',
  'Entre el 01/10/2026 y el 31/10/2026',
  'La versión V031 da el error 1205',
])('leaves %s', (text) => {
  expect(maskedText(text)).toBe(text)
})
