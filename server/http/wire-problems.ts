import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'

type Issue = z.core.$ZodIssue

/**
 * A sentence for each field of a form that is wrong, by wire name; null when the request itself is malformed (an unknown
 * key, a wrong JSON type, any bad value in an address), which is answered with 400.
 */
export function fieldProblems(
  issues: readonly Issue[],
  wire: object,
  endpoint: Pick<Endpoint, 'method'>,
  sentences: Sentences,
): Record<string, string> | null {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const [name] = issue.path
    if (typeof name !== 'string') return null
    const sentence = sentenceOf(issue, valueAt(wire, issue.path), endpoint, sentences)
    if (!sentence) return null
    fields[name] ??= sentence
  }
  return fields
}

function sentenceOf(issue: Issue, value: unknown, { method }: Pick<Endpoint, 'method'>, { field }: Sentences) {
  const missing = value === undefined || value === null || value === ''
  if (method === 'GET') return missing && issue.path.length === 1 ? field.required() : null
  if (missing) return field.required()
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      if (issue.origin === 'string' && issue.code === 'too_big') return field['too-long'](Number(issue.maximum))
      return field['not-offered']()
    case 'invalid_value':
      return typeof value === 'string' ? field['not-offered']() : null
    case 'custom':
      if (typeof value !== 'string') return null
      if (issue.message !== 'blank') return field.unreadable()
      return issue.path[0] === 'password' ? field['blank-password']() : field.blank()
    case 'invalid_type':
    case 'invalid_format':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return null
  }
}

const valueAt = (wire: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    wire,
  )
