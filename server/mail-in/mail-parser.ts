import { Worker } from 'node:worker_threads'
import type { ParsedMail } from './parsed-mail.ts'
import type { ParserAnswer } from './parser-thread.ts'

export interface MailParser {
  /** Null for a mail that cannot be read, or whose reading takes too much time or memory. */
  parse(raw: Uint8Array): Promise<ParsedMail | null>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000
const MOST_MEGABYTES = 512

/** Reads mails one at a time, in a thread of its own. A mail that breaks the thread does the portal no harm. */
export function openMailParser(patienceMs = PATIENCE_MS): MailParser {
  let worker: Worker | null = null
  let lastId = 0
  /** The mail being read. */
  let current: { readonly id: number; readonly end: (mail: ParsedMail | null, isBroken: boolean) => void } | null = null

  function thread(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('parser-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
    started.on('message', ({ id, mail }: ParserAnswer) => {
      if (current?.id === id) current.end(mail, false)
    })
    started.on('error', () => worker === started && current?.end(null, true))
    started.on('exit', () => worker === started && current?.end(null, true))
    worker = started
    return started
  }
  async function close(): Promise<void> {
    const ending = worker
    worker = null
    await ending?.terminate()
  }
  async function parse(raw: Uint8Array): Promise<ParsedMail | null> {
    const id = (lastId += 1)
    const reader = thread()
    const { mail, isBroken } = await new Promise<{ mail: ParsedMail | null; isBroken: boolean }>((resolve) => {
      const timer = setTimeout(() => current?.end(null, true), patienceMs)
      current = {
        id,
        end: (read, broken) => {
          clearTimeout(timer)
          current = null
          resolve({ mail: read, isBroken: broken })
        },
      }
      reader.postMessage({ id, raw })
    })
    if (isBroken) await close()
    return mail
  }

  let previous: Promise<unknown> = Promise.resolve()
  return {
    parse(raw) {
      const parsed = previous.then(() => parse(raw))
      previous = parsed.catch(() => undefined)
      return parsed
    },
    close,
  }
}
