import { countsDown, silentAcceptance } from '#domain/silence.ts'
import { audit } from '../console/audit-store.ts'
import { countSilence, providerName, silentLongEnough, uncountedSilence } from '../console/silence-store.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { readSilence } from '../tickets/silence-store.ts'
import { type Ticket, addEntry, lockByNumber } from '../tickets/ticket-store.ts'

/** What the audit calls the portal's own acts by. */
const PORTAL = { username: 'portal' }
const ACT = '/jobs/silence'
const AT_A_TIME = 500

/**
 * Accepts what its customers have been silent about for so long, and begins to count for what an incident was in the way
 * of. Each ticket in a transaction of its own: whatever stops it, what is done is done, and the next run does the rest.
 */
export async function acceptBySilence(staff: Database, now: Date): Promise<void> {
  const { rules, calendar } = await readSilence(staff)
  const until = silentAcceptance(now, rules, calendar)
  await inTurn(staff, await uncountedSilence(staff, AT_A_TIME), async (own, ticket) => {
    if (until && countsDown(ticket) && ticket.silentAcceptanceAt === null) await countSilence(own, ticket.number, until)
  })
  const { name } = await providerName(staff)
  await inTurn(staff, await silentLongEnough(staff, now, AT_A_TIME), async (own, ticket) => {
    // Whoever answered while this waited for the ticket was in time.
    if (!countsDown(ticket) || ticket.silentAcceptanceAt === null || ticket.silentAcceptanceAt > now) return
    const silence = {
      kind: 'silence' as const,
      at: now,
      closes: false,
      text: '',
      author: name,
      origin: '',
      person: null,
    }
    await addEntry(own, ticket, silence)
    await audit(own, PORTAL, ACT, { client: own.client, ticket: ticket.number }, now)
  })
}

async function inTurn(
  staff: Database,
  places: readonly { readonly client: number; readonly number: number }[],
  act: (own: Transaction, ticket: Ticket) => Promise<void>,
): Promise<void> {
  for (const { client, number } of places) {
    await staff.acrossClients(async (tx) => {
      const own = tx.of(client)
      const ticket = await lockByNumber(own, number)
      if (ticket) await act(own, ticket)
    })
  }
}
