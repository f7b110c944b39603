import { oneLine, seenText } from '#domain/one-line.ts'
import * as z from 'zod/mini'

/** The kind of record that a field names. The isolation walk derives its attacks from it; `none` names no record. */
export type Identity =
  | 'client'
  | 'installation'
  | 'company'
  | 'contact'
  | 'person'
  | 'ticket'
  | 'entry'
  | 'incident'
  | 'development'
  | 'valuation'
  | 'file'
  | 'staged-file'
  | 'module'
  | 'technician'
  | 'canned-answer'
  | 'notice'
  | 'problem'
  | 'conversation'
  | 'signing-key'
  | 'api-key'
  | 'webhook'
  | 'delivery'
  | 'mail'
  | 'received-mail'
  | 'data-change-request'
  | 'saved-view'
  | 'none'

/** What the contract knows of a schema beyond zod: which records it names, and where. */
export type Shape =
  | { readonly identity: Identity }
  | { readonly list: Shape }
  | { readonly fields: Record<string, { readonly wire: string; readonly shape: Shape }> }

declare const known: unique symbol
/** A schema made by this file. A bare `z.string()` or `z.int()` does not say what it names, so it cannot be a field. */
export type Known<S> = S & { readonly [known]: true }

type AnyKnown = Known<z.ZodMiniType>
export interface Field {
  readonly wire: string
  readonly schema: AnyKnown
}
export type Fields = Record<string, Field>

const shapes = new WeakMap<object, Shape>()

const remember = <S extends object>(schema: S, shape: Shape): Known<S> => {
  shapes.set(schema, shape)
  return schema as Known<S> // `known` exists for the compiler alone
}

export function shapeOf(schema: object): Shape {
  const shape = shapes.get(schema)
  if (!shape) throw new Error('Not made by contract/wire.ts')
  return shape
}

/** Says which kind of record a schema names. */
export const identity = <S extends z.ZodMiniType>(kind: Identity, schema: S) => remember(schema, { identity: kind })

const plain = <S extends z.ZodMiniType>(schema: S) => identity('none', schema)

/** PostgreSQL's texts cannot hold U+0000, and its JSON cannot hold half a surrogate pair; nobody types either. */
const NUL = '\0'
const withoutNul = z.refine<string>((value) => !value.includes(NUL) && value.isWellFormed(), { error: 'nul' })

const withWords = z.refine<string>((value) => seenText(value) !== '', { error: 'blank' })

/** Text of at most `max` UTF-16 units. */
export const text = (max: number) => plain(z.string().check(z.maxLength(max), withoutNul))
/** The same of one line, such as a title or a name. */
export const lineText = (max: number) =>
  plain(z.codec(z.string().check(z.maxLength(max), withoutNul), z.string(), { decode: oneLine, encode: oneLine }))
/** Text that is not blank. */
export const requiredText = (max: number) =>
  plain(z.string().check(z.minLength(1), z.maxLength(max), withWords, withoutNul))
export const integer = plain(z.int())
/** A quantity. */
export const count = plain(z.int().check(z.minimum(0)))
const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4
/** A number of at most two decimals on the wire, such as 12.5 hours or euros; its hundredths inside. */
export const hundredths = (least: number, most: number) =>
  plain(
    z.codec(
      z.number().check(z.refine(hasTwoDecimals, { error: 'decimals' })),
      z.int().check(z.minimum(least), z.maximum(most)),
      {
        decode: (value) => Math.round(value * 100),
        encode: (value) => value / 100,
      },
    ),
  )
/** Sums of such numbers. */
export const amount = hundredths(-1e13, 1e13)
export const boolean = plain(z.boolean())

/** A record's number. */
export const recordNumber = (kind: Identity) => identity(kind, z.int().check(z.positive()))
/** A record's code or opaque id. */
export const recordCode = (kind: Identity, max = 64) => identity(kind, z.string().check(z.maxLength(max), withoutNul))

/** PostgreSQL has no year 0. */
const afterYear0 = z.refine<string>((value) => !value.startsWith('0000'))

