import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { authenticate } from 'mailauth'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIL_KINDS, type MailKind, asksForAct, isOfAccess, isSecretMail } from '#contract/mail.ts'
import type { Language } from '#contract/moment.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { testApp } from '../testing/test-app.ts'
import { openMailer } from './mailer.ts'
import { aboutAddress, aboutMail } from './outbox-mail.ts'
import { sendMails } from './post-office.ts'
import type { PostOffice } from './post-settlement.ts'

// Every mail to customers, as a mail client's parser reads it.

/** A title that is as hostile as possible, and longer than a header's line. */
const TITLE = 'Cierre <b>«ñandú»</b> & Cía.: el asiento no cuadra con las facturas de los proveedores de octubre'
const SECRET = '123456'
const LANGUAGES: readonly Language[] = ['es', 'en']

interface Parsed {
  readonly raw: string
  /** The sender of the envelope. */
  readonly sender: string
  readonly mail: Email
  readonly header: (name: string) => string | undefined
}

let office: PostOffice
let ticket: number
const sent = new Map<string, Parsed>()
beforeAll(async () => {
  const portal = await testApp()
  const server = await mailServer()
  try {
    office = await mailOffice(portal.staff, server.url)
    await sendMails({ ...office, mailer: openMailer(undefined, office.settings) }, () => NOON)
    const { rows } = await portal.owner.query<{ ticket: number; incident: number; valuation: number }>(`
      select t.number::int as ticket, (select number::int from incident where client_id = 1001 limit 1) as incident,
        (select number::int from valuation where client_id = 1001 limit 1) as valuation
      from ticket t where t.client_id = 1001 and t.contact_id = 11 and t.merged_into is null limit 1`)
    const [known] = rows
    if (!known) throw new Error('The demo has no ticket')
    ;({ ticket } = known)
    const [problem] = (
      await portal.owner.query<{ number: number }>(
        `insert into product_problem (title, description, workaround, affected_versions, mended_version, modules, notes, state,
           published, changed_by, changed_at)
         values ($1, '', '', '{}', 'V032', '{}', '', 'mended', true, 'raul', $2) returning problem_id::int as number`,
        [TITLE, NOON],
      )
    ).rows
    await portal.owner.query('delete from mail')
    await portal.owner.query(
      `update ticket set title = $2, state = 'closed', accepted = false, silent_acceptance_at = $3 where number = $1`,
      [ticket, TITLE, NOON],
    )
    const add = async (kind: MailKind, language: Language, summary: number | null = null) => {
      const messageName = `<${randomUUID()}@portal.example>`
      const isSilence = kind === 'silence' || kind === 'silence-last-day'
      const added = await portal.owner.query<{ mail: number }>(
        `insert into mail (client_id, kind, cause, ticket_number, subject, number, reader, email, language, message_name, ends_at,
           username, secret, summary_id, state, created_at, due_at)
         values (1001, $1, $2, $3, $4, $5, 'Lucía <i>Ferrer</i>', $6, $7, $2, $8, $9, $10, $11, $12, $13, $13)
         returning mail_id::int as mail`,
        [
          kind,
          messageName,
          isOfNoTicket(kind) ? null : ticket,
          ...subjectOf(kind, { ...known, problem: problem?.number }),
          `${kind}@${language}.example`,
          language,
          isSilence || isSecretMail(kind) ? NOON : null,
          kind === 'password-link' ? 'andres' : null,
          isSecretMail(kind)
            ? office.secrets.seal(
                Buffer.from(SECRET),
                (kind === 'address-link' ? aboutAddress : aboutMail)(messageName),
              )
            : null,
          summary,
          summary === null ? 'queued' : 'suppressed',
          NOON,
        ],
      )
      return added.rows[0]?.mail ?? null
    }
    for (const language of LANGUAGES) {
      await portal.owner.query(
        `with reader as (insert into contact (client_id, contact_id, name, email, visibility)
           values (1001, $1, 'Lucía', $2, 'own') returning client_id, contact_id)
         insert into report_reader select client_id, contact_id, true from reader`,
        [9000 + LANGUAGES.indexOf(language), `report@${language}.example`],
      )
      for (const kind of MAIL_KINDS) {
        const mail = await add(kind, language)
        if (kind === 'summary') for (const part of ['answer', 'date-moved'] as const) await add(part, language, mail)
      }
    }
    await sendMails({ ...office, takesReplies: true }, () => NOON)
    for (const { from: sender, to, body } of server.received) {
      const mail = await PostalMime.parse(body)
      const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
      sent.set(to.join(), { raw: body, sender, mail, header })
    }
  } finally {
    await server.close()
    await portal.close()
  }
})
afterAll(() => sent.clear())

const EACH = LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const))

const mailOf = (kind: MailKind, language: Language): Parsed => {
  const parsed = sent.get(`${kind}@${language}.example`)
  if (!parsed) throw new Error(`No mail was sent: ${kind}, ${language}`)
  return parsed
}

const isOfNoTicket = (kind: MailKind): boolean =>
  kind === 'summary' || kind === 'mended' || kind === 'report' || (isOfAccess(kind) && kind !== 'code')

