import { useQueryClient } from '@tanstack/react-query'
import { useSeen } from '#browser/live/use-seen.ts'
import { consoleTickets } from '#contract/console/tickets.ts'
import { call } from '../api.ts'
import { QUEUE } from '../queue/queue-queries.ts'
import { ticketQuery } from './ticket-queries.ts'

interface Props {
  readonly ticket: number
  /** The newest entry, as soon as the technician has something new in sight. */
  readonly upTo: number | null
}

/**
 * Reports that this technician has seen the ticket. Its marks disappear at once here, and by the stream in their other
 * browsers.
 */
export function Seen({ ticket, upTo }: Props) {
  const client = useQueryClient()
  useSeen(upTo, async (entry) => {
    try {
      await call(consoleTickets.seen, { ticket, upTo: entry })
    } catch {
      return // the next visit marks it again
    }
    client.setQueryData(ticketQuery(ticket).queryKey, (view) => view && { ...view, unread: 0 })
    await client.invalidateQueries({ queryKey: QUEUE })
  })
  return null
}
