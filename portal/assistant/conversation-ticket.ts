import { tickets } from '#contract/tickets.ts'
import { call } from '../api.ts'
import { newKey } from '#browser/act-key.ts'

/** Adds text that was typed but not asked to the conversation's ticket; returns false if that failed. */
export async function addToTicket(ticket: number, text: string): Promise<boolean> {
  try {
    await call(tickets.addInformation, { ticket, text: text.trim() }, { idempotencyKey: newKey() })
    return true
  } catch {
    return false
  }
}
