import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ListedState, RATINGS, type RowIcon, channelOf } from '#domain/ticket.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { AreaLink } from '../tickets/area-link.tsx'
import css from '../tickets/ticket-dialog.module.css'
import { RowIconMark } from '../tickets/ticket-icons.tsx'
import type { TicketMessage, TicketView } from '../tickets/ticket-queries.ts'

export interface ViewProps {
  readonly view: TicketView
  readonly root: TicketMessage
}

/** Whose turn it is, in one line. */
export function Turn({ view, root }: ViewProps) {
  const { detail, silence: words } = useMessages().tickets
  const { date } = useFormat()
  const { silence } = view
  const turn = turnOf(view, root)
  if (turn === 'talking' || turn === 'unfinished') return <p className={css.turn}>{detail[turn]}</p>
  if (silence.accepted)
    return (
      <p className={css.turn}>
        {silence.reversibleUntil ? words.acceptedUntil(date(silence.reversibleUntil)) : words.accepted}
      </p>
    )
  if (turn === 'accepted') {
    const withdrawn = view.timeline.at(-1)?.kind === 'withdrawal'
    return <p className={css.turn}>{withdrawn ? detail.withdrawn : detail.acceptedAlready}</p>
  }
  return (
    <p className={css.turn}>
      <RowIconMark icon={turn} decorative />
      {TURN_WORDS[turn](detail)} {silence.at && words.coming(date(silence.at))}
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

/** The view has no icon of its own; the refusals imply it (`domain/ticket-actions.ts`). */
export function turnOf({ actions }: TicketView, root: TicketMessage): RowIcon | 'accepted' | 'talking' | 'unfinished' {
  if (root.talking) return 'talking'
  if (root.unfinished) return 'unfinished'
  if (root.accepted) return 'accepted'
  if (root.state === 'closed') return actions.mayConclude ? 'closed' : 'incident-opened'
  return actions.mayReply ? 'more-information' : 'nothing-needed'
}

function stateOf(view: TicketView, root: TicketMessage): ShownState {
  const turn = turnOf(view, root)
  if (turn === 'accepted' || turn === 'talking' || turn === 'unfinished') return turn
  if (turn === 'incident-opened') return 'incident'
  return root.state
}

/** The ticket's data (spec §2, Header). */
export function Facts({ view, root }: ViewProps) {
  const state = stateOf(view, root)
  const { detail, area, urgency, channel, state: states, accept } = useMessages().tickets
  const { dateTime } = useFormat()
  const rating = RATINGS.find((one) => one === root.rating)
  return (
    <dl className={css.facts}>
      <Fact term={detail.state}>
        <Badge
          variant="light"
          color={STATE_COLOURS[state]}
          tt="none"
          classNames={{ root: css.state, label: css.stateLabel }}
        >
          {states[state]}
        </Badge>
      </Fact>
      <Fact term={detail.urgency}>{urgency[root.urgency]}</Fact>
      <Fact term={detail.area}>{area[root.area]}</Fact>
      <Fact term={detail.module}>{root.module || detail.noModule}</Fact>
      <Fact term={detail.origin}>{channel[channelOf(root.origin)]}</Fact>
      <Fact term={detail.createdAt}>
        <time dateTime={root.createdAt.toISOString()}>{dateTime(root.createdAt)}</time>
      </Fact>
      <Fact term={detail.email} wide>
        {root.email}
      </Fact>
      {rating && <Fact term={detail.rating}>{accept.rated(rating, accept.rating[rating])}</Fact>}
      {root.relatedTicket !== null && (
        <Fact term={detail.relatedTo}>
          <AreaLink search={(before) => ({ ...before, ticket: root.relatedTicket ?? undefined })}>
            {detail.heading(root.relatedTicket)}
          </AreaLink>
        </Fact>
      )}
    </dl>
  )
}

type ShownState = ListedState | 'accepted' | 'talking' | 'unfinished'

const STATE_COLOURS: Record<ShownState, string> = {
  pending: 'gray',
  closed: 'green',
  incident: 'orange',
  accepted: 'green',
  talking: 'grape',
  unfinished: 'grape',
}

const Fact = ({ term, wide, children }: { term: string; wide?: true; children: ReactNode }) => (
  <div className={wide && css.wide}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
