import { parentPort } from 'node:worker_threads'
import { type ParsedMail, parseMail } from './parsed-mail.ts'

export interface ParserAnswer {
  readonly id: number
  /** Null for a mail that cannot be read. */
  readonly mail: ParsedMail | null
}

parentPort?.on('message', ({ id, raw }: { id: number; raw: Uint8Array }) => {
  parseMail(raw).then(
    (mail) => parentPort?.postMessage({ id, mail } satisfies ParserAnswer),
    () => parentPort?.postMessage({ id, mail: null } satisfies ParserAnswer),
  )
})
