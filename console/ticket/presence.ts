import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'

type Presence = Data<typeof consoleTickets.presence>

const EVERY_MS = 15_000
/** After this long without a key press somebody no longer counts as writing. */
const WRITING_MS = 25_000

/** Reports that this technician has the ticket open, and learns who else does and whether it has new entries. */
export function usePresence(ticket: number, beginning: Presence, onNews: (latestEntry: number) => void) {
  const [viewers, setViewers] = useState(beginning.viewers)
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY)
  const [writing, setWriting] = useState(false)
  const hear = useEffectEvent(({ viewers, latestEntry }: Presence) => {
    setViewers(viewers)
    onNews(latestEntry)
  })

  useEffect(() => {
    const stop = new AbortController()
    const say = () => {
      if (document.visibilityState === 'hidden') return
      const isWriting = writing && performance.now() - lastKeyAt.current < WRITING_MS
      call(consoleTickets.presence, { ticket, writing: isWriting }, { signal: stop.signal }).then(
        hear,
        () => undefined, // it is reported again soon
      )
    }
    say()
    const timer = setInterval(say, EVERY_MS)
    document.addEventListener('visibilitychange', say)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
    }
  }, [ticket, writing])

  return {
    viewers,
    onTyped: () => {
      lastKeyAt.current = performance.now()
      setWriting(true)
    },
    onStopped: () => setWriting(false),
  }
}
