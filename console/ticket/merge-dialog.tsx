import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import { consoleTickets } from '#contract/console/tickets.ts'
import { joinedPromise } from '#domain/promise.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import styles from './merge-dialog.module.css'
import { AFTER_ACT } from './ticket-acts.ts'
import { type TicketView, ticketQuery } from './ticket-queries.ts'

interface Props {
  readonly ticket: number
  /** Tickets of different clients are never joined. */
  readonly client: number
  readonly others?: TicketView['otherTickets']
  readonly onClose: () => void
  /** Called with the number that both tickets have from now on. */
  readonly onMerged: (into: number) => void
}

/** Shows the other ticket first, because joining cannot be undone. */
export function MergeDialog({ ticket, client, others = [], onClose, onMerged }: Props) {
  const { mergeDialog: words } = useMessages()
  const [typed, setTyped] = useState('')
  const { target, problem } = useTarget(ticket, client, useDeferredValue(typed))
  const { data: own } = useQuery(ticketQuery(ticket))
  const { mutate, isPending } = useAct(consoleTickets.merge, AFTER_ACT)

  function merge(event: FormEvent) {
    event.preventDefault()
    if (!target || isPending) return
    mutate(
      { ticket, into: target.ticket.number },
      {
        onSuccess: ({ number }) => {
          showAlert('success', words.done(ticket, number))
          onMerged(number)
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }

  return (
    <Dialog
      opened
      size="sm"
      title={words.title(ticket)}
      onClose={onClose}
      footer={
        <Button type="submit" form="unir" loading={isPending} disabled={!target}>
          {words.submit}
        </Button>
      }
    >
      <form id="unir" noValidate onSubmit={merge} className={styles.form}>
        <p className={styles.lead}>{words.lead}</p>
        <TextInput
          label={words.into}
          inputMode="numeric"
          value={typed}
          maxLength={12}
          error={problem ?? undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={styles.found} role="status">
          {target && (
            <>
              <p className={styles.title}>{words.found(target.ticket.number, target.ticket.title)}</p>
              {own && <Becomes ticket={own} into={target} />}
            </>
          )}
        </div>
        {others.length > 0 && (
          <div role="group" aria-label={words.others} className={styles.others}>
            <p className={styles.lead}>{words.others}</p>
            {others.map(({ number, title }) => (
              <button key={number} type="button" className={styles.other} onClick={() => setTyped(String(number))}>
                {words.found(number, title)}
              </button>
            ))}
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** The properties that the remaining ticket takes over. */
function Becomes({ ticket, into }: { ticket: TicketView; into: TicketView }) {
  const { mergeDialog: words, ticket: ticketWords, urgency: urgencies } = useMessages()
  const { dateTime } = useFormat()
  const before = promisedOf(into)
  const { urgency, dueAt, anewSince } = joinedPromise(promisedOf(ticket), before)
  const time = (at: Date | null) => (at ? dateTime(at) : words.noPromise)
  const facts = [
    { term: ticketWords.urgency, now: urgencies[urgency], was: urgencies[before.urgency] },
    { term: words.answerBy, now: anewSince ? words.anew(dateTime(anewSince)) : time(dueAt), was: time(before.dueAt) },
  ]
  return (
    <>
      <dl className={styles.becomes} aria-label={words.becomes(into.ticket.number)}>
        {facts.map(({ term, now, was }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {now === was ? (
                now
              ) : (
                <>
                  <strong>{now}</strong> ({words.was(was)})
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {dueAt === null && !anewSince && (ticket.ticket.dueAt ?? into.ticket.dueAt) !== null && <p>{words.answered}</p>}
    </>
  )
}

const promisedOf = ({ ticket: { urgency, dueAt }, timeline }: TicketView) => ({ urgency, dueAt, timeline })

function useTarget(ticket: number, client: number, typed: string) {
  const { mergeDialog: words } = useMessages()
  const number = /^\s*#?(\d{1,12})\s*$/.exec(typed)?.[1]
  const { data, error } = useQuery({ ...ticketQuery(Number(number)), enabled: number !== undefined })
  if (number === undefined || Number(number) === 0) return { target: null, problem: null }
  if (error) {
    const isMissing = error instanceof CallFailed && error.status === 404
    return { target: null, problem: isMissing ? words.notThere : sentenceOf(error) }
  }
  if (!data) return { target: null, problem: null }
  if (data.ticket.number === ticket) return { target: null, problem: words.itself }
  if (data.client.code !== client) return { target: null, problem: words.otherClient(data.client.name) }
  return { target: data, problem: null }
}
