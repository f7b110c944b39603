import { Button, Checkbox } from '@mantine/core'
import { IconLock, IconMessage2, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed } from '#browser/client.ts'
import { consoleTickets, writtenMeanwhile } from '#contract/console/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { AnswerFiles } from './answer-files.tsx'
import { CannedAnswers } from './canned-answers.tsx'
import styles from './composer.module.css'
import { setGoesOn, useGoesOn } from './going-on.ts'
import { MeanwhileDialog } from './meanwhile-dialog.tsx'
import { AFTER_ACT } from './ticket-acts.ts'
import type { TicketView, TimelineEntry } from './ticket-queries.ts'
import type { Writing } from './ticket-search.ts'
import { useAnswerDraft } from './use-answer-draft.ts'
import { useNoteDraft } from './use-note-draft.ts'

export interface ComposerHandle {
  readonly write: (writing: Writing) => void
}

interface Props {
  readonly ref: Ref<ComposerHandle>
  readonly view: TicketView
  readonly onTyped: () => void
  readonly onEmptied: () => void
  readonly onRefresh: () => void
  readonly onSent: () => void
}

/** Where an answer or an internal note is written. What was sent leaves an empty one. */
export function Composer({ ref, ...props }: Props) {
  const [sent, setSent] = useState(0)
  return (
    <Fields
      key={sent}
      {...props}
      handle={ref}
      draft={sent === 0 ? props.view.draft : null}
      onSent={() => {
        setSent(sent + 1)
        props.onSent()
      }}
    />
  )
}

type FieldsProps = Omit<Props, 'ref'> & { readonly handle: Ref<ComposerHandle>; readonly draft: TicketView['draft'] }

