import type { FastifyBaseLogger } from 'fastify'
import { noteMailboxRead, noteMailboxTrouble, releaseMailbox, takeMailbox } from '../console/mail/received-store.ts'
import { isDatabaseAway } from '../db/away.ts'
import { NearlyFull } from '../db/room.ts'
import { type MailInbox, MAX_MAIL_BYTES, importMail } from './import-mail.ts'
import type { MailParser } from './mail-parser.ts'
import type { MailSource, OpenMailbox } from './mail-source.ts'
import { asUnread, mailboxTrouble } from './mailbox-trouble.ts'

/** For how long a server that has died keeps the others from reading. */
const HELD_MS = 2 * 60_000

const NO_PARSER: MailParser = { parse: async () => null, close: async () => undefined }

export interface MailFetching extends MailInbox {
  readonly source: MailSource
  /** This server's name among those that read the same mailbox. */
  readonly server: string
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Reads new mails from the mailbox, in their order, on one server at a time. A mail is first recorded and then flagged;
 * a recorded mail is recognised by its number. Returns how many mails were recorded.
 */
export async function fetchMails(fetching: MailFetching, clock: () => Date): Promise<number> {
  const { staff, source, server } = fetching
  const box = await hold(fetching, clock())
  if (!box) return 0
  let mailbox: OpenMailbox | null = null
  try {
    mailbox = told(await source().catch((error: unknown) => Promise.reject(asUnread(error))))
    const recorded = await readNew(fetching, mailbox, mailbox.uidValidity === box.uidValidity ? box.lastUid : 0, clock)
    await staff.acrossClients((tx) => noteMailboxRead(tx, clock()))
    return recorded
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await staff.acrossClients((tx) => noteMailboxTrouble(tx, mailboxTrouble(error), clock()))
    throw error
  } finally {
    await mailbox?.close()
    await staff.acrossClients((tx) => releaseMailbox(tx, server))
  }
}

/** Makes the failures of the mailbox recognisable as its own. */
const told = (mailbox: OpenMailbox): OpenMailbox => {
  const asking = <T>(step: Promise<T>) => step.catch((error: unknown) => Promise.reject(asUnread(error)))
  return {
    uidValidity: mailbox.uidValidity,
    after: (uid) => asking(mailbox.after(uid)),
    fetch: (uid, headersOnly) => asking(mailbox.fetch(uid, headersOnly)),
    flagUpTo: (uid) => asking(mailbox.flagUpTo(uid)),
    close: () => mailbox.close(),
  }
}

const hold = ({ staff, server }: MailFetching, now: Date) =>
  staff.acrossClients((tx) => takeMailbox(tx, server, now, new Date(now.getTime() + HELD_MS)))

async function readNew(fetching: MailFetching, mailbox: OpenMailbox, from: number, clock: () => Date): Promise<number> {
  const { log } = fetching
  const { uidValidity } = mailbox
  let recorded = 0
  let last = from
  await mailbox.flagUpTo(from)
  for (const { uid, bytes } of await mailbox.after(from)) {
    // A server that has lost the mailbox meanwhile leaves it to the other.
    if (!(await hold(fetching, clock()))) break
    const raw = await mailbox.fetch(uid, bytes > MAX_MAIL_BYTES)
    if (!raw) continue
    const mail = { uidValidity, uid, bytes, raw }
    const decision = await importMail(fetching, mail, clock()).catch((error: unknown) => {
      if (isDatabaseAway(error) || error instanceof NearlyFull) throw error
      log.error({ err: error, uid }, 'a received mail could not be judged: somebody has to read it')
      // One mail must not hold up all others.
      return importMail({ ...fetching, parser: NO_PARSER }, mail, clock())
    })
    last = uid
    if (decision !== 'known') recorded += 1
  }
  await mailbox.flagUpTo(last)
  return recorded
}
