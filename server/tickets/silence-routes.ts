import { api } from '#contract/api.ts'
import { isLastDay, warnedUntil } from '#domain/silence.ts'
import { SILENCE_REVERSIBLE_MS, mayUndoSilence } from '#domain/ticket-actions.ts'
import { type Binding, bind } from '../http/bind.ts'
import { disputableSilence, readSilence, silentUntil } from './silence-store.ts'
import { lockFor } from './ticket-lock.ts'
import { customerEntry } from './customer-entry.ts'
import { addEntry } from './timeline-store.ts'

/** Tickets that silence is about to accept, or has accepted while the customer may still dispute it. */
export function bindSilence(binding: Binding): void {
  bind(binding, api.tickets.silence, async (_input, { tx, caller, now }) => {
    const { rules, calendar } = await readSilence(tx)
    const soon = rules ? await silentUntil(tx, caller, warnedUntil(now, rules, calendar)) : []
    const done = await disputableSilence(tx, caller, now)
    return {
      soon: soon.map((ticket) => ({ ...ticket, lastDay: isLastDay(ticket.at, now, calendar) })),
      done: done.map((ticket) => ({
        ...ticket,
        reversibleUntil: new Date(ticket.at.getTime() + SILENCE_REVERSIBLE_MS),
      })),
    }
  })
  bind(binding, api.tickets.undoSilence, async (input, context) => {
    const ticket = await lockFor(input.ticket, mayUndoSilence, context)
    await addEntry(context.tx, ticket, customerEntry('rejection', input.text, context))
    return [{ number: ticket.number }]
  })
}
