import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type Face, Faces } from '#ui/faces.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { Attachments, useAttachments } from './attachments.tsx'
import { DraftNotice } from './kept-draft.tsx'
import type { TicketAct } from './ticket-acts.tsx'
import { useAccept, useClaim, useReject, useReply, useSimulateAnswer } from './ticket-queries.ts'
import { type SavedDraft, useKeptDraft, useSavedDraft } from './use-kept-draft.ts'
import type { StagedFile } from './use-staged-files.ts'

/** Where the act was asked for: a claim says something else in each (api.md, Sentences and their places). */
type Place = 'list' | 'detail'

interface ActProps {
  readonly ticket: number
  readonly from: Place
  readonly onClose: () => void
}

/** The popup of an act on a ticket (spec §2, Action popups). */
export function TicketActionDialog({ act, ...props }: ActProps & { act: TicketAct | 'simulate' }) {
  switch (act) {
    case 'reply':
      return <ReplyDialog {...props} />
    case 'claim':
      return <ClaimDialog {...props} />
    case 'accept':
      return <AcceptDialog {...props} />
    case 'reject':
      return <RejectDialog {...props} />
    case 'simulate':
      return <SimulateDialog {...props} />
  }
}

function ReplyDialog(props: ActProps) {
  const { tickets } = useMessages()
  const { saved, failed, busy, retry } = useSavedDraft(props.ticket)
  if (saved !== undefined) return <ReplyForm {...props} saved={saved} />
  return (
    <Dialog
      opened
      title={tickets.reply.title}
      onClose={props.onClose}
      footer={<Button disabled>{tickets.send.send}</Button>}
    >
      {failed ? <ErrorState text={tickets.draft.notLoaded} busy={busy} onRetry={retry} /> : <LoadingState />}
    </Dialog>
  )
}

function ReplyForm({ ticket, onClose, saved }: ActProps & { saved: SavedDraft | null }) {
  const { tickets, shared } = useMessages()
  const words = tickets.reply
  const act = useReply()
  const files = useAttachments(saved?.files)
  const [opened] = useState({ text: saved?.content.text ?? '', files: files.list })
  const [text, setText] = useState(opened.text)
  const [waiting, setWaiting] = useState(false)
  const changed = text !== '' || files.list.length > 0
  const kept = useKeptDraft(ticket, { content: { text }, files: files.staged, empty: !changed }, saved)
  const [discarded, setDiscarded] = useState<{ text: string; files: readonly StagedFile[] } | null>(null)
  const send = useSend(act, {
    done: words.done,
    failed: shared.ticket['reply-failed'](),
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

function ClaimDialog({ ticket, from, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.claim
  const act = useClaim()
  const send = useSend(act, {
    done: from === 'list' ? words.doneFromList : words.done,
    failed: from === 'list' ? null : shared.ticket['claim-failed'](),
    onClose,
  })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={false}
      sendUnchanged
      onSend={() => send({ ticket })}
      onClose={onClose}
    >
      {() => <Text>{words.explanation(ticket)}</Text>}
    </ActFrame>
  )
}

function AcceptDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.accept
  const act = useAccept()
  const [face, setFace] = useState<Face | null>(null)
  const send = useSend(act, { done: words.done, failed: shared.ticket['accept-failed'](), onClose })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={face !== null}
      onSend={() => face !== null && send({ ticket, rating: face })}
      onClose={onClose}
    >
      {() => (
        <Stack>
          <Text>{words.explanation}</Text>
          <Faces legend={words.question} words={words.rating} value={face} onChange={setFace} />
        </Stack>
      )}
    </ActFrame>
  )
}

function RejectDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.reject
  const act = useReject()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      onSend={() => send({ ticket, text })}
      problem={textProblem(text, shared)}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}

/** Test helper, only while the provider's configuration allows it. */
function SimulateDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.simulate
  const act = useSimulateAnswer()
  const [text, setText] = useState('')
  const [closes, setCloses] = useState(false)
  const [opensIncident, setOpensIncident] = useState(false)
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      onSend={() => send({ ticket, text, closes, opensIncident })}
      problem={textProblem(text, shared)}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} value={text} onChange={setText} problem={problem} />
          <Checkbox
            label={words.closes}
            checked={closes}
            onChange={({ currentTarget }) => setCloses(currentTarget.checked)}
          />
          <Checkbox
            label={words.opensIncident}
            checked={opensIncident}
            onChange={({ currentTarget }) => setOpensIncident(currentTarget.checked)}
          />
        </Stack>
      )}
    </ActFrame>
  )
}
