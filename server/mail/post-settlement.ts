import type { FastifyBaseLogger } from 'fastify'
import { nextTry } from '#contract/mail.ts'
import type { OutboxMail, Settlement } from '../console/mail/outbox-store.ts'
import type { Database } from '../db/sql.ts'
import type { Delivery, Mailer } from './mailer.ts'
import type { Writing } from './outbox-mail.ts'

/** The outboxes of customers' and of technicians' mails. */
export interface PostOffice extends Writing {
  readonly staff: Database
  readonly mailer: Mailer
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Longer than any delivery takes: a server that takes longer is dead. */
export const ABANDONED_MS = 5 * 60_000

export type Outcome = Delivery | { readonly is: 'withheld'; readonly reason: string }

/** The state of a mail after an attempt to send it. */
export function settlementOf(
  { attempts, earlierAttempts }: Pick<OutboxMail, 'attempts' | 'earlierAttempts'>,
  delivery: Outcome,
  now: Date,
): Settlement {
  switch (delivery.is) {
    case 'sent':
      return { state: 'sent', reason: '', dueAt: null }
    case 'withheld':
      return { state: 'suppressed', reason: delivery.reason, dueAt: null }
    case 'unknown':
      return { state: 'possibly-sent', reason: delivery.reason, dueAt: null }
    case 'refused':
      return { state: 'failed', reason: delivery.reason, dueAt: null }
    case 'not-now': {
      const dueAt = nextTry(attempts + 1 - earlierAttempts, now)
      return { state: dueAt ? 'queued' : 'failed', reason: delivery.reason, dueAt }
    }
  }
}
