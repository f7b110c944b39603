import type { Endpoint } from '#contract/endpoint.ts'
import type { Fields } from '#contract/wire.ts'
import * as z from 'zod/mini'
import { Problem, invalid } from '../../http/problems.ts'

/** Sentences for the wrong fields. */
export const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)

/** A form without blanks around its texts, whichever it has. */
export const trimmed = <Form extends object>(form: Form): Form => ({
  ...form,
  ...Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
  ),
})

/** The 409 for a change to a record that somebody else has changed since. It holds the current state. */
export const changedMeanwhile = <S extends z.ZodMiniType>(codec: S, current: z.output<S>): Problem =>
  new Problem(409, (s) => s.master['changed-meanwhile'](), z.encode(codec, current))

/** The row that this transaction has just written. */
export function written<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The row written a moment ago is missing')
  return found
}

interface Changing extends Endpoint {
  readonly input: Endpoint['input'] & { readonly fields: Fields }
}

/**
 * What a record's form has changed, from and to, for the audit: every field of the form. `apart` names those that the record does
 * not have, such as its key in an address, or that no audit may hold.
 */
export function changesOf<T extends object>(
  { path, input }: Changing,
  before: T,
  after: T,
  apart: readonly string[] = [],
) {
  const fields = Object.keys(input.fields).filter((field) => field !== 'revision' && !apart.includes(field))
  const strange = fields.filter((field) => !(field in after))
  if (strange.length > 0) throw new Error(`${path}: the record has no ${strange.join(', ')}, so no audit would hold it`)
  return differences(before, after, fields)
}

/** The fields that differ, from and to. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly string[],
): Record<string, { readonly from: unknown; readonly to: unknown }> {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const changed = fields.filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)))
  return Object.fromEntries(changed.map((field) => [field, { from: was.get(field), to: is.get(field) }]))
}
