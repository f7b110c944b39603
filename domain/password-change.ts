/** A change of password as it is typed (spec §5, Password and personal data). */
export interface PasswordChange {
  readonly current?: string | null | undefined
  readonly next?: string | null | undefined
  readonly repeated?: string | null | undefined
}

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 20

export type PasswordProblem = 'required' | 'blank-password' | 'too-short' | 'too-long' | 'not-repeated'

/** What is wrong with it, by field; whether the current one is right only the server can tell. */
export function passwordProblems(change: PasswordChange): Partial<Record<keyof PasswordChange, PasswordProblem>> {
  const current = passwordProblem(change.current ?? '', 1)
  const next = passwordProblem(change.next ?? '', MIN_PASSWORD)
  const repeated =
    passwordProblem(change.repeated ?? '', 1) ?? (change.repeated === change.next ? null : ('not-repeated' as const))
  return { ...(current && { current }), ...(next && { next }), ...(repeated && { repeated }) }
}

function passwordProblem(password: string, min: number): PasswordProblem | null {
  if (password === '') return 'required'
  if (password.trim() === '') return 'blank-password'
  if (password.length < min) return 'too-short'
  return password.length > MAX_PASSWORD ? 'too-long' : null
}
