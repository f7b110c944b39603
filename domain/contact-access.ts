import type { Visibility } from './account.ts'

/** An installation that a contact belongs to, with the companies of the tickets raised there. */
export interface ContactPlace {
  readonly installation: string
  readonly companies: readonly string[]
}

interface Access {
  readonly active: boolean
  readonly visibility: Visibility
  readonly places: readonly ContactPlace[]
}

/** Whether a change reduces what a contact may see or do, so that open sessions must end. */
export function takesAway(before: Access, after: Access): boolean {
  if (!after.active || after.visibility !== before.visibility) return true
  return before.places.some(({ installation, companies }) => {
    const kept = after.places.find((place) => place.installation === installation)
    return !kept || companies.some((code) => !kept.companies.includes(code))
  })
}

/** Whether a change makes a new administrator of the client. A disabled contact counts as none. */
export const makesAdministrator = (before: Omit<Access, 'places'> | null, after: Omit<Access, 'places'>): boolean =>
  isAdministrator(after) && !(before && isAdministrator(before))

const isAdministrator = ({ active, visibility }: Omit<Access, 'places'>) => active && visibility === 'client'
