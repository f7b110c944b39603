import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ListedState, RATINGS, type RowIcon, channelOf } from '#domain/ticket.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed, sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useAccount } from '../session/account-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import { TicketActionDialog } from './ticket-action-dialogs.tsx'
import { ACT_ICONS, RefusableAct, TICKET_ACTS, type TicketAct, refusalOf } from './ticket-acts.tsx'
import { TicketAttachments } from './ticket-attachments.tsx'
import css from './ticket-dialog.module.css'
import { RowIconMark } from './ticket-icons.tsx'
import { type LinkedIncident, type TicketMessage, type TicketView, ticketViewQuery } from './ticket-queries.ts'
import { TicketTimeline } from './ticket-timeline.tsx'

/** One ticket: what it is, what was said, and what may be done now (spec §2, Ticket detail popup). */
export function TicketDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { detail } = useMessages().tickets
  const { data, error, isFetching, refetch } = useQuery(ticketViewQuery(number))
  const [acting, setActing] = useState<TicketAct | 'simulate' | null>(null)
  const root = data?.messages[0]
  return (
    <>
      <Dialog
        opened
        size="lg"
        leave="back"
        title={root ? `${detail.heading(root.number)} · ${root.title}` : detail.heading(number)}
        onClose={onClose}
        footer={data && <Actions view={data} onAct={setActing} />}
      >
        {data && root ? (
          <Content view={data} root={root} />
        ) : error ? (
          <ErrorState
            text={error instanceof CallFailed && error.status === 404 ? sentenceOf(error) : detail.failed}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label={detail.loading} />
        )}
      </Dialog>
      {acting && root && (
        <TicketActionDialog act={acting} ticket={root.number} from="detail" onClose={() => setActing(null)} />
      )}
    </>
  )
}

function Content({ view, root }: { view: TicketView; root: TicketMessage }) {
  const { detail } = useMessages().tickets
  const { limited } = useAccount()
  return (
    <div className={css.content}>
      <Turn view={view} root={root} />
      <Header root={root} state={stateOf(view, root)} />
      {view.incidents.length > 0 && <Incidents incidents={view.incidents} />}
      <section aria-label={detail.timeline}>
        <h3 className={css.section}>{detail.timeline}</h3>
        <TicketTimeline entries={view.timeline} />
      </section>
      {!limited && <TicketAttachments ticket={root.number} />}
    </div>
  )
}

function Header({ root, state }: { root: TicketMessage; state: ListedState | 'accepted' }) {
  const { detail, area, urgency, channel, state: states, accept } = useMessages().tickets
  const { dateTime } = useFormat()
  const rating = RATINGS.find((one) => one === root.rating)
  return (
    <dl className={css.facts}>
      <Fact term={detail.state}>
        <Badge variant="light" color={STATE_COLOURS[state]} tt="none">
          {states[state]}
        </Badge>
      </Fact>
      <Fact term={detail.urgency}>{urgency[root.urgency]}</Fact>
      <Fact term={detail.area}>{area[root.area]}</Fact>
      <Fact term={detail.module}>{root.module || detail.noModule}</Fact>
      <Fact term={detail.origin}>{channel[channelOf(root.origin)]}</Fact>
      <Fact term={detail.email}>{root.email}</Fact>
      <Fact term={detail.createdAt}>
        <time dateTime={root.createdAt.toISOString()}>{dateTime(root.createdAt)}</time>
      </Fact>
      {rating && <Fact term={detail.rating}>{accept.rated(rating, accept.rating[rating])}</Fact>}
    </dl>
  )
}

const STATE_COLOURS = { pending: 'gray', closed: 'green', incident: 'orange', accepted: 'green' } as const

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** Whose turn it is, in one line. */
function Turn({ view, root }: { view: TicketView; root: TicketMessage }) {
  const { detail } = useMessages().tickets
  const turn = turnOf(view, root)
  if (turn === 'accepted') return <p className={css.turn}>{detail.acceptedAlready}</p>
  return (
    <p className={css.turn}>
      <RowIconMark icon={turn} decorative />
      {TURN_WORDS[turn](detail)}
    </p>
  )
}

type DetailWords = ReturnType<typeof useMessages>['tickets']['detail']
const TURN_WORDS: Record<RowIcon, (words: DetailWords) => string> = {
  'incident-opened': (words) => words.waitsForIncident,
  closed: (words) => words.closedAwaiting,
  'more-information': (words) => words.yourTurn,
  'nothing-needed': (words) => words.supportsTurn,
}

/** The view has no icon of its own: the refusals say the same (`domain/ticket-actions.ts`). */
function turnOf({ actions }: TicketView, root: TicketMessage): RowIcon | 'accepted' {
  if (root.accepted) return 'accepted'
  if (root.state === 'closed') return actions.mayConclude ? 'closed' : 'incident-opened'
  return actions.mayReply ? 'more-information' : 'nothing-needed'
}

function stateOf(view: TicketView, root: TicketMessage): ListedState | 'accepted' {
  const turn = turnOf(view, root)
  if (turn === 'accepted') return 'accepted'
  if (turn === 'incident-opened') return 'incident'
  return root.state
}

function Incidents({ incidents }: { incidents: readonly LinkedIncident[] }) {
  const { detail, incidentState } = useMessages().tickets
  const { day } = useFormat()
  return (
    <section aria-label={detail.incidents}>
      <h3 className={css.section}>{detail.incidents}</h3>
      <ul className={css.incidents}>
        {incidents.map(({ number, state, plannedDelivery }) => (
          <li key={number}>
            <strong>{detail.incident(number)}</strong>
            <Badge variant="light" color={state === 'delivered' ? 'green' : 'orange'} tt="none">
              {incidentState[state]}
            </Badge>
            <span>{plannedDelivery ? detail.planned(day(plannedDelivery)) : detail.unplanned}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ view, onAct }: { view: TicketView; onAct: (act: TicketAct | 'simulate') => void }) {
  const { action } = useMessages().tickets
  const maySimulate = useConfiguration().data?.simulateTechnician === 1
  return (
    <>
      {maySimulate && (
        <Button variant="subtle" onClick={() => onAct('simulate')}>
          {action.simulate}
        </Button>
      )}
      {TICKET_ACTS.map((act) => {
        const Icon = ACT_ICONS[act]
        return (
          <RefusableAct key={act} refusal={refusalOf(act, view.actions)} onAct={() => onAct(act)}>
            {(props) => (
              <Button
                {...props}
                variant={act === 'reject' ? 'default' : 'filled'}
                leftSection={<Icon size={18} aria-hidden />}
              >
                {action.short[act]}
              </Button>
            )}
          </RefusableAct>
        )
      })}
    </>
  )
}
