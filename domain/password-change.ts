/** A change of password, as typed (spec §5, Password and personal data). */
export interface PasswordChange {
  readonly current?: string | null | undefined
  readonly next?: string | null | undefined
  readonly repeated?: string | null | undefined
}

export type NewPassword = Omit<PasswordChange, 'current'>

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 20

/** The rules for a password. */
export interface PasswordRules {
  readonly min: number
  readonly max: number
  /** Whether everybody would try it first. Only the server knows: its list is too long for a page. */
  readonly isCommon?: (password: string) => boolean
}
export const CUSTOMERS: PasswordRules = { min: MIN_PASSWORD, max: MAX_PASSWORD }
/** The specification limits customers' passwords alone. */
export const TECHNICIANS: PasswordRules = { min: 12, max: 200 }

export type PasswordProblem =
  | 'required'
  | 'blank-password'
  | 'too-short'
  | 'too-long'
  | 'common-password'
  | 'not-repeated'

/** Its problems by field; only the server can check the current password. */
export function passwordProblems(
  change: PasswordChange,
  rules = CUSTOMERS,
): Partial<Record<keyof PasswordChange, PasswordProblem>> {
  const current = passwordProblem(change.current ?? '', { min: 1, max: rules.max })
  return { ...(current && { current }), ...newPasswordProblems(change, rules) }
}

/** The same without a current password, or if its setter does not know it. */
export function newPasswordProblems(
  change: NewPassword,
  rules = CUSTOMERS,
): Partial<Record<keyof NewPassword, PasswordProblem>> {
  const next = passwordProblem(change.next ?? '', rules)
  const repeated =
    passwordProblem(change.repeated ?? '', { min: 1, max: rules.max }) ??
    (change.repeated === change.next ? null : ('not-repeated' as const))
  return { ...(next && { next }), ...(repeated && { repeated }) }
}

function passwordProblem(password: string, { min, max, isCommon }: PasswordRules): PasswordProblem | null {
  if (password === '') return 'required'
  if (password.trim() === '') return 'blank-password'
  if (password.length < min) return 'too-short'
  if (password.length > max) return 'too-long'
  return isCommon?.(password) ? 'common-password' : null
}
