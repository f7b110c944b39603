import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { officeDay } from '#contract/moment.ts'
import { currentValuation } from '#contract/valuation/valuation-codec.ts'
import { clippedText } from '#domain/clipped-text.ts'
import { MAX_TITLE, emptyDraft } from '#domain/ticket-draft.ts'
import { openingStanding } from '#domain/ticket.ts'
import { amountsOf } from '#domain/valuation/amounts.ts'
import {
  type ValuationRefusal,
  isExpired,
  mayAsk,
  mayDecide,
  mayUndo,
  undoableUntil,
} from '#domain/valuation/valuation.ts'
import type { Refusal } from '#domain/verdict.ts'
import { type Binding, type Context, bind, bindFile } from '../http/bind.ts'
import { authorOf, signatureOf } from '../http/caller.ts'
import { languageOf } from '../http/language.ts'
import { Problem, invalid, notFound } from '../http/problems.ts'
import type { Press } from '../manuals/press.ts'
import { availableCompanies } from '../session/account-store.ts'
import { insertTicket, ticketAuthor } from '../tickets/ticket-store.ts'
import { insertOpeningEntry } from '../tickets/timeline-store.ts'
import { visibleWork } from './life-line-store.ts'
import { valuationSheet } from './valuation-sheet.ts'
import {
  type Valuation,
  addValuationEvent,
  clientName,
  decide,
  decidedValuations,
  findValuation,
  lockValuation,
  markQuestion,
  questionsAbout,
  seesTicket,
  stateOfWork,
  totalOf,
  undoDecision,
  valuationEvents,
} from './valuation-store.ts'
import { findWork } from './work-store.ts'

/** Estimates that an administrator of the client accepts, rejects or asks about. */
export function bindValuations(binding: Binding, press: Press): void {
  bind(binding, api.incidents.valuation, view)
  bind(binding, api.incidents.decisions, (_input, { tx }) => decidedValuations(tx))
  bind(binding, api.incidents.decide, async ({ valuation: number, decision, text, version }, { tx, caller, now }) => {
    const valuation = await lockValuation(tx, number)
    if (!valuation) throw notFound()
    const verdict = mayDecide(standingOf(valuation), { today: officeDay(now), read: version ?? undefined })
    if (!verdict.allowed) throw refusedNow(valuation, verdict)
    const made = { by: authorOf(caller), at: now, text: text?.trim() ?? '' }
    await decide(tx, number, { decision, ...made })
    await addValuationEvent(tx, number, { kind: decision, version: valuation.version, ...made })
    return [{ number }]
  })
  bind(binding, api.incidents.undoDecision, async ({ valuation: number, text }, { tx, caller, now }) => {
    const valuation = await lockValuation(tx, number)
    if (!valuation) throw notFound()
    const work = await stateOfWork(tx, valuation, true)
    const verdict = mayUndo({ ...standingOf(valuation), decidedAt: valuation.decidedAt, work }, now)
    if (!verdict.allowed) throw refusedNow(valuation, verdict)
    await undoDecision(tx, number)
    const undone = { kind: 'undone', version: valuation.version, by: authorOf(caller), at: now } as const
    await addValuationEvent(tx, number, { ...undone, text: text?.trim() ?? '' })
    return [{ number }]
  })
  bindFile(binding, api.incidents.valuationPdf, async ({ valuation: number }, { tx, caller, now, request }) => {
    const valuation = await findValuation(tx, number)
    if (!valuation) throw notFound()
    const language = languageOf(request)
    const sheet = valuationSheet(valuation, await clientName(tx), { now, language })
    return () => press.downloadReport(sheet, { date: officeDay(now), language }, caller)
  })
  bind(binding, api.incidents.ask, ask)
}

async function view({ valuation: number }: { valuation: number }, { tx, caller, now, sentences }: Context) {
  const valuation = await findValuation(tx, number)
  if (!valuation) throw notFound()
  const { ticket, development, decidedAt } = valuation
  const standing = standingOf(valuation)
  const today = officeDay(now)
  const decidable = mayDecide(standing, { today })
  const undoable = mayUndo({ ...standing, decidedAt, work: await stateOfWork(tx, valuation, false) }, now)
  return {
    number,
    description: valuation.description,
    createdOn: valuation.createdOn,
    version: valuation.version,
    amounts: amountsOf(valuation.lines),
    validUntil: valuation.validUntil,
    expired: isExpired(valuation, today),
    ticket: ticket !== null && (await seesTicket(tx, caller, ticket)) ? ticket : null,
    development:
      development !== null && (await findWork(tx, development, visibleWork(tx, caller))) ? development : null,
    decision: decisionOf(valuation),
    mayDecide: decidable.allowed,
    refusal: decidable.allowed ? undefined : sentences.work[decidable.reason](),
    mayUndo: undoable.allowed,
    undoableUntil: decidedAt && undoableUntil(decidedAt),
    undoRefusal: undoable.allowed || decidedAt === null ? undefined : sentences.work[undoable.reason](),
    mayAsk: mayAsk(standing).allowed,
    history: (await valuationEvents(tx, number)).map(({ lines, description: _said, ...event }) => ({
      ...event,
      total: totalOf(lines),
    })),
    questions: await questionsAbout(tx, caller, number),
  }
}

/** A question is an ordinary ticket, answered like any other; it names its valuation. */
async function ask({ valuation: number, text }: { valuation: number; text: string }, context: Context) {
  const { tx, caller, now, sentences } = context
  const valuation = await findValuation(tx, number)
  if (!valuation) throw notFound()
  const verdict = mayAsk(standingOf(valuation))
  if (!verdict.allowed) throw refusedNow(valuation, verdict)
  const { installation } = caller
  if (installation === null) throw invalid((s) => s.session['no-installation']())
  const [first] = await availableCompanies(tx, installation, caller.contact?.id ?? null)
  const company = caller.company ?? first?.code
  if (company === undefined) throw invalid((s) => s.ticket['no-company']())
  const draft = emptyDraft(caller)
  const { author, behalf } = signatureOf(caller)
  const ticket = await insertTicket(
    tx,
    ticketAuthor(caller),
    {
      ...draft,
      installation,
      company,
      urgency: draft.urgency ?? '3',
      customDevelopment: true,
      title: clippedText(sentences.workForm.question(number, valuation.description), MAX_TITLE),
      raisedBy: author,
      behalf,
      relatedTicket: null,
    },
    openingStanding(now),
  )
  await insertOpeningEntry(tx, ticket, {
    kind: 'query',
    at: now,
    closes: false,
    text: text.trim(),
    author,
    behalf,
    origin: draft.origin,
    person: caller.person,
  })
  await markQuestion(tx, ticket, number)
  return [{ number: ticket }]
}

const standingOf = ({ decision, closedAt, version, validUntil }: Valuation) => ({
  decision,
  closed: closedAt !== null,
  version,
  validUntil,
})

const decisionOf = ({ decision, decidedBy, decidedAt, decisionText }: Valuation) =>
  decision && decidedAt && { decision, by: decidedBy ?? '', at: decidedAt, text: decisionText }

/** The 409 for a decision that the rule now refuses. It holds the decision taken, for the loser of a race. */
const refusedNow = (valuation: Valuation, { reason }: Refusal<ValuationRefusal>): Problem => {
  const current = { number: valuation.number, reason, version: valuation.version, decision: decisionOf(valuation) }
  return new Problem(409, (s) => s.work[reason](), z.encode(currentValuation, current))
}
