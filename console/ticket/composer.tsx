import { Button, Checkbox } from '@mantine/core'
import { IconLock, IconMessage2, IconSend } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { CallFailed } from '#browser/client.ts'
import { consoleTickets, writtenMeanwhile } from '#contract/console/tickets.ts'
import { unknownFields } from '#contract/console/canned-fields.ts'
import { maySupport } from '#domain/support-actions.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { canned, leaving, meanwhile, unfilled } from '../layout/behind-the-first.ts'
import { useMessages } from '../messages/index.ts'
import { AnswerFiles } from './answer-files.tsx'
import styles from './composer.module.css'
import { setGoesOn, useGoesOn } from './going-on.ts'
import { AFTER_ACT } from './ticket-acts.ts'
import type { TicketView, TimelineEntry } from './ticket-queries.ts'
import type { Writing } from './ticket-search.ts'
import { useAnswerDraft } from './use-answer-draft.ts'
import { useNoteDraft } from './use-note-draft.ts'

export interface ComposerHandle {
  readonly write: (writing: Writing) => void
  /** Inserts into the answer, at its cursor. */
  readonly insert: (text: string) => void
}

interface Props {
  readonly ref: Ref<ComposerHandle>
  readonly view: TicketView
  readonly onTyped: () => void
  readonly onEmptied: () => void
  readonly onRefresh: () => void
  readonly onSent: () => void
}

/** The field for an answer or an internal note. It is empty again after sending. */
export function Composer({ ref, ...props }: Props) {
  const [sent, setSent] = useState(0)
  return (
    <Fields
      key={sent}
      {...props}
      handle={ref}
      draft={sent === 0 ? props.view.draft : null}
      onSent={() => {
        // Whoever goes on to another ticket is not asked about the text that is sent.
        flushSync(() => setSent(sent + 1))
        props.onSent()
      }}
    />
  )
}

type FieldsProps = Omit<Props, 'ref'> & { readonly handle: Ref<ComposerHandle>; readonly draft: TicketView['draft'] }

function Fields({ handle, view, draft, onTyped, onEmptied, onRefresh, onSent }: FieldsProps) {
  const { composer: words, shared } = useMessages()
  const { ticket } = view
  const isOver = !maySupport(ticket).allowed
  const [tab, setTab] = useState<'reply' | 'note'>('reply')
  const [closing, setClosing] = useState(false)
  const reply = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const answer = useAnswerDraft(ticket.number, draft)
  const sending = useSendAnswer(view, answer, reply, onSent)
  const note = useNote(ticket.number, noteField, () => answer.text === '' && onEmptied())
  const id = useId()

  useImperativeHandle(handle, () => ({
    write: (writing) => {
      // The field must exist before it can take the focus.
      flushSync(() => {
        setTab(writing === 'note' ? 'note' : 'reply')
        setClosing(writing === 'closing')
      })
      const field = writing === 'note' ? noteField.current : reply.current
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
      if (isOver && writing !== 'note') showAlert('error', shared.support['ticket-over']())
    },
    insert: (text) => {
      if (isOver) return showAlert('error', shared.support['ticket-over']())
      flushSync(() => setTab('reply'))
      answer.setText(inserted(reply.current, text))
      onTyped()
      reply.current?.focus()
    },
  }))

  return (
    <section className={styles.composer} aria-label={words.label} data-tab={tab}>
      <div className={styles.head}>
        <Tabs id={id} tab={tab} onTab={setTab} />
        <span className={styles.draft} role="status">
          {tab === 'reply' && words.draft[answer.state]}
        </span>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === 'reply' ? (
          <Reply {...{ view, answer, sending, closing, isOver, onTyped, onEmptied }} field={reply} />
        ) : (
          <Note {...{ note, onTyped }} field={noteField} />
        )}
      </div>
      {answer.isUnkept && (
        <Suspense>
          <leaving.Part dirty />
        </Suspense>
      )}
      {sending.meanwhile && (
        <Suspense>
          <meanwhile.Part
            entries={sending.meanwhile}
            busy={sending.busy}
            onAnyway={sending.sendAnyway}
            onBack={() => {
              sending.stay()
              onRefresh()
            }}
          />
        </Suspense>
      )}
      {sending.unfilled && (
        <Suspense>
          <unfilled.Part
            fields={sending.unfilled}
            busy={sending.busy}
            onAsWritten={sending.sendAsWritten}
            onBack={sending.stay}
          />
        </Suspense>
      )}
    </section>
  )
}

