import type { CustomerSentences } from '#contract/sentences-es.ts'
import { MAX_PASSWORD, MIN_PASSWORD, type PasswordProblem } from '#domain/password-change.ts'

/** A customer's password problems, by field. */
export const passwordSentences = (
  problems: Readonly<Partial<Record<string, PasswordProblem>>>,
  shared: CustomerSentences,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, problem && passwordSentence(problem, shared)]),
  )

function passwordSentence(problem: PasswordProblem, { field }: CustomerSentences): string {
  switch (problem) {
    case 'too-short':
      return field['too-short'](MIN_PASSWORD)
    case 'too-long':
      return field['too-long'](MAX_PASSWORD)
    case 'required':
    case 'blank-password':
    case 'common-password':
    case 'not-repeated':
      return field[problem]()
  }
}
