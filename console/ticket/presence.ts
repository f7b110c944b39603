import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { PRESENCE, TICKET } from './ticket-queries.ts'

type Presence = Data<typeof consoleTickets.presence>

const EVERY_MS = 15_000
/** After this long without a key press somebody no longer counts as writing. */
const WRITING_MS = 25_000

/**
 * Reports that this technician has the ticket open, and gets the colleagues who do. It reports at once when that
 * changes.
 */
export function usePresence(ticket: number, { viewers, latestEntry }: Presence) {
  const client = useQueryClient()
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY)
  const isWriting = useRef(false)
  const queryKey = [...TICKET, ticket, PRESENCE]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const writing = isWriting.current && performance.now() - lastKeyAt.current < WRITING_MS
      return call(consoleTickets.presence, { ticket, writing }, { signal })
    },
    initialData: { viewers, latestEntry },
    staleTime: 0,
    gcTime: 0,
    retry: false, // it is reported again soon
    refetchInterval: EVERY_MS,
  })
  const leave = useEffectEvent(() => {
    const leaving = { ticket, writing: false, leaving: true }
    call(consoleTickets.presence, leaving, { outlivesPage: true }).catch(() => undefined) // otherwise it expires
  })
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      leave()
    }
  }, [])
  const write = (writing: boolean) => {
    if (writing === isWriting.current) return
    isWriting.current = writing
    void client.invalidateQueries({ queryKey })
  }
  return {
    viewers: data.viewers,
    onTyped: () => {
      lastKeyAt.current = performance.now()
      write(true)
    },
    onStopped: () => write(false),
  }
}
