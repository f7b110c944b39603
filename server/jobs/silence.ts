import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import { type Warnings, countsDown, silentAcceptance, warnedUntil, warningToSend, wasWarned } from '#domain/silence.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import {
  countSilence,
  forgetSilence,
  noteWarning,
  providerName,
  silentLongEnough,
  uncountedSilence,
  unwarnedSilence,
  warningsOf,
} from '../console/jobs/silent-ticket-store.ts'
import type { Database, Transaction } from '../db/sql.ts'
import type { Mailer } from '../mail/mailer.ts'
import { linkTo } from '../mail/outbox-mail.ts'
import { readerOf } from '../mail/reader-store.ts'
import { ticketMail } from '../mail/ticket-mail.ts'
import { readSilence } from '../tickets/silence-store.ts'
import { type Ticket, addEntry, lockByNumber } from '../tickets/ticket-store.ts'

const ACT = '/jobs/silence'
const AT_A_TIME = 500

export interface SilenceJob {
  readonly staff: Database
  readonly mailer: Pick<Mailer, 'send'>
  readonly settings: Settings
  readonly origin: string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Warns customers by mail before silence counts as acceptance, accepts tickets whose period is over after two warnings, and
 * starts the period of tickets whose blocking incident is resolved. Each ticket has its own transaction: an interruption
 * undoes nothing, and the next run does the rest.
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
    if (warning !== null && (await hasLeft(job, own, ticket, warning)))
      await noteWarning(own, ticket.number, warning, now)
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

/**
 * Whether the mail server took the warning. It is sent within the ticket's transaction: a crash in between leads to a second
 * mail, never to none.
 */
async function hasLeft(
  { mailer, settings, origin, log }: SilenceJob,
  tx: Transaction,
  { number, title, silentAcceptanceAt: at }: Ticket,
  warning: keyof Warnings,
): Promise<boolean> {
  const reader = await readerOf(tx, number)
  if (!reader || reader.email === '' || at === null) return false
  const facts = { number, title, reader: reader.name, turn: 'conclude' as const, at }
  // The customer's language is not known here.
  const surroundings = { settings, language: 'es' as const, address: linkTo(origin, number) }
  try {
    return await mailer.send(reader.email, ticketMail(MAILS[warning], facts, surroundings))
  } catch (error) {
    log.warn({ err: error, ticket: number }, 'a warning could not be sent: it is tried again')
    return false
  }
}

const MAILS = { first: 'silence', last: 'silence-last-day' } as const satisfies Record<keyof Warnings, string>

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
