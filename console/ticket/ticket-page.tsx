import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Navigate, getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { IconArrowLeft, IconArrowMerge, IconChevronLeft, IconChevronRight, IconUserCheck } from '@tabler/icons-react'
import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { maySupport } from '#domain/support-actions.ts'
import { isFocusLost } from '#ui/lost-focus.ts'
import { showAlert } from '#ui/alerts.tsx'
import { NewEntriesButton } from '#browser/live/new-entries.tsx'
import { LoadingState } from '#ui/states.tsx'
import { part } from '#ui/part.tsx'
import { type Shortcut, useQuietKeys, useShortcuts } from '../keyboard/shortcuts.ts'
import { merge, seen, urgency } from '../layout/behind-the-first.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { Unread, isMissing } from '../layout/unread.tsx'
import { useMessages } from '../messages/index.ts'
import { TICKET_ROUTE, VIEW_NAMES, paths } from '../paths.ts'
import { placeFilter, queuePlaceNow, select, useQueuePlace } from '../queue/queue-place.ts'
import { queueQuery } from '../queue/queue-queries.ts'
import { Standing } from '../queue/standing.tsx'
import { useTechnician } from '../session/session-store.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { goesOn } from './going-on.ts'
import { useForgottenKeys, useHeldKeys, useTicketKeys } from './held-keys.ts'
import { usePresence } from './presence.ts'
import { useAssign } from './ticket-acts.ts'
import styles from './ticket-page.module.css'
import { type TicketView, ticketQuery } from './ticket-queries.ts'
import { TicketProperties } from './ticket-properties.tsx'
import { type Writing, ticketAddress } from './ticket-search.ts'
import { TicketSide } from './ticket-side.tsx'
import { Timeline, useQuietTimeline } from './timeline.tsx'

const Conversations = part(async () => (await import('../assistant/conversations.tsx')).Conversations).Part

const RefusedAddress = part(async () => (await import('../outbox/refused-address.tsx')).RefusedAddress).Part

const route = getRouteApi(TICKET_ROUTE)

/** One ticket: its timeline, the composer, and beside them all help for the answer. */
export function TicketPage() {
  const { ticket: words } = useMessages()
  const number = Number(route.useParams().number)
  const { writing = null } = ticketAddress.read(route.useSearch())
  const query = useQuery(ticketQuery(number))
  const { data, error, refetch } = query
  usePageTitle(data ? `${data.ticket.number} ${data.ticket.title}` : words.heading(number))
  const { keys, side } = useMessages()
  const back = useBack()
  const write = useWrite(number, null)
  const isComing = !data && !error
  const waiting = useTicketKeys(null)(
    (
      [
        ['a', keys.assign],
        ['u', keys.urgency],
        ['m', keys.merge],
        ['i', side.openWork.incident],
        ['d', side.openWork.development],
        ['v', side.linkWork],
        ['o', side.newValuation],
        ['b', side.problem],
      ] as const
    ).map(([keys, words]) => ({ keys, group: 'ticket', words, run: () => undefined })),
  )
  useForgottenKeys(number)
  useShortcuts([
    { keys: 'Escape', group: 'list', words: keys.backToQueue, run: back },
    ...(isComing ? [...write, ...waiting] : []),
  ])
  // Once the technician has chosen to write, letters typed before the field appears must not act as commands.
  useQuietKeys(isComing && writing !== null)
  if (data)
    return <Opened key={number} number={number} view={data} writing={writing} onRefresh={() => void refetch()} />
  if (error) return <UnreadTicket number={number} query={query} />
  return <LoadingState label={words.loading} />
}

function UnreadTicket({ number, query }: { number: number } & Pick<Parameters<typeof Unread>[0], 'query'>) {
  const { ticket: words } = useMessages()
  const { view, search } = useQueuePlace()
  const isSearched = useLocation({ select: ({ state }) => state.searched === true })
  if (isSearched && isMissing(query.error)) {
    return <Navigate replace to={paths.search} search={{ q: String(number) }} />
  }
  const queue = { to: paths.queue, params: { vista: VIEW_NAMES[view] }, search, words: words.backToQueue } as const
  return <Unread query={query} missing={words.notFound} to={queue} />
}

type Dialog = 'urgency' | 'merge' | null

interface OpenedProps {
  readonly number: number
  readonly view: TicketView
  readonly writing: Writing | null
  readonly onRefresh: () => void
}

