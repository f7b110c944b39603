import { Badge, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconFilePlus,
  IconHeadset,
  IconLink,
  IconMessageChatbot,
  IconPrinter,
} from '@tabler/icons-react'
import { useInfiniteQuery, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, lazy, useId, useRef, useState } from 'react'
import { NewEntriesButton, useNewEntries } from '#browser/live/new-entries.tsx'
import { useSeen } from '#browser/live/use-seen.ts'
import { mayAddInformation, mayCorrect, mayOpenRelated, mayWithdraw } from '#domain/ticket-actions.ts'
import { type ListedState, RATINGS, type RowIcon, channelOf } from '#domain/ticket.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EarlierPart } from '#ui/earlier-part.tsx'
import { LoadingState } from '#ui/states.tsx'
import { TicketLifeLine } from '../incidents/life-line.tsx'
import { lifeLineQuery } from '../incidents/life-line-queries.ts'
import { OfficeTimeNote } from '../lists/office-time-note.tsx'
import { RefusableAct } from '../lists/refusable-act.tsx'
import { NotRead } from '../lists/not-read.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { nameOf, useAccount } from '../session/account-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import { UndoSilenceDialog } from '../silence/undo-silence-dialog.tsx'
import { AreaLink } from './area-link.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { TicketActionDialog } from './ticket-action-dialogs.tsx'
import { ACT_ICONS, TICKET_ACTS, type TicketAct, refusalOf } from './ticket-acts.ts'
import { Expectation } from './expectation.tsx'
import { TicketAttachments } from './ticket-attachments.tsx'
import { resumedAssistant } from '../assistant/resumed-assistant.ts'
import css from './ticket-dialog.module.css'
import { RowIconMark } from './ticket-icons.tsx'
import { TicketMessageDialog } from './ticket-message-dialog.tsx'
import {
  type TicketMessage,
  type TicketView,
  type TimelineEntry,
  earlierQuery,
  ticketViewQuery,
  useMarkSeen,
} from './ticket-queries.ts'
import { TicketTimeline, type TimelineProps, keyOf } from './ticket-timeline.tsx'
import { ToSupportDialog } from './to-support-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const ResumedAssistant = resumedAssistant.Part
const NewTicketDialog = lazy(() =>
  import('../new-ticket/new-ticket-dialog.tsx').then((chunk) => ({ default: chunk.NewTicketDialog })),
)

/** A customer's acts besides the four that the lists offer. */
type Addition = 'add-information' | 'withdraw' | 'open-related' | 'undo-silence' | 'to-support'

/** One ticket: its data, its timeline, and the acts that are possible now (spec §2, Ticket detail popup). */
export function TicketDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { detail } = useMessages().tickets
  const { data, error, isFetching, refetch } = useQuery(ticketViewQuery(number))
  // Requested with the ticket, not after it.
  usePrefetchQuery(lifeLineQuery({ ticket: number }))
  const [acting, setActing] = useState<TicketAct | 'simulate' | Addition | null>(null)
  const [resumed, setResumed] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<TimelineEntry | null>(null)
  const stop = () => setActing(null)
  // Messages from a joined ticket may be older.
  const root = data?.messages.find(({ parent }) => parent === null)
  return (
    <>
      <Dialog
        opened
        size="lg"
        leave="back"
        printable
        title={root ? `${detail.heading(root.number)} · ${root.title}` : detail.heading(number)}
        onClose={onClose}
        footer={data && root && <Actions view={data} root={root} onAct={setActing} onResume={setResumed} />}
      >
        {data && root ? (
          <Content
            view={data}
            root={root}
            isAway={acting !== null || resumed !== null || correcting !== null}
            onAct={setActing}
            onCorrect={setCorrecting}
          />
        ) : error ? (
          <NotRead
            error={error}
            failed={detail.failed}
            hint={detail.notThere}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label={detail.loading} />
        )}
      </Dialog>
      {root && <ActDialog act={acting} root={root} onClose={stop} onGone={onClose} />}
      <Suspense fallback={null}>
        {resumed !== null && <ResumedAssistant conversation={resumed} onClose={() => setResumed(null)} />}
      </Suspense>
      {correcting && <CorrectionDialog entry={correcting} onClose={() => setCorrecting(null)} />}
    </>
  )
}

interface ActDialogProps {
  readonly act: TicketAct | 'simulate' | Addition | null
  readonly root: TicketMessage
  readonly onClose: () => void
  /** The next act concerns another ticket. */
  readonly onGone: () => void
}

