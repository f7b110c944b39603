import { useEffect, useRef, useState } from 'react'
import { type DraftFile, type StagedFiles, mayStillGo } from '#browser/staged-files.ts'
import { useAccount } from '../session/session-store.ts'
import { draftKey } from '../tickets/unsent-drafts.ts'
import { waitingFiles } from './waiting-files.ts'
import { browserShelf } from './waiting-shelf.ts'

const waiting = waitingFiles({ shelf: browserShelf, key: draftKey, now: Date.now })

interface Form {
  /** Null for a new ticket. */
  readonly ticket: number | null
  /** The form begins with a draft: then its files come back, too. */
  readonly isResumed: boolean
}

/** Keeps a form's files in this browser until they are uploaded, and brings them back with its draft. */
export function useWaitingFiles({ ticket, isResumed }: Form, files: StagedFiles) {
  const form = `${ticket ?? 'new'}`
  const { limited } = useAccount()
  const [ids] = useState(() => new Map<number, string>())
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  /** The keys that were here before, and the keys that the form began with. */
  const [before, setBefore] = useState<readonly number[]>(() => files.list.map(({ key }) => key))
  const begun = useRef(false)

  useEffect(() => {
    if (limited || begun.current) return
    begun.current = true
    if (!isResumed) return void waiting.forgetLeft(form)
    const bringBack = async () => {
      const found = await waiting.find(form)
      const keys = found.flatMap(({ id, file, pasted }) =>
        files.add([file], { pasted }).map((key) => {
          ids.set(key, id)
          return key
        }),
      )
      setKept((now) => new Set([...now, ...keys]))
      setBefore((now) => [...now, ...keys])
    }
    void bringBack()
  })

  useEffect(() => {
    if (limited) return
    const here = files.list.filter(isOnlyHere)
    for (const { key, file, pasted } of here) {
      if (!file || ids.has(key)) continue
      const id = crypto.randomUUID()
      ids.set(key, id)
      void waiting.put(form, { id, file, pasted }).then((isKept) => isKept && setKept((now) => new Set([...now, key])))
    }
    const gone = [...ids].filter(([key]) => !files.list.some((file) => file.key === key && file.staged === null))
    for (const [key] of gone) ids.delete(key)
    if (gone.length > 0) void waiting.remove(gone.map(([, id]) => id))
  }, [files.list, form, ids, limited])

  return {
    /** Leaving the screen would lose no file. */
    areKept: files.list.every(({ key, staged }) => staged !== null || kept.has(key)),
    /** Some files are in this browser alone. */
    areHere: files.list.some(({ staged }) => staged === null),
    /** Whether the files are the same as at the beginning. */
    areUnchanged:
      files.list.length === before.length &&
      files.list.every(({ key, covered }, index) => key === before[index] && covered === null),
    /** This page's files were sent or discarded. */
    forget: () => {
      if (!limited) void waiting.remove([...ids.values()])
    },
  }
}

/** Neither at the server nor on its way there. */
const isOnlyHere = (file: DraftFile): boolean => file.staged === null && file.status !== 'SAVING' && mayStillGo(file)
