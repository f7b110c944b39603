import { queryOptions } from '@tanstack/react-query'
import { consoleClients } from '#contract/console/clients.ts'
import { consoleContacts } from '#contract/console/contacts.ts'
import { consoleInstallations } from '#contract/console/installations.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'

export type Client = Data<typeof consoleClients.view>
export type Installation = Data<typeof consoleInstallations.view>
export type Company = Data<typeof consoleInstallations.companies>['items'][number]
export type SigningKey = Data<typeof consoleInstallations.keys>['items'][number]
export type ListedContact = Data<typeof consoleContacts.list>['items'][number]
export type Contact = Data<typeof consoleContacts.view>

/** Active ones, inactive ones, or all. */
export type Activity = 'yes' | 'no' | undefined

const activity = (active: Activity) => (active === undefined ? {} : { active })

export const clientsQuery = (asked: Omit<Input<typeof consoleClients.list>, 'after' | 'limit'>) =>
  listQuery(['clients', asked], (from, options) => call(consoleClients.list, { ...asked, ...from }, options))

export const clientQuery = (client: number) =>
  queryOptions({
    queryKey: [...MASTERS, 'client', client] as const,
    queryFn: (query) => call(consoleClients.view, { client }, asRead(query)),
  })

/** `client`: null for all clients. */
export const installationsQuery = (client: number | null, search: string, active: Activity) =>
  listQuery(['installations', client, search, active], (from, options) =>
    call(
      consoleInstallations.list,
      { ...(client !== null && { client }), search, ...activity(active), ...from },
      options,
    ),
  )

export const installationQuery = (installation: string) =>
  queryOptions({
    queryKey: [...MASTERS, 'installation', installation] as const,
    queryFn: (query) => call(consoleInstallations.view, { installation }, asRead(query)),
  })

export const companiesQuery = (installation: string, search: string) =>
  listQuery(['companies', installation, search], (from, options) =>
    call(consoleInstallations.companies, { installation, search, ...from }, options),
  )

export const keysQuery = (installation: string) =>
  listQuery(['keys', installation], (from, options) =>
    call(consoleInstallations.keys, { installation, ...from }, options),
  )

export const contactsQuery = (asked: Omit<Input<typeof consoleContacts.list>, 'after' | 'limit'>) =>
  listQuery(['contacts', asked], (from, options) => call(consoleContacts.list, { ...asked, ...from }, options))

/** Refetched whenever it is opened: a change must start from the current record. */
export const contactQuery = (client: number, contact: number) =>
  queryOptions({
    queryKey: [...MASTERS, 'contact', client, contact] as const,
    queryFn: (query) => call(consoleContacts.view, { client, contact }, asRead(query)),
    staleTime: 0,
  })