/** ISO 8601 UTC on the wire, Date inside. */
export const instant = plain(
  z.codec(z.iso.datetime().check(afterYear0), z.date(), {
    decode: (value) => new Date(value),
    encode: (value) => value.toISOString(),
  }),
)
/** A day without a time: `YYYY-MM-DD` on both sides. */
export const day = plain(z.iso.date().check(afterYear0))
/** `HH:MM` in the office's zone, for display. */
export const officeTime = plain(z.string())

/** 'S' | 'N' on the wire, boolean inside. */
export const yesNo = plain(
  z.codec(z.enum(['S', 'N']), z.boolean(), {
    decode: (letter) => letter === 'S',
    encode: (yes) => (yes ? ('S' as const) : ('N' as const)),
  }),
)

/** 1 | 0 on the wire, boolean inside. */
export const flag = plain(
  z.codec(z.int(), z.boolean(), { decode: (number) => number !== 0, encode: (yes) => (yes ? 1 : 0) }),
)

/** A code on the wire, a word inside. */
export function coded<const Words extends Record<string, string>>(words: Words) {
  type Letter = keyof Words & string
  type Word = Words[Letter]
  const letters = Object.keys(words) as [Letter, ...Letter[]]
  const letterOf = new Map(letters.map((letter) => [words[letter] as Word, letter]))
  return plain(
    z.codec(z.enum(letters), z.enum(Object.values(words) as [Word, ...Word[]]), {
      decode: (letter) => words[letter] as never,
      encode: (word) => letterOf.get(word) as never,
    }) as unknown as z.ZodMiniType<Word, Letter>,
  )
}

/** A closed set of the domain with a letter for each word: a missing letter does not compile. Further letters may be read. */
export const lettered = <const Word extends string, const Letters extends Readonly<Record<Word, string>>>(
  words: readonly Word[],
  letters: Letters,
): Known<z.ZodMiniType<Word, Letters[Word]>> =>
  coded(Object.fromEntries(words.map((word) => [letters[word], word]))) as never

/** Words that are the same on both sides. */
export const oneOf = <const Words extends readonly string[]>(words: Words) => plain(z.enum(words))

export const optional = <S extends AnyKnown>(schema: S) => remember(z.optional(schema), shapeOf(schema))
export const nullable = <S extends AnyKnown>(schema: S) => remember(z.nullable(schema), shapeOf(schema))
/** A list; input lists are limited by `max`. */
export const list = <S extends AnyKnown>(schema: S, max = Number.MAX_SAFE_INTEGER) =>
  remember(
    z.array(schema).check(z.maxLength(max)) as unknown as z.ZodMiniType<readonly z.output<S>[], readonly z.input<S>[]>,
    { list: shapeOf(schema) },
  )

/** An integer in an address or a form, where every value is text. */
export const inAddress = (schema: Known<z.ZodMiniType<number, number>>) =>
  remember(
    z.codec(z.string().check(z.regex(/^\d{1,15}$/)), schema, {
      decode: Number,
      encode: String,
    }),
    shapeOf(schema),
  )
/** An integer in an address's JSON, where a form may leave it as text. */
export const orItsText = (schema: Known<z.ZodMiniType<number, number>>) =>
  remember(
    z.codec(z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]), schema, {
      decode: Number,
      encode: (value) => value,
    }),
    shapeOf(schema),
  )
/** true / false in an address. */
export const flagInAddress = coded({ true: 'yes', false: 'no' })

/** A JSON text in an address, where an empty field means none. */
export const jsonInAddress = <S extends AnyKnown>(schema: S) =>
  remember(
    z.codec(z.string().check(z.maxLength(2000)), schema as unknown as z.ZodMiniType<z.output<S>, z.input<S>>, {
      decode: (value, context) => {
        try {
          return JSON.parse(value, withoutEmptyText) as never
        } catch {
          context.issues.push({ code: 'custom', input: value, message: 'json' })
          return z.NEVER
        }
      },
      encode: (value) => JSON.stringify(value),
    }),
    shapeOf(schema),
  )

const withoutEmptyText = (_key: string, value: unknown): unknown => (value === '' ? undefined : value)

