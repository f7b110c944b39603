export const TECHNICIAN_ROLES = ['technician', 'supervisor'] as const
export type TechnicianRole = (typeof TECHNICIAN_ROLES)[number]

/** The scopes of a program's API key at the console. */
export const KEY_SCOPES = ['tickets-read', 'tickets-write', 'work-read', 'work-write', 'clients-read'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The form of a login name: it is typed, and occurs in addresses and in the audit. */
export const isTechnicianName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{1,99}$/.test(name)

interface ChangedTechnician {
  readonly username: string
  readonly role: TechnicianRole
  readonly active: boolean
}

interface Entry {
  readonly role: TechnicianRole
  readonly active: boolean
  readonly subject: string | null
  readonly email: string | null
}

/** Whether a change lets somebody enter, or do more than before. Another name, or fewer rights, do not. */
export const givesAccess = (before: Entry, after: Entry): boolean =>
  (after.role === 'supervisor' && before.role !== 'supervisor') ||
  (after.active && !before.active) ||
  (after.subject !== null && after.subject !== before.subject) ||
  (after.email !== null && after.email !== before.email)

/** Whether somebody who can manage technicians is left after the change. */
export const leavesSupervisor = (
  activeSupervisors: readonly string[],
  { username, role, active }: ChangedTechnician,
): boolean => (role === 'supervisor' && active) || activeSupervisors.some((name) => name !== username)
