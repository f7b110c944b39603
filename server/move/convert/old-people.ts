import type { OldUser } from './old-system.ts'

export interface People {
  /** The lines of people who answer. */
  readonly technicians: readonly object[]
  readonly isTechnician: (user: number) => boolean
  readonly username: (user: number) => string
  /** A deleted person has neither name nor contact; the login ends in their number. */
  readonly person: (
    user: number,
    client: number,
  ) => {
    readonly login: string
    readonly name: string
    readonly contact:
      | (Pick<OldUser, 'isActive' | 'seesAll'> & { readonly email: string; readonly phone: string })
      | null
  }
}

export function peopleOf(code: string, users: readonly OldUser[]): People {
  const known = new Map(users.map((user) => [user.id, user]))
  const loginOf = ({ id, login }: Pick<OldUser, 'id' | 'login'>) => (login === '' ? `${code}-${Math.abs(id)}` : login)
  // The portal allows an address for one technician only.
  const taken = new Set<string>()
  const addressOf = ({ email }: OldUser) => {
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
    person(id, client) {
      const user = known.get(id)
      if (!user || user.isAnonymous) return { login: loginOf({ id, login: '' }), name: '', contact: null }
      const { isActive, seesAll = true, email, phone = '' } = user
      const isContact = !user.isTechnician && (user.client ?? client) === client
      const contact = isContact ? { email: email ?? '', phone, isActive, seesAll } : null
      return { login: loginOf(user), name: user.name, contact }
    },
  }
}
