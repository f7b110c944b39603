import { expect, test } from 'vitest'
import { labelOf } from './record-label.ts'

const MASTERS = {
  form: { edit: 'Modificar' },
  clients: { sector: 'Sector', saved: (name: string) => name },
  contacts: { department: 'Departamento' },
}

test.each([
  ['/console/clients/change', 'sector', 'Sector'],
  ['/console/record-sheets/load', 'sector', 'Sector'],
  ['/console/record-sheets/load', 'department', 'Departamento'],
  ['/console/clients/change', 'department', undefined],
  ['/console/clients/change', 'saved', undefined],
  ['/console/clients/change', 'toString', undefined],
])('%s, %s: %s', (act, field, label) => {
  expect(labelOf(MASTERS, act, field)).toBe(label)
})
