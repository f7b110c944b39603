import { expect, test } from 'vitest'
import type { Account } from '#domain/account.ts'
import { isSamePerson, sessionAfter } from './session-store.ts'

const lucia: Account = {
  username: 'lferrer',
  callingUser: 'lferrer',
  client: 1001,
  installation: 'LEV-01',
  version: 'V031',
  company: '001',
  areas: ['main'],
  administrator: false,
  limited: false,
  clientDetails: { name: 'Constructora Levante, S.A.', email: 'info@levante.example' },
  contact: { id: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', phone: '' },
  program: null,
  personName: 'Lucía Ferrer',
}
const again: Account = { ...lucia, program: { module: 'Ventas', program: 'VEN010' } }
const other: Account = { ...lucia, username: 'amolina', callingUser: 'amolina' }

test.each([
  ['nobody, then somebody', { is: 'none' }, lucia, { is: 'open', account: lucia }],
  ['not asked yet, and nobody', { is: 'unknown' }, null, { is: 'none' }],
  ['the same person', { is: 'open', account: lucia }, again, { is: 'open', account: again }],
  ['another person', { is: 'open', account: lucia }, other, { is: 'taken', account: lucia, by: other }],
  ['the session has ended', { is: 'open', account: lucia }, null, { is: 'ended', account: lucia }],
  ['the same person is back', { is: 'ended', account: lucia }, again, { is: 'open', account: again }],
  ['another one came instead', { is: 'ended', account: lucia }, other, { is: 'taken', account: lucia, by: other }],
  ['the other one has left', { is: 'taken', account: lucia, by: other }, null, { is: 'ended', account: lucia }],
] as const)('%s', (_, before, answered, after) => {
  expect(sessionAfter(before, answered)).toEqual(after)
})

test.each([
  ['login', { username: 'x' }],
  ['calling user', { callingUser: 'x' }],
  ['installation', { installation: 'LEV-02' }],
  ['client', { client: 1002 }],
  ['contact', { contact: null }],
] as const)('another %s is another person', (_, change) => {
  expect(isSamePerson(lucia, { ...lucia, ...change })).toBe(false)
})