function Fields({ handle, view, draft, onTyped, onEmptied, onRefresh, onSent }: FieldsProps) {
  const { composer: words } = useMessages()
  const { ticket } = view
  const [tab, setTab] = useState<'reply' | 'note'>('reply')
  const [closing, setClosing] = useState(false)
  const reply = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const [picking, setPicking] = useState(false)
  const answer = useAnswerDraft(ticket.number, draft)
  const [note, setNote] = useNoteDraft(ticket.number)
  const sending = useSendAnswer(view, answer, reply, onSent)
  const addNote = useAct(consoleTickets.note, AFTER_ACT)
  const id = useId()

  useImperativeHandle(handle, () => ({
    write: (writing) => {
      // The field must be there to take the focus.
      flushSync(() => {
        setTab(writing === 'note' ? 'note' : 'reply')
        setClosing(writing === 'closing')
      })
      const field = writing === 'note' ? noteField.current : reply.current
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
    },
  }))

  const saveNote = () => {
    if (note.trim() === '') {
      showAlert('error', words.emptyNote)
      return
    }
    if (addNote.isPending) return
    addNote.mutate(
      { ticket: ticket.number, text: note },
      {
        onSuccess: () => {
          setNote('')
          showAlert('success', words.noted)
          noteField.current?.blur()
          if (answer.text === '') onEmptied()
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (tab === 'note') saveNote()
      else void sending.send(closing || event.shiftKey)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.currentTarget.blur()
    } else if (event.key === '/' && tab === 'reply' && beginsWord(event.currentTarget)) {
      event.preventDefault()
      setPicking(true)
    }
  }

  return (
    <section className={styles.composer} aria-label={words.label} data-tab={tab}>
      <div className={styles.head}>
        <div role="tablist" aria-label={words.tabs} className={styles.tabs}>
          <Tab
            id={`${id}-reply`}
            of={`${id}-panel`}
            selected={tab === 'reply'}
            onSelect={() => setTab('reply')}
            letter="r"
          >
            <IconMessage2 size={16} aria-hidden /> {words.reply}
          </Tab>
          <Tab
            id={`${id}-note`}
            of={`${id}-panel`}
            selected={tab === 'note'}
            onSelect={() => setTab('note')}
            letter="n"
          >
            <IconLock size={16} aria-hidden /> {words.note}
          </Tab>
        </div>
        <span className={styles.draft} role="status">
          {tab === 'reply' && words.draft[answer.state]}
        </span>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === 'reply' ? (
          <>
            {picking && (
              <CannedAnswers
                ticket={ticket.number}
                onPick={(text) => {
                  setPicking(false)
                  answer.setText(inserted(reply.current, text))
                  onTyped()
                  reply.current?.focus()
                }}
                onLeave={() => {
                  setPicking(false)
                  reply.current?.focus()
                }}
              />
            )}
            <textarea
              ref={reply}
              className={styles.text}
              aria-label={words.replyText}
              placeholder={words.replyHint(view.contact?.name ?? (ticket.contactName || ticket.raisedBy))}
              rows={2}
              maxLength={20_000}
              value={answer.text}
              onChange={({ currentTarget }) => {
                answer.setText(currentTarget.value)
                if (currentTarget.value.trim() === '') onEmptied()
                else onTyped()
              }}
              onKeyDown={onKeyDown}
            />
            <AnswerFiles files={answer.files} onCanned={() => setPicking(true)} />
            <div className={styles.foot}>
              <GoOn />
              {closing && (
                <span className={styles.closing} role="status">
                  {words.closing}
                </span>
              )}
              <span className={styles.buttons}>
                <Button
                  size="sm"
                  variant={closing ? 'default' : 'filled'}
                  leftSection={<IconSend size={16} aria-hidden />}
                  loading={sending.busy}
                  title="Ctrl+Enter"
                  onClick={() => void sending.send(false)}
                >
                  {words.send}
                </Button>
                <Button
                  size="sm"
                  variant={closing ? 'filled' : 'default'}
                  disabled={sending.busy}
                  title="Ctrl+Shift+Enter"
                  onClick={() => void sending.send(true)}
                >
                  {words.sendAndClose}
                </Button>
              </span>
            </div>
          </>
        ) : (
          <>
            <textarea
              ref={noteField}
              className={styles.text}
              aria-label={words.noteText}
              placeholder={words.noteHint}
              rows={2}
              maxLength={20_000}
              value={note}
              onChange={({ currentTarget }) => {
                setNote(currentTarget.value)
                onTyped()
              }}
              onKeyDown={onKeyDown}
            />
            <div className={styles.foot}>
              <span className={styles.hint}>{words.noteHint}</span>
              <span className={styles.buttons}>
                <Button size="sm" loading={addNote.isPending} title="Ctrl+Enter" onClick={saveNote}>
                  {words.addNote}
                </Button>
              </span>
            </div>
          </>
        )}
      </div>
      {sending.meanwhile && (
        <MeanwhileDialog
          entries={sending.meanwhile}
          busy={sending.busy}
          onAnyway={sending.sendAnyway}
          onBack={() => {
            sending.stay()
            onRefresh()
          }}
        />
      )}
    </section>
  )
}

/** Sends the answer; what was written since the ticket was read comes first, unless it is to be sent anyway. */
function useSendAnswer(
  view: TicketView,
  { text, files, keeper }: ReturnType<typeof useAnswerDraft>,
  field: { readonly current: HTMLTextAreaElement | null },
  onSent: () => void,
) {
  const { composer: words } = useMessages()
  const { mutateAsync } = useAct(consoleTickets.answer, AFTER_ACT)
  const [busy, setBusy] = useState(false)
  const [meanwhile, setMeanwhile] = useState<{ entries: readonly TimelineEntry[]; closes: boolean } | null>(null)

  async function send(closes: boolean, anyway = false) {
    if (busy) return
    if (text.trim() === '') {
      showAlert('error', words.empty)
      field.current?.focus()
      return
    }
    setBusy(true)
    const staged = await files.settled()
    if (files.list.some(({ status }) => status === 'FAILED')) {
      showAlert('error', words.filesPending)
      setBusy(false)
      return
    }
    await keeper.end()
    try {
      const { number } = view.ticket
      await mutateAsync({
        ticket: number,
        text,
        closes,
        files: staged.map(({ id }) => id),
        seen: view.latestEntry,
        ...(anyway && { anyway }),
      })
      showAlert('success', closes ? words.closed(number) : words.sent(number))
      onSent()
    } catch (error) {
      keeper.resume()
      const entries = writtenSince(error)
      if (entries) setMeanwhile({ entries, closes })
      else showAlert('error', sentenceOf(error))
      setBusy(false)
    }
  }

  return {
    busy,
    send,
    meanwhile: meanwhile?.entries ?? null,
    sendAnyway: () => void send(meanwhile?.closes ?? false, true),
    stay: () => {
      setMeanwhile(null)
      field.current?.focus()
    },
  }
}

const writtenSince = (error: unknown): readonly TimelineEntry[] | null =>
  error instanceof CallFailed && error.status === 409 ? (error.told(writtenMeanwhile)?.entries ?? null) : null

interface TabProps {
  readonly id: string
  readonly of: string
  readonly selected: boolean
  readonly onSelect: () => void
  readonly letter: string
  readonly children: ReactNode
}

function Tab({ id, of, selected, onSelect, letter, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      className={styles.tab}
      aria-selected={selected}
      aria-controls={of}
      aria-keyshortcuts={letter}
      onClick={onSelect}
    >
      {children} <kbd>{letter}</kbd>
    </button>
  )
}

function GoOn() {
  const { composer: words } = useMessages()
  return (
    <Checkbox
      size="xs"
      label={words.goOn}
      checked={useGoesOn()}
      onChange={({ currentTarget }) => setGoesOn(currentTarget.checked)}
    />
  )
}

const beginsWord = ({ value, selectionStart }: HTMLTextAreaElement): boolean =>
  selectionStart === 0 || /\s/.test(value.charAt(selectionStart - 1))

/** What the field holds once a text is put where the cursor is. */
function inserted(field: HTMLTextAreaElement | null, text: string): string {
  if (!field) return text
  const { value, selectionStart, selectionEnd } = field
  return value.slice(0, selectionStart) + text + value.slice(selectionEnd)
}
