import { queryOptions } from '@tanstack/react-query'
import { consoleClients } from '#contract/console/clients.ts'
import { consoleContacts } from '#contract/console/contacts.ts'
import { consoleInstallations } from '#contract/console/installations.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { MASTERS, listQuery } from './list-query.ts'

export type Client = Data<typeof consoleClients.view>
export type Installation = Data<typeof consoleInstallations.view>
export type Company = Data<typeof consoleInstallations.companies>['items'][number]
export type SigningKey = Data<typeof consoleInstallations.keys>['items'][number]
export type ListedContact = Data<typeof consoleContacts.list>['items'][number]
export type Contact = Data<typeof consoleContacts.view>

/** Only what is active, only what is not, or all. */
export type Activity = 'yes' | 'no' | undefined

const activity = (active: Activity) => (active === undefined ? {} : { active })

export const clientsQuery = (search: string, active: Activity) =>
  listQuery(['clients', search, active], (from, signal) =>
    call(consoleClients.list, { search, ...activity(active), ...from }, { signal }),
  )

export const clientQuery = (client: number) =>
  queryOptions({
    queryKey: [...MASTERS, 'client', client] as const,
    queryFn: ({ signal }) => call(consoleClients.view, { client }, { signal }),
  })

/** `client`: null for those of all. */
export const installationsQuery = (client: number | null, search: string, active: Activity) =>
  listQuery(['installations', client, search, active], (from, signal) =>
    call(
      consoleInstallations.list,
      { ...(client !== null && { client }), search, ...activity(active), ...from },
      { signal },
    ),
  )

export const installationQuery = (installation: string) =>
  queryOptions({
    queryKey: [...MASTERS, 'installation', installation] as const,
    queryFn: ({ signal }) => call(consoleInstallations.view, { installation }, { signal }),
  })

export const companiesQuery = (installation: string, search: string) =>
  listQuery(['companies', installation, search], (from, signal) =>
    call(consoleInstallations.companies, { installation, search, ...from }, { signal }),
  )

export const keysQuery = (installation: string) =>
  listQuery(['keys', installation], (from, signal) =>
    call(consoleInstallations.keys, { installation, ...from }, { signal }),
  )

export const contactsQuery = (client: number | null, search: string, active: Activity) =>
  listQuery(['contacts', client, search, active], (from, signal) =>
    call(
      consoleContacts.list,
      { ...(client !== null && { client }), search, ...activity(active), ...from },
      { signal },
    ),
  )

/** Read anew whenever it is opened: what is changed must be what stands there. */
export const contactQuery = (client: number, contact: number) =>
  queryOptions({
    queryKey: [...MASTERS, 'contact', client, contact] as const,
    queryFn: ({ signal }) => call(consoleContacts.view, { client, contact }, { signal }),
    staleTime: 0,
  })
