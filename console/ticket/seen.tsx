import { useQueryClient } from '@tanstack/react-query'
import { useSeen } from '#browser/live/use-seen.ts'
import { consoleTickets } from '#contract/console/tickets.ts'
import { call } from '../api.ts'
import { QUEUE } from '../queue/queue-queries.ts'
import { ticketQuery } from './ticket-queries.ts'

interface Props {
  readonly ticket: number
  /** The newest entry, once something new is before the technician's eyes. */
  readonly upTo: number | null
}

/** Says that this technician has seen the ticket: its marks go at once, here and by the stream everywhere else. */
export function Seen({ ticket, upTo }: Props) {
  const client = useQueryClient()
  useSeen(upTo, async (entry) => {
    try {
      await call(consoleTickets.seen, { ticket, upTo: entry })
    } catch {
      return // It is seen again another time.
    }
    client.setQueryData(ticketQuery(ticket).queryKey, (view) => view && { ...view, unread: 0 })
    await client.invalidateQueries({ queryKey: QUEUE })
  })
  return null
}
