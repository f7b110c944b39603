import type { CustomerSentences } from '#contract/sentences-es.ts'
import { MAX_PASSWORD, MIN_PASSWORD, type PasswordProblem } from '#domain/password-change.ts'

/** The problem of a customer's password, as a sentence. */
export function passwordSentence(problem: PasswordProblem, { field }: CustomerSentences): string {
  switch (problem) {
    case 'too-short':
      return field['too-short'](MIN_PASSWORD)
    case 'too-long':
      return field['too-long'](MAX_PASSWORD)
    case 'required':
    case 'blank-password':
    case 'not-repeated':
      return field[problem]()
  }
}
