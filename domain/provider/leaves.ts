/** Each value of an object by its path, `contact.emails.bc`. A list counts as one value, with a line for each item. */
export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map()
  if (Array.isArray(value)) return new Map([[path, value.map(String).join('\n')]])
  if (typeof value === 'string') return new Map([[path, value]])
  if (typeof value === 'number' || typeof value === 'boolean') return new Map([[path, String(value)]])
  if (typeof value !== 'object') return new Map()
  return new Map(
    Object.entries(value).flatMap(([name, each]) => [...leavesOf(each, path === '' ? name : `${path}.${name}`)]),
  )
}

/** A changed value; null: there was none before, or there is none now. */
export interface ChangedLeaf {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

/** The values that differ between the two, by path. */
export function changedLeaves(before: unknown, after: unknown, path: string): readonly ChangedLeaf[] {
  const [was, is] = [leavesOf(before, path), leavesOf(after, path)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, from: was.get(field) ?? null, to: is.get(field) ?? null }))
    .filter(({ from, to }) => from !== to)
}
