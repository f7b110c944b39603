import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { KINDS } from '../kinds.ts'

export interface LineWriter {
  readonly add: (kind: string, line: object) => Promise<void>
  /** The number of the kind's next line. */
  readonly next: (kind: string) => number
  /** How many lines each kind has. */
  readonly end: () => Promise<Record<string, number>>
}

/** Writes a folder's lines, kind by kind, as they come. */
export function writeLines(folder: string): LineWriter {
  const streams = new Map(
    KINDS.map(({ name }) => [name, createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 })]),
  )
  const counts: Record<string, number> = Object.fromEntries(KINDS.map(({ name }) => [name, 0]))
  return {
    async add(kind, line) {
      const stream = streams.get(kind)
      if (!stream) throw new Error(`There is no kind ${kind}`)
      counts[kind] = (counts[kind] ?? 0) + 1
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
    },
    next: (kind) => (counts[kind] ?? 0) + 1,
    async end() {
      for (const stream of streams.values()) {
        if (stream.closed) continue
        stream.end()
        await once(stream, 'close')
      }
      return counts
    },
  }
}
