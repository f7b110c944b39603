import { Worker } from 'node:worker_threads'
import { unavailable } from '../http/problems.ts'

export interface TypesetJob {
  readonly id: number
  /** What `document.typ` is given, as JSON. */
  readonly data: string
  readonly pictures: readonly Picture[]
}
export interface TypesetAnswer {
  readonly id: number
  readonly pdf?: Uint8Array<ArrayBuffer>
  /** Why there is none or, with one, what it falls short of. */
  readonly complaint: string | null
}
export interface Picture {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Typesetter {
  /** @throws Problem 503 when too much waits already */
  set(data: string, pictures: readonly Picture[]): Promise<{ pdf: Uint8Array; complaint: string | null }>
  close(): Promise<void>
}

interface Waiting {
  resolve(done: { pdf: Uint8Array; complaint: string | null }): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

const MAX_WAITING = 20
const PATIENCE_MS = 60_000

/** The thread that sets documents as PDF: started when it is first needed, and anew when it broke. */
export function openTypesetter(): Typesetter {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  function take(id: number): Waiting | undefined {
    const job = waiting.get(id)
    waiting.delete(id)
    clearTimeout(job?.timer)
    return job
  }

  function started(): Worker {
    const thread = new Worker(new URL('typst-thread.ts', import.meta.url))
    thread.unref()
    thread.on('message', ({ id, pdf, complaint }: TypesetAnswer) => {
      if (pdf) take(id)?.resolve({ pdf, complaint })
      else take(id)?.reject(new Error(`typst: ${complaint}`))
    })
    const over = (error: unknown) => {
      if (worker !== thread) return
      worker = null
      for (const id of waiting.keys()) take(id)?.reject(error)
    }
    thread.on('error', over)
    thread.on('exit', () => over(new Error('The thread that sets documents ended')))
    return thread
  }

  return {
    async set(data, pictures) {
      if (waiting.size >= MAX_WAITING) throw unavailable()
      const thread = (worker ??= started())
      const id = (lastId += 1)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => void thread.terminate(), PATIENCE_MS)
        timer.unref()
        waiting.set(id, { resolve, reject, timer })
        thread.postMessage({ id, data, pictures } satisfies TypesetJob)
      })
    },
    async close() {
      await worker?.terminate()
    },
  }
}
