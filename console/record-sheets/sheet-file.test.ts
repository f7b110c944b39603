import { expect, test } from 'vitest'
import { csvOf, templateOf } from './sheet-file.ts'

test('a template has the headings that Excel in Spanish shows in columns', () => {
  expect(templateOf('companies')).toBe('\uFEFFInstalación;Código;Nombre;Activo\r\n')
})

test('no saved cell can run as a formula', () => {
  const [line = ''] = csvOf([['=1+1', '+34 600', '-x', '@a', '\tb', 'a;"b"', 'Línea\ndos']]).split('\r\n')
  expect(line).toBe(`\uFEFF'=1+1;'+34 600;'-x;'@a;'\tb;"a;""b""";"Línea\ndos"`)
})
