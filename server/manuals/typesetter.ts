import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Problem, tooMany, unavailable } from '../http/problems.ts'

export interface TypesetJob {
  readonly id: number
  /** The input of `document.typ`, as JSON. */
  readonly data: string
  readonly pictures: readonly Picture[]
}
export interface TypesetAnswer {
  readonly id: number
  readonly pdf?: Uint8Array<ArrayBuffer>
  /** Why there is no PDF or, if there is one, its faults. */
  readonly complaint: string | null
}
/** The thread's first message: why this machine cannot set documents. */
export interface TypesetterHere {
  readonly missing: string | null
}
export interface Picture {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Typesetter {
  /**
   * @param who the reader; null for the portal itself, which has no limit
   * @throws Problem 429 when too many of theirs are waiting, 503 when too many of all are, 501 if this machine cannot
   * set any
   */
  set(
    data: string,
    pictures: readonly Picture[],
    who: number | null,
  ): Promise<{ pdf: Uint8Array; complaint: string | null }>
  close(): Promise<void>
}

interface Job {
  readonly data: string
  readonly pictures: readonly Picture[]
  resolve(done: { pdf: Uint8Array; complaint: string | null }): void
  reject(error: unknown): void
}

const MAX_WAITING = 200
/** The limit for one person. */
const MAX_OWN = 4
const AGAIN_SECONDS = 10
const PATIENCE_MS = 60_000
const COMPILER = '@myriaddreamin/typst-ts-node-compiler'

const newThread = (compiler: string) =>
  new Worker(new URL('typst-thread.ts', import.meta.url), { workerData: compiler })

/** Why this machine cannot set a PDF; null if it can. */
export async function whyNoPdf(compiler = COMPILER): Promise<string | null> {
  const thread = newThread(compiler)
  const [said]: TypesetterHere[] = await once(thread, 'message')
  await thread.terminate()
  return said?.missing ?? null
}

/**
 * The thread that typesets PDFs. It is started when first needed, and again after a crash. It sets one document at a
 * time and serves people in turn, so that somebody who wants many only delays themselves.
 */
export function openTypesetter(compiler = COMPILER): Typesetter {
  /** The waiting documents by person; the first person is next. */
  const queues = new Map<number | null, Job[]>()
  let current: { readonly id: number; readonly job: Job; readonly timer: NodeJS.Timeout } | null = null
  let worker: Worker | null = null
  let lastId = 0
  let missing: string | null = null

  function take(id: number): Job | undefined {
    if (current?.id !== id) return undefined
    const { job, timer } = current
    clearTimeout(timer)
    current = null
    return job
  }

  function started(): Worker {
    const thread = newThread(compiler)
    thread.unref()
    thread.on('message', (said: TypesetAnswer | TypesetterHere) => {
      if ('missing' in said) return setNothing(said.missing)
      const { id, pdf, complaint } = said
      const job = take(id)
      if (pdf) job?.resolve({ pdf, complaint })
      else job?.reject(new Error(`typst: ${complaint}`))
      next()
    })
    const over = (error: unknown) => {
      if (worker !== thread) return
      worker = null
      if (current) take(current.id)?.reject(error)
      next()
    }
    thread.on('error', over)
    thread.on('exit', () => over(new Error('The typesetting thread ended')))
    return thread
  }

  function setNothing(reason: string | null): void {
    missing = reason
    if (reason === null) return
    const jobs = [...queues.values()].flat()
    queues.clear()
    for (const job of [...(current ? [take(current.id)] : []), ...jobs]) job?.reject(noPdfHere())
  }

  function next(): void {
    const [turn] = queues
    if (current || !turn) return
    const [who, [job, ...rest]] = turn
    queues.delete(who)
    if (rest.length > 0) queues.set(who, rest)
    if (!job) return
    const thread = (worker ??= started())
    const timer = setTimeout(() => void thread.terminate(), PATIENCE_MS)
    timer.unref()
    const id = (lastId += 1)
    current = { id, job, timer }
    thread.postMessage({ id, data: job.data, pictures: job.pictures } satisfies TypesetJob)
  }

  return {
    async set(data, pictures, who) {
      if (missing !== null) throw noPdfHere()
      const own = queues.get(who) ?? []
      if (who !== null && own.length >= MAX_OWN) throw tooMany(AGAIN_SECONDS)
      if ([...queues.values()].flat().length >= MAX_WAITING) throw unavailable()
      return new Promise((resolve, reject) => {
        queues.set(who, [...own, { data, pictures, resolve, reject }])
        next()
      })
    },
    async close() {
      queues.clear()
      await worker?.terminate()
    },
  }
}

const noPdfHere = () => new Problem(501, (s) => s.console['no-pdf']())
