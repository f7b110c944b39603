import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import { type Binding, bind, bindPublic } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { Problem, badRequest, roleMissing } from '../http/problems.ts'
import type { SecretBox } from '../secret-box.ts'
import { keepReportChoice, reportChoiceOf } from '../report/report-reader-store.ts'
import {
  ONE_CLICK_PATH,
  type ReaderLink,
  choiceAddress,
  readReaderToken,
  readReportToken,
  readerToken,
} from './mail-link.ts'
import { keepMailChoice, mailChoiceOf } from './reader-store.ts'

interface MailChoiceDependencies {
  /** The portal's address. */
  readonly origin: string
  readonly secrets: SecretBox
}

/** People choose their mails, in a session or by the link of a mail. */
export function bindMailChoices(binding: Binding, { origin, secrets }: MailChoiceDependencies): void {
  const { app, database, budgets, clock } = binding

  bind(binding, api.session.chooseMails, async ({ choice }, { tx, caller, request }) => {
    const email = caller.contact?.email
    if (!email) throw roleMissing()
    await keepMailChoice(tx, email, choice, languageOf(request))
    return null
  })

  bindPublic(binding, api.session.mailChoiceByLink, async ({ link }, { request }) => {
    const { client, email } = readerIn(link, request)
    return database.inClient(client, async (tx) => ({
      choice: await mailChoiceOf(tx, email),
      report: await reportChoiceOf(tx, email),
    }))
  })

  bindPublic(binding, api.session.chooseMailsByLink, async ({ link, choice, report }, { request, now }) => {
    const reader = readerIn(link, request)
    if (choice !== undefined) await keep(reader, choice, request)
    if (typeof report === 'boolean') await keepReport(reader, report, request, now)
    return null
  })

  // A mail client posts this form by itself (RFC 8058), without a session or a page.
  void app.register(async (oneClick) => {
    oneClick.removeAllContentTypeParsers()
    oneClick.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, form, done) =>
      done(null, form),
    )
    oneClick.route({
      method: 'POST',
      url: ONE_CLICK_PATH,
      config: { changes: true, isPublic: true },
      handler: async (request) => {
        budgets.visitor({ budget: 'write' }, request.ip, clock())
        const ofReport = readReportToken(secrets, tokenIn(request))
        const reader = ofReport ?? readerIn(tokenIn(request), request)
        if (!ONE_CLICK.test(String(request.body))) throw badRequest('List-Unsubscribe')
        if (ofReport) await keepReport(reader, false, request, clock())
        else await keep(reader, 'acts', request)
        return { ok: true, message: '', data: { data: null } }
      },
    })
    // Scanners follow links, too, so opening this one only leads to the page that asks.
    oneClick.get(ONE_CLICK_PATH, async (request, reply) =>
      reply.redirect(choiceAddress(origin, encodeURIComponent(pageToken(tokenIn(request))))),
    )
  })

  /** The page that asks is the same for all of a reader's mails. */
  function pageToken(token: string): string {
    const reader = readReportToken(secrets, token)
    return reader ? readerToken(secrets, reader) : token
  }

  function readerIn(token: string | null | undefined, { log, ip }: FastifyRequest): ReaderLink {
    const reader = readReaderToken(secrets, token ?? '')
    if (reader) return reader
    log.warn({ security: 'mail-link-refused', address: ip }, 'a link for choosing mails was refused')
    throw new Problem(401, (s) => s.session['link-refused']())
  }

  async function keepReport(
    { client, email }: ReaderLink,
    wanted: boolean,
    request: FastifyRequest,
    now: Date,
  ): Promise<void> {
    await database.inClient(client, (tx) => keepReportChoice(tx, email, wanted, now))
    request.log.info({ security: 'report-chosen', client, wanted }, 'the report was chosen by the link of a mail')
  }

  async function keep({ client, email }: ReaderLink, choice: MailChoice, request: FastifyRequest): Promise<void> {
    await database.inClient(client, (tx) => keepMailChoice(tx, email, choice, languageOf(request)))
    request.log.info({ security: 'mails-chosen', client, choice }, 'mails were chosen by the link of one')
  }
}

const LONGEST_FORM = 4096
/** The choice, from either kind of form. */
const ONE_CLICK = /List-Unsubscribe"?(=|\r?\n\r?\n)One-Click/

function tokenIn({ query }: FastifyRequest): string {
  const token: unknown = Object(query).e
  return typeof token === 'string' ? token : ''
}
