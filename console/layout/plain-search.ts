/** The query of the console's addresses: plain text (`?urgencia=6`). */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, unquoted(value)]))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number') parameters.set(name, String(value))
    // Values that would look quoted are quoted.
    if (typeof value === 'string') parameters.set(name, value === unquoted(value) ? value : JSON.stringify(value))
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

/** Older addresses have digits in quotes: `?urgencia="6"`. */
function unquoted(value: string): string {
  if (!/^".*"$/su.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return value
  }
}
