import { createReadStream } from 'node:fs'

/** Longer than any record: an entry of a million characters takes at most six times as many bytes. */
const LONGEST_LINE = 16 * 1024 * 1024
const LINE_BREAK = 10

/** A line of a file; its text is null if it is too long or not UTF-8. */
interface Line {
  readonly number: number
  readonly text: string | null
  readonly problem: string
}

/** The lines of a foreign file without the blank ones. It never holds more than one in memory, nor a long one. */
export async function* readLines(path: string, longest = LONGEST_LINE): AsyncGenerator<Line> {
  let [number, length] = [0, 0]
  let parts: Buffer[] = []
  const take = (part: Buffer) => {
    length += part.length
    if (length <= longest) parts.push(part)
    else parts = []
  }
  const ended = (): Line => {
    const line = lineOf((number += 1), length > longest ? null : Buffer.concat(parts))
    length = 0
    parts = []
    return line
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, from)) {
      take(chunk.subarray(from, end))
      from = end + 1
      const line = ended()
      if (line.text?.trim() !== '') yield line
    }
    take(chunk.subarray(from))
  }
  if (length === 0) return
  const last = ended()
  if (last.text?.trim() !== '') yield last
}

const strictly = new TextDecoder('utf-8', { fatal: true })

function lineOf(number: number, bytes: Buffer | null): Line {
  if (bytes === null) return { number, text: null, problem: 'it is too long' }
  try {
    return { number, text: strictly.decode(bytes), problem: '' }
  } catch {
    return { number, text: null, problem: 'it is no UTF-8' }
  }
}