function Opened({ number, view: current, writing, onRefresh }: OpenedProps) {
  const { ticket: words, keys, shared } = useMessages()
  const { ticket } = current
  const isOver = !maySupport(ticket).allowed
  const { username } = useTechnician()
  const assign = useAssign()
  const composer = useRef<ComposerHandle>(null)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [isWriting, setWriting] = useState(current.draft !== null)
  const { view, list, news } = useQuietTimeline(current, isWriting)
  const presence = usePresence(ticket.number, current)
  const neighbours = useNeighbours(number)
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = useEffectEvent(() => {
    if (writing) composer.current?.write(writing)
    else if (isFocusLost()) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => begin(), [])

  const act = { group: 'ticket' as const }
  const orRefuse = (run: () => void) => () => (isOver ? showAlert('error', shared.support['ticket-over']()) : run())
  const assignToMe = orRefuse(() => assign(ticket.number, username, ticket.assignee))
  const acts = useTicketKeys(number)([
    { ...act, keys: 'a', words: keys.assign, run: assignToMe },
    { ...act, keys: 'u', words: keys.urgency, run: orRefuse(() => setDialog('urgency')) },
    { ...act, keys: 'm', words: keys.merge, run: orRefuse(() => setDialog('merge')) },
  ])
  useHeldKeys(number, acts)
  useShortcuts([...useStepKeys(neighbours), ...useWrite(number, composer), ...acts])

  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <Header
          view={view}
          title={heading}
          viewers={presence.viewers}
          neighbours={neighbours}
          onAssign={assignToMe}
          onMerge={() => setDialog('merge')}
        />
        <Notices view={current} />
        <Timeline view={view} list={list} />
        <NewEntriesButton news={news} words={words.newEntries} />
        <Composer
          ref={composer}
          view={view}
          onTyped={() => {
            setWriting(true)
            presence.onTyped()
          }}
          onEmptied={() => {
            setWriting(false)
            presence.onStopped()
          }}
          onRefresh={() => {
            news.show()
            onRefresh()
          }}
          onSent={() => {
            setWriting(false)
            presence.onStopped()
            if (goesOn()) neighbours.goOn()
            else heading.current?.focus({ preventScroll: true })
          }}
        />
      </div>
      <TicketSide view={view} number={number} onInsert={(text) => composer.current?.insert(text)} />
      <Suspense>
        <seen.Part ticket={ticket.number} upTo={current.unread > 0 && news.count === 0 ? current.latestEntry : null} />
        <Dialogs dialog={dialog} view={view} onClose={() => setDialog(null)} onMerged={neighbours.go} />
      </Suspense>
    </div>
  )
}

interface HeaderProps {
  readonly view: TicketView
  readonly title: RefObject<HTMLHeadingElement | null>
  readonly viewers: TicketView['viewers']
  readonly neighbours: ReturnType<typeof useNeighbours>
  readonly onAssign: () => void
  readonly onMerge: () => void
}

/** The ticket's title, its state, and the colleagues who have it open. */
function Header({ view, title, viewers, neighbours, onAssign, onMerge }: HeaderProps) {
  const { ticket: words, shared } = useMessages()
  const { username } = useTechnician()
  const { ticket } = view
  const isOver = !maySupport(ticket).allowed
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <BackLink />
        <Neighbours {...neighbours} />
      </div>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        <span className={styles.number}>{ticket.number}</span> {ticket.title}
      </h1>
      <div className={styles.badges}>
        <Standing ticket={ticket} />
        <Joined view={view} />
        <Viewers viewers={viewers} />
        <span className={styles.acts}>
          {ticket.assignee?.username !== username && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUserCheck size={16} aria-hidden />}
              disabled={isOver}
              onClick={onAssign}
            >
              {words.assignToMe}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            disabled={isOver}
            onClick={onMerge}
          >
            {words.merge}
          </Button>
        </span>
      </div>
      {isOver && <p className={styles.over}>{shared.support['ticket-over']()}</p>}
      <TicketProperties view={view} />
    </header>
  )
}

/**
 * The parts above the timeline: the notice of an address that mail does not reach, and the assistant's conversations.
 */
