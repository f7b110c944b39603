/** The label that a field has at its record's screens, by the call that changed it: `/console/clients/change` is of `clients`. */
export function labelOf(masters: object, act: string, field: string): string | undefined {
  const [, , section = ''] = act.split('/')
  const words: object = Object.entries(masters).find(([name]) => name === section)?.[1] ?? {}
  const label: unknown = Object.entries(words).find(([name]) => name === field)?.[1]
  return typeof label === 'string' ? label : undefined
}
