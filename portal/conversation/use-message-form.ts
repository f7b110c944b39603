import { useState } from 'react'
import { currentTicket } from '#contract/ticket-codec.ts'
import type { StagedFile } from '#browser/staged-files.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed } from '../api.ts'
import { useConversationMessages } from './conversation-words.ts'
import { useMessages } from '../messages/index.ts'
import { useActForm, useSend } from '../tickets/act-frame.tsx'
import { attachAll, useAttachments } from '../tickets/attachments.tsx'
import { useAddInformation, useReject, useReply } from '../tickets/ticket-queries.ts'
import { useDraftNotice } from '../tickets/use-draft-notice.ts'
import { type SavedDraft, useKeptDraft } from '../tickets/use-kept-draft.ts'

export type MessageKind = 'reply' | 'information' | 'reject'

interface Begun {
  readonly kind: MessageKind
  readonly ticket: number
  readonly saved: SavedDraft | null
  /** It was sent, or is no longer possible. */
  readonly onDone: () => void
}

/** The form for a text, with its files and draft, in a pop-up or below the conversation. */
export function useMessageForm({ kind: begunAs, ticket, saved, onDone }: Begun) {
  const { shared } = useMessages()
  const [kind, setKind] = useState(begunAs)
  /** The act that the text can become after the ticket has changed. */
  const [instead, setInstead] = useState<MessageKind | null>(null)
  const words = useMessageWords(kind)
  const files = useAttachments(ticket, saved)
  const [opened] = useState(saved?.content.text ?? '')
  const form = useActForm({ text: opened })
  const { text } = form.fields
  const [waiting, setWaiting] = useState(false)
  const changed = text !== '' || files.list.length > 0
  const kept = useKeptDraft(ticket, { content: { text }, files: files.staged, empty: !changed }, saved)
  const { notice, leaving } = useDraftNotice(saved, kept, {
    fields: text,
    content: { text },
    empty: '',
    put: (next) => form.set({ text: next }),
    resumed: (content) => content.text ?? '',
    files,
    changed,
    differs: text !== opened || !files.areUnchanged,
  })
  const acts = { reply: useReply(kept.key), information: useAddInformation(kept.key), reject: useReject(kept.key) }
  const act = acts[kind]
  const send = useSend<{ ticket: number; text: string; files?: StagedFile[] }>(act, {
    done: words.done,
    failed: words.failed,
    keepOpen: true,
    onFailed: (error) => {
      kept.resume()
      setInstead(otherWay(error, kind))
    },
    onClose: () => {
      kept.sent()
      files.forget()
      onDone()
      void sendLate()
    },
  })
  const sendLate = async () => {
    const isSent = kind === 'reject' ? await attachAll(files.list, ticket) : await files.sendLate(ticket)
    if (!isSent) showAlert('error', shared.ticket['upload-failed']())
  }
  const sendAll = async () => {
    setWaiting(true)
    const goes = await files.mayGo()
    // The files of a No conforme are added to the ticket afterwards.
    const staged = goes && kind !== 'reject' ? await files.settled() : files.staged
    if (goes) await kept.hold()
    setWaiting(false)
    if (!goes) return
    send(kind === 'reject' ? { ticket, text } : { ticket, text, files: [...staged] })
  }
  return {
    kind,
    words,
    field: form.field,
    onSubmit: form.onSubmit,
    files,
    notice,
    leaving,
    changed,
    busy: waiting || act.isPending,
    kept: kept.state,
    instead,
    goOnAs: (other: MessageKind) => {
      setKind(other)
      setInstead(null)
    },
    send: () => void sendAll(),
  }
}

export type MessageForm = ReturnType<typeof useMessageForm>

/** The act that the ticket allows after a refusal; null if there is none, or the same. */
function otherWay(error: Error, kind: MessageKind): MessageKind | null {
  const current = error instanceof CallFailed && error.status === 409 ? error.told(currentTicket) : null
  if (!current || current.accepted) return null
  const { mayConclude, mayReply } = current.actions
  const other = mayConclude ? 'reject' : mayReply ? 'reply' : 'information'
  return other === kind ? null : other
}

export function useMessageWords(kind: MessageKind) {
  const { tickets, shared } = useMessages()
  const { information } = useConversationMessages()
  const { short } = tickets.action
  switch (kind) {
    case 'reply':
      return { ...tickets.reply, act: short.reply, explanation: null, failed: shared.ticket['reply-failed']() }
    case 'information':
      return information
    case 'reject':
      return { ...tickets.reject, act: short.reject }
  }
}