/** The record that a mail tells of besides its ticket: its kind and its number. */
function subjectOf(kind: MailKind, known: { incident: number; valuation: number; problem: number | undefined }) {
  if (kind === 'delivered' || kind === 'installed-in-test' || kind === 'date-moved') return ['incident', known.incident]
  if (kind === 'report') return ['report', 202_610]
  return kind === 'valuation'
    ? ['valuation', known.valuation]
    : kind === 'mended'
      ? ['problem', known.problem]
      : [null, null]
}

/** The policy that a domain publishes for mails in its name: the strictest possible. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PUBLISHED: Readonly<Record<string, string>> = {
  'cantera.example': 'v=spf1 ip4:192.0.2.25 -all',
  's1._domainkey.cantera.example': `v=DKIM1; k=rsa; p=${keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  '_dmarc.cantera.example': 'v=DMARC1; p=reject; adkim=s; aspf=s',
}
const resolver = async (name: string, type: string) => {
  const found = type === 'TXT' ? PUBLISHED[name] : undefined
  if (found === undefined) throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })
  return [[found]]
}

/** The mail as its operator's mail server signs it and sends it on. */
async function signed(raw: string): Promise<Buffer> {
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const key = { signingDomain: 'cantera.example', selector: 's1', privateKey }
  const { signatures, errors } = await dkimSign(raw, { ...key, signatureData: [key] })
  expect(errors).toEqual([])
  return Buffer.concat([Buffer.from(signatures), Buffer.from(raw)])
}

/** The words of HTML, without its marks. */
const wordsOf = (html: string): string =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

describe.each(EACH)('the mail «%s» in %s', (kind, language) => {
  test('is from Support to its reader, says that a machine sent it, and has lines that every server takes', () => {
    const { raw, mail, header } = mailOf(kind, language)
    const { provider, contact } = office.settings
    expect(mail.from).toMatchObject({ name: provider.name, address: contact.email })
    expect(mail.to?.map(({ address }) => address)).toEqual([`${kind}@${language}.example`])
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(new Date(mail.date ?? '').getTime()).not.toBeNaN()
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998)
    expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]+$/)
  })

  test('has a subject in one line and in its language, and the same words as text and as HTML', () => {
    const { mail } = mailOf(kind, language)
    expect(mail.subject).toMatch(/^(?!.* {2}| | .*|.* $)[^\r\n]{5,120}$/)
    expect(mail.subject).not.toBe(mailOf(kind, language === 'es' ? 'en' : 'es').mail.subject)
    expect(mail.html).toContain(`<html lang="${language}">`)
    const html = wordsOf(mail.html ?? '')
    for (const block of (mail.text ?? '').trim().split(/\n+/)) {
      const [said = '', address = ''] = block.replace(/^- /, '').split(/: (?=https:)/)
      expect(flat(html)).toContain(flat(said))
      expect(mail.html).toContain(address)
    }
    expect(mail.text).toContain(office.settings.contact.phone)
    expect(mail.text).not.toMatch(/undefined|null|NaN|\[object/)
  })

  test('asks for no picture, script or address of others, and takes typed words as words', () => {
    const { html = '' } = mailOf(kind, language).mail
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|i|b)\b|url\(|@import/i)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https:\/\/portal\.example\//)
  })

  test('stands in the thread of its ticket under a name of its own', () => {
    const { mail, header } = mailOf(kind, language)
    expect(mail.messageId).toMatch(/^<[\w-]+@portal\.example>$/)
    const isOfTicket = !isOfNoTicket(kind)
    const thread = isOfTicket ? `<ticket-${ticket}@portal.example>` : undefined
    expect(header('references')).toBe(thread)
    expect(header('in-reply-to')).toBe(thread)
    const isAnswered = isOfTicket && kind !== 'code'
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(
      isAnswered ? [expect.stringContaining(office.settings.contact.email.split('@')[1] ?? '')] : undefined,
    )
  })

  test('is the sender’s domain’s own by SPF, DKIM and DMARC, however strict, in envelope and headers', async () => {
    const { raw, sender } = mailOf(kind, language)
    const checked = await authenticate(await signed(raw), {
      ip: '192.0.2.25', helo: 'mail.cantera.example', mta: 'mx.reader.example', sender, resolver, strict: true,
    }) // prettier-ignore
    const { result, comment } = checked.dmarc ? checked.dmarc.status : { result: 'none', comment: '' }
    expect([result, comment]).toEqual(['pass', expect.anything()])
    const [signature] = checked.dkim.results
    expect([checked.spf && checked.spf.status.result, signature?.status.result]).toEqual(['pass', 'pass'])
    expect([checked.spf && checked.spf.domain, signature?.status.aligned]).toEqual([
      'cantera.example',
      'cantera.example',
    ])
  })

  test('ends with one click, unless it asks for an act or holds a secret', () => {
    const { mail, header } = mailOf(kind, language)
    const isKept = asksForAct(kind) || isOfAccess(kind)
    expect(header('list-unsubscribe-post')).toBe(isKept ? undefined : 'List-Unsubscribe=One-Click')
    const address = /^<(https:\/\/portal\.example\/api\/correos\/baja\?e=[\w-]+)>$/
    if (isKept) expect(header('list-unsubscribe')).toBeUndefined()
    else expect(header('list-unsubscribe')).toMatch(address)
    if (!isOfAccess(kind)) expect(mail.text).toContain('https://portal.example/public/correos#e=')
  })
})

test('the names of all mails differ', () => {
  expect(new Set([...sent.values()].map(({ mail }) => mail.messageId)).size).toBe(EACH.length)
})
