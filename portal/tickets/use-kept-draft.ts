import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tickets } from '#contract/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed, call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { type KeptState, draftKeeper } from '#browser/draft-keeper.ts'
import { draftsQuery } from './ticket-queries.ts'
import {
  type Place,
  type SavedDraft,
  forgetAt,
  forgetHere,
  isAside,
  keepHere,
  savedDraft,
  setAside,
  writer,
} from './unsent-drafts.ts'

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
  /** The server has a draft that was saved elsewhere: this one is kept apart. */
  readonly isApart: boolean
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
  /** Exchanges the text for the other version; returns where the present one waits. */
  readonly swap: (other: Place) => Place
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
const keptAs = (state: KeptState, areFilesHere: boolean): 'draft' | 'here' | null => {
  if (state === 'saved') return areFilesHere ? 'here' : 'draft'
  return state === 'here' || state === 'apart' ? 'here' : null
}

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
  const [state, setState] = useState<KeptState>(saved ? (saved.place ? 'here' : 'saved') : 'none')
  const [isApart, setApart] = useState(false)
  const [{ keeper, version }] = useState(() => {
    const kept = versionOf(ticket, saved)
    return {
      version: kept,
      keeper: draftKeeper(written, {
        state,
        isUnsent: Boolean(saved?.place),
        onState: (next) => {
          setState(next)
          if (next !== 'saving') setApart(next === 'apart')
        },
        write: (draft, beside) => (beside ? kept.save(draft) : inOrder(() => kept.save(draft))),
        keepHere: kept.keepHere,
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
    else if (found === 'apart') showAlert('warning', words.apart)
    else showAlert('success', words.keptForLater)
    return found !== 'failed'
  }

  return {
    state,
    isApart,
    key: version.key,
    keep: limited ? undefined : keep,
    discard: () => {
      void keeper.end()
      if (!limited) version.discard()
    },
    hold: keeper.end,
    resume: keeper.resume,
    sent: () => {
      if (!limited) version.sent()
    },
    swap: (other) => version.swap(written, other),
  }
}

/** The version of a draft that a form goes on with, on the server and in this browser. */
function versionOf(ticket: number | null, saved: SavedDraft | null) {
  let key = saved?.key ?? null
  let base = saved?.base ?? null
  /** Versions that the form has taken over: the server has them with its next save. */
  let taken = saved?.place ? [saved.place] : []
  let other = saved?.other?.place ?? null
  const keptHere = (draft: Written) => (draft.empty ? Promise.resolve(false) : keepHere(ticket, draft, base))
  const remove = () => call(tickets.discardDraft, { ticket, writer, key }, { outlivesPage: true })
  const forgetTaken = () => {
    void forgetHere(ticket)
    for (const place of taken) void forgetAt(place)
    taken = []
  }
  const forget = () => {
    forgetTaken()
    // A page that writes the other one goes on with it.
    if (other && isAside(ticket, other)) void forgetAt(other)
  }
  const tried = new Set<string | null>()
  return {
    key: () => {
      tried.add(key)
      return key
    },
    keepHere: keptHere,
    save: async (draft: Written): Promise<KeptState> => {
      const { content, files, empty } = draft
      try {
        if (empty) await remove()
        const kept = empty
          ? null
          : await call(tickets.saveDraft, { ticket, content, files: [...files], writer, key }, { outlivesPage: true })
        key = kept && kept.key
        base = kept && kept.savedAt
      } catch (error) {
        // It was saved elsewhere meanwhile: neither version overwrites the other one.
        if (!(error instanceof CallFailed && error.status === 409)) throw error
        key = null
        if (!(await keptHere(draft))) throw error
        return 'apart'
      }
      forgetTaken()
      return empty ? 'none' : 'saved'
    },
    discard: () => {
      forget()
      inOrder(remove).catch(() => undefined)
      key = null
    },
    sent: () => {
      forget()
      // All tries have the first one's key. By that the server does not find what was saved after it.
      if (tried.size > 1) inOrder(remove).catch(() => undefined)
    },
    swap: (written: Written, place: Place) => {
      taken.push(place)
      other = setAside(ticket, { draft: written, at: Date.now() })
      return other
    },
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one act after the other, so that a form that reopens at once reads the draft as just saved or deleted. */
function inOrder<T>(act: () => Promise<T>): Promise<T> {
  const next = last.then(act)
  last = next.catch(() => undefined)
  return next
}
