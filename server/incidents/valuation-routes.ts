import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { currentValuation } from '#contract/life-line-codec.ts'
import { clippedText } from '#domain/clipped-text.ts'
import { MAX_TITLE, emptyDraft } from '#domain/ticket-draft.ts'
import { openingStanding } from '#domain/ticket.ts'
import { type ValuationRefusal, mayAsk, mayDecide } from '#domain/valuation.ts'
import type { Refusal } from '#domain/verdict.ts'
import { type Binding, type Context, bind } from '../http/bind.ts'
import { authorOf, signatureOf } from '../http/caller.ts'
import { Problem, invalid, notFound } from '../http/problems.ts'
import { availableCompanies } from '../session/account-store.ts'
import { insertOpeningEntry, insertTicket, ticketAuthor } from '../tickets/ticket-store.ts'
import { visibleWork } from './life-line-store.ts'
import {
  type Valuation,
  decide,
  decidedValuations,
  findValuation,
  lockValuation,
  markQuestion,
  questionsAbout,
  seesTicket,
} from './valuation-store.ts'
import { findWork } from './work-store.ts'

/** Estimates that an administrator of the client accepts, rejects or asks about. */
export function bindValuations(binding: Binding): void {
  bind(binding, api.incidents.valuation, async ({ valuation: number }, { tx, caller, sentences }) => {
    const valuation = await findValuation(tx, number)
    if (!valuation) throw notFound()
    const { ticket, development } = valuation
    const verdict = mayDecide(standingOf(valuation))
    return {
      number,
      description: valuation.description,
      createdOn: valuation.createdOn,
      ticket: ticket !== null && (await seesTicket(tx, caller, ticket)) ? ticket : null,
      development:
        development !== null && (await findWork(tx, development, visibleWork(tx, caller))) ? development : null,
      decision: decisionOf(valuation),
      mayDecide: verdict.allowed,
      refusal: verdict.allowed ? undefined : sentences.work[verdict.reason](),
      questions: await questionsAbout(tx, caller, number),
    }
  })
  bind(binding, api.incidents.decisions, (_input, { tx }) => decidedValuations(tx))
  bind(binding, api.incidents.decide, async ({ valuation: number, decision, text }, { tx, caller, now }) => {
    const valuation = await lockValuation(tx, number)
    if (!valuation) throw notFound()
    const verdict = mayDecide(standingOf(valuation))
    if (!verdict.allowed) throw refusedNow(valuation, verdict)
    await decide(tx, number, { decision, by: authorOf(caller), at: now, text: text?.trim() ?? '' })
    return [{ number }]
  })
  bind(binding, api.incidents.ask, ask)
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

const standingOf = ({ decision, closedAt }: Valuation) => ({ decision, closed: closedAt !== null })

const decisionOf = ({ decision, decidedBy, decidedAt, decisionText }: Valuation) =>
  decision && decidedAt && { decision, by: decidedBy ?? '', at: decidedAt, text: decisionText }

/** The 409 of a decision that the rule now refuses, with the one taken for the loser of a race. */
const refusedNow = (valuation: Valuation, { reason }: Refusal<ValuationRefusal>): Problem => {
  const current = { number: valuation.number, reason, decision: decisionOf(valuation) }
  return new Problem(409, (s) => s.work[reason](), z.encode(currentValuation, current))
}
