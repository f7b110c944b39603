import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type AttachmentProblem,
  allowedExtension,
  attachmentProblem,
  contentMatches,
  extensionOf,
  mimeOf,
  pastedName,
  truncatedName,
} from '#domain/attachment.ts'
import type { UploadOptions } from './client.ts'

/** The bytes needed to recognise a file's kind. */
const FIRST_BYTES = 512

export interface DraftFile {
  readonly key: number
  /** Null for a file of an earlier visit, which the server holds. */
  readonly file: File | null
  readonly name: string
  readonly bytes: number
  readonly status: 'SAVING' | 'SUCCESS' | 'FAILED'
  /** 0 to 1. */
  readonly progress: number
  /** Why it failed: a broken rule, or the server's message. */
  readonly problem: { readonly rule: AttachmentProblem } | { readonly sentence: string } | null
  /** Its id while it waits for its ticket. */
  readonly staged: string | null
  readonly pasted: boolean
}

export interface StagedFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

export interface StagedFiles {
  readonly list: readonly DraftFile[]
  /** How many files are sent, or still can be. */
  readonly going: number
  readonly add: (files: readonly File[], options?: { pasted?: boolean }) => void
  readonly retry: (key: number) => void
  /** Also stops its upload. */
  readonly remove: (key: number) => void
  /** Replaces all files. */
  readonly replace: (staged: readonly StagedFile[]) => void
  /** The files staged so far. */
  readonly staged: readonly StagedFile[]
  /** The staged files, once no upload is running. */
  readonly settled: () => Promise<readonly StagedFile[]>
  /** The files that break a rule and can never be sent. */
  readonly leftOut: () => readonly DraftFile[]
  /** Retries the failed ones now that there is a ticket; returns false if any fails again. */
  readonly sendLate: (ticket: number) => Promise<boolean>
}

interface Limits {
  readonly maxBytes: number
  readonly max: number
  readonly onTooMany: () => void
  /** The message for a failed upload. */
  readonly sentenceOf: (error: unknown) => string
}

/** How one application sends files. */
interface Sending {
  /** Stages a file; `pasted`: it came from the clipboard. */
  readonly stage: (file: File, pasted: boolean, options: UploadOptions) => Promise<readonly StagedFile[]>
  /** Attaches a file to a message that has been sent. */
  readonly sendLate: (file: File, ticket: number) => Promise<unknown>
}

/**
 * The files for the ticket or reply being written. Each is uploaded as soon as it is added (api.md). `before`: files staged
 * already.
 */
export function useStagedFiles(limits: Limits & Sending, before: readonly StagedFile[]): StagedFiles {
  const [list, setList] = useState<readonly DraftFile[]>(() => before.map(stagedBefore))
  // The current list between renders, for code after an await.
  const latest = useRef(list)
  const running = useRef(new Map<number, { stop: AbortController; done: Promise<void> }>())
  const nextKey = useRef(before.length)

  const change = useCallback((next: (files: readonly DraftFile[]) => readonly DraftFile[]) => {
    latest.current = next(latest.current)
    setList(latest.current)
  }, [])
  const patch = (key: number, part: Partial<DraftFile>) =>
    change((files) => files.map((file) => (file.key === key ? { ...file, ...part } : file)))

  const send = (entry: DraftFile, file: File) => {
    const stop = new AbortController()
    const done = stage(file, entry.pasted, limits, stop.signal, (part) => patch(entry.key, part))
      .then(
        (outcome) => patch(entry.key, outcome),
        (error: unknown) => patch(entry.key, { status: 'FAILED', problem: { sentence: limits.sentenceOf(error) } }),
      )
      .finally(() => running.current.delete(entry.key))
    running.current.set(entry.key, { stop, done })
  }

  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const { stop } of uploads.values()) stop.abort()
    }
  }, [])

  return {
    list,
    going: list.filter((file) => file.status !== 'FAILED').length,
    add: (files, { pasted = false } = {}) => {
      const room = limits.max - latest.current.filter(mayStillGo).length
      if (files.length > room) limits.onTooMany()
      const added = files.slice(0, Math.max(0, room)).map((file) => {
        const key = nextKey.current++
        const named = namedFile(file, pasted)
        const entry: DraftFile = {
          key,
          file: named,
          name: named.name,
          bytes: named.size,
          status: 'SAVING',
          progress: 0,
          problem: null,
          staged: null,
          pasted,
        }
        return { entry, file: named }
      })
      change((files) => [...files, ...added.map(({ entry }) => entry)])
      for (const { entry, file } of added) send(entry, file)
    },
    retry: (key) => {
      const entry = latest.current.find((file) => file.key === key)
      if (!entry?.file) return
      patch(key, { status: 'SAVING', progress: 0, problem: null })
      send(entry, entry.file)
    },
    remove: (key) => {
      running.current.get(key)?.stop.abort()
      change((files) => files.filter((file) => file.key !== key))
    },
    replace: (staged) => {
      for (const { stop } of running.current.values()) stop.abort()
      change(() => staged.map((file) => stagedBefore(file, nextKey.current++)))
    },
    staged: stagedAmong(list),
    settled: async () => {
      await Promise.all([...running.current.values()].map(({ done }) => done))
      return stagedAmong(latest.current)
    },
    leftOut: () => latest.current.filter((file) => !mayStillGo(file)),
    sendLate: async (ticket) => {
      const late = latest.current.filter((file) => file.status === 'FAILED' && mayStillGo(file))
      const sendNow = async (file: File) => limits.sendLate(await asSent(file), ticket)
      const sent = await Promise.allSettled(late.flatMap(({ file }) => (file ? [sendNow(file)] : [])))
      return sent.every(({ status }) => status === 'fulfilled')
    },
  }
}

