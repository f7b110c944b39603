/** The state of the connection that brings the events. */
export interface StreamState {
  /**
   * - `resting`: the browser has no network. - `opening`: requested, no byte has come yet. - `open`: something has
   * come. - `pausing`: before the next try. - `held-back`: something on the way lets no stream through; the next try
   * comes much later.
   */
  readonly is: 'resting' | 'opening' | 'open' | 'pausing' | 'held-back'
  /** The number of tries in a row that brought little or nothing. */
  readonly failures: number
  /** The last event; empty before the first one. */
  readonly lastId: string
  /** A stream has come through since the page was opened: a try that brings nothing has met a cut. */
  readonly hasCome: boolean
}

export type StreamHappening =
  | { readonly what: 'online' | 'offline' }
  /** Bytes came: a sign of life, or an event with its id. */
  | { readonly what: 'heard'; readonly id?: string }
  /** It ended: in order (`ended`), refused with a status, or broken (null). */
  | { readonly what: 'over'; readonly status: number | 'ended' | null }
  /** The time given by `timeIn` is up. */
  | { readonly what: 'late' }

/** The service gives a sign of life every 15 s. */
const SILENT_MS = 25_000
/** How long the first bytes may take where no stream has come through yet. */
const FIRST_BYTES_MS = 40_000
/** The same where one has. */
const FIRST_BYTES_AGAIN_MS = 12_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000
/** When a stream that was held back is tried again. */
const HELD_BACK_MS = 5 * 60_000
/** After this many failures the screens refetch by themselves. */
const MOST_FAILURES = 3

export const beginning = (isOnline: boolean, lastId = ''): StreamState => ({
  is: isOnline ? 'opening' : 'resting',
  failures: 0,
  lastId,
  hasCome: false,
})

export function afterwards(state: StreamState, happening: StreamHappening): StreamState {
  switch (happening.what) {
    case 'offline':
      return { ...state, is: 'resting' }
    case 'online':
      return state.is === 'resting' || state.is === 'pausing' ? { ...state, is: 'opening', failures: 0 } : state
    case 'heard': {
      if (state.is !== 'opening' && state.is !== 'open') return state
      const { failures, lastId } = state
      // A proxy may cut every stream after its first bytes: the pauses grow then too.
      return { is: 'open', failures: state.is === 'open' ? 0 : failures, lastId: happening.id ?? lastId, hasCome: true }
    }
    case 'over':
      return isUnder(state) ? afterEnd(state, happening.status) : state
    case 'late':
      return afterLate(state)
  }
}

function afterEnd(state: StreamState, status: number | 'ended' | null): StreamState {
  // Refused: too many streams, a proxy that lets none through, or no session. In the last case the session's watch gets
  // the same answer.
  if (typeof status === 'number' && status < 500) return { ...state, is: 'held-back' }
  return { ...state, is: 'pausing', failures: state.failures + 1 }
}

function afterLate(state: StreamState): StreamState {
  switch (state.is) {
    case 'opening':
    case 'open':
      // Something on the way that holds back even the first bytes would hold back all others.
      if (!state.hasCome) return { ...state, is: 'held-back' }
      return { ...state, is: 'pausing', failures: state.failures + 1 }
    case 'pausing':
    case 'held-back':
      return { ...state, is: 'opening' }
    case 'resting':
      return state
  }
}

/** Whether a request is under way. */
export const isUnder = ({ is }: StreamState): boolean => is === 'opening' || is === 'open'

/** How long a state may last; null for no limit. `share`, from 0 to 1, keeps many browsers from connecting all at once. */
export function timeIn({ is, failures, hasCome }: StreamState, share: number): number | null {
  switch (is) {
    case 'resting':
      return null
    case 'opening':
      return hasCome ? FIRST_BYTES_AGAIN_MS : FIRST_BYTES_MS
    case 'open':
      return SILENT_MS
    case 'pausing':
      return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + share / 2)
    case 'held-back':
      return HELD_BACK_MS
  }
}

/** Whether the screens must refetch by themselves, slowly. */
export const isBlind = ({ is, failures }: StreamState): boolean =>
  is === 'held-back' || (is !== 'resting' && is !== 'open' && failures >= MOST_FAILURES)