/** Ties a wire name to its value's schema, where the field's key, the readable name, is another. */
export const as = <const Wire extends string, S extends AnyKnown>(wire: Wire, schema: S) => ({ wire, schema })

type OptionalKeys<F extends Fields, Side extends 'input' | 'output'> = {
  [K in keyof F]: undefined extends F[K]['schema']['_zod'][Side] ? K : never
}[keyof F]
type Flat<T> = { [K in keyof T]: T[K] }
type ByName<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F, 'output'>>]: z.output<F[K]['schema']> } & {
    [K in OptionalKeys<F, 'output'>]?: z.output<F[K]['schema']> | undefined
  }
>
type ByWire<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F, 'input'>> as F[K]['wire']]: z.input<F[K]['schema']> } & {
    [K in OptionalKeys<F, 'input'> as F[K]['wire']]?: z.input<F[K]['schema']> | undefined
  }
>

export type WireObject<F extends Fields> = Known<z.ZodMiniType<ByName<F>, ByWire<F>>> & { readonly fields: F }

/** Fields as the contract writes them: a schema alone has its key as wire name. */
export type Written = Readonly<Record<string, Field | AnyKnown>>
type Named<W extends Written> = {
  [K in keyof W]: W[K] extends Field ? W[K] : { readonly wire: K & string; readonly schema: W[K] & AnyKnown }
}
export type Schemas = Readonly<Record<string, AnyKnown>>

/** A codec between a wire object and a readable one. Its table of fields is also the record's glossary. */
export const wireObject = <W extends Written>(fields: W): WireObject<Named<W>> => object(named(fields), z.object)

/** The same for input: an unknown key is refused. */
export const strictWireObject = <W extends Written>(fields: W): WireObject<Named<W>> =>
  object(named(fields), z.strictObject)

/** An object whose wire names are all the keys themselves, as in all calls of the console. */
export const consoleObject = <S extends Schemas>(schemas: S) => wireObject(schemas)

const named = <W extends Written>(fields: W): Named<W> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, 'wire' in field ? field : as(name, field)]),
  ) as never

/** A value for each word of a closed set, under that word. */
export const eachOf = <const Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Readonly<Record<Word, Value>> => Object.fromEntries(words.map((word) => [word, valueOf(word)])) as never

function object<F extends Fields>(
  fields: F,
  make: (shape: Record<string, z.ZodMiniType>) => z.ZodMiniType,
): WireObject<F> {
  const entries = Object.entries(fields)
  const rename =
    (from: (name: string, field: Field) => string, to: (name: string, field: Field) => string) =>
    (value: Record<string, unknown>) => {
      const renamed: Record<string, unknown> = {}
      for (const [name, field] of entries) {
        const key = from(name, field)
        if (Object.hasOwn(value, key) && value[key] !== undefined) renamed[to(name, field)] = value[key]
      }
      return renamed
    }
  const wireName = (_name: string, field: Field) => field.wire
  const ownName = (name: string) => name
  const wire = make(Object.fromEntries(entries.map(([, field]) => [field.wire, field.schema])))
  const codec = z.codec(wire, z.custom<Record<string, unknown>>(), {
    decode: rename(wireName, ownName) as never,
    encode: rename(ownName, wireName),
  })
  const shape = {
    fields: Object.fromEntries(
      entries.map(([name, field]) => [name, { wire: field.wire, shape: shapeOf(field.schema) }]),
    ),
  }
  return Object.assign(remember(codec, shape), { fields }) as unknown as WireObject<F>
}

/** The wire name of a field by its readable path: `filter.from` is `filtros.entre`. */
export function wirePath(schema: object, path: string): string {
  const names: string[] = []
  let shape = shapeOf(schema)
  for (const name of path.split('.')) {
    const field = 'fields' in shape ? shape.fields[name] : undefined
    if (!field) throw new Error(`The contract has no ${path} here`)
    names.push(field.wire)
    shape = field.shape
  }
  return names.join('.')
}

/** Readable field names to wire names, one level deep, for the problems of a form. */
export const wireNamesOf = <T>(schema: { fields: Fields }, byName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [schema.fields[name]?.wire ?? name, value]))
