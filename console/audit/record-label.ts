/**
 * The label that a field has at its record's screens. The act names the record: `/console/clients/change` is of `clients`. An act on
 * several kinds, such as the loading of a file, names none.
 */
export function labelOf(masters: object, act: string, field: string): string | undefined {
  const sections = new Map<string, object>(Object.entries(masters))
  const own = sections.get(act.split('/')[2] ?? '')
  for (const words of own ? [own] : sections.values()) {
    const label: unknown = Object.entries(words).find(([name]) => name === field)?.[1]
    if (typeof label === 'string') return label
  }
  return undefined
}
