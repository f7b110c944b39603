import type { Input } from '#contract/endpoint.ts'
import type { consoleClients } from '#contract/console/clients.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import type { ReactNode } from 'react'
import type { RecordField } from '../forms/record-fields.tsx'
import type { MasterColumn } from '../lists/master-list.tsx'
import { useListSearch } from '../lists/use-list-search.ts'
import type { Messages } from '../messages/es.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { ActivityBadge, ActivityChoice, activityOf } from './activity-choice.tsx'
import type { Client } from './client-queries.ts'

// A client's fields, as its form, its page and the list of clients show them.

interface Said {
  readonly words: MasterMessages['clients']
  readonly areas: Messages['area']
}

type Form = Omit<Input<typeof consoleClients.change>, 'client' | 'revision'>

/** Each field has a value here, also one that the contract leaves optional. */
type Written = { readonly [Name in keyof Form]-?: NonNullable<Form[Name]> } & { readonly code: string }

export function written(row: Client | null): Written {
  if (!row) return { code: '', name: '', email: '', areas: ['main'], active: true, secondFactorRequired: false }
  const { code, name, email, areas, active, secondFactorRequired } = row
  return { code: String(code), name, email, areas, active, secondFactorRequired }
}

export const formFields = ({ words, areas }: Said, row: Client | null): readonly RecordField<Written>[] => [
  !row && { is: 'digits', name: 'code', label: words.code, hint: words.codeHint, required: true, maxLength: 9 },
  { is: 'text', name: 'name', label: words.name, required: true, maxLength: 200 },
  { is: 'text', type: 'email', name: 'email', label: words.email, maxLength: 254 },
  { is: 'some', name: 'areas', label: words.areas, hint: words.areasHint, values: CLIENT_AREAS, labels: areas },
  row !== null && { is: 'check', name: 'active', label: words.mayEnter, hint: words.mayEnterHint },
  row !== null && {
    is: 'check',
    name: 'secondFactorRequired',
    label: words.secondFactor,
    hint: words.secondFactorHint,
  },
]

const areasOf = (client: Client, areas: Said['areas']) => client.areas.map((area) => areas[area]).join(', ') || '–'

/** Beside the client, each with its name. */
export const factsOf = (client: Client, { words, areas }: Said): readonly (readonly [string, ReactNode])[] => [
  [words.code, client.code],
  [words.email, client.email || '–'],
  [words.areas, areasOf(client, areas)],
  [words.state, <ActivityBadge key="state" active={client.active} />],
  ...(client.secondFactorRequired ? ([[words.entry, words.secondFactor]] as const) : []),
]

export const columnsOf = ({ words, areas }: Said): readonly MasterColumn<Client>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.code, cell: ({ code }) => code },
  { title: words.email, cell: ({ email }) => email || '–' },
  { title: words.areas, cell: (client) => areasOf(client, areas) },
  { title: words.installations, cell: ({ installations }) => installations },
  { title: words.contacts, cell: ({ contacts }) => contacts },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} /> },
]

/** The list's question, kept in the address, and the filters that ask it. */
export function useClientFilter() {
  const search = useListSearch()
  return {
    search,
    asked: { search: search.text, active: activityOf(search.choice) },
    filters: <ActivityChoice {...search} />,
  }
}