function ActDialog({ act, root, onClose, onGone }: ActDialogProps) {
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

interface ViewProps {
  readonly view: TicketView
  readonly root: TicketMessage
}

interface ActingProps extends ViewProps {
  readonly onAct: (act: TicketAct | 'simulate' | Addition) => void
}

interface ContentProps extends ActingProps {
  /** Another dialog is before it. */
  readonly isAway: boolean
  readonly onCorrect: (entry: TimelineEntry) => void
}

function Content({ view, root, isAway, onAct, onCorrect }: ContentProps) {
  const { detail } = useMessages().tickets
  const account = useAccount()
  const timelineId = useId()
  const list = useRef<HTMLOListElement>(null)
  const entries = view.timeline.map((entry) => ({
    key: keyOf(entry),
    isOwn: entry.side === 'customer' && entry.author === nameOf(account),
  }))
  const news = useNewEntries({ entries, list, isAway })
  useSeen(view.unread > 0 && !isAway && news.count === 0 ? view.newest : null, useMarkSeen(root.number))
  return (
    <>
      <div className={css.content}>
        <Turn view={view} root={root} />
        <Additions view={view} root={root} onAct={onAct} />
        <Header root={root} state={stateOf(view, root)} />
        {!root.talking && !root.accepted && <Expectation about={{ ticket: root.number }} />}
        <TicketLifeLine ticket={root.number} />
        <section aria-labelledby={timelineId}>
          <h3 id={timelineId} className={css.section}>
            {detail.timeline}
          </h3>
          <WholeTimeline
            view={view}
            root={root}
            list={list}
            onCorrect={mayCorrect(root).allowed ? onCorrect : undefined}
          />
          <OfficeTimeNote />
        </section>
        {!account.limited && <TicketAttachments ticket={root.number} />}
      </div>
      <NewEntriesButton news={news} words={detail.newEntries} />
    </>
  )
}

interface WholeTimelineProps extends ViewProps, Pick<TimelineProps, 'onCorrect'> {
  readonly list: RefObject<HTMLOListElement | null>
}

/** The timeline; parts beyond one answer are loaded on request. */
function WholeTimeline({ view, root, list, onCorrect }: WholeTimelineProps) {
  const { detail } = useMessages().tickets
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const earlier = useInfiniteQuery({ ...earlierQuery(client, root.number), enabled: isAsked && view.hasEarlier })
  const before = earlier.data?.pages.toReversed().flatMap(({ timeline }) => timeline) ?? []
  const entries = [...before, ...view.timeline]
  const onMore = () => {
    if (!isAsked) setAsked(true)
    else void (earlier.data ? earlier.fetchNextPage() : earlier.refetch())
  }
  return (
    <>
      {view.hasEarlier && (
        <EarlierPart
          list={list}
          count={entries.length}
          words={{
            more: detail.earlier,
            failed: detail.earlierFailed,
            loaded: before.length > 0 ? detail.earlierLoaded(before.length) : '',
          }}
          hasMore={earlier.data ? earlier.hasNextPage : true}
          busy={earlier.isFetching && (earlier.isPending || earlier.isFetchingNextPage)}
          failed={earlier.isError}
          onMore={onMore}
        />
      )}
      <TicketTimeline ref={list} entries={entries} onCorrect={onCorrect} />
    </>
  )
}

function Header({ root, state }: { root: TicketMessage; state: ShownState }) {
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

/** Whose turn it is, in one line. */
function Turn({ view, root }: ViewProps) {
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
function turnOf({ actions }: TicketView, root: TicketMessage): RowIcon | 'accepted' | 'talking' | 'unfinished' {
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

/** The acts beyond the footer's; impossible ones are hidden. */
function Additions({ view, root, onAct }: ActingProps) {
  const { addition, detail, silence } = useMessages().tickets
  const waits = turnOf(view, root) === 'incident-opened'
  const standing = { ...root, blockingIncident: waits ? (view.incidents[0]?.number ?? null) : null }
  return (
    <div className={css.additions}>
      {mayAddInformation(standing).allowed && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFilePlus size={16} aria-hidden />}
          onClick={() => onAct('add-information')}
        >
          {addition.information.act}
        </Button>
      )}
      {mayWithdraw(standing).allowed && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => onAct('withdraw')}
        >
          {addition.withdrawal.act}
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
function Actions({ view, root, onAct, onResume }: FooterProps) {
  const { tickets, shared } = useMessages()
  const { action, addition, talk } = tickets
  const { conversation } = view
  const maySimulate = useConfiguration().data?.simulateTechnician === true
  if (root.unfinished)
    return (
      <Button leftSection={<IconHeadset size={18} aria-hidden />} onClick={() => onAct('to-support')}>
        {talk.toSupport.act}
      </Button>
    )
  if (mayOpenRelated(root).allowed)
    return (
      <Button leftSection={<IconLink size={18} aria-hidden />} onClick={() => onAct('open-related')}>
        {addition.related}
      </Button>
    )
  return (
    <>
      {maySimulate && (
        <Button variant="subtle" onClick={() => onAct('simulate')}>
          {action.simulate}
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
          <RefusableAct key={act} refusal={refusalOf(act, view.actions, shared)} onAct={() => onAct(act)}>
            {(props) => (
              <Button
                {...props}
                variant={act === 'reject' || root.talking ? 'default' : 'filled'}
                leftSection={<Icon size={18} aria-hidden />}
              >
                {root.talking ? talk.toSupport.act : action.short[act]}
              </Button>
            )}
          </RefusableAct>
        )
      })}
    </>
  )
}
