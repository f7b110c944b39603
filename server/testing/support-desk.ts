import { beforeAll } from 'vitest'
import { openTicketDesk, portal } from './ticket-desk.ts'

// The other side of Lucía's desk: the sessions of Sonia and Raúl at the same portal's console.

export let sonia: string
export let raul: string

/** Log in again, because moving the clock has ended their sessions. */
export async function logInAgain(): Promise<void> {
  sonia = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
}

/** Opens both sides for the test file that calls this. */
export function openSupportDesk(): void {
  openTicketDesk()
  beforeAll(logInAgain)
}

export const read = (path: string, sent: object = {}, cookie = sonia) => portal.console(cookie, 'GET', path, sent)
export const act = (path: string, sent: object, cookie = sonia, headers: Record<string, string> = {}) =>
  portal.console(cookie, 'POST', path, sent, headers)
export const ticketOf = async (number: number, cookie = sonia) => (await read('/ticket', { number }, cookie)).data
/** Answers with knowledge of all entries. */
export const answer = async (ticket: number, over: object = {}, cookie = sonia) =>
  act(
    '/ticket/answer',
    { ticket, text: 'Revise el periodo contable.', seen: (await ticketOf(ticket, cookie)).latestEntry, ...over },
    cookie,
  )
/** The audit's lines of an act on a ticket. */
export const audited = async (act: string, ticket: number) =>
  (
    await portal.owner.query(
      'select username, client_id::int as client, details from audit where act = $1 and ticket_number = $2 order by audit_id',
      [`/console${act}`, ticket],
    )
  ).rows
