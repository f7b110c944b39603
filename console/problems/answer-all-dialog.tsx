import { Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CANNED_FIELDS, SPANISH_FIELDS, filledIn, unknownFields } from '#contract/console/canned-fields.ts'
import { consoleProblems } from '#contract/console/problems.ts'
import { sendByKeys } from '#browser/form.ts'
import { showAlert } from '#ui/alerts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import type { AnswerOutcome } from '#domain/problems/problem.ts'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { useTechnician } from '../session/session-store.ts'
import { AFTER_PROBLEM, type AnswerableTicket, problemTicketsQuery } from './problem-queries.ts'
import styles from './problem-page.module.css'

/** One text for the tickets of many clients. Each is shown as its customer will read it. */
export function AnswerAllDialog({ problem, onClose }: { problem: number; onClose: () => void }) {
  const words = useProblemMessages()
  const query = useQuery({ ...problemTicketsQuery(problem), refetchOnWindowFocus: false })
  if (query.data)
    return <Writing problem={problem} items={query.data.items} total={query.data.total} onClose={onClose} />
  return (
    <FormDialog
      title={words.answerAll}
      dirty={false}
      busy={query.isPending}
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      {query.error ? (
        <ErrorState text={sentenceOf(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </FormDialog>
  )
}

interface WritingProps {
  readonly problem: number
  readonly items: readonly AnswerableTicket[]
  readonly total: number
  readonly onClose: () => void
}

function Writing({ problem, items, total, onClose }: WritingProps) {
  const words = useProblemMessages()
  // As first shown, so that an entry that arrives meanwhile is not passed over.
  const [shown] = useState(items)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, AnswerOutcome>>(new Map())
  const form = useForm({ text: '', closes: false })
  const { text, closes } = form.fields
  const { mutate, isPending } = useAct(consoleProblems.answer, AFTER_PROBLEM)
  const chosen = shown.filter(({ ticket, over }) => !over && !leftOut.has(ticket) && !outcomes.has(ticket))
  const send = () => {
    const [unknown] = unknownFields(text)
    if (text.trim() === '') form.wrong({ text: words.noText }, words.noText)
    else if (unknown !== undefined) form.wrong({ text: words.unknownField(unknown) }, words.unknownField(unknown))
    else if (chosen.length === 0) showAlert('error', words.nobodyChosen)
    else
      mutate(
        { problem, text, closes, tickets: chosen.map(({ ticket, latestEntry: seen }) => ({ ticket, seen })) },
        {
          onSuccess: (told) => {
            const answered = told.filter(({ outcome }) => outcome === 'answered').length
            if (answered > 0) showAlert('success', words.answered(answered))
            if (answered === told.length) onClose()
            else setOutcomes(new Map(told.map(({ ticket, outcome }) => [ticket, outcome])))
          },
          onError: form.refuse,
        },
      )
  }
  const leave = (ticket: number, isIn: boolean) =>
    setLeftOut((was) => new Set(isIn ? [...was].filter((each) => each !== ticket) : [...was, ticket]))
  return (
    <FormDialog
      title={words.answerAll}
      dirty={form.dirty && outcomes.size === 0}
      busy={isPending}
      size="lg"
      submit={words.answerThem(chosen.length)}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Textarea
        label={words.answerText}
        description={words.fields(CANNED_FIELDS.map((field) => `{{${SPANISH_FIELDS[field]}}}`).join(' '))}
        required
        autosize
        minRows={5}
        maxRows={12}
        maxLength={20_000}
        {...form.text('text')}
        onKeyDown={sendByKeys}
      />
      <Checkbox
        label={words.closes}
        checked={closes}
        onChange={({ currentTarget }) => form.set({ closes: currentTarget.checked })}
      />
      {total > shown.length && <p>{words.moreTickets(total - shown.length)}</p>}
      <fieldset className={styles.tickets}>
        <legend>{words.previews}</legend>
        {shown.map((ticket) => (
          <Preview
            key={ticket.ticket}
            ticket={ticket}
            text={text}
            outcome={ticket.over ? 'over' : (outcomes.get(ticket.ticket) ?? null)}
            isIn={!leftOut.has(ticket.ticket)}
            onChange={(isIn) => leave(ticket.ticket, isIn)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

interface PreviewProps {
  readonly ticket: AnswerableTicket
  readonly text: string
  readonly outcome: AnswerOutcome | null
  readonly isIn: boolean
  readonly onChange: (isIn: boolean) => void
}

function Preview({ ticket, text, outcome, isIn, onChange }: PreviewProps) {
  const words = useProblemMessages()
  const technician = useTechnician()
  const { client, contact, version, installation } = ticket
  const values = {
    client: client.name,
    contact,
    ticket: String(ticket.ticket),
    technician: technician.name,
    version,
    installation,
  }
  return (
    <div className={styles.ticket}>
      <Checkbox
        label={`${client.name} · ${ticket.ticket} · ${contact}`}
        description={outcome ? words.outcomes[outcome] : ticket.title}
        checked={isIn && outcome === null}
        disabled={outcome !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {isIn && outcome === null && text.trim() !== '' && <p className={styles.preview}>{filledIn(text, values)}</p>}
    </div>
  )
}
