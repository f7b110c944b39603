import * as z from 'zod/mini'

/** Stands for a value that the quick way does not know: then zod decides, and says what is wrong. */
const MISFIT = Symbol('misfit')
type Write = (value: unknown) => unknown

/** The parts of zod's own description of a schema that are read here: zod's types leave them open. */
interface Described {
  readonly type: string
  readonly format?: string
  readonly pattern?: RegExp
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
  readonly entries?: Readonly<Record<string, string>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly reverseTransform?: (value: unknown, payload: object) => unknown
}
interface Check {
  readonly check: string
  readonly maximum?: number
  readonly minimum?: number
  readonly value?: number
  readonly inclusive?: boolean
  readonly type?: string
  readonly fn?: (value: unknown) => unknown
}

const writers = new WeakMap<object, Write>()

/**
 * The same as `z.encode`, by functions that are made once from the schema. Zod itself takes over for unknown schemas
 * and wrong values. Texts of any length are answered: a text is judged as it comes in, and an import or an earlier version may have
 * brought longer ones.
 */
export function encoded(schema: z.ZodMiniType, data: unknown): unknown {
  const written = writerOf(schema)(data)
  return written === MISFIT ? z.encode(schema, data) : written
}

// oxlint-disable-next-line no-underscore-dangle -- zod keeps its descriptions there
const describedIn = (schema: z.ZodMiniType): Described => schema._zod.def

function writerOf(schema: z.ZodMiniType): Write {
  const known = writers.get(schema)
  if (known) return known
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only objects of contract/wire.ts have fields
  const made = ('fields' in schema ? ofFields(schema.fields as Fields) : ofKind(schema)) ?? throughZod(schema)
  writers.set(schema, made)
  return made
}

type Fields = Readonly<Record<string, { readonly wire: string; readonly schema: z.ZodMiniType }>>

/** An object of `contract/wire.ts`. */
function ofFields(fields: Fields): Write {
  const each = Object.entries(fields).map(([name, { wire, schema }]) => ({ name, wire, write: writerOf(schema) }))
  return (value) => {
    if (!isRecord(value)) return MISFIT
    const written: Record<string, unknown> = {}
    for (const { name, wire, write } of each) {
      const found = write(Object.hasOwn(value, name) ? value[name] : undefined)
      if (found === MISFIT) return MISFIT
      if (found !== undefined) written[wire] = found
    }
    return written
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function ofKind(schema: z.ZodMiniType): Write | null {
  const def = describedIn(schema)
  switch (def.type) {
    case 'optional':
      return orElse(undefined, def)
    case 'nullable':
      return orElse(null, def)
    case 'array':
      return def.element ? ofList(writerOf(def.element), fittingAll(def)) : null
    case 'pipe':
      return ofCodec(schema, def)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : MISFIT)
    case 'enum':
      return ofWords(Object.values(def.entries ?? {}))
    case 'string':
      if (def.format === undefined) return checked((value) => typeof value === 'string', ofAnyLength(def))
      return def.format === 'date'
        ? checked((value) => typeof value === 'string' && def.pattern?.test(value) === true, def)
        : null
    case 'number':
      return def.format === 'safeint' ? checked(Number.isSafeInteger, def) : null
    case 'date':
      return checked((value) => value instanceof Date && !Number.isNaN(value.getTime()), def)
    default:
      return null
  }
}

function orElse(absent: null | undefined, { innerType }: Described): Write | null {
  if (!innerType) return null
  const write = writerOf(innerType)
  return (value) => (value === absent ? absent : write(value))
}

function ofWords(words: readonly string[]): Write {
  const known = new Set<unknown>(words)
  return (value) => (known.has(value) ? value : MISFIT)
}

function ofList(write: Write, fits: ((value: unknown) => boolean) | null): Write | null {
  if (!fits) return null
  return (value) => {
    if (!Array.isArray(value) || !fits(value)) return MISFIT
    const written: unknown[] = []
    for (const item of value) {
      const one = write(item)
      if (one === MISFIT) return MISFIT
      written.push(one)
    }
    return written
  }
}

/** Both sides of a codec are checked, as zod does. */
function ofCodec(schema: z.ZodMiniType, def: Described): Write | null {
  const { reverseTransform: reverse } = def
  if (!def.in || !def.out || !reverse) return null
  const inner = describedIn(def.in)
  const outer = describedIn(def.out)
  // A text that `toISOString` makes of a date of these centuries is one.
  if (outer.type === 'date' && inner.format === 'datetime') return ofInstant(schema)
  const few =
    outer.type === 'boolean' ? [true, false] : outer.type === 'enum' ? Object.values(outer.entries ?? {}) : null
  if (few) {
    const known = new Map<unknown, unknown>(few.map((value) => [value, z.encode(schema, value)]))
    return (value) => (known.has(value) ? known.get(value) : MISFIT)
  }
  const [before, after] = [writerOf(def.out), writerOf(def.in)]
  return (value) => {
    if (before(value) === MISFIT) return MISFIT
    const issues: unknown[] = []
    const turned = reverse(value, { value, issues })
    return issues.length > 0 || turned instanceof Promise ? MISFIT : after(turned)
  }
}

function ofInstant(schema: z.ZodMiniType): Write {
  const [first, last] = [Date.UTC(1000, 0), Date.UTC(9999, 0)]
  const write = throughZod(schema)
  return (value) => {
    if (!(value instanceof Date)) return MISFIT
    const time = value.getTime()
    return time > first && time < last ? value.toISOString() : write(value)
  }
}

const ofAnyLength = ({ checks = [], ...def }: Described): Described => ({
  ...def,
  // oxlint-disable-next-line no-underscore-dangle -- zod keeps its descriptions there
  checks: checks.filter(({ _zod }) => _zod.def.check !== 'max_length'),
})

function checked(isOfKind: (value: unknown) => boolean, def: Described): Write | null {
  const fits = fittingAll(def)
  return fits && ((value) => (isOfKind(value) && fits(value) ? value : MISFIT))
}

/** Whether a value passes all checks of a schema; null if one of them is unknown here. */
function fittingAll({ checks = [] }: Described): ((value: unknown) => boolean) | null {
  const fits: ((value: never) => boolean)[] = []
  for (const check of checks) {
    // oxlint-disable-next-line no-underscore-dangle -- zod keeps its descriptions there
    const one = fitting(check._zod.def)
    if (!one) return null
    fits.push(one)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema's checks are for its own kind, which is checked before
  return (value) => fits.every((one) => one(value as never))
}

function fitting(def: Check): ((value: never) => boolean) | null {
  const { maximum = Infinity, minimum = 0, value: bound = 0, inclusive, fn } = def
  switch (def.check) {
    case 'max_length':
      return ({ length }: { length: number }) => length <= maximum
    case 'min_length':
      return ({ length }: { length: number }) => length >= minimum
    case 'greater_than':
      return (value: number) => (inclusive ? value >= bound : value > bound)
    case 'less_than':
      return (value: number) => (inclusive ? value <= bound : value < bound)
    case 'number_format':
      // Beside the schema's own format there is no other.
      return (value: number) => Number.isSafeInteger(value)
    case 'custom':
      return fn ? (value: unknown) => fn(value) === true : null
    default:
      return null
  }
}

const throughZod =
  (schema: z.ZodMiniType): Write =>
  (value) => {
    const result = z.safeEncode(schema, value)
    return result.success ? result.data : MISFIT
  }
