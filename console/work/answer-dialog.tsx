import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { consoleWork } from '#contract/console/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { sendByKeys } from '#browser/form.ts'
import { useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { Standing } from '../queue/standing.tsx'
import { AFTER_WORK, type LinkedTicket, type WorkView } from './work-queries.ts'
import styles from './work.module.css'

interface Props {
  readonly work: WorkView
  readonly onClose: () => void
}

/** One incident answers many tickets: all get the same text, and each is answered completely or not at all. */
export function AnswerDialog({ work, onClose }: Props) {
  const { answerDialog: words, name } = useWorkMessages()
  // Each ticket as first shown, so that an entry that arrives meanwhile is not passed over.
  const [open, setOpen] = useState<readonly LinkedTicket[]>([])
  const linkedSince = work.linkedTickets.filter(
    ({ accepted, number }) => !accepted && !open.some((ticket) => ticket.number === number),
  )
  if (linkedSince.length > 0 && open.length < AT_ONCE) setOpen([...open, ...linkedSince].slice(0, AT_ONCE))
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const chosen = open.filter(({ number }) => !leftOut.has(number))
  const [left, setLeft] = useState<readonly Left[]>([])
  const form = useForm({ text: '', closes: false })
  const { fields, set } = form
  const { mutate, isPending } = useAct(consoleWork.answerTickets, AFTER_WORK)
  const send = () => {
    if (fields.text.trim() === '') {
      form.wrong({ text: words.empty }, words.empty)
      return
    }
    if (chosen.length === 0) {
      showAlert('error', words.nobody)
      return
    }
    mutate(
      {
        number: work.number,
        text: fields.text,
        closes: fields.closes,
        tickets: chosen.map(({ number, latestEntry }) => ({ ticket: number, seen: latestEntry })),
      },
      {
        onSuccess: (outcomes) => {
          const answered = outcomes.filter(({ outcome }) => outcome === 'answered').length
          const others = outcomes.flatMap(({ ticket, outcome }) =>
            outcome === 'answered' ? [] : [{ ticket, outcome }],
          )
          if (answered > 0) showAlert('success', words.done(answered))
          if (others.length === 0) onClose()
          setLeft(others)
          setLeftOut(new Set(open.map(({ number }) => number)))
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={words.title(name[work.kind](work.number))}
      dirty={form.dirty && left.length === 0}
      busy={isPending}
      submit={words.submit(chosen.length)}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      {left.length > 0 && <NotAnswered tickets={left} />}
      <Textarea
        label={words.text}
        description={words.hint}
        required
        rows={6}
        maxLength={20_000}
        {...form.text('text')}
        onKeyDown={sendByKeys}
      />
      <Checkbox
        label={words.closes}
        checked={fields.closes}
        onChange={({ currentTarget }) => set({ closes: currentTarget.checked })}
      />
      <Recipients tickets={open} leftOut={leftOut} onLeaveOut={setLeftOut} />
    </FormDialog>
  )
}

function NotAnswered({ tickets }: { tickets: readonly Left[] }) {
  const { answerDialog: words } = useWorkMessages()
  return (
    <div role="alert" className={styles.left}>
      <p>{words.left}</p>
      <ul>
        {tickets.map(({ ticket, outcome }) => (
          <li key={ticket}>
            {ticket}: {words.outcome[outcome]}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RecipientsProps {
  readonly tickets: readonly LinkedTicket[]
  readonly leftOut: ReadonlySet<number>
  readonly onLeaveOut: (leftOut: ReadonlySet<number>) => void
}

/** The tickets that get the text, each of which can be left out. */
function Recipients({ tickets, leftOut, onLeaveOut }: RecipientsProps) {
  const { answerDialog: words } = useWorkMessages()
  return (
    <fieldset className={styles.whom}>
      <legend>{words.tickets}</legend>
      {tickets.map((ticket) => (
        <div key={ticket.number} className={styles.line}>
          <Checkbox
            label={`${ticket.number} · ${ticket.title}`}
            checked={!leftOut.has(ticket.number)}
            onChange={({ currentTarget }) => {
              const next = new Set(leftOut)
              if (currentTarget.checked) next.delete(ticket.number)
              else next.add(ticket.number)
              onLeaveOut(next)
            }}
          />
          <Standing ticket={ticket} />
        </div>
      ))}
    </fieldset>
  )
}

interface Left {
  readonly ticket: number
  readonly outcome: 'over' | 'written-meanwhile' | 'not-linked'
}

/** The most tickets that one text can answer (`consoleWork.answerTickets`). */
const AT_ONCE = 50
