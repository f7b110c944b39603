import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { Attachments, useAttachments } from './attachments.tsx'
import { DraftNotice } from './kept-draft.tsx'
import { useAddInformation, useReply } from './ticket-queries.ts'
import { type SavedDraft, useKeptDraft, useSavedDraft } from './use-kept-draft.ts'
import type { StagedFile } from '#browser/staged-files.ts'

interface Props {
  readonly kind: 'reply' | 'information'
  readonly ticket: number
  readonly onClose: () => void
}

/** Text and files that become part of a ticket: the answer that Support waits for, or something that nobody asked for. */
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

function MessageForm({ kind, ticket, onClose, saved }: Props & { saved: SavedDraft | null }) {
  const { shared } = useMessages()
  const words = useWords(kind)
  const files = useAttachments(saved?.files)
  const [opened] = useState({ text: saved?.content.text ?? '', files: files.list })
  const [text, setText] = useState(opened.text)
  const [waiting, setWaiting] = useState(false)
  const changed = text !== '' || files.list.length > 0
  const kept = useKeptDraft(ticket, { content: { text }, files: files.staged, empty: !changed }, saved)
  const acts = { reply: useReply(kept.key), information: useAddInformation(kept.key) }
  const act = acts[kind]
  const [discarded, setDiscarded] = useState<{ text: string; files: readonly StagedFile[] } | null>(null)
  const send = useSend(act, {
    done: words.done,
    failed: words.failed,
    keepOpen: true,
    onFailed: kept.resume,
    onClose: () => {
      onClose()
      void sendLate()
    },
  })
  const sendLate = async () => {
    if (!(await files.sendLate(ticket))) showAlert('error', shared.ticket['upload-failed']())
  }
  const sendAll = async () => {
    setWaiting(true)
    const staged = await files.settled()
    await kept.hold()
    setWaiting(false)
    send({ ticket, text, files: [...staged] })
  }
  const put = (next: { text: string; files: readonly StagedFile[] }) => {
    setText(next.text)
    files.replace(next.files)
  }
  return (
    <ActFrame
      title={words.title}
      busy={waiting || act.isPending}
      changed={changed}
      dirty={discarded ? changed : text !== opened.text || files.list !== opened.files}
      kept={kept}
      onSend={() => void sendAll()}
      problem={textProblem(text, shared)}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          {words.explanation && <Text>{words.explanation}</Text>}
          <DraftNotice
            savedAt={saved && !discarded ? saved.savedAt : null}
            onDiscard={() => {
              setDiscarded({ text, files: files.staged })
              put({ text: '', files: [] })
            }}
            onUndo={discarded && !changed ? () => put(discarded) : null}
          />
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
          <Attachments files={files} />
        </Stack>
      )}
    </ActFrame>
  )
}

function useWords(kind: Props['kind']) {
  const { tickets, shared } = useMessages()
  return kind === 'reply'
    ? { ...tickets.reply, explanation: null, failed: shared.ticket['reply-failed']() }
    : tickets.addition.information
}
