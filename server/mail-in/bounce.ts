import { noteRefusal } from '../console/mail/outbox-store.ts'
import { ownAddressees } from '../console/mail/received-store.ts'
import type { StaffTransaction } from '../db/sql.ts'

/** What a mail server says of a mail of ours that did not arrive. */
interface Bounce {
  readonly messageName: string
  readonly reason: string
  readonly isForGood: boolean
}

/** Marks the address of a mail that came back for good. Its random name is known to nobody but its reader's servers. */
export async function noteBounce(
  tx: StaffTransaction,
  { messageName, reason, isForGood }: Bounce,
  now: Date,
): Promise<void> {
  if (!isForGood) return
  for (const { client, email } of await ownAddressees(tx, messageName))
    await noteRefusal(tx.of(client), email, reason, now)
}
