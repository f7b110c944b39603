import type { EntranceMessages } from '../messages/entrance-es.ts'

const USERNAME_MAX = 200
const PASSWORD_MAX = 20

export interface LoginFields {
  readonly username: string
  readonly password: string
}

/** The fields' problems in words (spec §5, Login); fields without a problem have no key. */
export function loginProblems({ username, password }: LoginFields, { shared: { field } }: EntranceMessages) {
  const problems: { -readonly [Name in keyof LoginFields]?: string } = {}
  if (username.trim() === '') problems.username = field.required()
  else if (username.length > USERNAME_MAX) problems.username = field['too-long'](USERNAME_MAX)
  if (password === '') problems.password = field.required()
  else if (password.trim() === '') problems.password = field['blank-password']()
  else if (password.length > PASSWORD_MAX) problems.password = field['too-long'](PASSWORD_MAX)
  return problems
}
