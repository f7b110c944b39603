import * as z from 'zod/mini'
import type { CallOptions } from '../client.ts'
import { followEvents } from './event-stream.ts'
import { oneForAllTabs } from './one-for-all-tabs.ts'

interface Live<D extends z.ZodMiniType> {
  /** Names the lock and the channel of the tabs. */
  readonly path: string
  /** The content of an event. */
  readonly data: D
  readonly open: (age: number | undefined, options: CallOptions) => Promise<Response>
  /** Receives each event; null: anything may have happened. */
  readonly onNews: (news: z.output<D> | null) => void
  readonly session: {
    readonly isOpen: () => boolean
    readonly onChange: (listener: () => void) => void
  }
}

/** Reports events as long as the session is open. One stream serves all tabs of the browser. */
export function beginLive<D extends z.ZodMiniType>({ path, data: form, open, onNews, session }: Live<D>): void {
  let following: AbortController | null = null
  // The screens of the first session may have read since the page began; those of a later session since that session
  // opened.
  let begunAt = performance.timeOrigin
  const adapt = () => {
    if (!session.isOpen()) {
      following?.abort()
      following = null
      begunAt = Number.POSITIVE_INFINITY
    } else if (!following) {
      following = new AbortController()
      const openedAt = Math.min(begunAt, Date.now())
      oneForAllTabs({
        name: path,
        signal: following.signal,
        lead: (lastId, tell, signal) => followEvents({ open, lastId, begunAt: openedAt, tell, signal }),
        hear: (data) => onNews(data === null ? null : newsIn(form, data)),
      })
    }
  }
  session.onChange(adapt)
  adapt()
}

/** A newer service may send events that this page does not know: then anything may have happened. */
function newsIn<D extends z.ZodMiniType>(form: D, data: string): z.output<D> | null {
  try {
    const news = z.safeDecode(form, JSON.parse(data))
    return news.success ? news.data : null
  } catch {
    return null
  }
}
