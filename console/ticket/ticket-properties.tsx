import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consoleTickets } from '#contract/console/tickets.ts'
import { maySupport } from '#domain/support-actions.ts'
import type { Input } from '#contract/endpoint.ts'
import { isModuleOf } from '#domain/ticket-subject.ts'
import { URGENCIES, mayBeChosen } from '#domain/urgency.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { colleaguesQuery, modulesQuery } from '../queue/queue-queries.ts'
import { DueTime } from '../queue/standing.tsx'
import { AFTER_ACT, useAssign } from './ticket-acts.ts'
import type { TicketView } from './ticket-queries.ts'
import styles from './ticket-properties.module.css'

/** Assignee, urgency and subject, each changed in place. */
export function TicketProperties({ view: { ticket, client } }: { view: TicketView }) {
  const words = useMessages()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const assign = useAssign()
  const { mutate, isPending } = useAct(consoleTickets.change, AFTER_ACT)
  const change = (part: Omit<Input<typeof consoleTickets.change>, 'ticket'>) =>
    mutate(
      { ticket: ticket.number, ...part },
      {
        onSuccess: () => showAlert('success', words.ticket.changed),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  const { number, assignee, urgency, module, area } = ticket
  const isOver = !maySupport(ticket).allowed
  // The client may have lost the ticket's present area since.
  const areas = [...new Set([area, ...client.areas, 'technical' as const])]
  const isOffered = mayBeChosen(urgency)
  const goesAlong = (chosen: typeof area) =>
    modules.some((one) => one.number === module?.number && isModuleOf(chosen, one))
  return (
    <div role="group" aria-label={words.ticket.properties} className={styles.properties}>
      <NativeSelect
        size="xs"
        label={words.ticket.assignee}
        value={assignee?.username ?? ''}
        disabled={isOver}
        onChange={({ currentTarget }) => assign(number, currentTarget.value || null, assignee)}
        data={[
          { value: '', label: words.ticket.nobody },
          ...withOwn(colleagues, assignee).map((colleague) => ({ value: colleague.username, label: colleague.name })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={words.ticket.urgency}
        value={urgency}
        disabled={isOver || isPending}
        onChange={({ currentTarget }) => {
          const chosen = URGENCIES.find((one) => one === currentTarget.value)
          if (chosen) change({ urgency: chosen })
        }}
        data={[
          ...(isOffered ? [] : [{ value: urgency, label: words.urgency[urgency] }]),
          ...URGENCIES.map((value) => ({ value, label: words.urgency[value] })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={words.ticket.area}
        value={area}
        disabled={isOver || isPending}
        onChange={({ currentTarget }) => {
          const chosen = areas.find((one) => one === currentTarget.value)
          // A module of the previous area is dropped.
          if (chosen) change({ area: chosen, ...(module && !goesAlong(chosen) && { module: null }) })
        }}
        data={areas.map((value) => ({ value, label: words.area[value] }))}
      />
      <NativeSelect
        size="xs"
        label={words.ticket.module}
        value={String(module?.number ?? '')}
        disabled={isOver || isPending}
        onChange={({ currentTarget }) => change({ module: Number(currentTarget.value) || null })}
        data={[
          { value: '', label: words.ticket.noModule },
          ...modules
            .filter((one) => isModuleOf(area, one) || one.number === module?.number)
            .map((one) => ({ value: String(one.number), label: one.name })),
        ]}
      />
      <span className={styles.due}>
        <span className={styles.label}>{words.ticket.dueAt}</span>
        <DueTime dueAt={ticket.dueAt} />
      </span>
    </div>
  )
}

/** An inactive technician may still be the assignee. */
const withOwn = (
  colleagues: readonly { readonly username: string; readonly name: string }[],
  assignee: TicketView['ticket']['assignee'],
) =>
  assignee && !colleagues.some(({ username }) => username === assignee.username)
    ? [...colleagues, assignee]
    : colleagues
