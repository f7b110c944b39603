import { expect, test } from 'vitest'
import { maskedText, personalNumbersIn, withoutNumbers } from './masked-text.ts'

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
  ['La tarjeta 4111 1111 1111 1111 no pasa', 'La tarjeta [tarjeta] no pasa'],
  ['4111111111111111', '[tarjeta]'],
  ['3782-822463-10005', '[tarjeta]'],
  ['pedido 12 4111.1111.1111.1111', 'pedido [tarjeta]'],
  ['El CIF B12345678 no se valida', 'El CIF [documento] no se valida'],
  ['b-12.345.678', '[documento]'],
  ['Q2826000H', '[documento]'],
  ['Mi contraseña: Abc-123 no entra', 'Mi contraseña: [contraseña] no entra'],
  ['usuario y contraseña: lucia / Abc-123', 'usuario y contraseña: [contraseña]'],
  ['password=s3cret', 'password=[contraseña]'],
  ['la contraseña es Levante2026 y no entra', 'la contraseña es [contraseña] y no entra'],
  ['CLAVE : hola', 'CLAVE : [contraseña]'],
  ['Vivo en la calle Mayor 12, 46001 Valencia', 'Vivo en la [dirección]'],
  ['C/ del Mar, nº 3, 2º B', '[dirección]'],
  ['Avda. de la Constitución 100', '[dirección]'],
  ['CP 46001', '[dirección]'],
  ['Soy Marta Gil de la oficina', 'Soy [nombre] de la oficina'],
  ['La Sra. Ruiz del Olmo lo pidió', 'La Sra. [nombre] lo pidió'],
  ['me llamo Íñigo', 'me llamo [nombre]'],
  ['user lucia pwd abc123', 'user lucia pwd [contraseña]'],
  ['password hunter2 y no entra', 'password [contraseña] y no entra'],
  ['contraseña Levante2026', 'contraseña [contraseña]'],
  ['clave Abc-123', 'clave [contraseña]'],
  ['Llame al (960) 123 456', 'Llame al [teléfono]'],
  ['(96) 123 45 67', '[teléfono]'],
  ['(+34) 961 234 567', '[teléfono]'],
  ['tel.: (612)345678', 'tel.: [teléfono]'],
  ['６１２３４５６７８', '[teléfono]'],
  ['ＥＳ９１ 2100 0418 4502 0005 1332', '[IBAN]'],
  ['４１１１ 1111 1111 １１１１', '[tarjeta]'],
  ['lucia＠levante.example', '[correo]'],
])('%s', (text, masked) => {
  expect(maskedText(text)).toBe(masked)
})

test.each([
  'El modelo 303 de 2026 da 1.234,56 euros',
  'La cuenta 430000012 no cuadra con la 700',
  'El ticket 100123 y la factura F-2026/0042',
  'Entre el 01/10/2026 y el 31/10/2026',
  'La versión V031 da el error 1205',
  'La contraseña es incorrecta',
  'He olvidado mi contraseña y no funciona',
  'La clave de la operación no aparece en el modelo 347',
  'El expediente 4111 1111 1111 1112',
  'Los campos Calle y Número de la ficha',
  'Soy el administrador',
  'La cuenta (430) 512 y el modelo (303) de 2026',
  'El token y el pin caducan',
  'La clave 347 y el pass-through',
  'La columna clave de operación del modelo 347',
  'Un texto con ﬁrma, ½ y 2ª línea',
])('leaves %s', (text) => {
  expect(maskedText(text)).toBe(text)
})

const KNOWN = { people: ['Lucía Ferrer'], others: ['Promociones Teide, S.A.', 'lferrer'] }

test.each([
  ['Lucía Ferrer', '[nombre]'],
  ['un saludo, lucia', 'un saludo, [nombre]'],
  ['FERRER y LUCÍA', '[nombre] y [nombre]'],
  ['lucia   ferrer', '[nombre]'],
  ['En Promociones Teide no sale', 'En [nombre] no sale'],
  ['PROMOCIONES TEIDE, S.A.', '[nombre]'],
  ['Entro como lferrer', 'Entro como [nombre]'],
  ['Las promociones del Teide', 'Las promociones del Teide'],
  ['Luciano y la ferrería', 'Luciano y la ferrería'],
  ['lucia.ferrer@levante.example', '[correo]'],
  ['lferrer@levante.example y Lucía', '[correo] y [nombre]'],
  ['lucía arroba levante.example', '[correo]'],
  ['contacto@ferrer.example', '[correo]'],
  ['calle Ferrer 12, 46001 Valencia', '[dirección]'],
  ['la clave: Ferrer9 no entra', 'la clave: [contraseña] no entra'],
  ['Soy Lucía Gil Ferrer', 'Soy [nombre]'],
])('of who is known: %s', (text, masked) => {
  expect(maskedText(text, KNOWN)).toBe(masked)
})

