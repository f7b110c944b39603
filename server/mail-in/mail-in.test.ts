import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PNG, openTicketDesk, portal, raised, simulate, view } from '../testing/ticket-desk.ts'
import { type TestMailbox, mailInbox, recordedMails, testMailbox } from '../testing/mail/mail-inbox.ts'
import { MX, mailOf, withFile } from '../testing/mail/mail-of.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { mailServer } from '../testing/mail-server.ts'
import { openMailer } from '../mail/mailer.ts'
import { sendMails } from '../mail/post-office.ts'

openTicketDesk()

const LEVANTE = 1001
let box: TestMailbox
let inbox: Awaited<ReturnType<typeof mailInbox>>
beforeAll(async () => {
  box = testMailbox()
  inbox = await mailInbox(portal, box)
})
afterAll(() => inbox.close())
beforeEach(() => portal.owner.query("update received_mail set received_at = received_at - interval '2 hours'"))

const received = async (...mails: Buffer[]) => {
  const from = box.mails.size
  box.put(...mails)
  await inbox.read()
  return (await recordedMails(portal)).filter(({ uid }) => uid > from)
}
const answered = async () => {
  const ticket = await raised()
  await simulate(ticket)
  return ticket
}
const lastEntry = async (ticket: number) => (await view(ticket)).fcontsopor.at(-1)
const entriesOf = async (ticket: number) =>
  (
    await portal.owner.query(
      'select kind, text, author, origin from entry where ticket_number = $1 order by entry_id',
      [ticket],
    )
  ).rows

describe('what a mail quotes, and its signature', () => {
  const SIGNED = '-- \nLucía · Levante'
  const QUOTED = 'El lun, 23 nov 2026, Soporte escribió:\n> Pruebe otra vez.'

  test('stand below the entry, for the customer as for technicians; other entries have none', async () => {
    const ticket = await answered()
    await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), text: `Sigue igual.\n\n${SIGNED}\n\n${QUOTED}\n` }))
    const entries = (await view(ticket)).fcontsopor
    expect(entries.at(-1)).toMatchObject({ texto: 'Sigue igual.', citado: expect.stringContaining('Pruebe otra vez.') })
    expect(entries.at(-1).citado).toContain('Lucía · Levante')
    expect(entries.slice(0, -1).every(({ citado }: { citado: string | null }) => citado === null)).toBe(true)
    const raul = await portal.consoleLogIn('raul')
    const { timeline } = (await portal.console(raul, 'GET', '/ticket', { number: ticket })).data
    expect(timeline.at(-1).quoted).toBe(entries.at(-1).citado)
  })

  test('stand there, too, if a technician joined the mail or made a ticket of it', async () => {
    const ticket = await answered()
    const [join] = await received(mailOf({ from: 'otra@levante.example', text: `Le pasa a mi jefa.\n\n${QUOTED}\n` }))
    const [raise] = await received(mailOf({ text: `No cuadra la Contabilidad.\n\n${SIGNED}\n` }))
    const raul = await portal.consoleLogIn('raul')
    const sorted = async (act: string, mail: number | undefined, more = {}) =>
      (await portal.console(raul, 'POST', `/received-mail/${act}`, { mail, ...more })).data
    const idOf = async (uid: number | undefined) =>
      (await portal.owner.query('select received_id::int as id from received_mail where uid = $1', [uid])).rows[0].id
    await sorted('join', await idOf(join?.uid), { ticket })
    expect((await lastEntry(ticket)).citado).toContain('> Pruebe otra vez.')
    const { ticket: made } = await sorted('raise', await idOf(raise?.uid))
    expect((await lastEntry(made)).citado).toContain('Lucía · Levante')
  })

  test('hold no secret of a link of ours: whoever reads the answer is not whom the link is for', async () => {
    const ticket = await answered()
    const token = 'A'.repeat(43)
    const links = [
      `https://portal.example/public/contrasena#t=${token}`,
      `https://portal.example/consola/direccion#t=${token}`,
      `https://portal.example/public/home-mail?ticket=${ticket}#e=${token}`,
      `https://portal.example/public/correos#e=${token}`,
    ]
    const text = `No me abre ${links[0]} ni nada.\n\nEl lun, 23 nov 2026, Soporte escribió:\n> ${links.join('\n> ')}\n`
    const [mail] = await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), text }))
    expect(mail?.said).toBe('No me abre https://portal.example/public/contrasena#t=… ni nada.')
    const shown = JSON.stringify(await view(ticket))
    expect(shown).toContain(`home-mail?ticket=${ticket}#e=…`)
    const { rows } = await portal.owner.query('select said, rest from received_mail order by received_id desc limit 1')
    for (const kept of [shown, JSON.stringify(rows)]) expect(kept).not.toContain(token)
  })

  test('of the longest mails are kept as far as somebody reads', async () => {
    const ticket = await answered()
    const long = `> ${'palabra '.repeat(20)}\n`.repeat(400)
    await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), text: `Sigue igual.\n\n${QUOTED}\n${long}` }))
    expect((await lastEntry(ticket)).citado.length).toBeLessThanOrEqual(20_000)
  })
})

