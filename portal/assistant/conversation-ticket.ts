import { tickets } from '#contract/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { newKey } from '../tickets/ticket-queries.ts'

/** What somebody wrote and did not ask goes into the conversation's ticket as well: `failed` says that it did not. */
export async function addToTicket(ticket: number, text: string, failed: string): Promise<void> {
  try {
    await call(tickets.addInformation, { ticket, text: text.trim() }, { idempotencyKey: newKey() })
  } catch {
    showAlert('error', failed)
  }
}
