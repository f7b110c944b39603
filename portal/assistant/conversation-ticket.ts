import { tickets } from '#contract/tickets.ts'
import { call } from '../api.ts'
import { newKey } from '#browser/act-key.ts'

/** What somebody wrote and did not ask goes into the conversation's ticket as well; false when it did not. */
export async function addToTicket(ticket: number, text: string): Promise<boolean> {
  try {
    await call(tickets.addInformation, { ticket, text: text.trim() }, { idempotencyKey: newKey() })
    return true
  } catch {
    return false
  }
}
