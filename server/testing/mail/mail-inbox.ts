import { randomUUID } from 'node:crypto'
import { fetchMails } from '../../mail-in/fetch-mails.ts'
import type { MailInbox } from '../../mail-in/import-mail.ts'
import { openMailParser } from '../../mail-in/mail-parser.ts'
import type { MailSource } from '../../mail-in/mail-source.ts'
import { replyTo } from '../../mail-in/reply-mark.ts'
import type { Proving } from '../../mail-in/sender-proof.ts'
import { openFileStore } from '../../db/file-store.ts'
import { readSettings } from '../../provider-settings.ts'
import { secretBox } from '../../secret-box.ts'
import { TEST_KEY, type TestApp } from '../test-app.ts'
import { MX } from './mail-of.ts'

export interface TestMailbox {
  readonly source: MailSource
  readonly mails: Map<number, Buffer>
  readonly flagged: Set<number>
  uidValidity: number
  readonly put: (...mails: Buffer[]) => void
  /** Asked before a mail is fetched, and before flags are set. */
  before: (step: 'fetch' | 'flag') => void
}

/** A mailbox without a server. */
export function testMailbox(): TestMailbox {
  const mails = new Map<number, Buffer>()
  const flagged = new Set<number>()
  const box: TestMailbox = {
    mails,
    flagged,
    uidValidity: 7,
    before: () => undefined,
    put: (...added) => {
      for (const mail of added) mails.set(mails.size + 1, mail)
    },
    source: async () => ({
      uidValidity: box.uidValidity,
      after: async (uid) =>
        [...mails].filter(([each]) => each > uid).map(([each, mail]) => ({ uid: each, bytes: mail.length })),
      fetch: async (uid, headersOnly) => {
        box.before('fetch')
        const mail = mails.get(uid)
        return mail && headersOnly ? mail.subarray(0, mail.indexOf('\r\n\r\n') + 4) : (mail ?? null)
      },
      flagUpTo: async (uid) => {
        box.before('flag')
        for (const each of mails.keys()) if (each <= uid) flagged.add(each)
      },
      close: async () => undefined,
    }),
  }
  return box
}

/** Reads a test portal's mailbox; close it at the end. */
export async function mailInbox(portal: TestApp, box: TestMailbox, proving: Proving = { authserv: MX }) {
  const settings = await readSettings()
  const secrets = secretBox(TEST_KEY)
  const parser = openMailParser()
  const inbox: MailInbox = {
    staff: portal.staff,
    files: openFileStore(portal.files),
    settings,
    secrets,
    parser,
    proving,
  }
  const log = { warn: () => undefined, error: (...given: unknown[]) => void portal.logged.push(JSON.stringify(given)) }
  const server = () => ({ ...inbox, source: box.source, server: randomUUID(), log })
  return {
    inbox,
    server,
    read: () => fetchMails(server(), () => portal.clock.now),
    replyTo: (client: number, ticket: number) => replyTo(settings.contact.email, secrets, client, ticket),
    close: () => parser.close(),
  }
}

export interface Recorded {
  readonly uid: number
  readonly state: string
  readonly reason: string | null
  readonly client: number | null
  readonly ticket: number | null
  readonly said: string
}

export const recordedMails = async ({ owner }: TestApp): Promise<Recorded[]> =>
  (
    await owner.query(
      'select uid::int, state, reason, for_client::int as client, ticket_number::int as ticket, said from received_mail order by received_id',
    )
  ).rows
