import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { awaitedQuery, lifeLineQuery } from '../incidents/life-line-queries.ts'
import { developmentListQuery, incidentListQuery } from '../incidents/incident-queries.ts'
import { valuationQuery, valuationTotalQuery } from '../options/option-queries.ts'
import { expectationQuery } from '../tickets/expectation.tsx'
import { silenceQuery } from '../silence/silence-queries.ts'
import {
  attachmentsQuery,
  draftsQuery,
  modulesQuery,
  ticketCountersQuery,
  ticketListQuery,
  ticketTurnsQuery,
  ticketViewQuery,
} from '../tickets/ticket-queries.ts'
import { isStaleAfter } from './stale.ts'

const VIEW = { messages: [{ number: 101 }, { number: 103 }], incidents: [{ number: 7 }] }

// The keys that the screens really use.
const READ: Readonly<Record<string, readonly [{ readonly queryKey: QueryKey }, unknown?]>> = {
  list: [ticketListQuery({ place: 'x' } as never, {} as never)],
  counters: [ticketCountersQuery],
  turns: [ticketTurnsQuery],
  silence: [silenceQuery],
  view: [ticketViewQuery(101), VIEW],
  otherView: [ticketViewQuery(200), { messages: [{ number: 200 }], incidents: [] }],
  files: [attachmentsQuery({ ticket: 101 })],
  filesOfIncident: [attachmentsQuery({ incident: 7 })],
  lifeLine: [lifeLineQuery({ ticket: 101 })],
  otherLifeLine: [lifeLineQuery({ ticket: 200 })],
  expectation: [expectationQuery({ ticket: 101 })],
  expectationBefore: [expectationQuery({ module: 5 })],
  awaited: [awaitedQuery],
  incidents: [incidentListQuery({} as never)],
  developments: [developmentListQuery({} as never)],
  total: [valuationTotalQuery],
  valuation: [valuationQuery(3)],
  drafts: [draftsQuery],
  modules: [modulesQuery],
}

const client = new QueryClient()
for (const [{ queryKey }, data = {}] of Object.values(READ)) client.setQueryData(queryKey, data)

const staleAfter = (news: Parameters<typeof isStaleAfter>[1]) =>
  Object.entries(READ).flatMap(([name, [{ queryKey }]]) => {
    const query = client.getQueryCache().find({ queryKey })
    return query && isStaleAfter(query, news) ? [name] : []
  })

const OF_A_TICKET = ['list', 'counters', 'turns', 'silence']

test.each([
  ['a ticket', { news: 'answer', ticket: 101 }, [...OF_A_TICKET, 'view', 'files', 'expectation', 'lifeLine']],
  ['what this person has seen', { news: 'seen', ticket: 101 }, ['list', 'counters', 'view']],
  ['a ticket that was joined to another', { news: 'change', ticket: 103 }, [...OF_A_TICKET, 'view']],
  ['a ticket that is not open', { news: 'claim', ticket: 999 }, OF_A_TICKET],
  [
    'an incident',
    { news: 'change', incident: 7 },
    ['counters', 'view', 'filesOfIncident', 'lifeLine', 'otherLifeLine', 'awaited', 'incidents'],
  ],
  [
    'a development',
    { news: 'change', development: 8 },
    ['counters', 'lifeLine', 'otherLifeLine', 'awaited', 'developments'],
  ],
  ['a valuation', { news: 'change', valuation: 3 }, ['counters', 'lifeLine', 'otherLifeLine', 'total', 'valuation']],
  ['nobody knows what', { news: 'all' }, Object.keys(READ).filter((name) => name !== 'modules')],
  ['a gap', null, Object.keys(READ).filter((name) => name !== 'modules')],
] as const)('news of %s makes stale exactly what shows it', (_, news, stale) => {
  expect(staleAfter(news).toSorted()).toEqual([...stale].toSorted())
})