describe('a reply joins its ticket', () => {
  test('by its address, as the sender’s own reply, without what it quotes', async () => {
    const ticket = await answered()
    const text = 'Sigue igual.\n\nEl lun, 23 nov 2026, Soporte escribió:\n> Pruebe otra vez.\n'
    const [mail] = await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), text }))
    expect(mail).toMatchObject({ state: 'joined', client: LEVANTE, ticket, said: 'Sigue igual.' })
    expect((await entriesOf(ticket)).at(-1)).toEqual({
      kind: 'reply',
      text: 'Sigue igual.',
      author: 'Lucía Ferrer',
      origin: 'X',
    })
    expect(await lastEntry(ticket)).toMatchObject({ tipoRes: 'usuario', texto: 'Sigue igual.' })
    const { rows } = await portal.owner.query(
      "select actor from event where subject = 'ticket' and number = $1 and kind = 'reply'",
      [ticket],
    )
    expect(rows).toEqual([{ actor: 'customer' }])
  })

  test('by the name of the mail that it answers; the mail says that one may', async () => {
    const server = await mailServer()
    const office = { ...(await mailOffice(portal.staff, server.url)), takesReplies: true }
    // Mails about the demo's and other tests' acts are left out.
    await sendMails({ ...office, mailer: openMailer(undefined, office.settings) }, () => portal.clock.now)
    const ticket = await answered()
    await sendMails(office, () => portal.clock.now)
    await server.close()
    const body =
      server.received
        .map((each) => each.body)
        .find((each) => each.includes(`Soporte ha contestado a su ticket ${ticket}`)) ?? ''
    expect(body).toContain('Si contesta a este correo')
    expect(body).toContain(`Reply-To: ${inbox.replyTo(LEVANTE, ticket)}`)
    const name = /^Message-ID: (<.*>)/im.exec(body)?.[1]
    const [mail] = await received(mailOf({ headers: [`In-Reply-To: ${name}`] }))
    expect(mail).toMatchObject({ state: 'joined', ticket })
  })

  test('as information while Support has not answered, and as «No conforme» once it is closed, with a reason alone', async () => {
    const ticket = await raised()
    const to = inbox.replyTo(LEVANTE, ticket)
    await received(mailOf({ to, text: 'Y otra cosa más.' }))
    expect((await entriesOf(ticket)).at(-1)).toMatchObject({ kind: 'note', text: 'Y otra cosa más.' })
    await simulate(ticket, { cerrar: 'S' })
    const mails = await received(
      mailOf({ to, text: 'Muchas gracias.' }),
      mailOf({ to, text: 'No conforme' }),
      mailOf({ to, text: 'No conforme: sigue sin cuadrar.' }),
    )
    expect(mails).toMatchObject([
      { state: 'waiting', reason: 'ticket-closed', ticket },
      { state: 'waiting', reason: 'no-words' },
      { state: 'joined' },
    ])
    expect((await entriesOf(ticket)).at(-1)).toMatchObject({ kind: 'rejection', text: 'sigue sin cuadrar.' })
  })

  test('with its files, under the portal’s rules; the refused ones are named', async () => {
    const ticket = await answered()
    const part = (name: string, mime: string, bytes: Buffer) =>
      [
        `--b`,
        `Content-Type: ${mime}; name="${name}"`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename="${name}"`,
        '',
        bytes.toString('base64'),
      ].join('\r\n')
    const text = [
      '--b', 'Content-Type: text/plain; charset=utf-8', '', 'Va la captura.',
      part('captura.png', 'image/png', PNG),
      part('winmail.dat', 'application/ms-tnef', Buffer.from('789f3e22', 'hex')),
      part('falso.pdf', 'application/pdf', Buffer.from('MZ no es un pdf')),
      part('../../etc/passwd.png', 'image/png', PNG),
      '--b--',
    ].join('\r\n') // prettier-ignore
    await received(
      mailOf({ to: inbox.replyTo(LEVANTE, ticket), text, headers: ['Content-Type: multipart/mixed; boundary=b'] }),
    )
    const entry = (await entriesOf(ticket)).at(-1)
    expect(entry.text).toBe(
      'Va la captura.\n\n[Archivos del correo que no se admiten y no están adjuntos: «winmail.dat», «falso.pdf»]',
    )
    const { rows } = await portal.owner.query(
      'select name, mime from attachment where ticket_number = $1 order by sequence',
      [ticket],
    )
    expect(rows).toEqual([
      { name: 'captura.png', mime: 'image/png' },
      { name: 'passwd.png', mime: 'image/png' },
    ])
  })
})

const PASSED = `Authentication-Results: ${MX}; dmarc=pass header.from=levante.example`

describe('an unproven mail waits', () => {
  test.each([
    ['unproven', { dmarc: null }],
    ['unproven', { dmarc: 'fail' }],
    [
      'unproven',
      { dmarc: null, headers: [`Authentication-Results: otro.example; dmarc=pass header.from=levante.example`] },
    ],
    // A verdict in our server's name that came with the mail stands below the second Received.
    [
      'unproven',
      {
        dmarc: null,
        headers: ['Received: from a by b', `Authentication-Results: ${MX}; dmarc=pass header.from=levante.example`],
      },
    ],
    ['not-theirs', { from: 'lucia.ferrer@otra.example' }],
    ['not-theirs', { from: '"lucia.ferrer@levante.example" <malo@otra.example>' }],
    ['unproven', { from: 'lucia.ferrer@levante.example, malo@otra.example' }],
    ['unproven', { from: 'malo@otra.example, lucia.ferrer@levante.example' }],
    ['unproven', { from: 'Dos: lucia.ferrer@levante.example, malo@otra.example;' }],
    ['unproven', { from: 'lucia.ferrer@levante.example,\r\n malo@otra.example' }],
    ['unproven', { headers: ['From: malo@otra.example'] }],
    ['unproven', { headers: ['FROM: malo@otra.example'] }],
    // This includes the same verdict twice: a mail server may have judged either sender.
    ['unproven', { headers: ['From: lucia.ferrer@levante.example'] }],
    ['unproven', { from: 'malo@otra.example', headers: ['From: lucia.ferrer@levante.example'] }],
    ['unproven', { from: 'malo@otra.example', headers: ['From : lucia.ferrer@levante.example'] }],
    ['unproven', { from: 'nobody', headers: ['From: lucia.ferrer@levante.example'] }],
    // A verdict of its own, in a mail whose other sender our mail server has judged.
    ['unproven', { from: 'malo@otra.example', headers: ['From: lucia.ferrer@levante.example', PASSED] }],
    ['odd-sender', { from: 'nobody' }],
    ['odd-sender', { from: '' }],
    ['new', { to: 'soporte@cantera.example' }],
  ] as const)('%s: %j', async (reason, written) => {
    const ticket = await answered()
    const before = await entriesOf(ticket)
    const [mail] = await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), ...written }))
    expect(mail).toMatchObject({ state: 'waiting', reason })
    expect(await entriesOf(ticket)).toEqual(before)
  })

  test('a mark of another ticket, another client or none is no mark', async () => {
    const [ticket, other] = [await answered(), await answered()]
    const mark = (address: string) => address.split('.')[0] ?? ''
    const mac = inbox.replyTo(LEVANTE, other).slice(mark(inbox.replyTo(LEVANTE, other)).length)
    for (const to of [
      `${mark(inbox.replyTo(LEVANTE, ticket))}${mac}`,
      inbox.replyTo(1002, ticket),
      `soporte+t${ticket}@cantera.example`,
      `soporte+t${ticket}.${'a'.repeat(20)}@cantera.example`,
    ]) {
      const [mail] = await received(mailOf({ to }))
      expect(mail).toMatchObject({ state: 'waiting', reason: 'new', ticket: null })
    }
  })

  test('our own check asks for the signature of the sender’s domain over all of the mail', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const names: Record<string, string> = {
      's1._domainkey.levante.example': `v=DKIM1; k=rsa; p=${p}`,
      's1._domainkey.otra.example': `v=DKIM1; k=rsa; p=${p}`,
      '_dmarc.levante.example': 'v=DMARC1; p=reject',
    }
    const resolver = async (name: string, type: string) => {
      const found = type === 'TXT' ? names[name] : undefined
      if (found === undefined) throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })
      return [[found]]
    }
    const own = await mailInbox(portal, box, { resolver })
    const signed = async (raw: Buffer, signingDomain: string, extra: object = {}) => {
      const { signatures } = await dkimSign(raw, {
        signingDomain,
        selector: 's1',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        signatureData: [
          {
            signingDomain,
            selector: 's1',
            privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
            ...extra,
          },
        ],
      })
      return Buffer.concat([Buffer.from(signatures), raw])
    }
    const ticket = await answered()
    const raw = () => mailOf({ to: own.replyTo(LEVANTE, ticket), dmarc: null })
    const right = await signed(raw(), 'levante.example')
    const changed = Buffer.from(right.toString().replace('Sigue igual.', 'Paguen otra.'))
    const short = await signed(raw(), 'levante.example', { maxBodyLength: 5 })
    // The signature is still right: it covers the sender below.
    const twoSenders = Buffer.concat([Buffer.from('From: malo@otra.example\r\n'), right])
    const from = box.mails.size
    box.put(changed, await signed(raw(), 'otra.example'), short, twoSenders, right)
    await own.read()
    await own.close()
    const mails = (await recordedMails(portal)).filter(({ uid }) => uid > from)
    expect(mails.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'joined'])
  })
})

describe('clients stay apart', () => {
  test('a sender of another client writes into no ticket, whatever names it', async () => {
    const ticket = await answered()
    const before = await entriesOf(ticket)
    const { rows } = await portal.owner.query(
      "select email from contact where client_id = 1002 and active and email <> '' limit 1",
    )
    const [mail] = await received(mailOf({ from: rows[0].email, to: inbox.replyTo(LEVANTE, ticket) }))
    expect(mail).toMatchObject({ state: 'waiting', reason: 'not-theirs', client: 1002, ticket: null })
    expect(await entriesOf(ticket)).toEqual(before)
  })

  test('a mail that names tickets of two clients waits', async () => {
    const ticket = await answered()
    const { rows } = await portal.owner.query(
      'select number::int from ticket where client_id = 1002 and merged_into is null limit 1',
    )
    const to = `${inbox.replyTo(LEVANTE, ticket)}, ${inbox.replyTo(1002, rows[0].number)}`
    const [mail] = await received(mailOf({ to }))
    expect(mail).toMatchObject({ state: 'waiting', reason: 'contradictory', ticket: null })
  })

  test('a contact who may not see the ticket does not write into it', async () => {
    const ticket = await answered()
    await portal.owner.query(
      "insert into contact (client_id, contact_id, name, email, visibility) values (1001, 9911, 'Otro', 'otro@levante.example', 'own')",
    )
    const [mail] = await received(mailOf({ from: 'otro@levante.example', to: inbox.replyTo(LEVANTE, ticket) }))
    expect(mail).toMatchObject({ state: 'waiting', reason: 'not-theirs' })
  })
})

describe('programs', () => {
  test('answering machines, our own mails and repetitions are ignored', async () => {
    const ticket = await answered()
    const to = inbox.replyTo(LEVANTE, ticket)
    const once = mailOf({ to, text: 'Una sola vez.' })
    const again = Buffer.concat([Buffer.from('Received: from x by y\r\n'), once])
    const mails = await received(
      mailOf({ to, headers: ['Auto-Submitted: auto-replied'] }),
      mailOf({ to, headers: ['X-Autoreply: yes'] }),
      mailOf({ to, from: 'Soporte <soporte@cantera.example>' }),
      once,
      again,
    )
    expect(mails).toMatchObject([
      { state: 'ignored', reason: 'auto-reply' },
      { state: 'ignored', reason: 'auto-reply' },
      { state: 'ignored', reason: 'loop' },
      { state: 'joined' },
      { state: 'ignored', reason: 'duplicate' },
    ])
  })

  test('a flood of one sender makes thirty entries, some mails to read, and no more', async () => {
    const ticket = await answered()
    const before = (await entriesOf(ticket)).length
    const to = inbox.replyTo(LEVANTE, ticket)
    const mails = await received(...Array.from({ length: 104 }, (_, n) => mailOf({ to, text: `Vuelta ${n}` })))
    expect(mails).toHaveLength(104)
    expect((await entriesOf(ticket)).length - before).toBe(30)
    expect(mails.filter(({ state, reason }) => state === 'waiting' && reason === 'too-many')).toHaveLength(70)
    expect(mails.slice(100)).toMatchObject(Array.from({ length: 4 }, () => ({ state: 'ignored', reason: 'too-many' })))
  })

  test('a bounce marks the address that it came back from', async () => {
    await portal.owner.query(
      `insert into mail (client_id, kind, cause, reader, email, language, message_name, state, created_at, due_at)
       values (1001, 'reminder', 'test', 'Lucía', 'lucia.ferrer@levante.example', 'es', '<abc-1@portal.test>', 'sent', now(), now())`,
    )
    const text = [
      '--b', 'Content-Type: text/plain', '', 'No se pudo entregar.',
      '--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.otra.example', '',
      'Final-Recipient: rfc822; lucia.ferrer@levante.example', 'Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 No such user',
      '--b', 'Content-Type: message/rfc822', '', 'Message-ID: <abc-1@portal.test>', 'From: a@b.es', '', 'Hola', '--b--',
    ].join('\r\n') // prettier-ignore
    const [mail] = await received(
      mailOf({
        from: 'MAILER-DAEMON@mx.otra.example',
        text,
        headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
      }),
    )
    expect(mail).toMatchObject({ state: 'ignored', reason: 'bounce' })
    const { rows } = await portal.owner.query(
      "select refusal from mail_address where client_id = 1001 and email = 'lucia.ferrer@levante.example'",
    )
    expect(rows[0].refusal).toBe('5.1.1 smtp; 550 No such user')
  })
})

describe('hostile and odd mails', () => {
  test('headers that were broken into change nobody', async () => {
    const ticket = await answered()
    const [mail] = await received(
      mailOf({
        to: inbox.replyTo(LEVANTE, ticket),
        subject: 'a\r\n b\r\nX-Autoreply:\r\n no',
        text: 'Texto\u0000 con \u202enada',
      }),
    )
    expect(mail).toMatchObject({ state: 'joined', said: 'Texto con nada' })
  })

  test('charsets, HTML alone, nothing at all', async () => {
    const to = inbox.replyTo(LEVANTE, await answered())
    const latin = Buffer.concat([
      mailOf({ to, text: '', headers: ['Content-Type: text/plain; charset=iso-8859-1'] }),
      Buffer.from('Año nuevo, señal €', 'latin1'),
    ])
    const mails = await received(
      latin,
      mailOf({ to, text: '<p>Hola</p><script>alert(1)</script><b>mundo</b>', headers: ['Content-Type: text/html'] }),
      mailOf({
        to,
        text: 'a=C3=B1o',
        headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      }),
      mailOf({ to, text: 'x', headers: ['Content-Type: text/plain; charset=klingon'] }),
      mailOf({ to, text: '' }),
    )
    expect(mails.map(({ said }) => said)).toEqual(['Año nuevo, señal ¬', 'Hola\n\nmundo', 'año', 'x', ''])
    expect(mails.at(-1)).toMatchObject({ state: 'waiting', reason: 'no-words' })
  })

  test('fifty megabytes are not fetched, and wait', async () => {
    const mail = Buffer.concat([mailOf({ subject: 'Copia entera' }), Buffer.alloc(50 * 1024 * 1024, 'a')])
    const [recorded] = await received(mail)
    expect(recorded).toMatchObject({ state: 'waiting', reason: 'too-large', said: '' })
  })

  test('bombs of depth and of headers wait unread, one of parts is read, and none keeps the next mail back', async () => {
    const to = inbox.replyTo(LEVANTE, await answered())
    const deep = Array.from(
      { length: 2000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
    ).join('\r\n')
    const parts = '--b\r\n\r\nx\r\n'.repeat(20_000)
    const mails = await received(
      mailOf({
        to,
        text: deep.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
        headers: ['Content-Type: multipart/mixed; boundary=b0'],
      }),
      mailOf({ to, text: `${parts}--b--`, headers: ['Content-Type: multipart/mixed; boundary=b'] }),
      mailOf({ to, headers: Array.from({ length: 20_000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}`) }),
      mailOf({ to, text: 'Después' }),
    )
    expect(mails.at(0)).toMatchObject({ state: 'waiting', reason: 'unreadable' })
    expect(mails.at(2)).toMatchObject({ state: 'waiting', reason: 'unreadable' })
    expect(mails.at(3)).toMatchObject({ state: 'joined' })
  })
})

