import { demoEntryLink } from './entry-link.ts'
import { DUERO, LEVANTE, RAUL, SONIA } from './cast.ts'

/** The logins, on one line, for scripts and people alike. */
export async function demoWelcome(origin: string): Promise<string> {
  const link = await demoEntryLink(origin, new Date())
  const logins = [LEVANTE, DUERO].flatMap(({ contacts }) => contacts.flatMap(({ login }) => login ?? []))
  const pairs = logins.map(({ username, password }) => `${username} / ${password}`)
  const technicians = [SONIA, RAUL].map(({ username, password }) => `${username} / ${password}`)
  return ` | enter as Lucía Ferrer (once, within 5 minutes): ${link} | log in: ${pairs.join(', ')} | console: ${origin}/consola/ ${technicians.join(', ')}`
}
