import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { ticketFormContent } from '#contract/tickets.ts'
import { discardDraft, draftKeyOf, draftsOf, findDraft, saveDraft } from '../scope/draft-store.ts'
import { type Binding, type Context, bind, bindSlow } from '../http/bind.ts'
import { Problem, notFound } from '../http/problems.ts'
import type { SecretBox } from '../secret-box.ts'
import { findTicket } from './ticket-store.ts'

/** Drafts are kept per person: they survive the tab, the session and the link. */
export function bindDrafts(binding: Binding, secrets: SecretBox): void {
  bind(binding, api.tickets.drafts, (_input, { tx, caller }) => draftsOf(tx, caller))
  // The first call makes the key.
  bindSlow(binding, api.tickets.draftKey, async (_input, { caller }) => {
    const key = await binding.database.inClient(caller.client, (tx) => draftKeyOf(tx, caller, secrets), caller.person)
    return { key: key.toString('base64') }
  })
  bind(binding, api.tickets.draft, async (input, context) => {
    const draft = await findDraft(context.tx, context.caller, await rootOf(input.ticket ?? null, context))
    if (!draft) return null
    // A draft that an older version saved and this one cannot read counts as none.
    const content = z.safeDecode(ticketFormContent, draft.content)
    return content.success ? { ...draft, content: content.data } : null
  })
  bind(binding, api.tickets.saveDraft, async (input, context) => {
    const { tx, caller, now } = context
    const content = z.encode(ticketFormContent, input.content)
    const files = (input.files ?? []).map(({ id }) => id)
    const { writer, key } = input
    const root = await rootOf(input.ticket ?? null, context)
    const saved = await saveDraft(tx, caller, root, { content, files, savedAt: now, writer, key })
    if (!saved) throw new Problem(409, (s) => s.request['draft-elsewhere']())
    return saved
  })
  bind(binding, api.tickets.discardDraft, async (input, context) => {
    await discardDraft(context.tx, context.caller, await rootOf(input.ticket ?? null, context), input)
    return null
  })
}

async function rootOf(number: number | null, { tx, caller }: Context): Promise<number | null> {
  if (number === null) return null
  const ticket = await findTicket(tx, caller, number)
  if (!ticket) throw notFound()
  return ticket.number
}
