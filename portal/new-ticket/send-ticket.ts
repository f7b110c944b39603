import { useState } from 'react'
import { assistant } from '#contract/assistant.ts'
import { draftSentence } from '#contract/draft-sentences.ts'
import {
  type DraftField,
  type DraftProblems,
  type TicketDraft,
  draftProblems,
  isOnlyFileMissing,
  withoutHidden,
} from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import type { CarriedText } from '../assistant/carried-text.ts'
import { addToTicket } from '../assistant/conversation-ticket.ts'
import { CallFailed, sentenceOf } from '../api.ts'
import { useConversationMessages } from '../conversation/words.ts'
import { useMessages } from '../messages/index.ts'
import type { AttachmentFiles } from '../tickets/attachments.tsx'
import { useCreateTicket, useTicketAct } from '../tickets/ticket-queries.ts'
import { noteSent } from '../receipts/sent-tickets.ts'
import type { KeptDraft } from '../tickets/use-kept-draft.ts'
import type { FormNeeds } from './form-needs.ts'

/** The form's problems: those found by its rules, shown once Enviar has been pressed, and those found by the server. */
export function useProblems({ flags, companies }: FormNeeds, leadToProblem: () => void) {
  const { shared } = useMessages()
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  return {
    /** The problems of a draft with this many files. */
    in: (draft: TicketDraft, files: number): DraftProblems => {
      const isMissing = companies.length > 0 && draft.company === null
      return { ...(isMissing && { company: 'required' }), ...draftProblems({ ...draft, files }, flags) }
    },
    sentenceOf: (field: DraftField, found: DraftProblems): string | null => {
      const problem = tried ? found[field] : undefined
      return refused[field] ?? (problem ? draftSentence(field, problem, flags, shared) : null)
    },
    show: (found: DraftProblems) => {
      showAlert('error', shared.ticket[isOnlyFileMissing(found) ? 'incident-needs-file' : 'check-fields']())
      leadToProblem()
    },
    /** Enviar was pressed: the server's earlier answer no longer counts. */
    begin: () => {
      setTried(true)
      setRefused({})
    },
    forget: () => setTried(false),
    refuse: (fields: Readonly<Record<string, string>>) => {
      setRefused(fields)
      leadToProblem()
    },
    /** A refusal stands until its field changes. */
    change: (part: Partial<TicketDraft>) =>
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part)))),
  }
}

interface Sending {
  readonly files: AttachmentFiles
  readonly kept: KeptDraft
  readonly problems: ReturnType<typeof useProblems>
  readonly relatedTicket: number | null
  /** The conversation with the assistant before it, which goes into the ticket. */
  readonly conversation: CarriedText['conversation']
  /** The ticket exists. */
  readonly onSent: () => void
  readonly onDone: () => void
  readonly onLeave: () => void
}

/** Sends the form with its files and the conversation with the assistant, if there was one. */
export function useSendTicket(sending: Sending) {
  const { files, kept, problems, conversation, onSent, onDone } = sending
  const { shared, tickets: words } = useMessages()
  const { information } = useConversationMessages()
  const [busy, setBusy] = useState(false)
  const create = useCreate(sending)

  const send = async (draft: TicketDraft) => {
    const wrong = problems.in(draft, files.going)
    problems.begin()
    if (Object.keys(wrong).length > 0) return problems.show(wrong)
    setBusy(true)
    try {
      if (!(await files.mayGo())) return
      const staged = await files.settled()
      // An upload may have failed meanwhile, and an incident needs one that succeeded.
      const left = problems.in(draft, staged.length)
      if (Object.keys(left).length > 0) return problems.show(left)
      await kept.hold()
      const { created, holdsConversation } = await create(draft, staged)
      onSent()
      noteSent(created.number)
      const isAsked = !holdsConversation || draft.text.trim() === conversation?.asked
      const isAdded = isAsked || (await addToTicket(created.number, draft.text))
      const areUploaded = await files.sendLate(created.number)
      if (created.nextOpening) showAlert('warning', words.form.doneOutOfHours(created.number, created.nextOpening))
      else showAlert('success', words.form.done(created.number))
      if (!isAdded) showAlert('error', information.failed)
      if (!areUploaded) showAlert('error', shared.ticket['upload-failed']())
      files.forget()
      onDone()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
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
    problems.refuse(error.fields)
  }

  return { send, busy }
}

/** Makes the ticket, of the conversation if there is one that has not ended. */
function useCreate({ kept, conversation, relatedTicket }: Sending) {
  const { shared } = useMessages()
  const { mutateAsync: create } = useCreateTicket(kept.key)
  const { mutateAsync: handOver } = useTicketAct(assistant.createTicket, kept.key)
  return async (draft: TicketDraft, staged: Awaited<ReturnType<AttachmentFiles['settled']>>) => {
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