function Notices({ view: { ticket, client, contact, mailRefusal } }: { view: TicketView }) {
  return (
    <>
      <Suspense fallback={null}>
        {mailRefusal && (
          <RefusedAddress
            client={client.code}
            refusal={mailRefusal}
            contact={contact?.email === mailRefusal.email ? contact.id : undefined}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>{ticket.fromAssistant && <Conversations ticket={ticket.number} />}</Suspense>
    </>
  )
}

interface DialogsProps {
  readonly dialog: Dialog
  readonly view: TicketView
  readonly onClose: () => void
  readonly onMerged: (into: number) => void
}

function Dialogs({ dialog, view, onClose, onMerged }: DialogsProps) {
  const { ticket } = view
  if (dialog === 'urgency') return <urgency.Part ticket={ticket.number} urgency={ticket.urgency} onClose={onClose} />
  if (dialog !== 'merge') return null
  return (
    <merge.Part
      ticket={ticket.number}
      client={view.client.code}
      others={view.otherTickets}
      onClose={onClose}
      onMerged={(into) => {
        onClose()
        onMerged(into)
      }}
    />
  )
}

function BackLink() {
  const { ticket: words } = useMessages()
  const { view, search } = useQueuePlace()
  return (
    <Link to={paths.queue} params={{ vista: VIEW_NAMES[view] }} search={search} className={styles.back}>
      <IconArrowLeft size={17} aria-hidden /> {words.backToQueue}
    </Link>
  )
}

function useBack() {
  const navigate = useNavigate()
  return () => {
    const { view, search } = queuePlaceNow()
    void navigate({ to: paths.queue, params: { vista: VIEW_NAMES[view] }, search })
  }
}

/**
 * The keys that begin to write. While another ticket is loading, they are meant for that one: fast typing loses
 * nothing.
 */
function useWrite(number: number, composer: RefObject<ComposerHandle | null> | null): readonly Shortcut[] {
  const { keys } = useMessages()
  const router = useRouter()
  const navigate = useNavigate()
  const write = (writing: Writing) => {
    const coming = /\/ticket\/(\d+)$/.exec(router.latestLocation.pathname)?.[1]
    if (composer?.current && coming === String(number)) composer.current.write(writing)
    else if (coming)
      void navigate({
        to: paths.ticket,
        params: { number: coming },
        search: ticketAddress.written({ writing }),
        replace: true,
      })
  }
  return [
    { group: 'ticket', keys: 'r', words: keys.reply, run: () => write('answer') },
    { group: 'ticket', keys: 'e', words: keys.close, run: () => write('closing') },
    { group: 'ticket', keys: 'n', words: keys.note, run: () => write('note') },
  ]
}

/** The neighbours of this ticket in the view that it was opened from. */
function useNeighbours(number: number) {
  const { composer: words } = useMessages()
  const navigate = useNavigate()
  const back = useBack()
  const place = useQueuePlace()
  const {
    data: rows = [],
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(queueQuery(place.view, placeFilter(place)))
  const found = rows.findIndex((row) => row.number === number)
  // A ticket that has just left the view keeps its place there.
  const [remembered, setRemembered] = useState({ number, index: found })
  if (found >= 0 && (remembered.index !== found || remembered.number !== number))
    setRemembered({ number, index: found })
  const isLast = found >= 0 && found + 1 >= rows.length
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage])

  const index = found >= 0 ? found : remembered.number === number ? remembered.index : -1
  const after = found >= 0 ? index + 1 : index
  const next = index >= 0 ? rows[after]?.number : undefined
  const previous = index > 0 ? rows[index - 1]?.number : undefined
  const go = (to: number) => {
    select(to)
    void navigate({ to: paths.ticket, params: { number: String(to) }, search: {}, replace: true })
  }
  return {
    index,
    total: hasNextPage ? `${rows.length}+` : String(rows.length),
    next,
    previous,
    go,
    /** To the next ticket, or back to the queue after the last one; a ticket not opened from the queue stays. */
    goOn: () => {
      if (next !== undefined) go(next)
      else if (index >= 0) {
        showAlert('success', words.viewLast)
        back()
      }
    },
  }
}

/** The keys that lead to the next ticket of the view and the one before. */
function useStepKeys({ next, previous, go }: ReturnType<typeof useNeighbours>): readonly Shortcut[] {
  const { keys } = useMessages()
  return [
    { keys: 'j', group: 'list', words: keys.next, run: () => next && go(next) },
    { keys: 'k', group: 'list', words: keys.previous, run: () => previous && go(previous) },
  ]
}

function Neighbours({ index, total, next, previous, go }: ReturnType<typeof useNeighbours>) {
  const { ticket: words, view: views } = useMessages()
  const { view } = useQueuePlace()
  if (index < 0) return null
  return (
    <div className={styles.neighbours}>
      <span>
        {views[view]}: {words.position(index + 1, total)}
      </span>
      <button
        type="button"
        className={styles.step}
        aria-label={words.previous}
        disabled={previous === undefined}
        onClick={() => previous !== undefined && go(previous)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.step}
        aria-label={words.next}
        disabled={next === undefined}
        onClick={() => next !== undefined && go(next)}
      >
        <IconChevronRight size={18} aria-hidden />
      </button>
    </div>
  )
}

function Joined({ view: { joinedFrom, joined, ticket } }: { view: TicketView }) {
  const { ticket: words } = useMessages()
  return (
    <>
      {joinedFrom !== null && <span className={styles.note}>{words.joinedFrom(joinedFrom)}</span>}
      {joinedFrom === null && joined.length > 0 && (
        <span className={styles.note}>{words.joined(joined.map(({ number }) => number).join(', '))}</span>
      )}
      {ticket.relatedTicket !== null && (
        <Link to={paths.ticket} params={{ number: String(ticket.relatedTicket) }} className={styles.note}>
          {words.related(ticket.relatedTicket)}
        </Link>
      )}
      {ticket.acceptedBySilence && <span className={styles.note}>{words.bySilence}</span>}
      {ticket.rating !== null && <span className={styles.note}>{words.rating(ticket.rating)}</span>}
    </>
  )
}

function Viewers({ viewers }: { viewers: TicketView['viewers'] }) {
  const { ticket: words } = useMessages()
  return (
    <span role="status" className={styles.viewers} aria-label={words.viewers}>
      {viewers.map(({ username, name, writing }) => (
        <span key={username} className={styles.viewer} data-writing={writing || undefined}>
          {writing ? words.isWriting(name) : words.isViewing(name)}
        </span>
      ))}
    </span>
  )
}
