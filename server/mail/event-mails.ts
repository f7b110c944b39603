import { randomUUID } from 'node:crypto'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { DELIVERED_SITUATION } from '#domain/incident.ts'
import { type MailKind, type MailSubject, asksForAct, isUnwanted, nextDigest } from '#contract/mail.ts'
import {
  type Reader,
  type ToldEvent,
  addMail,
  eventsToTell,
  lockCursor,
  moveCursor,
  newestEvent,
} from '../console/mail/outbox-store.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { type TicketReader, isOwnClaim, mailedWork, readersOf, valuationReaders } from './reader-store.ts'

const AT_A_TIME = 100
/**
 * A later mail would only confuse its reader, for instance after a restored backup, or when the portal stood still for
 * days.
 */
const TOLD_FOR_MS = 3 * 24 * 3_600_000

/**
 * Makes the mails about events since the last time, and moves the cursor in the same transaction, so that one server
 * handles each event, once. Returns whether there are more.
 */
export const mailEvents = (staff: Database, host: string, now: Date, most = AT_A_TIME): Promise<boolean> =>
  staff.acrossClients(async (tx) => {
    const { eventId } = await lockCursor(tx)
    const events = await eventsToTell(tx, eventId, new Date(now.getTime() - TOLD_FOR_MS), most)
    for (const event of events) {
      if (!event.isOld) await mailEvent(tx.of(event.client), event, host, now)
    }
    const last = events.at(-1)
    if (last) await moveCursor(tx, last.id)
    return events.length === most
  })

/** Skips all events, because without a mail server nothing waits for one. */
export const passEvents = (staff: Database): Promise<void> =>
  staff.acrossClients(async (tx) => {
    const { eventId } = await lockCursor(tx)
    const { id } = await newestEvent(tx)
    if (id > eventId) await moveCursor(tx, id)
  })

/** Skips only the next event. */
export const passEvent = (staff: Database): Promise<number | undefined> =>
  staff.acrossClients(async (tx) => {
    const { eventId } = await lockCursor(tx)
    const [next] = await eventsToTell(tx, eventId, new Date(0), 1)
    if (next) await moveCursor(tx, next.id)
    return next?.id
  })

/** A mail that an event asks for, with its reader. */
interface Told {
  readonly kind: MailKind
  readonly ticket: number | null
  readonly about?: { readonly subject: MailSubject; readonly number: number }
  readonly reader: Reader
}

async function mailEvent(tx: Transaction, event: ToldEvent, host: string, now: Date): Promise<void> {
  for (const { kind, ticket, about = null, reader } of await toldBy(tx, event)) {
    const waits = reader.choice === 'daily' && !asksForAct(kind)
    await addMail(
      tx,
      {
        kind,
        cause: `event ${event.id}`,
        ticket,
        about,
        reader,
        messageId: newMessageId(host),
        folds: waits,
        dueAt: waits ? nextDigest(now, OFFICE_ZONE) : now,
        suppressed: reader.email === '' ? 'no address' : isUnwanted(reader.choice, kind) ? 'choice' : null,
      },
      now,
    )
  }
}

export const newMessageId = (host: string): string => `<${randomUUID()}@${host}>`

async function toldBy(tx: Transaction, event: ToldEvent): Promise<Told[]> {
  const { subject, number } = event
  switch (subject) {
    case 'ticket': {
      const [reader] = await readersOf(tx, subject, number)
      const kind = reader && (await ofTicket(tx, event, reader))
      return reader && kind ? [{ kind, ticket: number, reader }] : []
    }
    case 'incident':
    case 'development': {
      const kind = await ofWork(tx, event, subject)
      if (!kind) return []
      const readers = await readersOf(tx, subject, number)
      return readers.map((reader) => ({ kind, ticket: reader.ticket, about: { subject, number }, reader }))
    }
    case 'valuation': {
      if (event.kind !== 'opened' && event.kind !== 'revision') return []
      const readers = await valuationReaders(tx, number)
      return readers.map((reader) => ({ kind: 'valuation', ticket: reader.ticket, about: { subject, number }, reader }))
    }
  }
}

/** Nobody gets a mail about their own act, except the receipt. */
async function ofTicket(tx: Transaction, { kind, number }: ToldEvent, reader: TicketReader): Promise<MailKind | null> {
  // The customer who accepted it has read everything.
  if (reader.accepted) return null
  if (kind === 'query') return 'registered'
  if (kind === 'answer') return reader.state === 'closed' && !reader.blocked ? 'closing' : 'answer'
  if (kind === 'claim') return (await isOwnClaim(tx, number)) ? null : 'claim'
  return null
}

async function ofWork(
  tx: Transaction,
  { kind, number }: ToldEvent,
  subject: 'incident' | 'development',
): Promise<MailKind | null> {
  if (kind.startsWith('planned-')) return 'date-moved'
  if (kind !== 'state' && kind !== 'situation' && kind !== 'installed-test') return null
  const work = await mailedWork(tx, subject, number)
  if (kind === 'installed-test') return work?.state === 'installed-in-test' ? 'installed-in-test' : null
  const isDelivered =
    kind === 'state'
      ? work?.state === 'delivered' || work?.state === 'installed-in-production'
      : work?.situation === DELIVERED_SITUATION && work.state !== 'delivered'
  return isDelivered ? 'delivered' : null
}
