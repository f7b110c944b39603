import { consoleApi } from '#contract/console/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { loginOf } from '#contract/entry-codec.ts'
import { DEFAULT_VERSION } from '#domain/ticket-draft.ts'
import { plainTitle } from '#domain/one-line.ts'
import { openingStanding, shownTurn } from '#domain/ticket.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { insertTicket } from '../../tickets/ticket-store.ts'
import { insertOpeningEntry } from '../../tickets/timeline-store.ts'
import { contactsOf, listCallbacks, markCalledBack, markNoted, personOfContact } from './call-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { findTicket } from './held-ticket.ts'
import { insistOnSubject } from './insist-on-subject.ts'
import { clientCard, insertNote, installationsOf, possibleCallers } from './support-ticket-store.ts'

const PART = 50

/** The telephone: calls recorded as tickets, and calls owed to customers. */
export function bindCalls(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleTickets

  bindConsole(binding, endpoints.callers, async ({ text }, { tx, note }) => {
    await note({ details: { text } })
    return possibleCallers(tx, text)
  })
  bindConsole(binding, endpoints.callOptions, async ({ client }, { tx, note }) => {
    const own = tx.of(client)
    const card = await clientCard(own)
    if (!card) throw notFound()
    await note({ client })
    return {
      client: card,
      areas: [...card.areas, 'technical' as const],
      installations: await installationsOf(own),
      contacts: await contactsOf(own),
    }
  })
  bindConsole(binding, endpoints.recordCall, recordCall)
  bindConsole(binding, endpoints.callbacks, async ({ after, limit = PART }, { tx, note }) => {
    const { items, next } = await listCallbacks(tx, after, limit)
    await note({})
    return { items: items.map((ticket) => ({ ...ticket, turn: shownTurn(ticket) })), next }
  })
  bindConsole(binding, endpoints.calledBack, async ({ ticket, note: said }, { tx, technician, now, note }) => {
    const { own, number } = await findTicket(tx, ticket)
    if (!(await markCalledBack(own, number, now))) throw new Problem(409, (s) => s.support['not-called']())
    if (said?.trim()) await insertNote(own, number, technician.username, said, now)
    await note({ client: own.client, ticket: number })
    return null
  })
}

/** Raises a ticket in the caller's name. The technician who records it is also assigned. */
async function recordCall(call: Input<typeof consoleApi.consoleTickets.recordCall>, context: ConsoleContext) {
  const { tx, technician, now, note, sentences } = context
  const own = tx.of(call.client)
  const client = await clientCard(own)
  const [installation] = await installationsOf(own, call.installation)
  const contact = call.contact === null ? null : (await contactsOf(own)).find(({ id }) => id === call.contact)
  // Another client's records count as missing.
  if (!client || !installation || contact === undefined) throw notFound()
  if (!installation.companies.some(({ code }) => code === call.company)) throw notFound()
  if (contact && !contact.installations.includes(call.installation)) throw notFound()
  await insistOnSubject(call, client.areas, own, sentences)
  const name = contact?.name ?? client.name
  const person = await personOfContact(own, { installation: call.installation, login: loginOf(call.contact), name })
  const number = await insertTicket(
    own,
    { person, contact, limitedSession: null },
    {
      ...call,
      customDevelopment: false,
      title: plainTitle(call.title),
      contactName: name,
      email: contact?.email ?? client.email,
      phone: contact?.phone ?? '',
      phoneAssistance: false,
      callWindow: '',
      version: installation.version || DEFAULT_VERSION,
      raisedBy: name,
      relatedTicket: null,
    },
    openingStanding(now),
  )
  await insertOpeningEntry(own, number, {
    kind: 'query',
    at: now,
    closes: false,
    text: call.text.trim(),
    author: name,
    username: technician.username,
    origin: call.origin,
    person,
    transcribed: call.transcript,
  })
  await markNoted(own, number, technician.username, call.minutes)
  await note({ client: own.client, ticket: number, details: { minutes: call.minutes, transcript: call.transcript } })
  return { number }
}
