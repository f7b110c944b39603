import { TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import { consoleWork } from '#contract/console/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { digits, useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ticketQuery } from '../ticket/ticket-queries.ts'
import { WorkStateBadge } from './work-parts.tsx'
import { AFTER_WORK, type WorkRow, type WorkView, workListQuery } from './work-queries.ts'
import styles from './work.module.css'

/** Links an incident or development to another ticket, after showing that ticket. */
export function LinkTicketDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const { linkDialog: words, name } = useWorkMessages()
  const form = useForm({ ticket: '' })
  const { target, problem } = useTarget(work, useDeferredValue(form.fields.ticket))
  const { mutate, isPending } = useAct(consoleWork.link, AFTER_WORK)
  const send = () => {
    if (!target) {
      form.wrong({ ticket: problem ?? words.notThere }, problem ?? words.notThere)
      return
    }
    mutate(
      { number: work.number, ticket: target.number },
      {
        onSuccess: ({ ticket }) => {
          showAlert('success', words.done(ticket))
          onClose()
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={words.title(name[work.kind](work.number))}
      dirty={false}
      busy={isPending}
      size="sm"
      submit={words.submit}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput
        label={words.ticket}
        maxLength={12}
        {...digits(form.text('ticket'))}
        error={form.problems['ticket'] ?? problem}
      />
      <p className={styles.found} role="status">
        {target && words.found(target.number, target.title)}
      </p>
    </FormDialog>
  )
}

function useTarget({ client, linkedTickets }: WorkView, typed: string) {
  const { linkDialog: words } = useWorkMessages()
  const number = Number(typed)
  const { data, error } = useQuery({ ...ticketQuery(number), enabled: number > 0 })
  if (number === 0) return { target: null, problem: null }
  if (error) {
    const isMissing = error instanceof CallFailed && error.status === 404
    return { target: null, problem: isMissing ? words.notThere : sentenceOf(error) }
  }
  if (!data) return { target: null, problem: null }
  if (data.client.code !== client.code) return { target: null, problem: words.otherClient(data.client.name) }
  if (linkedTickets.some((one) => one.number === data.ticket.number)) return { target: null, problem: words.already }
  return { target: data.ticket, problem: null }
}

interface UnlinkProps {
  readonly work: WorkView
  readonly ticket: number
  readonly onClose: () => void
}

export function UnlinkDialog({ work, ticket, onClose }: UnlinkProps) {
  const { unlinkDialog: words } = useWorkMessages()
  return (
    <ConfirmedAct
      title={words.title(ticket)}
      act={words.submit}
      endpoint={consoleWork.unlink}
      input={{ number: work.number, ticket }}
      stale={AFTER_WORK}
      done={words.done(ticket)}
      onClose={onClose}
    >
      {words.lead}
    </ConfirmedAct>
  )
}

interface LinkWorkProps {
  readonly ticket: number
  readonly client: number
  readonly onClose: () => void
}

/** From a ticket, links existing work of its client. */
export function LinkWorkDialog({ ticket, client, onClose }: LinkWorkProps) {
  const { linkWork: words, name } = useWorkMessages()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const filter = { text, client, view: 'open' } as const
  const incidents = useInfiniteQuery(workListQuery('incident', filter))
  const developments = useInfiniteQuery(workListQuery('development', filter))
  const { mutate, isPending } = useAct(consoleWork.link, AFTER_WORK)
  const found = incidents.data && developments.data && [...incidents.data, ...developments.data]
  const error = incidents.error ?? developments.error
  const link = ({ kind, number }: WorkRow) =>
    mutate(
      { number, ticket },
      {
        onSuccess: () => {
          showAlert('success', words.done(name[kind](number), ticket))
          onClose()
        },
        onError: (failure) => showAlert('error', sentenceOf(failure)),
      },
    )
  return (
    <Dialog opened title={words.title(ticket)} onClose={onClose}>
      <div className={styles.form}>
        <TextInput
          type="search"
          label={words.search}
          description={words.lead}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {found ? (
          <ul className={styles.choices} aria-label={words.lead}>
            {found.map((row) => (
              <li key={row.number}>
                <button type="button" className={styles.choice} disabled={isPending} onClick={() => link(row)}>
                  <strong>{name[row.kind](row.number)}</strong> {row.title} <WorkStateBadge work={row} />
                </button>
              </li>
            ))}
          </ul>
        ) : error ? (
          <ErrorState text={sentenceOf(error)} onRetry={() => void incidents.refetch()} />
        ) : (
          <LoadingState />
        )}
        <p role="status" className={styles.quiet}>
          {found?.length === 0 && words.none}
        </p>
      </div>
    </Dialog>
  )
}
