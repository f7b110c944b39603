import * as z from 'zod/mini'
import {
  type Fields,
  type Identity,
  type Known,
  type WireObject,
  boolean,
  identity,
  orItsText,
  recordNumber,
} from '#contract/wire.ts'

/** Any of the fields, or none. */
export type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined }
type Inside<F extends Fields> = z.output<WireObject<F>>
type Search<F extends Fields> = Loose<z.input<WireObject<F>>>

/** The query of an address. Invalid values count as absent. */
interface Address<F extends Fields> {
  readonly read: (search: Readonly<Record<string, unknown>>) => Inside<F>
  /** Every field has a value, because the router keeps parameters that are not named. */
  readonly written: (inside: Loose<Inside<F>>) => Search<F>
  /** The same query without unknown parameters. */
  readonly kept: (search: Readonly<Record<string, unknown>>) => Search<F>
  /** A query with some parameters replaced by typed text; empty ones are removed. */
  readonly changed: (
    search: Readonly<Record<string, unknown>>,
    typed: { readonly [Name in keyof F]?: unknown },
  ) => Search<F>
}

/** From a table like the contract's: readable name, name in the address, codec. Every parameter is optional. */
export function addressOf<F extends Fields>({ fields }: WireObject<F>): Address<F> {
  const entries = Object.entries(fields)

  const read = (search: Readonly<Record<string, unknown>>) => {
    const inside: Record<string, unknown> = {}
    for (const [name, { wire, schema }] of entries) {
      const said = z.safeDecode(schema, search[wire])
      const value = said.success ? said.data : z.decode(schema, undefined)
      if (value !== undefined) inside[name] = value
    }
    return inside as Inside<F>
  }

  const written = (inside: Readonly<Record<string, unknown>>) => {
    const search: Record<string, unknown> = {}
    for (const [name, { wire, schema }] of entries) {
      const said = z.safeEncode(schema, inside[name])
      search[wire] = said.success ? said.data : undefined
    }
    return search as Search<F>
  }

  const kept = (search: Readonly<Record<string, unknown>>) => written(read(search))

  return {
    read,
    written,
    kept,
    changed: (search, typed) => {
      const next = { ...search }
      for (const [name, { wire }] of entries) if (name in typed) next[wire] = typed[name]
      return kept(next)
    },
  }
}

/** The value of an absent parameter. */
export const usually = <Value, Wire, Usual extends string | number | boolean | null>(
  schema: Known<z.ZodMiniType<Value, Wire>>,
  usual: Usual,
) =>
  identity(
    'none',
    z.codec(z.optional(schema), z.custom<Value | Usual>(), {
      decode: (value) => value ?? usual,
      encode: (value) => (value === usual ? undefined : (value as Value)),
    }),
  )

/** A record's number: digits, whether the router parsed them or not. */
export const numberInAddress = (kind: Identity) => digits(recordNumber(kind))

/** The same for any number; it is written as a number. */
export const digits = (schema: Known<z.ZodMiniType<number, number>>) =>
  orItsText(schema) as unknown as Known<z.ZodMiniType<number, number>>

/** Non-blank search words; the router may have parsed pure digits as a number. */
export const wordsInAddress = (max: number, { trimmed = false } = {}) =>
  identity(
    'none',
    z.codec(z.union([z.string(), z.number()]), z.string().check(z.refine((text) => text.trim() !== '')), {
      decode: (said) => (trimmed ? String(said).trim() : String(said)).slice(0, max),
      encode: (text) => text,
    }) as unknown as z.ZodMiniType<string, string>,
  )

/** Present or absent. */
export const flagInAddress = usually(boolean, false)
