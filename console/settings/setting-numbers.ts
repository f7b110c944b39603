import { MEBIBYTE } from '#domain/provider/limit-bounds.ts'

/** Whether a limit is bytes, which people read and write as MB. */
export const isInBytes = (path: string): boolean =>
  path === 'limits.attachmentBytes' || path.startsWith('limits.storage.')

/** A number as a form shows it. */
export const written = (path: string, value: number): string =>
  String(isInBytes(path) ? Math.round((value / MEBIBYTE) * 100) / 100 : value)

/** The typed number. An untouched field keeps its exact value, because it shows MB with only two decimals. */
export function readNumber(path: string, typed: string, before: number): number {
  if (typed === written(path, before)) return before
  // A text that is no number counts as 0, which is refused as too small.
  const value = Number(typed.replace(',', '.')) || 0
  return Math.max(0, Math.round(isInBytes(path) ? value * MEBIBYTE : value))
}

/** Each number by its path, `limits.storage.staged`. */
export function numbersIn(shape: object, path: string): readonly (readonly [path: string, value: number])[] {
  return Object.entries(shape).flatMap(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`
    if (typeof value === 'number') return [[at, value]] as const
    return typeof value === 'object' && value !== null ? numbersIn(value, at) : []
  })
}

/** The same shape with other numbers. */
export function withNumbers<Shape extends object>(
  shape: Shape,
  path: string,
  numberAt: (path: string, before: number) => number,
): Shape {
  const entries = Object.entries(shape).map(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`
    if (typeof value === 'number') return [name, numberAt(at, value)]
    return [name, typeof value === 'object' && value !== null ? withNumbers(value, at, numberAt) : value]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with numbers in the same places
  return Object.fromEntries(entries) as Shape
}
