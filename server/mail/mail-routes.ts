import { api } from '#contract/api.ts'
import type { Settings } from '#domain/settings.ts'
import { callerDetails } from '#domain/account.ts'
import { turnOf } from '#domain/ticket.ts'
import { type Binding, bind, bindPrepared } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { notFound } from '../http/problems.ts'
import { findTicket } from '../tickets/ticket-store.ts'
import type { Mailer } from './mailer.ts'
import { readerOf } from './reader-store.ts'
import { linkTo } from './mail-link.ts'
import { type MailFacts, type TicketMailKind, ticketMail } from './ticket-mail.ts'

interface MailDependencies {
  readonly mailer: Mailer
  readonly settings: Settings
  readonly origin: string
}

/** The test helpers of spec §7 that send mail. The recipient comes from the records, never from the request. */
export function bindMail(binding: Binding, { mailer, settings, origin }: MailDependencies): void {
  bind(binding, api.tickets.remind, async ({ ticket: number }, { tx, caller, request }) => {
    const ticket = await findTicket(tx, caller, number)
    if (!ticket) throw notFound()
    const reader = await readerOf(tx, ticket.number)
    if (!reader) throw notFound()
    const facts = { number: ticket.number, title: ticket.title, reader: reader.name, turn: turnOf(ticket) }
    return deliver('reminder', facts, reader.email, languageOf(request))
  })
  // The session is proved before: this handler asks for nothing that would prove it before the mail leaves.
  bindPrepared(binding, api.tickets.tryMailTemplate, async ({ template }, { caller, request }) => {
    const { name, email } = callerDetails(caller)
    const sent = await deliver(template ?? 'reminder', { ...SAMPLE, reader: name }, email, languageOf(request))
    return async () => sent
  })

  async function deliver(kind: TicketMailKind, facts: MailFacts, to: string, language: 'es' | 'en') {
    const mail = ticketMail(kind, facts, { settings, language, address: linkTo(origin, facts.number) })
    return { to, ...mail, sent: await mailer.send(to, mail) }
  }
}

const SAMPLE: Omit<MailFacts, 'reader'> = {
  number: 123_456,
  title: 'El asiento de cierre no cuadra <con las facturas de octubre>',
  turn: 'reply',
}