describe('never twice, and none left out', () => {
  const steps = async (stop: (step: 'fetch' | 'flag') => void) => {
    box.before = stop
    await inbox.read().catch(() => undefined)
    box.before = () => undefined
  }

  test('a server that dies between fetching and flagging has done it once', async () => {
    const ticket = await answered()
    const to = inbox.replyTo(LEVANTE, ticket)
    const before = (await entriesOf(ticket)).length
    const uids = [box.mails.size + 1, box.mails.size + 2]
    box.put(mailOf({ to, text: 'Uno' }), mailOf({ to, text: 'Dos' }))
    let fetched = 0
    await steps((step) => {
      if (step === 'fetch' && (fetched += 1) === 2) throw new Error('killed')
    })
    expect((await entriesOf(ticket)).length).toBe(before + 1)
    let flags = 0
    await steps((step) => {
      if (step === 'flag' && (flags += 1) === 2) throw new Error('killed')
    })
    expect(uids.map((uid) => box.flagged.has(uid))).toEqual([true, false])
    await inbox.read()
    await inbox.read()
    expect((await entriesOf(ticket)).slice(before).map(({ text }: { text: string }) => text)).toEqual(['Uno', 'Dos'])
    expect(uids.every((uid) => box.flagged.has(uid))).toBe(true)
  })

  test('three servers at once read each mail once', async () => {
    const to = inbox.replyTo(LEVANTE, await answered())
    const from = box.mails.size
    box.put(...Array.from({ length: 12 }, (_, n) => mailOf({ to, text: `Tres ${n}` })))
    const reads = await Promise.all([inbox.read(), inbox.read(), inbox.read()])
    expect(reads.reduce((a, b) => a + b)).toBe(12)
    expect((await recordedMails(portal)).filter(({ uid }) => uid > from)).toHaveLength(12)
  })

  test('a mailbox that numbers its mails anew brings none of them twice', async () => {
    const to = inbox.replyTo(LEVANTE, await answered())
    await received(mailOf({ to, text: 'Antes' }))
    const last = [...box.mails].at(-1)
    box.mails.clear()
    box.uidValidity += 1
    if (last) box.put(last[1], mailOf({ to, text: 'Nuevo' }))
    await inbox.read()
    expect((await recordedMails(portal)).slice(-2)).toMatchObject([
      { state: 'ignored', reason: 'duplicate' },
      { state: 'joined', said: 'Nuevo' },
    ])
  })
})

