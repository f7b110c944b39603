import { setImmediate } from 'node:timers/promises'

/** After this many characters the event loop serves others. */
const PIECE = 256 * 1024

/** A list of no more elements is written at once: a page, or a part of a timeline. */
const FEW = 50

/** The JSON of an answer; a large one is written piece by piece, so that nobody waits for all of it. */
export async function jsonInPieces(value: unknown): Promise<string | Buffer> {
  if (!hasManyElements(value)) return JSON.stringify(value) ?? 'null'
  const written: Buffer[] = []
  let text = ''
  for (const part of partsOf(value)) {
    text += part
    if (text.length < PIECE) continue
    written.push(Buffer.from(text))
    text = ''
    await setImmediate()
  }
  return written.length === 0 ? text : Buffer.concat([...written, Buffer.from(text)])
}

/** A large answer is large because of a list somewhere in an object, so each element of a list becomes a part. */
function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    let before = '['
    for (const element of value) {
      yield before + (JSON.stringify(element) ?? 'null')
      before = ','
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (isRecord(value)) {
    let before = '{'
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* partsOf(field)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value) ?? 'null'
}

const hasManyElements = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > FEW
    : isRecord(value) && Object.values(value).some((field) => hasManyElements(field))

/** It must not be an object with a JSON text of its own, such as a date. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !('toJSON' in value)
