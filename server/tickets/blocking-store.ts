import { type IncidentState, blockingAmong } from '#domain/incident.ts'
import { type Transaction, isAmong, sql } from '../db/sql.ts'

// Each ticket's row records which incident it waits for, so that lists, counters and rules need no join. Code that
// links, unlinks or changes an incident updates it in the same transaction.

/**
 * Locks the tickets that an incident answers until the transaction ends. While we wait for one lock, that ticket may be
 * joined to another, which takes its place. So we ask again until every ticket is locked.
 */
export async function lockTicketsOf(tx: Transaction, incident: number): Promise<number[]> {
  const held = new Set<number>()
  for (;;) {
    const linked = await tx.rows<{ number: number }>(sql`
      select l.ticket_number as number from incident_ticket l where ${tx.own('l')} and l.incident_number = ${incident}`)
    const missing = linked.map(({ number }) => number).filter((number) => !held.has(number))
    if (missing.length === 0) return [...held]
    await tx.rows(sql`
      select t.number from ticket t where ${tx.own('t')} and ${isAmong(sql`t.number`, missing)} order by t.number for update of t`)
    for (const number of missing) held.add(number)
  }
}

/** Updates which incident each of these tickets waits for; the transaction must hold their locks. */
export async function refreshBlocking(tx: Transaction, tickets: readonly number[]): Promise<void> {
  if (tickets.length === 0) return
  const incidents = await tx.rows<{
    ticket: number
    number: number
    state: IncidentState
    situation: string | null
    deliveredOn: string | null
  }>(sql`
    select l.ticket_number as ticket, i.number, i.state, i.situation, i.delivered_on
    from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where ${tx.own('l')} and ${isAmong(sql`l.ticket_number`, tickets)}`)
  const blocking = tickets.map((ticket) => blockingAmong(incidents.filter((incident) => incident.ticket === ticket)))
  await tx.rows(sql`
    update ticket t set blocking_incident = b.incident,
      -- What is in the way no longer is counted down anew (acceptBySilence).
      silent_acceptance_at = case when b.incident is null then t.silent_acceptance_at end
    from unnest(${tickets}::bigint[], ${blocking}::bigint[]) b (ticket, incident)
    where ${tx.own('t')} and t.number = b.ticket`)
}

/** Links an incident to a ticket that the transaction holds; returns false if they were linked already. */
export async function linkIncident(tx: Transaction, incident: number, ticket: number): Promise<boolean> {
  const linked = await tx.rows(sql`
    insert into incident_ticket (client_id, incident_number, ticket_number)
    values (${tx.client}, ${incident}, ${ticket}) on conflict do nothing returning 1`)
  await refreshBlocking(tx, [ticket])
  return linked.length > 0
}

/** Removes the link; returns false if there was none. */
export async function unlinkIncident(tx: Transaction, incident: number, ticket: number): Promise<boolean> {
  const unlinked = await tx.rows(sql`
    delete from incident_ticket l
    where ${tx.own('l')} and l.incident_number = ${incident} and l.ticket_number = ${ticket} returning 1`)
  await refreshBlocking(tx, [ticket])
  return unlinked.length > 0
}