const stagedBefore = ({ id, name, bytes }: StagedFile, key: number): DraftFile => ({
  key,
  file: null,
  name,
  bytes,
  status: 'SUCCESS',
  progress: 1,
  problem: null,
  staged: id,
  pasted: false,
})

const stagedAmong = (files: readonly DraftFile[]): readonly StagedFile[] =>
  files.flatMap(({ staged, name, bytes }) => (staged ? [{ id: staged, name, bytes }] : []))

/** A file that breaks a rule can never be sent; after a failed upload it still can. */
export const mayStillGo = ({ problem }: DraftFile): boolean => problem === null || 'sentence' in problem

async function stage(
  file: File,
  pasted: boolean,
  { maxBytes, stage: send }: Limits & Sending,
  signal: AbortSignal,
  patch: (part: Partial<DraftFile>) => void,
): Promise<Partial<DraftFile>> {
  const rule = await ruleBroken(file, maxBytes)
  if (rule) return { status: 'FAILED', problem: { rule } }
  const clean = await asSent(file)
  patch({ file: clean, bytes: clean.size })
  const [staged] = await send(clean, pasted, { onProgress: (progress) => patch({ progress }), signal })
  if (!staged) throw new Error('The server staged nothing')
  return { status: 'SUCCESS', staged: staged.id, name: staged.name }
}

async function ruleBroken(file: File, maxBytes: number): Promise<AttachmentProblem | null> {
  const extension = extensionOf(file.name)
  const offered = { name: file.name, extension, mime: file.type, bytes: file.size }
  const problem = attachmentProblem(offered, { maxBytes })
  if (problem) return problem
  const known = allowedExtension(extension)
  const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer())
  return known && contentMatches(known, first) ? null : 'type-not-allowed'
}

/**
 * A file as it leaves the browser: a picture without what its camera wrote beside the pixels. The code for that comes with the first
 * picture; without it no picture is sent.
 */
export async function asSent(file: File): Promise<File> {
  const extension = allowedExtension(extensionOf(file.name))
  if (extension !== 'jpg' && extension !== 'png') return file
  const { withoutOwnData } = await import('#domain/files/picture-data.ts')
  const clean = withoutOwnData(mimeOf(extension), new Uint8Array(await file.arrayBuffer()))
  return clean.length === file.size ? file : new File([clean], file.name, { type: file.type })
}

/** The file under its final name; `pasted`: it came from the clipboard. */
export function namedFile(file: File, pasted: boolean): File {
  const name = pasted ? pastedName(file) : truncatedName(file.name)
  return name === file.name ? file : new File([file], name, { type: file.type })
}
