import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tickets } from '#contract/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { type KeptState, draftKeeper } from '#browser/draft-keeper.ts'
import { draftsQuery } from './ticket-queries.ts'
import { type SavedDraft, forgetAll, forgetHere, keepHere, savedDraft, setAside } from './unsent-drafts.ts'

export type { SavedDraft }
export type DraftContent = SavedDraft['content']

/** A text in progress, with its staged files. */
export interface Written {
  readonly content: DraftContent
  readonly files: SavedDraft['files']
  /** Whether there is nothing worth keeping. */
  readonly empty: boolean
}

export interface KeptDraft {
  readonly state: KeptState
  /** The key that the draft is sent with; null while there is no draft. */
  readonly key: () => string | null
  /** On leaving a form: saves it, says so, and tells whether it succeeded. Undefined if nothing can be saved. */
  readonly keep: (() => Promise<boolean>) | undefined
  /** Deletes the draft, here and on the server. */
  readonly discard: () => void
  /** Before sending: nothing may be saved after it. */
  readonly hold: () => Promise<void>
  /** Sending failed. */
  readonly resume: () => void
  /** It was sent: nothing of it stays in this browser. */
  readonly sent: () => void
  /** Exchanges the text for the other version. */
  readonly swap: () => void
}

/** A form's question to those who leave it (`Dialog`, `LeaveGuard`). */
export interface Leaving {
  /** Whether there is input that was not there at the start. */
  readonly dirty: boolean
  /** Where all of it is kept for the next time; null if part of it is not. */
  readonly keptAs?: 'draft' | 'here' | null
  readonly onDiscard?: (() => void) | undefined
  readonly onKeep?: (() => Promise<boolean>) | undefined
}

export const leavingOf = (kept: KeptDraft, files: LeftFiles, dirty: boolean): Leaving => ({
  dirty,
  keptAs: files.areKept ? keptAs(kept.state, files.areHere) : null,
  onDiscard: () => {
    kept.discard()
    files.forget()
  },
  onKeep: kept.keep,
})

interface LeftFiles {
  readonly areKept: boolean
  readonly areHere: boolean
  readonly forget: () => void
}

/**
 * How the question for leaving names the place of the kept text. If any part is in this browser alone, it says «here».
 */
const keptAs = (state: KeptState, areFilesHere: boolean): 'draft' | 'here' | null =>
  state === 'here' || (state === 'saved' && areFilesHere) ? 'here' : state === 'saved' ? 'draft' : null

/** The draft from the last time; `ticket` is null for a new one. */
export function useSavedDraft(ticket: number | null): {
  /** Undefined until it is known, null if there is none. */
  readonly saved: SavedDraft | null | undefined
  readonly failed: boolean
  readonly busy: boolean
  readonly retry: () => void
} {
  const { limited } = useAccount()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['draft', ticket] as const,
    queryFn: () => inOrder(() => savedDraft(ticket)),
    enabled: !limited,
    // An open form shows its own text; a reopened one the last saved version.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // Typed text must outlive every cache.
  const [saved, setSaved] = useState<SavedDraft | null | undefined>(limited ? null : undefined)
  if (saved === undefined && data !== undefined) setSaved(data)
  return { saved, failed: saved === undefined && isError, busy: isFetching, retry: () => void refetch() }
}

/**
 * Saves the text in progress on the server, for the same person in any tab, session or link (api.md, Person), and in this browser
 * while the server is out of reach. Nothing is saved for people without a signed link: nobody could recognise them again.
 */
export function useKeptDraft(ticket: number | null, written: Written, saved: SavedDraft | null): KeptDraft {
  const { draft: words } = useMessages().tickets
  const { limited } = useAccount()
  const [state, setState] = useState<KeptState>(saved ? (saved.isUnsent ? 'here' : 'saved') : 'none')
  const [{ keeper, key }] = useState(() => {
    const sentUnder = sendingKey(saved?.key ?? null)
    let base = saved?.base ?? null
    const write = writer(ticket, (kept) => {
      sentUnder.set(kept && kept.key)
      base = kept && kept.savedAt
    })
    return {
      key: sentUnder,
      keeper: draftKeeper(written, {
        state,
        isUnsent: saved?.isUnsent ?? false,
        onState: setState,
        write,
        keepHere: (draft) => (draft.empty ? Promise.resolve(false) : keepHere(ticket, draft, base)),
      }),
    }
  })

  useEffect(() => {
    if (!limited) keeper.take(written)
  })
  const client = useQueryClient()
  useEffect(() => {
    if (limited) return undefined
    keeper.wake()
    const hurry = () => document.visibilityState === 'hidden' && keeper.hurry()
    const flush = () => void keeper.flush()
    document.addEventListener('visibilitychange', hurry)
    globalThis.addEventListener('pagehide', keeper.hurry)
    globalThis.addEventListener('online', flush)
    return () => {
      keeper.hurry()
      keeper.sleep()
      // After the pending request, so that the remaining drafts are shown.
      void inOrder(() => client.invalidateQueries({ queryKey: draftsQuery.queryKey }))
      document.removeEventListener('visibilitychange', hurry)
      globalThis.removeEventListener('pagehide', keeper.hurry)
      globalThis.removeEventListener('online', flush)
    }
  }, [client, keeper, limited])

  const keep = async () => {
    const found = await keeper.flush()
    if (found === 'failed') showAlert('error', words.failed)
    else if (found === 'here') showAlert('warning', words.keptHere)
    else showAlert('success', words.keptForLater)
    return found !== 'failed'
  }

  return {
    state,
    key: key.get,
    keep: limited ? undefined : keep,
    discard: () => {
      void keeper.end()
      key.set(null)
      if (limited) return
      void forgetAll(ticket)
      inOrder(() => forget(ticket)).catch(() => undefined)
    },
    hold: keeper.end,
    resume: keeper.resume,
    sent: () => {
      if (!limited) void forgetAll(ticket)
    },
    swap: () => void setAside(ticket, { draft: written, at: Date.now() }),
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
  (ticket: number | null, onKept: (kept: { readonly key: string; readonly savedAt: Date } | null) => void) =>
  ({ content, files, empty }: Written, beside: boolean): Promise<KeptState> => {
    const write = async (): Promise<KeptState> => {
      if (empty) await forget(ticket)
      const kept = empty
        ? null
        : await call(tickets.saveDraft, { ticket, content, files: [...files] }, { outlivesPage: true })
      onKept(kept)
      void forgetHere(ticket)
      return empty ? 'none' : 'saved'
    }
    return beside ? write() : inOrder(write)
  }

const forget = (ticket: number | null) => call(tickets.discardDraft, { ticket }, { outlivesPage: true })

let last: Promise<unknown> = Promise.resolve()

/** Runs one act after the other, so that a form that reopens at once reads the draft as just saved or deleted. */
function inOrder<T>(act: () => Promise<T>): Promise<T> {
  const next = last.then(act)
  last = next.catch(() => undefined)
  return next
}
