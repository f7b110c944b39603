/** Saved this long after the last change… */
export const QUIET_MS = 1_000
/** …but not later than this after the first one that is not saved. */
export const AT_LATEST_MS = 5_000
export const RETRY_MS = 10_000

/** `none`: there is nothing to keep. `here`: in this browser alone, until the server can be reached. */
export type KeptState = 'none' | 'saving' | 'saved' | 'here' | 'failed'

export interface DraftKeeper<D> {
  /** What is on the screen now. */
  readonly take: (draft: D) => void
  /** Saves what is not saved yet, without waiting; answers what has become of it. */
  readonly flush: () => Promise<KeptState>
  /** The page may be about to go: what is not on its way yet is sent beside what is. */
  readonly hurry: () => void
  /** Saves nothing of its own accord from now on, until `wake`. */
  readonly sleep: () => void
  readonly wake: () => void
  /** Saves nothing more; answers once what was on its way has arrived. */
  readonly end: () => Promise<void>
  /** Takes back `end`. */
  readonly resume: () => void
}

interface Options<D> {
  readonly state: KeptState
  /** `beside`: not after what is on its way. Answers what is kept from then on. */
  readonly write: (draft: D, beside: boolean) => Promise<KeptState>
  readonly onState: (state: KeptState) => void
  /** What it begins with is not where `write` puts it yet. */
  readonly isUnsent?: boolean
  /** Keeps it in this browser for as long as `write` takes, or fails; false when that is not possible. */
  readonly keepHere?: (draft: D) => Promise<boolean>
}

/** Keeps what is being written as it changes: never while it has not, and one save after the other. */
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
      // At the same time: a server that does not answer at once must not put it off.
      const isHere = keepHere(draft)
      try {
        keptState = await write(draft, false)
        kept = key
      } catch {
        const found = (await isHere) ? 'here' : 'failed'
        onState(found)
        later(RETRY_MS)
        return found
      } finally {
        onItsWay = null
      }
    }
    onState(keptState)
    return keptState
  }

  const flush = (): Promise<KeptState> => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  return {
    take: (draft) => {
      const next = keyed(draft)
      if (next.key === wanted.key) return
      wanted = next
      unsavedSince ??= Date.now()
      if (!ended) onState('saving')
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
