/** An event that another tab has passed on. */
interface Told {
  readonly data: string | null
  readonly id: string
}

interface Tabs {
  /** Names the lock and the channel. */
  readonly name: string
  /** Follows the events for all tabs, starting after a given one. */
  readonly lead: (lastId: string, tell: (data: string | null, id: string) => void, signal: AbortSignal) => void
  readonly hear: (data: string | null) => void
  readonly signal: AbortSignal
}

/**
 * One of a browser's tabs leads, and passes its events on to the others; when it closes, the next goes on from the last one. Browsers
 * offer locks at secure addresses alone: elsewhere each tab leads itself.
 */
export function oneForAllTabs({ name, lead, hear, signal }: Tabs): void {
  if (signal.aborted) return
  let lastId = ''
  const heard = ({ data, id }: Told) => {
    lastId = id
    hear(data)
  }
  if (!('locks' in navigator)) {
    lead('', (data, id) => heard({ data, id }), signal)
    return
  }
  const others = new BroadcastChannel(name)
  const message = ({ data }: MessageEvent<Told>) => heard(data)
  others.addEventListener('message', message)
  signal.addEventListener('abort', () => others.close())
  const untilTheEnd = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // Another tab leads: events before this tab listened are unknown.
  const joined = setTimeout(() => hear(null), JOINED_MS)
  signal.addEventListener('abort', () => clearTimeout(joined))
  navigator.locks
    .request(name, { signal }, () => {
      clearTimeout(joined)
      lead(
        lastId,
        (data, id) => {
          if (signal.aborted) return
          others.postMessage({ data, id } satisfies Told)
          heard({ data, id })
        },
        signal,
      )
      return untilTheEnd
    })
    .catch(() => undefined) // it ended before its turn came
}

/** A free lock is given within milliseconds. */
const JOINED_MS = 200
