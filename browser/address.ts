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

/** Any of them, or none. */
export type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined }
type Inside<F extends Fields> = z.output<WireObject<F>>
type Search<F extends Fields> = Loose<z.input<WireObject<F>>>

/** What stands behind the `?` of an address. Whatever it says wrongly it has not said. */
interface Address<F extends Fields> {
  readonly read: (search: Readonly<Record<string, unknown>>) => Inside<F>
  /** Every name of the table has a value, because the router leaves what is not named as it was. */
  readonly written: (inside: Loose<Inside<F>>) => Search<F>
  /** The same address without what is not understood. */
  readonly kept: (search: Readonly<Record<string, unknown>>) => Search<F>
  /** An address with some of its parts typed anew, as they would stand there; an empty one is taken away. */
  readonly changed: (
    search: Readonly<Record<string, unknown>>,
    typed: { readonly [Name in keyof F]?: unknown },
  ) => Search<F>
}

/** By a table as the contract has them: name inside, name in the address, codec. An address may leave out all of them. */
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

/** What an address that does not say it stands for. */
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

/** A record's number: digits, however the address was read. */
export const numberInAddress = (kind: Identity) => digits(recordNumber(kind))

/** Likewise any number; it is written as a number. */
export const digits = (schema: Known<z.ZodMiniType<number, number>>) =>
  orItsText(schema) as unknown as Known<z.ZodMiniType<number, number>>

/** Words to look for, with something in them; digits alone may have been read as a number. */
export const wordsInAddress = (max: number, { trimmed = false } = {}) =>
  identity(
    'none',
    z.codec(z.union([z.string(), z.number()]), z.string().check(z.refine((text) => text.trim() !== '')), {
      decode: (said) => (trimmed ? String(said).trim() : String(said)).slice(0, max),
      encode: (text) => text,
    }) as unknown as z.ZodMiniType<string, string>,
  )

/** Said, or not said. */
export const flagInAddress = usually(boolean, false)
