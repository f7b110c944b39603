import { assistant } from '#contract/assistant.ts'
import { tickets } from '#contract/tickets.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { TicketDraft } from '#domain/ticket-draft.ts'
import { CallFailed, call } from '../api.ts'
import { newKey } from '#browser/act-key.ts'

/** The ticket that a conversation has become; `nextOpening` is null while the office is open. */
export type ConversationTicket = Pick<Data<typeof assistant.createTicket>[number], 'number' | 'nextOpening'>

export interface ConversationKeeper {
  /** Adds all answered exchanges up to this one to the conversation's ticket; the first one creates it. */
  readonly keep: (turn: number) => Promise<void>
  /** The customer said yes. */
  readonly solve: () => Promise<ConversationTicket>
  /** The customer still needs help: the ticket goes to Support. */
  readonly handOver: () => Promise<ConversationTicket>
}

/**
 * Keeps a conversation as a ticket (spec §4, Chat flow 5 to 7). The server has the words already: these calls only say when.
 * @param begun the part that its ticket already holds
 * @param asItGoes whether the ticket is created with the first answer, or at the end
 */
export function conversationKeeper(
  conversation: string,
  form: TicketDraft,
  asItGoes: boolean,
  begun: { readonly ticket: number | null; readonly kept: number } = { ticket: null, kept: 0 },
): ConversationKeeper {
  // One key for each act, so that a retry never repeats it.
  const key = newKey()
  let { ticket, kept } = begun
  let last: Promise<unknown> = Promise.resolve()

  const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act)
    last = next.catch(() => undefined)
    return next
  }

  const create = async (endpoint: typeof assistant.createTicket, solved?: boolean) => {
    const input = { ...ticketForm(form), conversation, ...(solved !== undefined && { solved }) }
    const [created] = await call(endpoint, input, { idempotencyKey: `${key}-${solved ?? 'begun'}` })
    if (!created) throw new CallFailed(500, '')
    return created
  }

  const keepNext = async () => {
    const turn = kept + 1
    ticket ??= (await create(assistant.createClosedTicket)).number
    if (turn > 1) await call(assistant.addNode, { ticket, conversation }, { idempotencyKey: `${key}-node-${turn}` })
    await call(assistant.postAnswer, { ticket, conversation }, { idempotencyKey: `${key}-answer-${turn}` })
    kept = turn
  }

  /** The last answer closes it, then it is accepted without a rating (spec §4, Chat flow 6). */
  const solve = async () => {
    let number = ticket
    if (number === null) ({ number } = await create(assistant.createTicket, true))
    else await call(assistant.postClosingAnswer, { ticket: number, conversation }, { idempotencyKey: `${key}-closing` })
    await call(tickets.accept, { ticket: number, rating: null }, { idempotencyKey: `${key}-accepted` })
    return { number, nextOpening: null }
  }

  const handOver = async () => {
    if (ticket === null) return await create(assistant.createTicket, false)
    const input = { ticket, conversation, solved: false }
    const { ticket: told, node } = await call(assistant.addNode, input, { idempotencyKey: `${key}-handed-over` })
    return { number: told.number, nextOpening: node.nextOpening }
  }

  return {
    keep: (turn) =>
      inOrder(async () => {
        // oxlint-disable-next-line no-await-in-loop -- each exchange stands in the ticket behind the one before
        while (asItGoes && kept < turn) await keepNext()
      }),
    solve: () => inOrder(solve),
    handOver: () => inOrder(() => patiently(handOver)),
  }
}

/** A broken answer counts as unfinished for another moment. */
async function patiently<T>(act: () => Promise<T>, tries = 4): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (tries <= 1 || !(error instanceof CallFailed && error.status === 409)) throw error
    await new Promise((resolve) => setTimeout(resolve, STILL_WRITING_MS))
    return await patiently(act, tries - 1)
  }
}

const STILL_WRITING_MS = 800

/** The form's fields as the calls take them. */
export function ticketForm({ title, files: _count, ...fields }: TicketDraft) {
  return { ...fields, title: title || null } satisfies Partial<Input<typeof assistant.createTicket>>
}
