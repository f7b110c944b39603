import type { Identity, Shape } from '#contract/wire.ts'

// The nodes of an endpoint's input, as the isolation walk and the odd input visit them.

/** In a path: an item of a list. */
export const ITEM = '[]'

export interface InputNode {
  readonly path: readonly string[]
  /** The kind of record that it names; null for an object or a list. */
  readonly identity: Identity | null
}

/** The nodes of an input, inner ones and leaves. */
export function nodesOf(shape: Shape, path: readonly string[] = []): InputNode[] {
  const here = path.length > 0 ? [{ path, identity: 'identity' in shape ? shape.identity : null }] : []
  if ('identity' in shape) return here
  if ('list' in shape) return [...here, ...nodesOf(shape.list, [...path, ITEM])]
  return [...here, ...Object.values(shape.fields).flatMap(({ wire, shape: inner }) => nodesOf(inner, [...path, wire]))]
}

/**
 * Whether a node is tried in a call's input. Each is tried in the calls that have it; a node that none has is tried in
 * the first call.
 */
export function isTriedIn(wires: readonly object[], index: number, { path: [first = ''] }: InputNode): boolean {
  const isInSome = wires.some((wire) => first in wire)
  return isInSome ? first in (wires[index] ?? {}) : index === 0
}

/** The place of a value put into a list: alone, behind the other items, or in place of the first. */
type Items = 'alone' | 'behind' | 'first'

/** The input with a value in a node. */
export function put(node: unknown, [step, ...rest]: readonly string[], value: unknown, items: Items): unknown {
  if (step === undefined) return value
  if (step === ITEM) {
    const [first = {}, ...others] = Array.isArray(node) ? node : []
    if (items === 'first') return [put(first, rest, value, items), ...others]
    return [...(items === 'behind' && Array.isArray(node) ? node : []), put({}, rest, value, items)]
  }
  const object = typeof node === 'object' && node !== null ? node : {}
  return { ...object, [step]: put(Reflect.get(object, step), rest, value, items) }
}
