import { IconBell, IconMessageReply, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import type { CustomerSentences } from '#contract/sentences-es.ts'
import { refusalSentence } from '../lists/refusable-act.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import type { TicketActions } from './ticket-queries.ts'

/** A customer's acts on a ticket, each with its pop-up. */
export const TICKET_ACTS = ['reply', 'claim', 'accept', 'reject'] as const
export type TicketAct = (typeof TICKET_ACTS)[number]

/** «, prevista para el 30/11/2026», if the incident that a ticket waits for has a date. */
export function usePlanned(on: string | null): string {
  const { planned } = useMessages().tickets.action
  const { day } = useFormat()
  return on === null ? '' : planned(day(on))
}

export const ACT_ICONS = {
  reply: IconMessageReply,
  claim: IconBell,
  accept: IconThumbUp,
  reject: IconThumbDown,
} as const satisfies Record<TicketAct, unknown>

/** Why an act is refused now; null if it is allowed. `planned` is added to the reason if the ticket waits for an incident. */
export function refusalOf(
  act: TicketAct,
  { refusals }: TicketActions,
  sentences: CustomerSentences,
  planned = '',
): string | null {
  // Accepting and rejecting share one rule (spec §4).
  const refusal = refusals[act === 'reply' || act === 'claim' ? act : 'conclude']
  return refusal
    ? refusalSentence(sentences, refusal) + (refusal.reason === 'incident-undelivered' ? planned : '')
    : null
}
