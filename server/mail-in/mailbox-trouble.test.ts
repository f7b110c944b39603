import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImapServer, imapServer } from '../testing/mail/imap-server.ts'
import { mailInbox, testMailbox } from '../testing/mail/mail-inbox.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { forgetMailboxTrouble } from '../console/mail/received-store.ts'
import { fetchMails } from './fetch-mails.ts'
import { imapSource } from './mail-source.ts'
import { mailboxTrouble } from './mailbox-trouble.ts'

let portal: TestApp
let imap: ImapServer
let inbox: Awaited<ReturnType<typeof mailInbox>>
beforeAll(async () => {
  portal = await testApp()
  imap = await imapServer()
  inbox = await mailInbox(portal, testMailbox())
})
afterAll(async () => {
  await inbox.close()
  await imap.close()
  await portal.close()
})

const read = (url = imap.url) =>
  fetchMails({ ...inbox.server(), server: randomUUID(), source: imapSource(url) }, () => portal.clock.now)
const shown = async () => (await portal.console(await portal.consoleLogIn('raul'), 'GET', '/jobs')).data.mailbox

test('supervisors see since when and why the mailbox is not read, in the mail server’s words, until it is read again', async () => {
  imap.behaviour = () => undefined
  expect(await read()).toBe(0)
  expect(await shown()).toBeNull()
  const lastRead = portal.clock.now
  portal.clock.now = new Date(lastRead.getTime() + 60_000)
  imap.behaviour = (command) =>
    command === 'LOGIN' ? 'NO [AUTHENTICATIONFAILED] Authentication failed for soporte' : undefined
  await expect(read()).rejects.toThrow(
    'The mailbox cannot be read (refused): [AUTHENTICATIONFAILED] Authentication failed for soporte',
  )
  expect(await shown()).toEqual({
    since: lastRead.toISOString(),
    reason: 'refused',
    said: '[AUTHENTICATIONFAILED] Authentication failed for soporte',
  })
  imap.behaviour = (command) => (command === 'SELECT' ? 'NO There is no such mailbox' : undefined)
  await expect(read()).rejects.toThrow('(missing): There is no such mailbox')
  expect(await shown()).toMatchObject({ since: lastRead.toISOString(), reason: 'missing' })
  imap.behaviour = () => undefined
  await read()
  expect(await shown()).toBeNull()
})

test('a mail server that is away is no refusal, the password is in no sentence, and a portal without a mailbox has no trouble', async () => {
  imap.behaviour = () => undefined
  const closed = await imapServer()
  await closed.close()
  const error: unknown = await read(closed.url).catch((thrown: unknown) => thrown)
  expect(await shown()).toMatchObject({ reason: 'unreachable' })
  expect(JSON.stringify([String(error), await shown()])).not.toContain('secreta')
  // A portal whose mailbox was taken away has no trouble with it.
  await forgetMailboxTrouble(portal.staff)
  expect(await shown()).toBeNull()
})

test.each([
  ['insecure', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }, 'self-signed certificate'],
  ['insecure', { tlsFailed: true, message: 'Server does not support STARTTLS' }, 'Server does not support STARTTLS'],
  ['unreachable', { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND mx' }, 'getaddrinfo ENOTFOUND mx'],
  ['unreachable', { code: 'GREETING_TIMEOUT', message: 'no greeting' }, 'no greeting'],
  // The server's own trouble says nothing about the password.
  ['unreachable', { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }, '[UNAVAILABLE]'],
  ['other', { message: 'duplicate key of received_mail: (lucia@levante.example)' }, ''],
  ['other', { code: '23505', message: 'duplicate key' }, ''],
] as const)('%s: %j', (kind, about, said) =>
  expect(mailboxTrouble(Object.assign(new Error('x'), about))).toEqual({ kind, said }),
)

test('the menu counts the mails that wait', async () => {
  const sonia = await portal.consoleLogIn('sonia')
  const waiting = async () => (await portal.console(sonia, 'GET', '/ticket-counts')).data.receivedMail
  const before = await waiting()
  await portal.owner.query(
    `insert into received_mail (uid_validity, uid, fingerprint, message_name, sender_name, subject, received_at, proof, state, reason, said, rest, bytes)
     select 99, n, ''::bytea, '', '', '', now(), 'none', case when n = 3 then 'discarded' else 'waiting' end, 'new', '', '', 0
     from generate_series(1, 3) n`,
  )
  expect(await waiting()).toBe(before + 2)
})
