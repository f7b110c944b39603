import type { RedmineUser } from './read-redmine.ts'

export interface People {
  /** Lines of those who answer. */
  readonly technicians: readonly object[]
  readonly isTechnician: (user: number) => boolean
  readonly username: (user: number) => string
  /** A deleted person is nobody, with a number. */
  readonly person: (user: number) => {
    readonly login: string
    readonly name: string
    readonly contact: { readonly email: string; readonly isActive: boolean } | null
  }
}

export function peopleOf(users: readonly RedmineUser[]): People {
  const known = new Map(users.map((user) => [user.id, user]))
  const loginOf = ({ id, login }: Pick<RedmineUser, 'id' | 'login'>) => (login === '' ? `redmine-${id}` : login)
  // Two accounts with one address are one too many for the portal.
  const taken = new Set<string>()
  const addressOf = ({ email }: RedmineUser) => {
    const address = email?.toLowerCase() ?? null
    if (address === null || taken.has(address)) return null
    taken.add(address)
    return address
  }
  return {
    technicians: users
      .filter(({ isTechnician }) => isTechnician)
      .map((user) => ({
        username: loginOf(user),
        name: user.name,
        role: 'technician',
        active: user.isActive,
        email: addressOf(user),
        ofKey: false,
      })),
    isTechnician: (user) => known.get(user)?.isTechnician ?? false,
    username: (id) => loginOf(known.get(id) ?? { id, login: '' }),
    person(id) {
      const user = known.get(id)
      if (!user || user.isAnonymous) return { login: `redmine-${id}`, name: '', contact: null }
      const contact = user.isTechnician ? null : { email: user.email ?? '', isActive: user.isActive }
      return { login: loginOf(user), name: user.name, contact }
    },
  }
}
