import { describe, expect, test } from 'vitest'
import {
  type MailFacts,
  automaticKind,
  mailDecision,
  mailNames,
  namedByAddress,
  objectionIn,
  replyAddress,
  soleSender,
} from './received-mail.ts'
import { type Standing, openingStanding } from '../ticket.ts'

const AT = new Date('2026-11-23T10:00:00Z')
const waiting = openingStanding(AT)
const answered: Standing = { ...waiting, lastEntryKind: 'answer' }
const closed: Standing = { ...answered, state: 'closed', closedAt: AT }
const blocked: Standing = { ...closed, blockingIncident: 7 }
const over: Standing = { ...closed, accepted: true }

const facts = (over_: Partial<MailFacts> = {}): MailFacts => ({
  automatic: null,
  obstacle: null,
  ticket: answered,
  isTheirs: true,
  proof: 'pass',
  said: 'Sigue igual.',
  files: 0,
  received: 0,
  joined: 0,
  ...over_,
})

describe('a mail joins its ticket as an act that its sender may do there', () => {
  test.each([
    ['reply', { ticket: answered }],
    ['note', { ticket: waiting }],
    ['note', { ticket: blocked }],
    ['reply', { said: '', files: 1 }],
    ['reply', { said: 'No conforme: falta el asiento.' }],
  ] as const)('%s %j', (as, given) => {
    expect(mailDecision(facts(given))).toMatchObject({ is: 'joined', as })
  })

  test('a closed one is rejected by «No conforme» with a reason alone', () => {
    expect(mailDecision(facts({ ticket: closed, said: 'No conforme. Falta el asiento.' }))).toEqual({
      is: 'joined',
      as: 'rejection',
      text: 'Falta el asiento.',
    })
    expect(mailDecision(facts({ ticket: closed, said: 'No conforme.' }))).toEqual({ is: 'waiting', reason: 'no-words' })
    expect(mailDecision(facts({ ticket: closed, said: 'Gracias' }))).toEqual({ is: 'waiting', reason: 'ticket-closed' })
  })
})

describe('everything else waits, or is ignored', () => {
  test.each([
    ['waiting', 'new', { ticket: null }],
    ['waiting', 'not-theirs', { isTheirs: false }],
    ['waiting', 'unproven', { proof: 'none' }],
    ['waiting', 'unproven', { proof: 'fail' }],
    ['waiting', 'ticket-over', { ticket: over }],
    ['waiting', 'ticket-over', { ticket: over, said: 'No conforme: nada.' }],
    ['waiting', 'unproven', { obstacle: 'unproven' }],
    ['waiting', 'no-words', { said: '' }],
    ['waiting', 'too-many', { joined: 30 }],
    ['waiting', 'too-large', { obstacle: 'too-large' }],
    ['waiting', 'contradictory', { obstacle: 'contradictory' }],
    ['ignored', 'too-many', { received: 100 }],
    ['ignored', 'loop', { automatic: 'loop' }],
    ['ignored', 'bounce', { automatic: 'bounce', ticket: null }],
    ['ignored', 'auto-reply', { automatic: 'auto-reply' }],
  ] as const)('%s: %s %j', (is, reason, given) => {
    expect(mailDecision(facts(given))).toEqual({ is, reason })
  })
})

test.each([
  ['No conforme: x', 'x'],
  ['no conforme', ''],
  ['«No conforme».\n\nFalta algo', 'Falta algo'],
  ['Not satisfied - still broken', 'still broken'],
  ['No estoy conforme, sigue igual', 'sigue igual'],
  ['Conforme', null],
  ['Gracias. No conforme', null],
])('the reason in %j is %j', (said, reason) => expect(objectionIn(said)).toBe(reason))

describe('whether a program wrote it', () => {
  const kind = (headers: Record<string, string>, sender: string | null = 'lucia@levante.example', isOurs = false) =>
    automaticKind({ header: (name) => headers[name], sender, own: 'soporte@proveedor.example', isOurs })

  test.each([
    ['auto-reply', { 'auto-submitted': 'auto-replied' }],
    ['auto-reply', { 'auto-submitted': 'auto-generated; owner' }],
    ['auto-reply', { precedence: 'bulk' }],
    ['auto-reply', { precedence: 'Auto_Reply' }],
    ['auto-reply', { 'x-autoreply': 'yes' }],
    ['auto-reply', { 'x-autorespond': 'Fuera de la oficina' }],
    ['auto-reply', { 'return-path': '<>' }],
    ['auto-reply', { 'content-type': 'multipart/report; report-type=disposition-notification' }],
    ['bounce', { 'content-type': 'multipart/report; report-type="delivery-status"; boundary=x' }],
    [null, {}],
    [null, { 'auto-submitted': 'no' }],
    [null, { precedence: 'list' }],
    [null, { 'x-autoreply': 'no' }],
  ] as const)('%s %j', (is, headers) => expect(kind(headers)).toBe(is))

  test('its sender or its Message-ID says so', () => {
    expect(kind({}, 'MAILER-DAEMON@mx.example')).toBe('bounce')
    expect(kind({}, 'soporte@proveedor.example')).toBe('loop')
    expect(kind({}, 'Soporte+t1.aaaa@proveedor.example')).toBe('loop')
    expect(kind({}, 'lucia@levante.example', true)).toBe('loop')
  })
})

test('a sender is one plain address', () => {
  expect(soleSender(['Lucia@Levante.example'])).toBe('lucia@levante.example')
  expect(soleSender([])).toBeNull()
  expect(soleSender(['a@b.es', 'c@d.es'])).toBeNull()
  for (const odd of ['"a b"@b.es', 'a@b.es\r\nBcc: c@d.es', 'a@[127.0.0.1]', 'a@b.es,c@d.es', 'ä@b.es', ''])
    expect(soleSender([odd])).toBeNull()
})

test('a reply address is read back, and nothing else is', () => {
  const own = 'soporte@proveedor.example'
  const mac = 'abcdefghij234567abcd'
  const address = replyAddress(own, 1234, mac)
  expect(address).toBe(`soporte+t1234.${mac}@proveedor.example`)
  expect(address.split('@')[0]?.length).toBeLessThan(64)
  expect(namedByAddress(own, ['x@y.es', address.toUpperCase()])).toEqual([{ ticket: 1234, mac }])
  const others = [
    own,
    `soporte+t1234@proveedor.example`,
    `soporte+t1.${mac}@otro.example`,
    `x+t1.${mac}@proveedor.example`,
  ]
  expect(namedByAddress(own, others)).toEqual([])
})

test('the names of mails are bounded', () => {
  expect(mailNames('<a@b> <c@d>\r\n <a@b>', '<e@f>')).toEqual(['<a@b>', '<c@d>', '<e@f>'])
  expect(mailNames(undefined, '')).toEqual([])
  expect(mailNames(Array.from({ length: 500 }, (_, n) => `<${n}@x>`).join(' '))).toHaveLength(50)
})
