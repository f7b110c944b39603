import { OFFICE_ZONE } from '#contract/moment.ts'
import { isUnwanted, nextDigest } from '#contract/mail.ts'
import { addMail } from '../console/mail/outbox-store.ts'
import { passMarked, takeMarked } from '../console/problems/mark-store.ts'
import type { Database, StaffTransaction } from '../db/sql.ts'
import { newMessageId } from './event-mails.ts'
import type { PostOffice } from './post-settlement.ts'

const AT_A_TIME = 100

/**
 * Makes the mails to people who said that a problem affects them, now that it is mended: one for each, whichever server
 * dies and when.
 */
export async function mailMended({ staff, origin }: PostOffice, clock: () => Date): Promise<void> {
  const host = new URL(origin).hostname
  while (await staff.acrossClients((tx) => mailSome(tx, host, clock())));
}

/** Skips them, because without a mail server nothing waits for one. */
export const passMended = (staff: Database, now: Date): Promise<unknown> =>
  staff.acrossClients((tx) => passMarked(tx, now))

async function mailSome(tx: StaffTransaction, host: string, now: Date): Promise<boolean> {
  const readers = await takeMarked(tx, AT_A_TIME, now)
  for (const { client, problem, mendedAt, isShown, ...reader } of readers) {
    if (!isShown) continue
    const waits = reader.choice === 'daily'
    await addMail(
      tx.of(client),
      {
        kind: 'mended',
        cause: `problem ${problem} mended ${mendedAt.toISOString()}`,
        ticket: null,
        about: { subject: 'problem', number: problem },
        reader,
        messageId: newMessageId(host),
        folds: waits,
        dueAt: waits ? nextDigest(now, OFFICE_ZONE) : now,
        suppressed: reader.email === '' ? 'no address' : isUnwanted(reader.choice, 'mended') ? 'choice' : null,
      },
      now,
    )
  }
  return readers.length === AT_A_TIME
}
