import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttachmentProblem } from '#domain/attachment.ts'
import type { AlsoExtension } from '#domain/files/file-choice.ts'
import { pastedName, truncatedName } from '#domain/files/file-name.ts'
import type { Mark } from '#domain/files/marks.ts'
import type { UploadOptions } from './client.ts'

export interface DraftFile {
  readonly key: number
  /** Null for a file of an earlier visit, which the server holds. */
  readonly file: File | null
  readonly name: string
  readonly bytes: number
  /** `WAITING`: it is uploaded when the message is sent. */
  readonly status: 'WAITING' | 'SAVING' | 'SUCCESS' | 'FAILED'
  /** 0 to 1. */
  readonly progress: number
  /** Why it failed: a broken rule, or the server's message. */
  readonly problem: { readonly rule: AttachmentProblem } | { readonly sentence: string } | null
  /** Its id at the server, while it waits for its ticket. */
  readonly staged: string | null
  readonly pasted: boolean
  /** The picture before parts of it were covered. It never leaves the browser. */
  readonly covered: Covered | null
}

export interface Covered {
  readonly original: File
  readonly marks: readonly Mark[]
}

export interface StagedFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

export interface StagedFiles {
  readonly list: readonly DraftFile[]
  /** The number of files that are sent, or still can be. */
  readonly going: number
  /** Adds files, and returns their keys. */
  readonly add: (files: readonly File[], options?: { pasted?: boolean }) => readonly number[]
  /** Replaces a picture with another version of it. A version with covered parts is uploaded, an original waits. */
  readonly exchange: (key: number, file: File, covered: Covered | null) => void
  readonly retry: (key: number) => void
  /** Also stops its upload. */
  readonly remove: (key: number) => void
  /** Puts a file at another place among them: they are sent in this order. */
  readonly move: (key: number, to: number) => void
  /** Replaces all files. Some of the new ones may have been here before. */
  readonly replace: (files: readonly (StagedFile | DraftFile)[]) => void
  /** The files staged so far. */
  readonly staged: readonly StagedFile[]
  /** Uploads those that wait, and returns the staged files once no upload is running. */
  readonly settled: () => Promise<readonly StagedFile[]>
  /**
   * The files that break a rule and can never be sent, once all have been checked. Waiting files are checked without
   * being uploaded.
   */
  readonly leftOut: () => Promise<readonly DraftFile[]>
  /** Retries the failed files now that there is a ticket. Returns false if any fails again. */
  readonly sendLate: (ticket: number) => Promise<boolean>
}

interface Limits {
  readonly maxBytes: number
  readonly max: number
  /** The types that the provider takes beside the specification's list. */
  readonly also: readonly AlsoExtension[]
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
  /** Whether a file of this name waits in the browser until the message is sent. */
  readonly waits?: (name: string) => boolean
}

type Running = Map<number, { readonly stop: AbortController; readonly done: Promise<void> }>
type Tell = (part: Partial<DraftFile>) => void
type Work = (signal: AbortSignal, tell: Tell) => Promise<Partial<DraftFile>>

/**
 * The files for the ticket or reply being written. Each is uploaded as soon as it is added (api.md), unless it `waits`. `before`:
 * files staged already.
 */
export function useStagedFiles(limits: Limits & Sending, before: readonly StagedFile[]): StagedFiles {
  const { list, latest, running, change, patch, send, begin } = useUploads(limits, before)
  const nextKey = useRef(before.length)

  return {
    list,
    going: list.filter((file) => file.status !== 'FAILED').length,
    add: (files, { pasted = false } = {}) => {
      const room = limits.max - latest.current.filter(mayStillGo).length
      if (files.length > room) limits.onTooMany()
      const added = files.slice(0, Math.max(0, room)).map((file) => {
        const named = namedFile(file, pasted)
        return { entry: begunAs(nextKey.current++, named, pasted), file: named }
      })
      change((before) => [...before, ...added.map(({ entry }) => entry)])
      for (const { entry, file } of added) begin(entry, file)
      return added.map(({ entry }) => entry.key)
    },
    exchange: (key, file, covered) => {
      running.current.get(key)?.stop.abort()
      const entry = latest.current.find((each) => each.key === key)
      if (!entry) return
      patch(key, { file, bytes: file.size, covered })
      begin({ ...entry, covered }, file)
    },
    retry: (key) => {
      const entry = latest.current.find((file) => file.key === key)
      if (entry?.file) send(entry, entry.file)
    },
    remove: (key) => {
      running.current.get(key)?.stop.abort()
      change((files) => files.filter((file) => file.key !== key))
    },
    move: (key, to) =>
      change((files) => {
        const moved = files.filter((file) => file.key === key)
        return files.filter((file) => file.key !== key).toSpliced(to, 0, ...moved)
      }),
    replace: (files) => {
      for (const { stop } of running.current.values()) stop.abort()
      const next = files.map((file): DraftFile => {
        const key = nextKey.current++
        return 'key' in file ? { ...file, key } : stagedBefore(file, key)
      })
      change(() => next)
      for (const entry of next) if (entry.file && entry.staged === null) begin(entry, entry.file)
    },
    staged: stagedAmong(list),
    settled: async () => {
      // A file that is being made ready may still turn out to break a rule.
      await allOf(running.current)
      for (const entry of latest.current) if (entry.status === 'WAITING' && entry.file) send(entry, entry.file)
      await allOf(running.current)
      return stagedAmong(latest.current)
    },
    leftOut: async () => {
      await allOf(running.current)
      return latest.current.filter((file) => !mayStillGo(file))
    },
    sendLate: async (ticket) => {
      const late = latest.current.filter((file) => file.status === 'FAILED' && mayStillGo(file))
      const sendNow = async (file: File) => limits.sendLate(await asSent(file), ticket)
      const sent = await Promise.allSettled(late.flatMap(({ file }) => (file ? [sendNow(file)] : [])))
      return sent.every(({ status }) => status === 'fulfilled')
    },
  }
}

