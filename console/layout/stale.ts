import type { Query, QueryKey } from '@tanstack/react-query'
import { lists } from '#browser/live/marking.ts'
import type { consoleLive } from '#contract/console/live.ts'
import type { Data } from '#contract/endpoint.ts'
import { QUEUE } from '../queue/queue-queries.ts'
import { PRESENCE, TICKET } from '../ticket/ticket-queries.ts'
import { WORK, versionsQuery } from '../work/work-queries.ts'

/** The key of `notification-queries.ts`, which is loaded later than this file. */
const NOTIFICATIONS = ['notifications']

type News = Data<typeof consoleLive.events>

/** Whether an event makes a query stale; null: anything may have changed. */
export function isStaleAfter({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>, news: News | null): boolean {
  if (isUnder(queryKey, versionsQuery.queryKey)) return false
  if (news === null || news.kind === 'all')
    return [QUEUE, TICKET, WORK, NOTIFICATIONS].some((area) => isUnder(queryKey, area))
  if (isUnder(queryKey, NOTIFICATIONS) || news.kind === 'notification')
    return isUnder(queryKey, NOTIFICATIONS) && news.kind === 'notification'
  const { kind, ticket, incident, development, valuation } = news
  const isPresence = kind === 'presence'
  if (isUnder(queryKey, QUEUE)) return ticket !== undefined && isInQueue(kind, queryKey[QUEUE.length])
  const names = (part: string, number: number | undefined) => lists(state.data, part, number)
  if (isUnder(queryKey, TICKET)) {
    const [, number, part] = queryKey
    if (part === PRESENCE) return number === ticket && isPresence
    if (ticket !== undefined) return !isPresence && (number === ticket || kind === 'merge')
    return names('incidents', incident) || names('developments', development) || names('valuations', valuation)
  }
  if (!isUnder(queryKey, WORK)) return false
  const [part, number] = queryKey.slice(WORK.length)
  const work = incident ?? development
  switch (part) {
    case 'one':
      return number === work || names('valuations', valuation) || (!isPresence && names('linkedTickets', ticket))
    case 'valuation':
      return number === valuation
    case 'valuations':
      return valuation !== undefined
    default:
      return work !== undefined
  }
}

/** In the queue, presence is marked in the ticket's row alone, and notes nowhere. */
function isInQueue(kind: News['kind'], part: unknown): boolean {
  if (kind === 'internal-note') return false
  return kind !== 'presence' || part === 'list'
}

const isUnder = (key: QueryKey, area: QueryKey): boolean => area.every((word, place) => key[place] === word)