describe('«Correo por ordenar»', () => {
  const sorted = async (act: string, sent: object) =>
    portal.console(await portal.consoleLogIn('sonia'), 'POST', `/received-mail/${act}`, sent)
  const waiting = async (written: Parameters<typeof mailOf>[0] = {}) => {
    await received(mailOf({ subject: 'Facturas de octubre', text: 'No cuadra la Contabilidad.', ...written }))
    const { data } = await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/received-mail', {})
    return data.items[0]
  }

  test('a mail of a known sender becomes a ticket of theirs, once', async () => {
    const mail = await waiting()
    expect(mail).toMatchObject({
      reason: 'new',
      client: { code: LEVANTE },
      contact: { id: 11, name: 'Lucía Ferrer' },
      module: 'Contabilidad',
    })
    const { status, data } = await sorted('raise', { mail: mail.id })
    expect(status).toBe(200)
    const { consultas } = await view(data.ticket)
    expect(consultas[0]).toMatchObject({ titulo: 'Facturas de octubre', llllama: 'X' })
    expect(await sorted('raise', { mail: mail.id })).toMatchObject({
      status: 409,
      message: 'Alguien ha ordenado ya este correo',
    })
  })

  test('a mail joins a ticket of its sender’s client, and no other client’s', async () => {
    const mail = await waiting()
    const { rows } = await portal.owner.query(
      'select number::int from ticket where client_id = 1002 and merged_into is null and not accepted limit 1',
    )
    expect(await sorted('join', { mail: mail.id, ticket: rows[0].number })).toMatchObject({
      status: 409,
      message: 'Ese ticket es de otro cliente',
    })
    const ticket = await answered()
    expect((await sorted('join', { mail: mail.id, ticket })).data).toEqual({ ticket })
    expect((await entriesOf(ticket)).at(-1)).toMatchObject({ kind: 'reply', author: 'Lucía Ferrer', origin: 'X' })
  })

  test('a stranger’s mail becomes no ticket, but somebody may add it to one', async () => {
    const mail = await waiting({ from: 'Ana <ana@fuera.example>' })
    expect(mail).toMatchObject({ client: null, contact: null })
    expect((await sorted('raise', { mail: mail.id })).message).toBe('No se sabe de qué cliente es: únalo a un ticket')
    const ticket = await answered()
    await sorted('join', { mail: mail.id, ticket })
    expect((await entriesOf(ticket)).at(-1)).toMatchObject({ author: 'Ana <ana@fuera.example>' })
  })

  test('of a stranger at a client’s own domain, or with a contact’s name, the owner is proposed, and one act makes the ticket', async () => {
    await portal.owner.query(
      "update contact set email = 'nuria@duero-obras.example' where client_id = 1002 and contact_id = (select min(contact_id) from contact where client_id = 1002 and active)",
    )
    const byDomain = await waiting({ from: 'Obra <obra@duero-obras.example>' })
    expect(byDomain).toMatchObject({
      client: null,
      proposed: { client: { code: 1002 }, contact: null, module: 'Contabilidad' },
    })
    const byName = await waiting({ from: 'LUCIA FERRER <lucia77@gmail.com>' })
    expect(byName).toMatchObject({
      client: null,
      proposed: { client: { code: LEVANTE }, contact: { id: 11, name: 'Lucía Ferrer' } },
    })
    const { data, status } = await sorted('raise', { mail: byName.id, client: LEVANTE, contact: 11 })
    expect(status).toBe(200)
    const { consultas } = await view(data.ticket)
    // It belongs to the contact, because the record's address gets the mails, and not to the stranger.
    expect(consultas[0]).toMatchObject({
      titulo: 'Facturas de octubre',
      llllama: 'X',
      email: 'lucia.ferrer@levante.example',
    })
    const { rows } = await portal.owner.query('select author, username from entry where ticket_number = $1', [
      data.ticket,
    ])
    expect(rows).toEqual([{ author: 'Lucía Ferrer', username: 'sonia' }])
  })

  test('a mail’s quotations and signature stand below the words of its entry, by rule or by hand', async () => {
    const ticket = await answered()
    const text = 'Sigue igual.\n\n-- \nLucía\n\nEl lun, 23 nov 2026, Soporte escribió:\n> Pruebe otra vez.\n'
    await received(mailOf({ to: inbox.replyTo(LEVANTE, ticket), text }))
    const mail = await waiting({ text })
    const { data: raisedNow } = await sorted('raise', { mail: mail.id })
    const quoted = '--\nLucía\n\nEl lun, 23 nov 2026, Soporte escribió:\n> Pruebe otra vez.'
    for (const number of [ticket, raisedNow.ticket]) {
      const { data } = await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/ticket', {
        number: String(number),
      })
      expect(data.timeline.at(-1)).toMatchObject({ text: 'Sigue igual.', quoted })
    }
    const { data } = await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/ticket', {
      number: String(ticket),
    })
    expect(data.timeline[0]).toMatchObject({ quoted: null })
  })

  test('two clients, a shared provider, and nobody: none is proposed', async () => {
    await portal.owner.query(
      "update contact set email = 'otra@dos.example' where contact_id in (select min(contact_id) from contact where active and client_id in (1002, 1003) group by client_id)",
    )
    for (const from of ['Ana <ana@dos.example>', 'Ana <ana@gmail.com>', 'ana@fuera.example', 'nobody'])
      expect(await waiting({ from })).toMatchObject({ client: null, proposed: null })
  })

  test('a mail becomes no ticket of another client than its sender’s, nor of another client’s contact', async () => {
    const known = await waiting()
    expect((await sorted('raise', { mail: known.id, client: 1002, contact: null })).status).toBe(409)
    const stranger = await waiting({ from: 'Ana <ana@fuera.example>' })
    expect((await sorted('raise', { mail: stranger.id, client: 1002, contact: 11 })).status).toBe(404)
    expect((await sorted('raise', { mail: stranger.id, client: 999_999, contact: null })).status).toBe(404)
  })

  test('its files can be saved before it is sorted, and nothing but what the portal allows', async () => {
    const mail = await waiting(withFile('captura.png', PNG))
    expect(mail.files).toMatchObject([{ name: 'captura.png', refused: false }])
    const sonia = await portal.consoleLogIn('sonia')
    const open = (place: number, id = mail.id) =>
      portal.app.inject({
        method: 'GET',
        url: `/api/console/received-mail/file?mail=${id}&place=${place}`,
        headers: { cookie: sonia },
      })
    const answer = await open(0)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(PNG)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="captura.png"; filename*=UTF-8''captura.png`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await open(1)).statusCode).toBe(404)
    const page = await waiting(withFile('aviso.html', Buffer.from('<script>alert(1)</script>')))
    expect(page.files).toMatchObject([{ name: 'aviso.html', refused: true }])
    const disguised = await waiting(withFile('falso.png', Buffer.from('MZ not a picture')))
    for (const { id } of [page, disguised]) {
      const refused = await open(0, id)
      expect(refused.statusCode).toBe(415)
      expect(refused.json().message).toBe('Sólo archivos jpg, pdf, png, excels o words')
    }
  })

  test('a discarded mail can be taken back', async () => {
    const mail = await waiting()
    expect((await sorted('discard', { mail: mail.id })).data).toMatchObject({ state: 'discarded' })
    expect((await sorted('join', { mail: mail.id, ticket: await answered() })).status).toBe(409)
    expect((await sorted('restore', { mail: mail.id })).data).toMatchObject({ state: 'waiting' })
  })
})
