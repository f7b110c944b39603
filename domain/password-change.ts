/** A change of password, as typed (spec §5, Password and personal data). */
export interface PasswordChange {
  readonly current?: string | null | undefined
  readonly next?: string | null | undefined
  readonly repeated?: string | null | undefined
}

export type NewPassword = Omit<PasswordChange, 'current'>

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 20

/** The bounds of a password's length. */
export interface PasswordBounds {
  readonly min: number
  readonly max: number
}
const CUSTOMERS: PasswordBounds = { min: MIN_PASSWORD, max: MAX_PASSWORD }
/** The specification limits customers' passwords alone. */
export const TECHNICIANS: PasswordBounds = { min: 12, max: 200 }

export type PasswordProblem = 'required' | 'blank-password' | 'too-short' | 'too-long' | 'not-repeated'

/** Its problems by field; only the server can check the current password. */
export function passwordProblems(
  change: PasswordChange,
  bounds = CUSTOMERS,
): Partial<Record<keyof PasswordChange, PasswordProblem>> {
  const current = passwordProblem(change.current ?? '', { ...bounds, min: 1 })
  return { ...(current && { current }), ...newPasswordProblems(change, bounds) }
}

/** The same without a current password, or if its setter does not know it. */
export function newPasswordProblems(
  change: NewPassword,
  bounds = CUSTOMERS,
): Partial<Record<keyof NewPassword, PasswordProblem>> {
  const next = passwordProblem(change.next ?? '', bounds)
  const repeated =
    passwordProblem(change.repeated ?? '', { ...bounds, min: 1 }) ??
    (change.repeated === change.next ? null : ('not-repeated' as const))
  return { ...(next && { next }), ...(repeated && { repeated }) }
}

function passwordProblem(password: string, { min, max }: PasswordBounds): PasswordProblem | null {
  if (password === '') return 'required'
  if (password.trim() === '') return 'blank-password'
  if (password.length < min) return 'too-short'
  return password.length > max ? 'too-long' : null
}