type Field = RefObject<HTMLTextAreaElement | null>

interface ReplyProps extends Pick<Props, 'view' | 'onTyped' | 'onEmptied'> {
  readonly answer: ReturnType<typeof useAnswerDraft>
  readonly sending: ReturnType<typeof useSendAnswer>
  /** Sending also closes the ticket, unless the other button is pressed. */
  readonly closing: boolean
  readonly isOver: boolean
  readonly field: Field
}

/** An answer to the customer. */
function Reply({ view, answer, sending, closing, isOver, field, onTyped, onEmptied }: ReplyProps) {
  const { composer: words, shared } = useMessages()
  const { ticket, contact } = view
  /** The key that opened the canned answers. It goes into the field after all if none is chosen. */
  const [picking, setPicking] = useState<'' | '/' | null>(null)
  const unknown = unknownFields(answer.text)
  const unknownId = useId()
  const write = (text: string) => {
    answer.setText(text)
    if (text.trim() === '') onEmptied()
    else onTyped()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (takesCommonKey(event, () => !isOver && void sending.send({ closes: closing || event.shiftKey }))) return
    if (event.key !== '/' || isOver || event.nativeEvent.isComposing) return
    // Within a text it is an ordinary character: «1 / 2», «/ruta».
    const asked = event.ctrlKey || event.metaKey
    if (!asked && event.currentTarget.value !== '') return
    event.preventDefault()
    setPicking(asked ? '' : '/')
  }
  return (
    <>
      {isOver && <p className={styles.over}>{shared.support['ticket-over']()}</p>}
      {picking !== null && (
        <Suspense>
          <canned.Part
            ticket={ticket.number}
            onPick={(text) => {
              setPicking(null)
              write(inserted(field.current, text))
              field.current?.focus()
            }}
            onLeave={(typed, how) => {
              setPicking(null)
              if (picking !== '' && how !== 'erased') write(inserted(field.current, picking + typed))
              if (how !== 'elsewhere') field.current?.focus()
            }}
          />
        </Suspense>
      )}
      {(!isOver || answer.text !== '') && (
        <textarea
          ref={field}
          className={styles.text}
          aria-label={words.replyText}
          placeholder={words.replyHint(contact?.name ?? (ticket.contactName || ticket.raisedBy))}
          rows={2}
          maxLength={20_000}
          value={answer.text}
          readOnly={isOver || sending.busy}
          aria-invalid={unknown.length > 0 || undefined}
          aria-describedby={unknown.length > 0 ? unknownId : undefined}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      {unknown.length > 0 && (
        <p id={unknownId} className={styles.unknown} role="status">
          {words.unfilled(unknown.join(', '))}
        </p>
      )}
      {!isOver && <AnswerFiles files={answer.files} onCanned={() => setPicking('')} />}
      <ReplyFoot {...{ sending, closing, isOver }} />
    </>
  )
}

function ReplyFoot({ sending, closing, isOver }: Pick<ReplyProps, 'sending' | 'closing' | 'isOver'>) {
  const { composer: words } = useMessages()
  return (
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
          disabled={isOver}
          title="Ctrl+Enter"
          onClick={() => void sending.send({ closes: false })}
        >
          {words.send}
        </Button>
        <Button
          size="sm"
          variant={closing ? 'filled' : 'default'}
          disabled={isOver || sending.busy}
          title="Ctrl+Shift+Enter"
          onClick={() => void sending.send({ closes: true })}
        >
          {words.sendAndClose}
        </Button>
      </span>
    </div>
  )
}

/** The internal note, and saving it. */
function useNote(ticket: number, field: Field, onSaved: () => void) {
  const { composer: words } = useMessages()
  const [text, setText] = useNoteDraft(ticket)
  const { mutate, isPending } = useAct(consoleTickets.note, AFTER_ACT)
  const save = () => {
    if (text.trim() === '') {
      showAlert('error', words.emptyNote)
      return
    }
    if (isPending) return
    mutate(
      { ticket, text },
      {
        onSuccess: () => {
          setText('')
          showAlert('success', words.noted)
          field.current?.blur()
          onSaved()
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
  return { text, setText, save, busy: isPending }
}

interface NoteProps extends Pick<Props, 'onTyped'> {
  readonly note: ReturnType<typeof useNote>
  readonly field: Field
}

function Note({ note, field, onTyped }: NoteProps) {
  const { composer: words } = useMessages()
  return (
    <>
      <textarea
        ref={field}
        className={styles.text}
        aria-label={words.noteText}
        placeholder={words.noteHint}
        rows={2}
        maxLength={20_000}
        value={note.text}
        onChange={({ currentTarget }) => {
          note.setText(currentTarget.value)
          onTyped()
        }}
        onKeyDown={(event) => void takesCommonKey(event, note.save)}
      />
      <div className={styles.foot}>
        <span className={styles.hint}>{words.noteHint}</span>
        <span className={styles.buttons}>
          <Button size="sm" loading={note.busy} title="Ctrl+Enter" onClick={note.save}>
            {words.addNote}
          </Button>
        </span>
      </div>
    </>
  )
}

/** Ctrl+Enter sends and Escape leaves, in both fields; returns whether the key was one of them. */
function takesCommonKey(event: KeyboardEvent<HTMLTextAreaElement>, send: () => void): boolean {
  const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (event.nativeEvent.isComposing || !(sends || event.key === 'Escape')) return false
  event.preventDefault()
  if (sends) send()
  else event.currentTarget.blur()
  return true
}

interface Sending {
  readonly closes: boolean
  /** Sends in spite of entries written meanwhile. */
  readonly anyway?: true
  /** Sends in spite of unknown fields. */
  readonly asWritten?: true
}

/**
 * Sends the answer. Asks first if it has fields that the customer would see unfilled, or if others have written since the ticket
 * was read.
 */
function useSendAnswer(
  view: TicketView,
  { text, files, keeper }: ReturnType<typeof useAnswerDraft>,
  field: { readonly current: HTMLTextAreaElement | null },
  onSent: () => void,
) {
  const { composer: words } = useMessages()
  const { mutateAsync } = useAct(consoleTickets.answer, AFTER_ACT)
  const [busy, setBusy] = useState(false)
  const [meanwhile, setMeanwhile] = useState<{ entries: readonly TimelineEntry[]; sending: Sending } | null>(null)
  const [unfilled, setUnfilled] = useState<{ fields: readonly string[]; sending: Sending } | null>(null)

  async function send(sending: Sending) {
    const { closes, anyway, asWritten } = sending
    if (busy) return
    if (text.trim() === '') {
      showAlert('error', words.empty)
      field.current?.focus()
      return
    }
    const fields = unknownFields(text)
    if (fields.length > 0 && !asWritten) {
      setUnfilled({ fields, sending })
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
      setUnfilled(null)
      if (entries) setMeanwhile({ entries, sending })
      else showAlert('error', sentenceOf(error))
      setBusy(false)
    }
  }

  return {
    busy,
    send,
    meanwhile: meanwhile?.entries ?? null,
    unfilled: unfilled?.fields ?? null,
    sendAnyway: () => meanwhile && void send({ ...meanwhile.sending, anyway: true }),
    sendAsWritten: () => unfilled && void send({ ...unfilled.sending, asWritten: true }),
    stay: () => {
      setMeanwhile(null)
      setUnfilled(null)
      field.current?.focus()
    },
  }
}

const writtenSince = (error: unknown): readonly TimelineEntry[] | null =>
  error instanceof CallFailed && error.status === 409 ? (error.told(writtenMeanwhile)?.entries ?? null) : null

interface TabsProps {
  readonly id: string
  readonly tab: 'reply' | 'note'
  readonly onTab: (tab: 'reply' | 'note') => void
}

function Tabs({ id, tab, onTab }: TabsProps) {
  const { composer: words } = useMessages()
  const about = (of: TabsProps['tab']) => ({
    id: `${id}-${of}`,
    of: `${id}-panel`,
    selected: tab === of,
    onSelect: () => onTab(of),
  })
  return (
    <div role="tablist" aria-label={words.tabs} className={styles.tabs}>
      <Tab {...about('reply')} letter="r">
        <IconMessage2 size={16} aria-hidden /> {words.reply}
      </Tab>
      <Tab {...about('note')} letter="n">
        <IconLock size={16} aria-hidden /> {words.note}
      </Tab>
    </div>
  )
}

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
      label={words.goOn}
      checked={useGoesOn()}
      onChange={({ currentTarget }) => setGoesOn(currentTarget.checked)}
    />
  )
}

/** The field's content after inserting a text at the cursor. */
function inserted(field: HTMLTextAreaElement | null, text: string): string {
  if (!field) return text
  const { value, selectionStart, selectionEnd } = field
  return value.slice(0, selectionStart) + text + value.slice(selectionEnd)
}
