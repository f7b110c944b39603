import * as z from 'zod/mini'
import { instant } from '#contract/wire.ts'
import { badRequest } from '../../http/problems.ts'

/** The place where a list continues: the values by which its last row was sorted. */
export type Cursor = readonly (string | number | null)[]

/** Clients need not understand it. */
export const cursorOf = (values: Cursor): string => Buffer.from(JSON.stringify(values)).toString('base64url')

type CursorValue = 'number' | 'text' | 'instant' | 'instant?'

/** The values of a cursor with the given shape: an instant is text, and may be null where the shape allows it. */
export function readCursor(cursor: string, shape: readonly CursorValue[]): Cursor {
  const values = parsed(cursor)
  if (!Array.isArray(values) || values.length !== shape.length) throw badRequest('after')
  return values.map((value: unknown, index) => {
    const kind = shape[index]
    if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) return value
    if (kind === 'text' && typeof value === 'string' && !value.includes('\0')) return value
    if ((kind === 'instant' || kind === 'instant?') && typeof value === 'string') return instantIn(value)
    if (kind === 'instant?' && value === null) return null
    throw badRequest('after')
  })
}

function instantIn(value: string): string {
  const read = z.safeDecode(instant, value)
  if (!read.success) throw badRequest('after')
  return read.data.toISOString()
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw badRequest('after')
  }
}
