import { expect, test } from 'vitest'
import { readEntry } from './entry-address.ts'

test.each([
  ['nothing', '', '', null],
  ['parameters of others', '?utm_source=x', '#top', null],
  ['a token in the query', '?t=abc.def.ghi', '', { token: 'abc.def.ghi' }],
  ['a token in the fragment', '', '#t=abc', { token: 'abc' }],
  [
    'the plain parameters of the specification',
    '?renuinst=LEV-01&llvers=V031&origen=VEN010&email=a%40b.es&interlocutor=Luc%C3%ADa&pmmodulo=Ventas',
    '',
    {
      installation: 'LEV-01',
      version: 'V031',
      origin: 'VEN010',
      email: 'a@b.es',
      contactName: 'Lucía',
      module: 'Ventas',
    },
  ],
  ['what a link may not decide', '?t=abc&cambiar=true&codigoCliente=1002', '', { token: 'abc' }],
  ['a token given twice', '?t=a&t=b', '', 'refused'],
  ['a token in the query and in the fragment', '?t=a', '#t=a', 'refused'],
  ['another parameter given twice', '?t=a&renuinst=LEV-01&renuinst=DUE-01', '', 'refused'],
  ['a token that is too long', `?t=${'a'.repeat(4097)}`, '', 'refused'],
])('%s', (_, search, hash, entry) => {
  expect(readEntry(search, hash)).toEqual(entry)
})
