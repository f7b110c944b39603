import type { Problems } from '#browser/form.ts'
import { assistant } from '#contract/assistant.ts'
import { draftSentence } from '#contract/draft-sentences.ts'
import { type DraftProblems, type TicketDraft, draftProblems, withoutHidden } from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import type { CarriedText } from '../assistant/carried-text.ts'
import { addToTicket } from '../assistant/conversation-ticket.ts'
import { CallFailed, sentenceOf } from '../api.ts'
import { useConversationMessages } from '../conversation/conversation-words.ts'
import { useMessages } from '../messages/index.ts'
import type { AttachmentFiles } from '../tickets/attachments.tsx'
import { useCreateTicket, useTicketAct } from '../tickets/ticket-queries.ts'
import { noteSent } from '../receipts/sent-tickets.ts'
import type { KeptDraft } from '../tickets/use-kept-draft.ts'
import type { Form } from '../use-form.ts'
import type { FormNeeds } from './form-needs.ts'

/** The form's fields. */
export type NewTicketFields = TicketDraft & {
  /** The accepted ticket that this one follows up. */
  readonly relatedTicket: number | null
}

/** The problems that the form's rules find, and their sentences. */
export function useDraftRules({ flags, companies }: FormNeeds) {
  const { shared } = useMessages()
  const sentencesOf = (found: DraftProblems): Problems =>
    Object.fromEntries(
      Object.entries(found).map(([field, problem]) => [field, draftSentence(field, problem, flags, shared)]),
    )
  return {
    /** The problems of a draft with this many files. */
    in: (draft: TicketDraft, files: number): DraftProblems => {
      const isMissing = companies.length > 0 && draft.company === null
      return { ...(isMissing && { company: 'required' }), ...draftProblems({ ...draft, files }, flags) }
    },
    sentencesOf,
    /** The sentence about the whole form. */
    says: (sentences: Problems): string => {
      const { files: needed } = sentencesOf({ files: 'incident-needs-file' })
      const isOnlyFile = sentences['files'] === needed && Object.keys(sentences).length === 1
      return shared.ticket[isOnlyFile ? 'incident-needs-file' : 'check-fields']()
    },
  }
}

interface Sending {
  readonly files: AttachmentFiles
  readonly kept: KeptDraft
  readonly form: Form<NewTicketFields>
  readonly rules: ReturnType<typeof useDraftRules>
  /** The conversation with the assistant that came before the form, and goes into the ticket. */
  readonly conversation: CarriedText['conversation']
  /** The ticket exists. */
  readonly onSent: () => void
  readonly onDone: () => void
  readonly onLeave: () => void
}

/** Sends the form with its files and the conversation with the assistant, if there was one. */
export function useSendTicket(sending: Sending) {
  const { files, kept, form, rules, conversation, onSent, onDone } = sending
  const { shared, tickets: words } = useMessages()
  const { information } = useConversationMessages()
  const create = useCreate(sending)

  const sendAll = async (fields: NewTicketFields) => {
    try {
      if (!(await files.mayGo())) return
      const staged = await files.settled()
      // An upload may have failed meanwhile, and an incident needs one that succeeded.
      const left = rules.sentencesOf(rules.in(fields, staged.length))
      if (Object.keys(left).length > 0) return form.wrong({}, rules.says(left))
      await kept.hold()
      const { created, holdsConversation } = await create(fields, staged)
      onSent()
      noteSent(created.number)
      const isAsked = !holdsConversation || conversation?.asked.includes(fields.text.trim())
      const isAdded = isAsked || (await addToTicket(created.number, fields.text))
      const areUploaded = await files.sendLate(created.number)
      if (created.nextOpening) showAlert('warning', words.form.doneOutOfHours(created.number, created.nextOpening))
      else showAlert('success', words.form.done(created.number))
      if (!isAdded) showAlert('error', information.failed)
      if (!areUploaded) showAlert('error', shared.ticket['upload-failed']())
      kept.sent()
      files.forget()
      onDone()
    } catch (error) {
      fail(error)
    }
  }

  const fail = (error: unknown) => {
    kept.resume()
    if (!(error instanceof CallFailed)) return showAlert('error', shared.ticket['create-failed']())
    if (error.code === 'no-session') return
    showAlert(
      'error',
      error.status !== null && error.status >= 500 ? shared.ticket['create-failed']() : sentenceOf(error),
    )
    if ('installation' in error.fields || 'company' in error.fields) return sending.onLeave()
    form.wrong(error.fields, null)
  }

  return (fields: NewTicketFields) =>
    form.attempt(
      () =>
        form.send(
          () => sendAll(fields),
          () => undefined,
        ),
      fields,
    )
}

/** Makes the ticket, from the conversation if there is one that has not ended. */
function useCreate({ kept, conversation }: Sending) {
  const { shared } = useMessages()
  const { mutateAsync: create } = useCreateTicket(kept.key)
  const { mutateAsync: handOver } = useTicketAct(assistant.createTicket, kept.key)
  return async (
    { relatedTicket, ...draft }: NewTicketFields,
    staged: Awaited<ReturnType<AttachmentFiles['settled']>>,
  ) => {
    const { title, files: _count, ...fields } = withoutHidden(draft)
    const input = { ...fields, title: title || null, files: [...staged], relatedTicket }
    let holdsConversation = conversation !== null
    const [created] = await (conversation === null
      ? create(input)
      : handOver({ ...input, conversation: conversation.id, solved: false }).catch((error: unknown) => {
          if (!(error instanceof CallFailed && (error.status === 404 || error.status === 409))) throw error
          // The conversation has ended meanwhile: the form alone still makes a ticket.
          holdsConversation = false
          return create(input)
        }))
    if (!created) throw new CallFailed(500, shared.ticket['create-failed']())
    return { created, holdsConversation }
  }
}
