import { OFFICE_ZONE, officeDay } from '#contract/moment.ts'
import { nextDigest } from '#contract/mail.ts'
import { monthToMail, numberOfMonth } from '#domain/report/mailed-month.ts'
import { addMail } from '../console/mail/outbox-store.ts'
import { clientsToMail } from '../console/jobs/report-mail-store.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { newMessageId } from '../mail/event-mails.ts'
import { chosenReaders, claimMonth } from './report-reader-store.ts'

const AT_A_TIME = 500

interface ReportJob {
  readonly staff: Database
  /** The portal's own host name, for Message-IDs. */
  readonly host: string
}

/**
 * Puts the report of the month that ended into the outbox, for the contacts that each client's administrators chose.
 * One transaction makes a client's mails and records that they were made: so each reader gets one, whichever server
 * dies at any moment.
 */
export async function mailReports({ staff, host }: ReportJob, now: Date): Promise<void> {
  const month = monthToMail(officeDay(now))
  if (month === null) return
  const clients = await staff.acrossClients((tx) => clientsToMail(tx, month, AT_A_TIME))
  for (const { client } of clients) await staff.acrossClients((tx) => mailReport(tx.of(client), { month, host }, now))
}

async function mailReport(
  tx: Transaction,
  { month, host }: { readonly month: string; readonly host: string },
  now: Date,
): Promise<void> {
  if (!(await claimMonth(tx, month, now))) return
  for (const { declined, ...reader } of await chosenReaders(tx)) {
    await addMail(
      tx,
      {
        kind: 'report',
        cause: `report ${month}`,
        ticket: null,
        about: { subject: 'report', number: numberOfMonth(month) },
        reader,
        messageId: newMessageId(host),
        folds: false,
        // In the morning, like the daily summaries.
        dueAt: isEarly(now) ? nextDigest(now, OFFICE_ZONE) : now,
        suppressed: reader.email === '' ? 'no address' : declined ? 'choice' : null,
      },
      now,
    )
  }
}

/** Whether today's summaries are still to leave. */
const isEarly = (now: Date): boolean => officeDay(nextDigest(now, OFFICE_ZONE)) === officeDay(now)
