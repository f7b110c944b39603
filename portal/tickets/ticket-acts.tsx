import { IconBell, IconMessageReply, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Tip } from '#ui/tip.tsx'
import css from './ticket-acts.module.css'
import type { TicketActions } from './ticket-queries.ts'

/** What a customer may do to a ticket, and what each popup does. */
export const TICKET_ACTS = ['reply', 'claim', 'accept', 'reject'] as const
export type TicketAct = (typeof TICKET_ACTS)[number]

export const ACT_ICONS = {
  reply: IconMessageReply,
  claim: IconBell,
  accept: IconThumbUp,
  reject: IconThumbDown,
} as const satisfies Record<TicketAct, unknown>

/** Why an act is refused now; null when it is allowed. Accepting and rejecting share one rule (spec §4). */
export function refusalOf(act: TicketAct, actions: TicketActions): string | null {
  const { refusals, mayReply, mayClaim, mayConclude } = actions
  switch (act) {
    case 'reply':
      return mayReply ? null : (refusals.reply?.sentence ?? '')
    case 'claim':
      return mayClaim ? null : (refusals.claim?.sentence ?? '')
    case 'accept':
    case 'reject':
      return mayConclude ? null : (refusals.conclude?.sentence ?? '')
  }
}

interface ButtonProps {
  readonly 'aria-disabled': boolean
  readonly 'aria-describedby': string | undefined
  readonly 'data-refused': boolean | undefined
  readonly className: string | undefined
  readonly onClick: () => void
}

/**
 * A control that may be refused: it stays in reach of the keyboard and says why. The button spreads what it is given.
 * `name` is shown as well where the button itself has no words.
 */
export function RefusableAct({
  name,
  refusal,
  onAct,
  children,
}: {
  name?: string | undefined
  refusal: string | null
  onAct: () => void
  children: (props: ButtonProps) => ReactNode
}) {
  const reasonId = useId()
  const button = children({
    'aria-disabled': refusal !== null,
    'aria-describedby': refusal === null ? undefined : reasonId,
    'data-refused': refusal === null ? undefined : true,
    className: css.act,
    onClick: () => refusal === null && onAct(),
  })
  if (refusal === null && !name) return button
  return (
    <Tip
      tip={
        <>
          {name && <strong aria-hidden>{name}</strong>}
          {refusal !== null && (
            <span id={reasonId} className={name ? css.reason : undefined}>
              {refusal}
            </span>
          )}
        </>
      }
    >
      {button}
    </Tip>
  )
}
