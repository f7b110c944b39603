import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconFilePlus,
  IconHeadset,
  IconLink,
  IconMessageChatbot,
  IconPrinter,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isOpen } from '#domain/incident.ts'
import { mayOpenRelated, mayWithdraw } from '#domain/ticket-actions.ts'
import { part } from '#ui/part.tsx'
import { RefusableAct } from '../lists/refusable-act.tsx'
import { useMessages } from '../messages/index.ts'
import { useConfiguration } from '../session/configuration.ts'
import { UndoSilenceDialog } from '../silence/undo-silence-dialog.tsx'
import { primaryAct } from './primary-act.ts'
import { useConversationMessages } from './conversation-words.ts'
import { TicketActionDialog } from '../tickets/ticket-action-dialogs.tsx'
import { ACT_ICONS, TICKET_ACTS, type TicketAct, refusalOf, usePlanned } from '../tickets/ticket-acts.ts'
import css from '../tickets/ticket-dialog.module.css'
import { TicketMessageDialog } from '../tickets/ticket-message-dialog.tsx'
import { type TicketMessage, type TicketView, takesInformation } from '../tickets/ticket-queries.ts'
import type { ViewProps } from './ticket-standing.tsx'
import { ToSupportDialog } from './to-support-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const NewTicketDialog = part(async () => (await import('../new-ticket/new-ticket-dialog.tsx')).NewTicketDialog).Part

/** A customer's acts: the four of the lists, and those that only an open ticket has. */
export type Acting =
  | TicketAct
  | 'simulate'
  | 'add-information'
  | 'withdraw'
  | 'open-related'
  | 'undo-silence'
  | 'to-support'

interface ActDialogProps {
  readonly act: Acting | null
  readonly root: TicketMessage
  readonly onClose: () => void
  /** Another ticket has been opened: its acts are others. */
  readonly onGone: () => void
}

/** The pop-up of an act. */
export function ActDialog({ act, root, onClose, onGone }: ActDialogProps) {
  switch (act) {
    case null:
      return null
    case 'add-information':
      return <TicketMessageDialog kind="information" ticket={root.number} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog ticket={root.number} onClose={onClose} />
    case 'undo-silence':
      return <UndoSilenceDialog ticket={root.number} onClose={onClose} />
    case 'to-support':
      return <ToSupportDialog ticket={root.number} onClose={onClose} />
    case 'open-related':
      return (
        <Suspense fallback={null}>
          <NewTicketDialog technical={root.area === 'technical'} related={root} onDone={onGone} onLeave={onClose} />
        </Suspense>
      )
    case 'reply':
    case 'claim':
    case 'accept':
    case 'reject':
    case 'simulate':
      return <TicketActionDialog act={act} ticket={root.number} from="detail" onClose={onClose} />
  }
}

interface ActingProps extends ViewProps {
  readonly onAct: (act: Acting) => void
  /** Somebody writes the answer below the conversation: then its own Enviar stands out. */
  readonly isWriting: boolean
}

/** The newest incident that is still worked on: a ticket that waits for an incident waits for this one. */
const blockingIn = ({ incidents }: TicketView) =>
  incidents.findLast((incident) => isOpen(incident) && incident.state !== 'installed-in-test')

/** The act that stands out among all acts of this ticket. */
function usePrimary({ view, root, isWriting }: Omit<ActingProps, 'onAct'>) {
  const [now] = useState(() => new Date())
  if (isWriting || root.talking || root.accepted) return null
  const lastAt = view.timeline.at(-1)?.at ?? root.createdAt
  return primaryAct({ actions: view.actions, mayAddInformation: takesInformation(view, root), lastAt }, now)
}

/** The acts beyond the footer's; impossible ones are hidden. */
export function Additions(props: ActingProps) {
  const { view, root, onAct } = props
  const { detail, silence } = useMessages().tickets
  const { information, withdrawal } = useConversationMessages()
  const isPrimary = usePrimary(props) === 'add-information'
  return (
    <div className={css.additions}>
      {takesInformation(view, root) && (
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          size="compact-sm"
          leftSection={<IconFilePlus size={16} aria-hidden />}
          onClick={() => onAct('add-information')}
        >
          {information.act}
        </Button>
      )}
      {mayWithdraw(root).allowed && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => onAct('withdraw')}
        >
          {withdrawal.act}
        </Button>
      )}
      {view.silence.reversibleUntil && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => onAct('undo-silence')}
        >
          {silence.undo.long}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => globalThis.print()}
      >
        {detail.print}
      </Button>
    </div>
  )
}

interface FooterProps extends ActingProps {
  readonly onResume: (conversation: string) => void
}

/** In a conversation the customer writes to a person. */
const TALK_ACTS: readonly TicketAct[] = ['reply']

/** An accepted ticket allows no act: the customer may only raise another ticket. */
export function Actions({ onResume, ...props }: FooterProps) {
  const { view, root, onAct } = props
  const { tickets, shared } = useMessages()
  const { action, talk } = tickets
  const { related, simulate, toSupport } = useConversationMessages()
  const { conversation } = view
  const primary = usePrimary(props)
  const planned = usePlanned(blockingIn(view)?.plannedDelivery ?? null)
  const maySimulate = useConfiguration().data?.simulateTechnician === true
  if (root.unfinished)
    return (
      <Button leftSection={<IconHeadset size={18} aria-hidden />} onClick={() => onAct('to-support')}>
        {toSupport.act}
      </Button>
    )
  if (mayOpenRelated(root).allowed)
    return (
      <Button leftSection={<IconLink size={18} aria-hidden />} onClick={() => onAct('open-related')}>
        {related}
      </Button>
    )
  return (
    <>
      {maySimulate && (
        <Button variant="subtle" onClick={() => onAct('simulate')}>
          {simulate.act}
        </Button>
      )}
      {conversation !== null && (
        <Button leftSection={<IconMessageChatbot size={18} aria-hidden />} onClick={() => onResume(conversation)}>
          {talk.resume}
        </Button>
      )}
      {(root.talking ? TALK_ACTS : TICKET_ACTS).map((act) => {
        const Icon = ACT_ICONS[act]
        return (
          <RefusableAct key={act} refusal={refusalOf(act, view.actions, shared, planned)} onAct={() => onAct(act)}>
            {(props) => (
              <Button
                {...props}
                variant={act === primary ? 'filled' : 'default'}
                leftSection={<Icon size={18} aria-hidden />}
              >
                {root.talking ? toSupport.act : action.short[act]}
              </Button>
            )}
          </RefusableAct>
        )
      })}
    </>
  )
}
