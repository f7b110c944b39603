import type { Sentences } from '#contract/sentences-es.ts'
import {
  CUSTOMERS,
  type NewPassword,
  type PasswordChange,
  type PasswordProblem,
  type PasswordRules,
  newPasswordProblems,
  passwordProblems,
} from '#domain/password-change.ts'
import { isCommonPassword } from './common-password.ts'

type Words = Readonly<Record<string, string>>

/** Why a change of password is refused, field by field; null if only the current password remains to be checked. */
export const refusedChange = (change: PasswordChange, sentences: Sentences, rules = CUSTOMERS): Words | null =>
  wordsOf(passwordProblems(change, { ...rules, isCommon: isCommonPassword }), sentences, rules)

/** The same for a new password alone. */
export const refusedPassword = (change: NewPassword, sentences: Sentences, rules = CUSTOMERS): Words | null =>
  wordsOf(newPasswordProblems(change, { ...rules, isCommon: isCommonPassword }), sentences, rules)

function wordsOf(problems: Problems, { field }: Sentences, rules: PasswordRules): Words | null {
  const fields = Object.entries(problems).map(([name, problem]) => [name, words(problem, field, rules)])
  return fields.length === 0 ? null : Object.fromEntries(fields)
}

type Problems = ReturnType<typeof passwordProblems>

function words(problem: PasswordProblem, field: Sentences['field'], { min, max }: PasswordRules): string {
  switch (problem) {
    case 'too-short':
      return field['too-short'](min)
    case 'too-long':
      return field['too-long'](max)
    case 'required':
    case 'blank-password':
    case 'common-password':
    case 'not-repeated':
      return field[problem]()
  }
}
