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
  /** The portal's own, as the mails' names have it. */
  readonly host: string
}

/**
 * Puts the report of the month that ended into the outbox, for the contacts that each client's administrators chose. A client's mails and the
 * mark that it has them are one transaction: whichever server dies and when, each reader gets one.
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
        // In the morning, as the summaries.
        dueAt: isEarly(now) ? nextDigest(now, OFFICE_ZONE) : now,
        suppressed: reader.email === '' ? 'no address' : declined ? 'choice' : null,
      },
      now,
    )
  }
}

/** Whether the day's summaries have not left yet. */
const isEarly = (now: Date): boolean => officeDay(nextDigest(now, OFFICE_ZONE)) === officeDay(now)
