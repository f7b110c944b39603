import { Button, Stack, Text } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { currentTicket } from '#contract/ticket-codec.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { Attachments, attachAll, useAttachments } from './attachments.tsx'
import { DraftNotice, FormNotice } from './kept-draft.tsx'
import { useAddInformation, useReject, useReply } from './ticket-queries.ts'
import { useDraftNotice } from './use-draft-notice.ts'
import { type SavedDraft, useKeptDraft, useSavedDraft } from './use-kept-draft.ts'
import type { StagedFile } from '#browser/staged-files.ts'

type Kind = 'reply' | 'information' | 'reject'

interface Props {
  readonly kind: Kind
  readonly ticket: number
  readonly onClose: () => void
}

/** A text for a ticket: the answer that Support waits for, additional information, or a rejection. */
export function TicketMessageDialog(props: Props) {
  const { tickets } = useMessages()
  const { title } = useWords(props.kind)
  const { saved, failed, busy, retry } = useSavedDraft(props.ticket)
  if (saved !== undefined) return <MessageForm {...props} saved={saved} />
  return (
    <Dialog opened title={title} onClose={props.onClose} footer={<Button disabled>{tickets.send.send}</Button>}>
      {failed ? <ErrorState text={tickets.draft.notLoaded} busy={busy} onRetry={retry} /> : <LoadingState />}
    </Dialog>
  )
}

function MessageForm({ kind: begunAs, ticket, onClose, saved }: Props & { saved: SavedDraft | null }) {
  const { shared } = useMessages()
  const [kind, setKind] = useState(begunAs)
  /** The act that the text can still become after the ticket has changed. */
  const [instead, setInstead] = useState<Kind | null>(null)
  const words = useWords(kind)
  const files = useAttachments(saved?.files)
  const [opened] = useState({ text: saved?.content.text ?? '', files: files.list })
  const [text, setText] = useState(opened.text)
  const [waiting, setWaiting] = useState(false)
  const changed = text !== '' || files.list.length > 0
  const kept = useKeptDraft(ticket, { content: { text }, files: files.staged, empty: !changed }, saved)
  const { notice, leaving } = useDraftNotice(saved, kept, {
    fields: text,
    content: { text },
    empty: '',
    put: setText,
    resumed: (content) => content.text ?? '',
    files,
    changed,
    differs: text !== opened.text || files.list !== opened.files,
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
      onClose()
      void sendLate()
    },
  })
  const sendLate = async () => {
    const isSent = kind === 'reject' ? await attachAll(files.list, ticket) : await files.sendLate(ticket)
    if (!isSent) showAlert('error', shared.ticket['upload-failed']())
  }
  const sendAll = async () => {
    setWaiting(true)
    const staged = await files.settled()
    const goes = await files.mayGo()
    if (goes) await kept.hold()
    setWaiting(false)
    if (!goes) return
    send(kind === 'reject' ? { ticket, text } : { ticket, text, files: [...staged] })
  }
  const goOnAs = (other: Kind, { currentTarget }: MouseEvent) => {
    // The focused button disappears with its notice.
    currentTarget.closest('dialog')?.querySelector('textarea')?.focus()
    setKind(other)
    setInstead(null)
  }
  return (
    <ActFrame
      title={words.title}
      ticket={ticket}
      busy={waiting || act.isPending}
      changed={changed}
      leaving={leaving}
      kept={kept.state}
      onSend={() => void sendAll()}
      problem={textProblem(text, shared)}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          {instead && <OtherWay kind={instead} onGo={(event) => goOnAs(instead, event)} />}
          {words.explanation && <Text>{words.explanation}</Text>}
          <DraftNotice {...notice} />
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
          {/* The specification's NO CONFORME takes no files; files already added to an answer are still sent. */}
          {(kind !== 'reject' || files.list.length > 0) && <Attachments files={files} />}
        </Stack>
      )}
    </ActFrame>
  )
}

function OtherWay({ kind, onGo }: { kind: Kind; onGo: (event: MouseEvent) => void }) {
  const { meanwhile } = useMessages().tickets
  const { act } = useWords(kind)
  return <FormNotice text={meanwhile[kind]} act={act} onAct={onGo} />
}

/** The act that the ticket allows after a refusal; null if there is none, or the same. */
function otherWay(error: Error, kind: Kind): Kind | null {
  const current = error instanceof CallFailed && error.status === 409 ? error.told(currentTicket) : null
  if (!current || current.accepted) return null
  const { mayConclude, mayReply } = current.actions
  const other = mayConclude ? 'reject' : mayReply ? 'reply' : 'information'
  return other === kind ? null : other
}

function useWords(kind: Kind) {
  const { tickets, shared } = useMessages()
  const { short } = tickets.action
  switch (kind) {
    case 'reply':
      return { ...tickets.reply, act: short.reply, explanation: null, failed: shared.ticket['reply-failed']() }
    case 'information':
      return tickets.addition.information
    case 'reject':
      return { ...tickets.reject, act: short.reject }
  }
}
