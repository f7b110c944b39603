import type { Sentences } from '#contract/sentences-es.ts'
import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  type PasswordBounds,
  type PasswordProblem,
  type passwordProblems,
} from '#domain/password-change.ts'

/** A password's problems, field by field. */
export const passwordWords = (
  problems: ReturnType<typeof passwordProblems>,
  { field }: Sentences,
  bounds: PasswordBounds = { min: MIN_PASSWORD, max: MAX_PASSWORD },
): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, words(problem, field, bounds)]))

function words(problem: PasswordProblem, field: Sentences['field'], { min, max }: PasswordBounds): string {
  switch (problem) {
    case 'too-short':
      return field['too-short'](min)
    case 'too-long':
      return field['too-long'](max)
    case 'required':
    case 'blank-password':
    case 'not-repeated':
      return field[problem]()
  }
}
