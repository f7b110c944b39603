import { Button, type ButtonProps } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconFilePlus,
  IconHeadset,
  IconLink,
  IconMessageChatbot,
  IconPrinter,
} from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { tickets as calls } from '#contract/tickets.ts'
import { isOpen } from '#domain/incident.ts'
import { mayOpenRelated, mayWithdraw } from '#domain/ticket-actions.ts'
import { part } from '#ui/part.tsx'
import { RefusableAct } from '../lists/refusable-act.tsx'
import { useMessages } from '../messages/index.ts'
import { useConfiguration } from '../session/configuration.ts'
import { UndoSilenceDialog } from '../silence/undo-silence-dialog.tsx'
import { primaryAct } from './primary-act.ts'
import { useConversationMessages } from './conversation-words.ts'
import { TextActDialog } from '../tickets/act-frame.tsx'
import { TicketActionDialog } from '../tickets/ticket-action-dialogs.tsx'
import { ACT_ICONS, TICKET_ACTS, type TicketAct, refusalOf, usePlanned } from '../tickets/ticket-acts.ts'
import css from '../tickets/ticket-dialog.module.css'
import { TicketMessageDialog } from '../tickets/ticket-message-dialog.tsx'
import { type TicketMessage, type TicketView, takesInformation, useTicketAct } from '../tickets/ticket-queries.ts'
import type { ViewProps } from './ticket-standing.tsx'

const NewTicketDialog = part(async () => (await import('../new-ticket/new-ticket-dialog.tsx')).NewTicketDialog).Part

/** The acts that are a call with one text. The words of their pop-ups have the same names (`conversation-words-es.ts`). */
const TEXT_ACTS = {
  /** «Ya está resuelto»: asks first, and takes an optional explanation. */
  withdrawal: calls.withdraw,
  /** «Enviar a Soporte»: sends a conversation that nobody ended to a person. */
  toSupport: calls.reject,
} as const
type TextAct = keyof typeof TEXT_ACTS

/** A customer's acts: the four of the lists, and those that only an open ticket has. */
export type Acting = TicketAct | TextAct | 'simulate' | 'add-information' | 'open-related' | 'undo-silence'

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
    case 'withdrawal':
    case 'toSupport':
      return <OneTextDialog act={act} ticket={root.number} onClose={onClose} />
    case 'add-information':
      return <TicketMessageDialog kind="information" ticket={root.number} onClose={onClose} />
    case 'undo-silence':
      return <UndoSilenceDialog ticket={root.number} onClose={onClose} />
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

function OneTextDialog({ act, ticket, onClose }: { act: TextAct; ticket: number; onClose: () => void }) {
  const words = useConversationMessages()[act]
  const endpoint = TEXT_ACTS[act]
  const optional = act === 'withdrawal'
  return (
    <TextActDialog
      words={words}
      explanation={words.explanation(ticket)}
      optional={optional}
      act={useTicketAct<typeof endpoint>(endpoint)}
      input={(text) => ({ ticket, text: optional ? text.trim() : text })}
      onClose={onClose}
    />
  )
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
  const primary = usePrimary(props)
  const offered = (Icon: typeof IconPrinter, words: string, run: () => void, isPrimary = false) => (
    <ActButton Icon={Icon} variant={isPrimary ? 'filled' : 'default'} size="compact-sm" onClick={run}>
      {words}
    </ActButton>
  )
  return (
    <div className={css.additions}>
      {takesInformation(view, root) &&
        offered(IconFilePlus, information.act, () => onAct('add-information'), primary === 'add-information')}
      {mayWithdraw(root).allowed && offered(IconCircleCheck, withdrawal.act, () => onAct('withdrawal'))}
      {view.silence.reversibleUntil && offered(IconArrowBackUp, silence.undo.long, () => onAct('undo-silence'))}
      {offered(IconPrinter, detail.print, () => globalThis.print())}
    </div>
  )
}

interface ActButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  readonly Icon: typeof IconPrinter
}

const ActButton = ({ Icon, ...props }: ActButtonProps) => (
  <Button {...props} leftSection={<Icon size={props.size ? 16 : 18} aria-hidden />} />
)

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
      <ActButton Icon={IconHeadset} onClick={() => onAct('toSupport')}>
        {toSupport.act}
      </ActButton>
    )
  if (mayOpenRelated(root).allowed)
    return (
      <ActButton Icon={IconLink} onClick={() => onAct('open-related')}>
        {related}
      </ActButton>
    )
  return (
    <>
      {maySimulate && (
        <Button variant="subtle" onClick={() => onAct('simulate')}>
          {simulate.act}
        </Button>
      )}
      {conversation !== null && (
        <ActButton Icon={IconMessageChatbot} onClick={() => onResume(conversation)}>
          {talk.resume}
        </ActButton>
      )}
      {(root.talking ? TALK_ACTS : TICKET_ACTS).map((act) => (
        <RefusableAct key={act} refusal={refusalOf(act, view.actions, shared, planned)} onAct={() => onAct(act)}>
          {(props) => (
            <ActButton {...props} Icon={ACT_ICONS[act]} variant={act === primary ? 'filled' : 'default'}>
              {root.talking ? toSupport.act : action.short[act]}
            </ActButton>
          )}
        </RefusableAct>
      ))}
    </>
  )
}
