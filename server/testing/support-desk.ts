import { beforeAll } from 'vitest'
import { portal } from './ticket-desk.ts'

// The other side of Lucía's desk: Sonia's and Raúl's sessions at the console of the same portal.

export let sonia: string
export let raul: string

/** They log in again: their sessions have ended where a test moved the clock. */
export async function logInAgain(): Promise<void> {
  sonia = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
}

beforeAll(logInAgain)

export const read = (path: string, sent: object = {}, cookie = sonia) => portal.console(cookie, 'GET', path, sent)
export const act = (path: string, sent: object, cookie = sonia, headers: Record<string, string> = {}) =>
  portal.console(cookie, 'POST', path, sent, headers)
export const ticketOf = async (number: number, cookie = sonia) => (await read('/ticket', { number }, cookie)).data
/** Answers having seen everything. */
export const answer = async (ticket: number, over: object = {}, cookie = sonia) =>
  act(
    '/ticket/answer',
    { ticket, text: 'Revise el periodo contable.', seen: (await ticketOf(ticket, cookie)).latestEntry, ...over },
    cookie,
  )
/** What was written down in the audit of an act about a ticket. */
export const audited = async (act: string, ticket: number) =>
  (
    await portal.owner.query(
      'select username, client_id::int as client, details from audit where act = $1 and ticket_number = $2 order by audit_id',
      [`/console${act}`, ticket],
    )
  ).rows
