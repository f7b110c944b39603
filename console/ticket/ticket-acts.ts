import { consoleTickets } from '#contract/console/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { messagesNow } from '../messages/index.ts'
import { QUEUE } from '../queue/queue-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { type Colleague, TICKET } from './ticket-queries.ts'

/** The queries that an act on a ticket invalidates. */
export const AFTER_ACT = [QUEUE, TICKET] as const

/** Assigns a ticket, or removes the assignment; refused if a colleague was faster. */
export function useAssign() {
  const { mutate } = useAct(consoleTickets.assign, AFTER_ACT)
  const { username: own } = useTechnician()
  return (ticket: number, technician: string | null, was: Colleague) => {
    const { ticket: words } = messagesNow()
    if (technician !== null && technician === was?.username) {
      showAlert('success', words.alreadyYours)
      return
    }
    mutate(
      { ticket, technician, was: was?.username ?? null },
      {
        onSuccess: ({ assignee }) => {
          if (!assignee) showAlert('success', words.unassigned(ticket))
          else if (assignee.username === own) showAlert('success', words.assigned(ticket))
          else showAlert('success', words.assignedTo(ticket, assignee.name))
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
}
