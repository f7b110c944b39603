import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

const FILE = new URL('../docs/openapi.json', import.meta.url)

test('docs/openapi.json is what the contract says (UPDATE=1 writes it)', () => {
  const document = `${JSON.stringify(openApi(), null, 2)}\n`
  if (process.env.UPDATE === '1') writeFileSync(FILE, document)
  expect(readFileSync(FILE, 'utf8')).toBe(document)
})

test('the document shows the wire, not the words inside', () => {
  const schema = JSON.stringify(openApi().paths['/consultas/marcar_conformidad'])
  expect(schema).toContain('llvaloracion')
  expect(schema).not.toContain('rating')
})