/** The list of files, and the work running for each. */
function useUploads(limits: Limits & Sending, before: readonly StagedFile[]) {
  const [list, setList] = useState<readonly DraftFile[]>(() => before.map(stagedBefore))
  // The current list between renders, for code after an await.
  const latest = useRef(list)
  const running = useRef<Running>(new Map())

  const change = useCallback((next: (files: readonly DraftFile[]) => readonly DraftFile[]) => {
    latest.current = next(latest.current)
    setList(latest.current)
  }, [])
  const patch = (key: number, part: Partial<DraftFile>) =>
    change((files) => files.map((file) => (file.key === key ? { ...file, ...part } : file)))

  const run = (key: number, work: Work) => {
    const stop = new AbortController()
    // Results for an older version of the picture are ignored.
    const tell = (part: Partial<DraftFile>) => {
      if (running.current.get(key)?.stop === stop) patch(key, part)
    }
    const done = work(stop.signal, tell)
      .catch((error: unknown): Partial<DraftFile> => ({
        status: 'FAILED',
        problem: { sentence: limits.sentenceOf(error) },
      }))
      .then((outcome) => {
        tell(outcome)
        if (running.current.get(key)?.stop === stop) running.current.delete(key)
      })
    running.current.set(key, { stop, done })
  }
  const send = ({ key, pasted }: DraftFile, file: File) => {
    patch(key, { status: 'SAVING', progress: 0, problem: null, staged: null })
    run(key, (signal, tell) => stage(file, pasted, limits, signal, tell))
  }
  /** Begins a file's work: it is sent, or made ready and kept for later. */
  const begin = (entry: DraftFile, file: File) => {
    if (entry.covered || !limits.waits?.(file.name)) return send(entry, file)
    patch(entry.key, { status: 'WAITING', problem: null, staged: null })
    run(entry.key, () => ready(file, limits))
  }

  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const { stop } of uploads.values()) stop.abort()
    }
  }, [])

  return { list, latest, running, change, patch, send, begin }
}

const allOf = (running: Running) => Promise.all([...running.values()].map(({ done }) => done))

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
  covered: null,
})

const begunAs = (key: number, file: File, pasted: boolean): DraftFile => ({
  key,
  file,
  name: file.name,
  bytes: file.size,
  status: 'SAVING',
  progress: 0,
  problem: null,
  staged: null,
  pasted,
  covered: null,
})

const stagedAmong = (files: readonly DraftFile[]): readonly StagedFile[] =>
  files.flatMap(({ staged, name, bytes }) => (staged ? [{ id: staged, name, bytes }] : []))

/** A file that breaks a rule can never be sent; after a failed upload it still can. */
export const mayStillGo = ({ problem }: DraftFile): boolean => problem === null || 'sentence' in problem

async function stage(
  file: File,
  pasted: boolean,
  limits: Limits & Sending,
  signal: AbortSignal,
  tell: Tell,
): Promise<Partial<DraftFile>> {
  const rule = await ruleOf(file, limits)
  if (rule) return { status: 'FAILED', problem: { rule } }
  const clean = await asSent(file)
  if (signal.aborted) throw new Error('Stopped')
  tell({ file: clean, bytes: clean.size })
  const [staged] = await limits.stage(clean, pasted, { onProgress: (progress) => tell({ progress }), signal })
  if (!staged) throw new Error('The server staged nothing')
  return { status: 'SUCCESS', staged: staged.id, name: staged.name }
}

/** Makes a waiting file ready: checks it and removes the camera's data, so that only the upload remains. */
async function ready(file: File, limits: Limits): Promise<Partial<DraftFile>> {
  const rule = await ruleOf(file, limits)
  if (rule) return { status: 'FAILED', problem: { rule } }
  // Offline the code for that cannot load: then the upload does it.
  const clean = await asSent(file).catch(() => file)
  return { file: clean, bytes: clean.size }
}

/** The first rule that a file breaks. The console's first file does without the rules' code. */
async function ruleOf(file: File, { maxBytes, also }: Limits): Promise<AttachmentProblem | null> {
  const { ruleBroken } = await import('./file-rules.ts')
  return await ruleBroken(file, { maxBytes, also })
}

/**
 * A file as it leaves the browser: a picture without the data that its camera wrote beside the pixels. The code for
 * that comes with the first picture; without that code no picture is sent.
 */
export async function asSent(file: File): Promise<File> {
  const kind = /\.(?:png|(jpg))$/i.exec(file.name)
  if (!kind) return file
  const { withoutOwnData } = await import('#domain/files/picture-data.ts')
  const type = kind[1] === undefined ? 'image/png' : 'image/jpeg'
  const clean = withoutOwnData(type, new Uint8Array(await file.arrayBuffer()))
  return clean.length === file.size ? file : new File([clean], file.name, { type: file.type })
}

/** The file under its final name; `pasted`: it came from the clipboard. */
export function namedFile(file: File, pasted: boolean): File {
  const name = pasted ? pastedName(file, momentOf(new Date())) : truncatedName(file.name)
  return name === file.name ? file : new File([file], name, { type: file.type })
}

/** `2026-11-22-14-28-00`, by this computer's clock. */
const momentOf = (now: Date): string =>
  [
    now.getFullYear(),
    ...[now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()].map((part) =>
      `${part}`.padStart(2, '0'),
    ),
  ].join('-')