test('a name is no pattern', () => {
  expect(maskedText('abcd (x', { people: ['(.*)+ ['], others: ['a.c+'] })).toBe('abcd (x')
})

test('the time grows with the text, not with its square', () => {
  const worst = [
    'a',
    'a.',
    '1',
    '1 ',
    '1.',
    '+1',
    'a@',
    'a@b',
    'ES12',
    'ES12 3456 ',
    'x1',
    'calle a ',
    'c/ a',
    'soy A ',
  ]
  const more = [
    'contraseña: ',
    'pass=',
    'a arroba ',
    '6 ',
    'Sr. Aa ',
    'don Don ',
    '00 1',
    '(1)',
    '\n',
    'ñ',
    'luci',
    'pwd a',
    'pwd ',
    '(960) ',
    '(1',
    '１',
    'lucía f',
  ]
  for (const piece of [...worst, ...more]) {
    const ratio = () => timeOf(piece, 40_000) / Math.max(timeOf(piece, 5000), 2)
    // Eight times the text: quadratic time would take 64 times as long, in every try. The engine's own pauses get several tries.
    expect(
      [1, 2, 3, 4, 5].some(() => ratio() < 24),
      piece,
    ).toBe(true)
  }
})

/** Milliseconds of processor: what else a machine does counts for nothing. */
function timeOf(piece: string, length: number): number {
  const text = piece.repeat(length / piece.length)
  const times = [1, 2, 3].map(() => {
    const from = process.threadCpuUsage()
    maskedText(text, KNOWN)
    return process.threadCpuUsage(from).user / 1000
  })
  return Math.min(...times)
}

const pointedOut = (text: string): string => withoutNumbers(text, personalNumbersIn(text))

test.each([
  ['Mi DNI es 12345678Z.', 'Mi DNI es [documento].'],
  ['el 12.345.678-Z y el 12 345 678 z', 'el [documento] y el [documento]'],
  ['NIE X1234567L, y-1234567-x, Z1234567R', 'NIE [documento], [documento], [documento]'],
  ['La cuenta ES91 2100 0418 4502 0005 1332 no sale', 'La cuenta [IBAN] no sale'],
  ['De ES9121000418450200051332 12 recibos', 'De [IBAN] 12 recibos'],
  ['es91-2100-0418-4502-0005-1332 y DE89370400440532013000', '[IBAN] y [IBAN]'],
  ['La tarjeta 4111 1111 1111 1111 no pasa', 'La tarjeta [tarjeta] no pasa'],
  ['3782-822463-10005', '[tarjeta]'],
  ['El 12345678Z paga con 4111111111111111', 'El [documento] paga con [tarjeta]'],
])('points out to its writer: %s', (text, masked) => {
  expect(pointedOut(text)).toBe(masked)
})

test.each([
  '',
  'Mi DNI es 12345678A, y el NIE X1234567A',
  'El CIF B12345678 de la empresa',
  'La cuenta ES91 2100 0418 4502 0005 1333',
  'El expediente 4111 1111 1111 1112',
  'El artículo 8412345678905 (EAN) y el pedido 1234567890123452',
  'La cuenta 430000012, el 961 234 567 y el 01/10/2026',
  'lucia@levante.example vive en la calle Mayor 12',
  '12345678Zeta y A12345678Z9',
])('leaves alone: %s', (text) => {
  expect(personalNumbersIn(text)).toEqual([])
})

test('each number is told by its place', () => {
  expect(personalNumbersIn('a 12345678Z b 12345678Z')).toEqual([
    { kind: 'document', from: 2, to: 11 },
    { kind: 'document', from: 14, to: 23 },
  ])
})
