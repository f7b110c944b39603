import * as z from 'zod/mini'
import { Problem, invalid } from '../../http/problems.ts'

/** Sentences for the wrong fields. */
export const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)

/** The 409 for a change to a record that somebody else has changed since. It holds the current state. */
export const changedMeanwhile = <S extends z.ZodMiniType>(codec: S, current: z.output<S>): Problem =>
  new Problem(409, (s) => s.master['changed-meanwhile'](), z.encode(codec, current))

/** The row that this transaction has just written. */
export function written<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The row written a moment ago is missing')
  return found
}

/** The changed fields of a record, from and to, for the audit. */
export function changesOf<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]) {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
}
