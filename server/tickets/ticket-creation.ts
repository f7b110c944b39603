import { api } from '#contract/api.ts'
import { draftSentence } from '#contract/draft-sentences.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { cleanName } from '#domain/account.ts'
import { subjectProblems } from '#domain/ticket-subject.ts'
import { plainTitle } from '#domain/one-line.ts'
import {
  type DraftFlags,
  type DraftProblems,
  type TicketDraft,
  draftProblems,
  emptyDraft,
  isOnlyFileMissing,
  missingForCreation,
  titleFrom,
  withoutHidden,
} from '#domain/ticket-draft.ts'
import { mayOpenRelated } from '#domain/ticket-actions.ts'
import { openingStanding } from '#domain/ticket.ts'
import { bindStagedFiles } from '../scope/attachment-store.ts'
import { discardDraft } from '../scope/draft-store.ts'
import { nextOpeningIn, situationAt } from '../db/office-calendar-store.ts'
import { readPromises } from '../db/promise-store.ts'
import type { Context } from '../http/bind.ts'
import { signatureOf } from '../http/caller.ts'
import { idempotencyKey, outcomeOf } from '../http/once.ts'
import { type Problem, invalid, notFound } from '../http/problems.ts'
import { availableCompanies } from '../session/account-store.ts'
import { INSERTED_TICKET, dueAtOpening, findTicket, modules, ticketAuthor, ticketRow } from './ticket-store.ts'
import { insertOpeningEntry, openingEntryOf } from './timeline-store.ts'
import { refusedNow } from './ticket-view.ts'

type CreationInput = Input<typeof api.tickets.create>
type Created = Data<typeof api.tickets.create>

interface CreationOptions {
  /**
   * A ticket from a conversation may have a short description and no module. With `leavesDraft` the person's draft of a
   * new ticket stays.
   */
  readonly fromConversation?: { readonly leavesDraft: boolean }
}

/** Creates a ticket with its documents in the caller's transaction: all of it or nothing. */
export const createTicket = async (...asked: Parameters<typeof readyToCreate>): Promise<Created> =>
  (await readyToCreate(...asked))()

