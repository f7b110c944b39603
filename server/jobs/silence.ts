import { type Warnings, countsDown, silentAcceptance, warnedUntil, warningToSend, wasWarned } from '#domain/silence.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import {
  countSilence,
  forgetSilence,
  providerName,
  silentLongEnough,
  uncountedSilence,
  unwarnedSilence,
  warningsOf,
} from '../console/jobs/silent-ticket-store.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { WARNING_MAILS } from '#contract/mail.ts'
import { addMail } from '../console/mail/outbox-store.ts'
import { newMessageId } from '../mail/event-mails.ts'
import { readerOf } from '../mail/reader-store.ts'
import { readSilence } from '../tickets/silence-store.ts'
import { type Ticket, lockByNumber } from '../tickets/ticket-store.ts'
import { addEntry } from '../tickets/timeline-store.ts'

const ACT = '/jobs/silence'
const AT_A_TIME = 500

export interface SilenceJob {
  readonly staff: Database
  /** The portal's own host name, for Message-IDs. */
  readonly host: string
}

/**
 * Warns customers by mail before silence counts as acceptance, accepts tickets whose period is over after two warnings,
 * and starts the period of tickets whose blocking incident is resolved. Each ticket has a transaction of its own: an
 * interruption undoes nothing, and the next run does the rest.
 */
export async function acceptBySilence(job: SilenceJob, now: Date): Promise<void> {
  const { staff } = job
  const { rules, calendar } = await readSilence(staff)
  if (rules === null) {
    await staff.acrossClients(forgetSilence)
    return
  }
  const until = silentAcceptance(now, rules, calendar)
  await inTurn(staff, await uncountedSilence(staff, AT_A_TIME), async (own, ticket) => {
    if (until && countsDown(ticket) && ticket.silentAcceptanceAt === null) await countSilence(own, ticket.number, until)
  })
  const warned = warnedUntil(now, rules, calendar)
  await inTurn(staff, await unwarnedSilence(staff, now, warned, AT_A_TIME), async (own, ticket) => {
    if (!countsDown(ticket) || ticket.silentAcceptanceAt === null) return
    const warning = warningToSend(ticket.silentAcceptanceAt, await warningsOf(own, ticket.number), now, rules, calendar)
    if (warning !== null) await warn(job, own, ticket, warning, now)
  })
  const { name } = await providerName(staff)
  await inTurn(staff, await silentLongEnough(staff, now, AT_A_TIME), async (own, ticket) => {
    // An answer that arrived while we waited for the lock was in time.
    if (!countsDown(ticket) || ticket.silentAcceptanceAt === null || ticket.silentAcceptanceAt > now) return
    if (!wasWarned(await warningsOf(own, ticket.number))) {
      // Without two delivered warnings the period starts again.
      if (warned) await countSilence(own, ticket.number, warned)
      return
    }
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

/** The ticket gets its note when the mail leaves (`server/mail/post-office.ts`). */
async function warn(
  { host }: SilenceJob,
  tx: Transaction,
  { number, silentAcceptanceAt: endsAt }: Ticket,
  warning: keyof Warnings,
  now: Date,
): Promise<void> {
  const reader = await readerOf(tx, number)
  if (!reader || endsAt === null) return
  const mail = {
    kind: WARNING_MAILS[warning],
    cause: `${warning} warning of ticket ${number} for ${endsAt.toISOString()}`,
    ticket: number,
    about: null,
    reader,
    messageId: newMessageId(host),
    endsAt,
    folds: false,
    dueAt: now,
    suppressed: reader.email === '' ? 'no address' : null,
  }
  await addMail(tx, mail, now)
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
