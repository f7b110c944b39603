/** Saved this long after the last change… */
export const QUIET_MS = 1_000
/** …and no later than this after the first unsaved change. */
export const AT_LATEST_MS = 5_000
export const RETRY_MS = 10_000

/**
 * `none`: nothing to keep. `here`: kept in this browser alone until the server can be reached. `apart`: the same, because the
 * server has a draft that was saved elsewhere.
 */
export type KeptState = 'none' | 'saving' | 'saved' | 'here' | 'apart' | 'failed'

export interface DraftKeeper<D> {
  /** The draft on the screen now. */
  readonly take: (draft: D) => void
  /** Saves pending changes at once and returns the outcome. */
  readonly flush: () => Promise<KeptState>
  /** The page may be closing: pending changes are sent beside a running save. */
  readonly hurry: () => void
  /** Stops automatic saving, and reports no state, until `wake`. */
  readonly sleep: () => void
  readonly wake: () => void
  /** Stops saving for good; resolves once a running save has arrived. */
  readonly end: () => Promise<void>
  /** Takes back `end`. */
  readonly resume: () => void
}

interface Options<D> {
  readonly state: KeptState
  /** `beside`: without waiting for a running save. Returns the draft as kept. */
  readonly write: (draft: D, beside: boolean) => Promise<KeptState>
  readonly onState: (state: KeptState) => void
  /** The initial draft has not been written by `write` yet. */
  readonly isUnsent?: boolean
  /** Keeps it in this browser while `write` is running or failing; false if that is impossible. */
  readonly keepHere?: (draft: D) => Promise<boolean>
}

/** Saves a text as it changes: only when it has changed, and one save at a time. */
export function draftKeeper<D>(
  begun: D,
  { state, write, onState, isUnsent = false, keepHere = notHere }: Options<D>,
): DraftKeeper<D> {
  let wanted = keyed(begun)
  let kept: string | null = isUnsent ? null : wanted.key
  let keptState = state
  let onItsWay: string | null = null
  let unsavedSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<KeptState> | null = null
  let asleep = false
  let ended = false

  const later = (wait: number) => {
    clearTimeout(timer)
    if (!asleep && !ended) timer = setTimeout(() => void flush(), wait)
  }

  const run = async (): Promise<KeptState> => {
    clearTimeout(timer)
    unsavedSince = null
    while (!ended && wanted.key !== kept) {
      const { key, draft } = wanted
      onItsWay = key
      // In parallel: a slow server must not delay it.
      const isHere = keepHere(draft)
      try {
        keptState = await write(draft, false)
        kept = key
      } catch {
        const found = (await isHere) ? 'here' : 'failed'
        if (!asleep) onState(found)
        later(RETRY_MS)
        return found
      } finally {
        onItsWay = null
      }
    }
    if (!asleep) onState(keptState)
    return keptState
  }

  const flush = (): Promise<KeptState> => {
    running ??= run().finally(() => void (running = unsavedSince = null))
    return running
  }

  return {
    take: (draft) => {
      const next = keyed(draft)
      if (next.key === wanted.key) return
      wanted = next
      // Once for many letters: if each of 50 in a row leaves React something to draw later, it gives up (error 185).
      if (unsavedSince === null && !ended) onState('saving')
      unsavedSince ??= Date.now()
      later(Math.max(0, Math.min(QUIET_MS, unsavedSince + AT_LATEST_MS - Date.now())))
    },
    flush,
    hurry: () => {
      if (ended || wanted.key === kept || wanted.key === onItsWay) return
      if (!running) return void flush()
      onItsWay = wanted.key
      write(wanted.draft, true).catch(() => undefined)
    },
    sleep: () => {
      asleep = true
      clearTimeout(timer)
    },
    wake: () => {
      asleep = false
      if (wanted.key !== kept) later(QUIET_MS)
    },
    end: async () => {
      ended = true
      clearTimeout(timer)
      await running
    },
    resume: () => {
      ended = false
      later(QUIET_MS)
    },
  }
}

const notHere = () => Promise.resolve(false)

const keyed = <D>(draft: D) => ({ draft, key: JSON.stringify(draft) })
