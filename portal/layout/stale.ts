import type { Query } from '@tanstack/react-query'
import { fieldOf, lists } from '#browser/live/marking.ts'
import type { Data } from '#contract/endpoint.ts'
import type { live } from '#contract/live.ts'
import { TICKETS } from '../tickets/ticket-queries.ts'

type News = Data<typeof live.events>

/** Whether an event makes a query of the tickets area stale; null: anything may have changed. */
export function isStaleAfter({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>, news: News | null): boolean {
  const [area, kind, of] = queryKey
  if (area !== TICKETS[0]) return false
  if (news === null || news.news === 'all') return true
  const { ticket, incident, development, valuation } = news
  if (news.news === 'seen') return kind === 'list' || kind === 'counters' || (kind === 'view' && of === ticket)
  if (ticket !== undefined)
    switch (kind) {
      case 'list':
      case 'counters':
      case 'turns':
      case 'silence':
        return true
      case 'view':
        return of === ticket || lists(state.data, 'messages', ticket)
      case 'attachments':
      case 'expectation':
      case 'life-line':
        return fieldOf(of, 'ticket') === ticket
      default:
        return false
    }
  if (valuation !== undefined) return kind === 'valuations' || kind === 'counters' || kind === 'life-line'
  const work = incident ?? development
  switch (kind) {
    case 'counters':
    case 'awaited-validations':
    // This includes the query of the ticket that led to the work.
    case 'life-line':
      return true
    case 'incidents':
      return incident !== undefined
    case 'developments':
      return development !== undefined
    case 'view':
      return lists(state.data, 'incidents', work)
    case 'attachments':
      return fieldOf(of, 'incident') === work
    default:
      return false
  }
}
