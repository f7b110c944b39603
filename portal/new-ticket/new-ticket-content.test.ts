import { expect, test } from 'vitest'
import type { Account } from '#domain/account.ts'
import { contentOf, initialDraft, resumedDraft } from './new-ticket-content.ts'

const account: Account = {
  username: 'lferrer',
  callingUser: 'lferrer',
  client: 1001,
  installation: 'LEV-01',
  version: 'V031',
  company: null,
  areas: ['main', 'apps'],
  administrator: false,
  limited: false,
  clientDetails: { name: 'Levante', email: 'info@levante.example' },
  contact: null,
  program: null,
  personName: null,
}
const modules = [
  { number: 1, name: 'Contabilidad', area: 'main' },
  { number: 2, name: 'Analytics', area: 'apps' },
] as const
const companies = [{ code: '001', name: 'Levante Obras' }]
const prefill = { company: null, contactName: 'Idaira', email: null, phone: '600000000' }
const initial = initialDraft({ account, prefill, modules, technical: false, related: undefined })
const needs = { account, modules, companies }

test("the link's data take precedence over the client's record", () => {
  expect(initial).toMatchObject({ contactName: 'Idaira', email: 'info@levante.example', phone: '600000000' })
})

test('a form that was left comes back unchanged', () => {
  const left = {
    ...initial,
    area: 'apps',
    kind: 'incident',
    customDevelopment: true,
    module: 2,
    title: 'Título',
    text: 'Texto',
    contactName: '',
    email: 'otra@levante.example',
    urgency: '6',
    phoneAssistance: true,
    phone: '600000000',
    callWindow: 'por la mañana',
    company: '001',
    origin: 'FAC100',
  } as const
  expect(resumedDraft(initial, contentOf(left, null), needs)).toEqual(left)
})

test('an option that is no longer offered is no longer chosen', () => {
  const content = { area: 'aspro', module: 7, company: '009' } as const
  expect(resumedDraft(initial, content, needs)).toEqual({ ...initial, area: 'main', module: null, company: null })
})

test('a request to Soporte Técnico keeps that form, with the words of a draft that was for another area', () => {
  const asked = initialDraft({ account, prefill, modules, technical: true, related: undefined })
  const resumed = (area: 'main' | 'apps', module: number) =>
    resumedDraft(asked, { area, module, title: 'Título', text: 'Texto' }, needs)
  expect(resumed('main', 1)).toMatchObject({ area: 'technical', module: 1, title: 'Título', text: 'Texto' })
  expect(resumed('apps', 2)).toMatchObject({ area: 'technical', module: null, text: 'Texto' })
})

test('the installation and its version are those of the session, not of the draft', () => {
  const content = contentOf({ ...initial, installation: 'LEV-02', version: 'V030' }, 7)
  expect(content).not.toHaveProperty('installation')
  expect(content).not.toHaveProperty('version')
  expect(content.relatedTicket).toBe(7)
})
