// Hostile mails, at a real Dovecot: the portal keeps reading, loses nothing, and does not answer machines.
import { deflateRawSync } from 'node:zlib'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailEvents, passEvents } from '../mail/event-mails.ts'
import { sendMails } from '../mail/post-office.ts'
import type { PostOffice } from '../mail/post-settlement.ts'
import { type Dovecot, startDovecot } from '../testing/debian/dovecot.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { mailInbox, testMailbox } from '../testing/mail/mail-inbox.ts'
import { mailOf, withFile } from '../testing/mail/mail-of.ts'
import { openTicketDesk, portal, raised, simulate } from '../testing/ticket-desk.ts'
import { fetchMails } from './fetch-mails.ts'
import { imapSource } from './mail-source.ts'

openTicketDesk()

const MB = 1024 * 1024

let dovecot: Dovecot
let inbox: Awaited<ReturnType<typeof mailInbox>>
let server: MailServer
let office: PostOffice
beforeAll(async () => {
  dovecot = await startDovecot()
  inbox = await mailInbox(portal, testMailbox())
  server = await mailServer()
  office = { ...(await mailOffice(portal.staff, server.url)), takesReplies: true }
})
afterAll(async () => {
  await inbox.close()
  await dovecot.close()
  await server.close()
})

const read = () => fetchMails({ ...inbox.server(), source: imapSource(dovecot.url) }, () => portal.clock.now)
const answered = async () => {
  const ticket = await raised()
  await simulate(ticket)
  return ticket
}
const recordedSince = async (last: number) =>
  (
    await portal.owner.query(
      'select received_id::int as id, state, reason from received_mail where received_id > $1 order by received_id',
      [last],
    )
  ).rows
const lastRecorded = async (): Promise<number> =>
  (await portal.owner.query('select coalesce(max(received_id), 0)::int as id from received_mail')).rows[0].id
/** The most memory that the process took beyond what it had. */
async function mostMemory(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  await act()
  clearInterval(watch)
  return (most - before) / MB
}

test('fifty megabytes, bombs of depth, of parts, of headers and of archives keep no other mail back', async () => {
  const ticket = await answered()
  const to = inbox.replyTo(1001, ticket)
  const deep = Array.from({ length: 5000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`)
  const zip = new JSZip()
  zip.file('ceros.txt', Buffer.alloc(400 * MB))
  const bomb = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', streamFiles: true })
  const many = new JSZip()
  for (let n = 0; n < 5000; n++) many.file(`${n}.txt`, 'x')
  const parts = await many.generateAsync({ type: 'nodebuffer' })
  // Not an archive, but something that a reader might unpack.
  const packed = deflateRawSync(Buffer.alloc(100 * MB))
  const last = await lastRecorded()
  await dovecot.deliver([
    Buffer.concat([mailOf({ to, subject: 'Copia entera' }), Buffer.alloc(50 * MB, 'a')]),
    mailOf({
      to,
      text: deep.join('\r\n').split('\r\n\r\n').slice(1).join('\r\n\r\n'),
      headers: ['Content-Type: multipart/mixed; boundary=b0'],
    }),
    mailOf({
      to,
      text: `${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`,
      headers: ['Content-Type: multipart/mixed; boundary=b'],
    }),
    mailOf({ to, headers: Array.from({ length: 50_000 }, (_, n) => `X-${n}: ${'y'.repeat(40)}`) }),
    mailOf({ to, headers: [`References: ${'<a@b.example> '.repeat(100_000)}`] }),
    mailOf({ to, ...withFile('bomba.xlsx', bomb) }),
    mailOf({ to, ...withFile('muchas.docx', parts) }),
    mailOf({ to, ...withFile('bomba.zip', packed) }),
    mailOf({ to, text: 'Después de todo' }),
  ])
  const began = performance.now()
  const memory = await mostMemory(read)
  const seconds = (performance.now() - began) / 1000
  const rows = await recordedSince(last)
  const { rows: files } = await portal.owner.query('select name from attachment where ticket_number = $1', [ticket])
  process.stdout.write(
    `${rows.map(({ state, reason }) => `${state} ${reason ?? ''}`).join(', ')}; ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB more\n`,
  )
  expect(rows).toHaveLength(9)
  expect(rows[0]).toMatchObject({ state: 'waiting', reason: 'too-large' })
  expect(rows[1]).toMatchObject({ state: 'waiting', reason: 'unreadable' })
  expect(rows[3]).toMatchObject({ state: 'waiting', reason: 'unreadable' })
  // The words of mails with archives joined their tickets; the archives did not.
  expect(files).toEqual([])
  expect(rows.at(-1)).toMatchObject({ state: 'joined' })
  expect(seconds).toBeLessThan(60)
  expect(memory).toBeLessThan(600)
})

test('a thousand turns with machines that answer each mail of ours end by themselves', async () => {
  const ticket = await answered()
  const to = inbox.replyTo(1001, ticket)
  await passEvents(portal.staff)
  server.received.length = 0
  const machines: readonly (readonly string[])[] = [
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated'],
    ['Precedence: bulk'],
    ['X-Autoreply: yes'],
    ['X-Auto-Response-Suppress: All'],
    // The mail does not say that a program wrote it.
    [],
  ]
  let [turns, ours] = [0, 0]
  // A machine answers each of our mails, and sends as many more by itself: the portal must not keep that going.
  while (turns < 1000) {
    const round = Array.from({ length: 100 }, (_, n) =>
      mailOf({
        to,
        from: n % 2 ? 'lucia.ferrer@levante.example' : 'autoresponder@otra.example',
        subject: `Fuera de la oficina ${turns + n}`,
        text: `Estoy fuera hasta el lunes ${turns + n}.`,
        headers: machines[n % machines.length] ?? [],
      }),
    )
    await dovecot.deliver(round)
    await read()
    turns += round.length
    while (await mailEvents(portal.staff, 'portal.example', portal.clock.now)) continue
    await sendMails(office, () => portal.clock.now)
    ours += server.received.splice(0).length
  }
  const { rows } = await portal.owner.query(
    `select count(*)::int as entries from entry where ticket_number = $1 and text like 'Estoy fuera%'`,
    [ticket],
  )
  const { rows: states } = await portal.owner.query(
    `select state, coalesce(reason, '') as reason, count(*)::int as n from received_mail where subject like 'Fuera de la oficina%' group by 1, 2 order by 3 desc`,
  )
  process.stdout.write(
    `${turns} turns: ${ours} mails of ours, ${rows[0].entries} entries; ${states.map(({ state, reason, n }) => `${n} ${state} ${reason}`).join(', ')}\n`,
  )
  expect(ours).toBeLessThanOrEqual(1)
  expect(rows[0].entries).toBeLessThanOrEqual(30)
  expect(states.reduce((sum: number, { n }) => sum + Number(n), 0)).toBe(1000)
})
