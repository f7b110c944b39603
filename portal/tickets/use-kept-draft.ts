import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tickets } from '#contract/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/account-store.ts'
import { type KeptState, draftKeeper } from '#browser/draft-keeper.ts'

export type SavedDraft = NonNullable<Data<typeof tickets.draft>>
export type DraftContent = SavedDraft['content']

/** What somebody is writing, with the files that are staged for it. */
export interface Written {
  readonly content: DraftContent
  readonly files: SavedDraft['files']
  /** Nothing that would be worth keeping. */
  readonly empty: boolean
}

export interface KeptDraft {
  readonly state: KeptState
  /** The key under which what was drafted is sent; null while nothing is kept. */
  readonly key: () => string | null
  /** For a form that is left: keeps it, says so, and tells whether it could. Absent where nothing can be kept. */
  readonly keep: (() => Promise<boolean>) | undefined
  /** The draft is forgotten, here and by the service. */
  readonly discard: () => void
  /** Sending ends a draft: nothing may be saved after it. */
  readonly hold: () => Promise<void>
  /** Sending failed. */
  readonly resume: () => void
}

/** What a form says to whoever leaves it (`Dialog`, `LeaveGuard`). */
export interface Leaving {
  /** There is something that was not there when the form came up. */
  readonly dirty: boolean
  /** All of it will be found the next time. */
  readonly isKept?: boolean
  readonly onDiscard?: (() => void) | undefined
  readonly onKeep?: (() => Promise<boolean>) | undefined
}

export const leavingOf = (kept: KeptDraft, { areKept }: { readonly areKept: boolean }, dirty: boolean): Leaving => ({
  dirty,
  isKept: kept.state === 'saved' && areKept,
  onDiscard: kept.discard,
  onKeep: kept.keep,
})

/** What was left unfinished the last time; `ticket` is null for a new one. */
export function useSavedDraft(ticket: number | null): {
  /** Undefined until it is known, null when there is none. */
  readonly saved: SavedDraft | null | undefined
  readonly failed: boolean
  readonly busy: boolean
  readonly retry: () => void
} {
  const { limited } = useAccount()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['draft', ticket] as const,
    queryFn: () => inOrder(() => call(tickets.draft, { ticket: ticket ?? undefined })),
    enabled: !limited,
    // While the form is open, what is on the screen counts; when it is opened again, what was saved last.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // What is typed must outlive every cache.
  const [saved, setSaved] = useState<SavedDraft | null | undefined>(limited ? null : undefined)
  if (saved === undefined && data !== undefined) setSaved(data)
  return { saved, failed: saved === undefined && isError, busy: isFetching, retry: () => void refetch() }
}

/**
 * Keeps what is being written on the server, for the same person by whatever tab, session or link (api.md, Person). Whoever
 * came without a signature is nobody that could be known again: nothing is kept for them.
 */
export function useKeptDraft(ticket: number | null, written: Written, saved: SavedDraft | null): KeptDraft {
  const { draft: words } = useMessages().tickets
  const { limited } = useAccount()
  const [state, setState] = useState<KeptState>(saved ? 'saved' : 'none')
  const [{ keeper, key }] = useState(() => {
    const sentUnder = sendingKey(saved?.key ?? null)
    return {
      key: sentUnder,
      keeper: draftKeeper(written, { state, onState: setState, write: writer(ticket, sentUnder.set) }),
    }
  })

  useEffect(() => {
    if (!limited) keeper.take(written)
  })
  useEffect(() => {
    keeper.wake()
    const hurry = () => document.visibilityState === 'hidden' && keeper.hurry()
    document.addEventListener('visibilitychange', hurry)
    globalThis.addEventListener('pagehide', keeper.hurry)
    return () => {
      keeper.hurry()
      keeper.sleep()
      document.removeEventListener('visibilitychange', hurry)
      globalThis.removeEventListener('pagehide', keeper.hurry)
    }
  }, [keeper])

  const keep = async () => {
    const isKept = await keeper.flush()
    if (isKept) showAlert('success', words.keptForLater)
    else showAlert('error', words.failed)
    return isKept
  }

  return {
    state,
    key: key.get,
    keep: limited ? undefined : keep,
    discard: () => {
      void keeper.end()
      key.set(null)
      if (!limited) inOrder(() => forget(ticket)).catch(() => undefined)
    },
    hold: keeper.end,
    resume: keeper.resume,
  }
}

const sendingKey = (first: string | null) => {
  let current = first
  return {
    get: () => current,
    set: (next: string | null) => {
      current = next
    },
  }
}

const writer =
  (ticket: number | null, onKey: (key: string | null) => void) =>
  ({ content, files, empty }: Written, beside: boolean): Promise<KeptState> => {
    const write = async (): Promise<KeptState> => {
      if (empty) await forget(ticket)
      const kept = empty
        ? null
        : await call(tickets.saveDraft, { ticket, content, files: [...files] }, { outlivesPage: true })
      onKey(kept && kept.key)
      return empty ? 'none' : 'saved'
    }
    return beside ? write() : inOrder(write)
  }

const forget = (ticket: number | null) => call(tickets.discardDraft, { ticket }, { outlivesPage: true })

let last: Promise<unknown> = Promise.resolve()

/** A form that is opened again at once must read what was just saved or forgotten. */
function inOrder<T>(act: () => Promise<T>): Promise<T> {
  const next = last.then(act)
  last = next.catch(() => undefined)
  return next
}
