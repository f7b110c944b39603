// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Account } from '#domain/account.ts'
import { setSession } from '../session/session-store.ts'
import { ticketCountersQuery } from '../tickets/ticket-queries.ts'
import { follow } from './live.ts'

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
const counters = (unread: number) => ({
  inProgress: 3,
  incidents: 0,
  developments: 0,
  history: 0,
  valuations: 0,
  undecided: 0,
  unread,
})

test('the title shows the count from before this code loaded, then each later one, until the session is over', async () => {
  vi.stubGlobal('navigator', { onLine: true, language: 'es' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  onTestFinished(() => {
    setSession({ is: 'none' })
    vi.unstubAllGlobals()
  })
  document.title = 'Mis tickets'
  setSession({ is: 'open', account: lucia })
  const client = new QueryClient()
  client.setQueryData(ticketCountersQuery.queryKey, counters(2))
  follow(client)
  expect(document.title).toBe('(2) Mis tickets')
  document.title = 'Otra pantalla'
  await expect.poll(() => document.title).toBe('(2) Otra pantalla')
  client.setQueryData(ticketCountersQuery.queryKey, counters(1))
  await expect.poll(() => document.title).toBe('(1) Otra pantalla')
  setSession({ is: 'none' })
  expect(document.title).toBe('Otra pantalla')
})