/** Reads what the creation of a ticket needs, and changes nothing; returns the creation. */
export async function readyToCreate(
  input: CreationInput,
  context: Context,
  rules: DraftFlags,
  { fromConversation }: CreationOptions = {},
): Promise<() => Promise<Created>> {
  const { tx, caller, now, sentences } = context
  const installation = caller.installation
  const form = draftOf(input, context)
  const [companies, relatedTo, offered, promises] = await Promise.all([
    caller.company === null ? companiesOf(context) : [caller.company],
    outcomeOf(() => related(input.relatedTicket ?? null, context)),
    modules(tx, caller.areas, form.module),
    readPromises(tx),
  ])
  // A caller without a company is told that first, whatever the form says, because the form cannot mend it (spec §5).
  const company = companies.length === 0 ? null : (input.company ?? caller.company)
  const missing = missingForCreation({ installation, company })
  if (missing === 'no-installation' || installation === null) throw invalid((s) => s.session['no-installation']())
  if (missing === 'no-company' || company === null) {
    // Of several companies the form has to choose one; without any it can do nothing.
    const fields = companies.length > 0 ? { company: sentences.field.required() } : {}
    throw invalid((s) => s.ticket['no-company'](), wireNamesOf(api.tickets.create.input, fields))
  }
  if (input.installation && input.installation !== installation) throw notFound()
  if (!companies.includes(company)) throw notFound()
  const relatedTicket = relatedTo()

  const draft = { ...form, company }
  const kind = fromConversation ? 'question' : 'query'
  const problems: DraftProblems = {
    ...draftProblems(draft, rules, fromConversation ? 'conversation' : 'form'),
    // An absent field takes its default (spec §9); an empty one is missing (spec §5).
    ...(input.kind === null && { kind: 'required' }),
    ...subjectProblems(draft, { areas: caller.areas, modules: offered }),
  }
  if (Object.keys(problems).length > 0) throw problemsOf(problems, sentences, rules)

  const text = draft.text.trim()
  const standing = openingStanding(now, kind)
  const urgency = draft.urgency ?? '3'
  // Nobody vouches for a caller who came by an unsigned link, so a name typed into the form is as good as the link's.
  const { author, behalf } = signatureOf(caller, caller.limited ? cleanName(draft.contactName) : caller.entry.name)
  const ticket = {
    ...draft,
    installation,
    company,
    urgency,
    title: plainTitle(draft.title) || titleFrom(text),
    raisedBy: author,
    behalf,
    relatedTicket,
    fromAssistant: fromConversation !== undefined,
  }
  const dueAt = dueAtOpening(standing, urgency, promises)
  const { origin } = draft
  const entry = { kind, at: now, closes: false, text, author, behalf, origin, person: caller.person } as const
  const files = (input.files ?? []).map(({ id }) => id)
  return async () => {
    tx.later(ticketRow(tx, ticketAuthor(caller), ticket, { standing, dueAt }))
    // The ticket, its entry and its files travel together: what PostgreSQL numbers is known to it alone until then.
    const [opening, bound] = await Promise.all([
      insertOpeningEntry(tx, INSERTED_TICKET, entry),
      bindStagedFiles(tx, caller, files, { ticket: INSERTED_TICKET, entry: openingEntryOf(tx, INSERTED_TICKET) }),
      ...(fromConversation?.leavesDraft
        ? []
        : [discardDraft(tx, caller, null, { key: idempotencyKey(context.request) })]),
    ])
    if (!bound)
      throw invalid((s) => s.file.missing(), wireNamesOf(api.tickets.create.input, { files: sentences.file.missing() }))
    const nextOpening = nextOpeningIn(promises.calendar, now)
    return [{ number: opening.ticketNumber, nextOpening, contactName: draft.contactName }]
  }
}

/** The codes of the companies that the form offers. */
async function companiesOf({ tx, caller }: Context): Promise<string[]> {
  const companies = await availableCompanies(tx, caller.installation, caller.contact?.id ?? null)
  return companies.map(({ code }) => code)
}

/** The accepted ticket that this one follows up. */
async function related(number: number | null, { tx, caller, now, sentences }: Context): Promise<number | null> {
  if (number === null) return null
  const ticket = await findTicket(tx, caller, number)
  if (!ticket) throw notFound()
  const verdict = mayOpenRelated(ticket)
  if (!verdict.allowed) throw refusedNow(ticket, verdict, await situationAt(tx, now), sentences)
  return ticket.number
}

/** The input, completed with the form's defaults. */
function draftOf(input: CreationInput, { caller }: Context): TicketDraft {
  const start = emptyDraft(caller)
  return withoutHidden({
    area: input.area ?? start.area,
    kind: input.kind ?? start.kind,
    customDevelopment: input.customDevelopment ?? start.customDevelopment,
    module: input.module ?? null,
    title: input.title ?? '',
    text: input.text ?? '',
    contactName: input.contactName ?? '',
    email: input.email ?? '',
    urgency: input.urgency === undefined ? start.urgency : input.urgency,
    phoneAssistance: input.phoneAssistance ?? start.phoneAssistance,
    phone: input.phone ?? '',
    callWindow: input.callWindow ?? '',
    installation: caller.installation,
    version: input.version || caller.entry.version || start.version,
    company: input.company ?? null,
    origin: input.origin || caller.entry.origin || start.origin,
    files: input.files?.length ?? 0,
  })
}

function problemsOf(problems: DraftProblems, sentences: Sentences, rules: DraftFlags): Problem {
  const byName = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, draftSentence(field, problem, rules, sentences)]),
  )
  return invalid(
    (s) => (isOnlyFileMissing(problems) ? s.ticket['incident-needs-file']() : s.ticket['check-fields']()),
    wireNamesOf(api.tickets.create.input, byName),
  )
}
