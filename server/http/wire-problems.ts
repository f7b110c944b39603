import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'

type Issue = z.core.$ZodIssue

/** The form's wrong fields, each with a sentence, or the names of malformed parameters. */
type WireProblems = { readonly fields: Readonly<Record<string, string>> } | { readonly malformed: readonly string[] }

/**
 * For each wrong field of a form a sentence, by wire name. An unknown key, a wrong JSON type or a bad value in an
 * address makes the whole request malformed, which is answered with 400.
 */
export function wireProblems(
  issues: readonly Issue[],
  wire: object,
  endpoint: Pick<Endpoint, 'method'>,
  sentences: Sentences,
): WireProblems {
  const fields: Record<string, string> = {}
  const malformed: Issue[] = []
  for (const issue of issues) {
    const [name] = issue.path
    const sentence = sentenceOf(issue, valueAt(wire, issue.path), endpoint, sentences)
    if (typeof name === 'string' && sentence) fields[name] ??= sentence
    else malformed.push(issue)
  }
  return malformed.length > 0 ? { malformed: malformed.flatMap(namesOf) } : { fields }
}

/** The wrong parameters, such as `page`, `filtros.entre` or `documentos.0.id_temporal`, or an unknown key. */
export const namesOf = (issue: Issue): string[] =>
  (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]).map((path) =>
    path.map(String).join('.'),
  )

function sentenceOf(issue: Issue, value: unknown, { method }: Pick<Endpoint, 'method'>, { field }: Sentences) {
  const missing = value === undefined || value === null || value === ''
  if (method === 'GET') {
    if (issue.path.length !== 1) return null
    return missing ? field.required() : issue.code === 'custom' && issue.message === 'blank' ? field.blank() : null
  }
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
