import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { isFocusLost } from '#ui/lost-focus.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { merge, tools, urgency } from '../layout/behind-the-first.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { QUEUE_ROUTE, VIEW_NAMES, VIEW_ORDER, paths, viewNamed } from '../paths.ts'
import { type Writing, ticketAddress } from '../ticket/ticket-search.ts'
import { useAssign } from '../ticket/ticket-acts.ts'
import { useTicketKeys } from '../ticket/held-keys.ts'
import { useTechnician } from '../session/session-store.ts'
import { QueueFilters } from './queue-filters.tsx'
import styles from './queue-page.module.css'
import { enterList, select, useQueuePlace } from './queue-place.ts'
import { type QueueRow, queueQuery } from './queue-queries.ts'
import { filterOf, queueAddress } from './queue-search.ts'
import { savedViewsQuery } from './saved-view-queries.ts'
import { QueueTable } from './queue-table.tsx'

const route = getRouteApi(QUEUE_ROUTE)

/** One view of the queue. The keys act on the selected row; refreshing does not move the selection. */
export function QueuePage() {
  const words = useMessages()
  const view = viewNamed(route.useParams().vista) ?? VIEW_ORDER[0]
  const search = route.useSearch()
  const list = queueAddress.read(search)
  const filter = filterOf(list)
  const query = useInfiniteQuery(queueQuery(view, list))
  const { data: rows, hasNextPage, isFetchingNextPage, error, isPlaceholderData } = query
  const { data: saved = [] } = useQuery(savedViewsQuery)
  const title = saved.find(({ id }) => id === list.saved)?.name ?? words.view[view]
  usePageTitle(title)
  useEffect(() => enterList(view, search), [view, search])
  const shown = isPlaceholderData ? undefined : rows
  const selected = useSelectedRow(shown)
  useFocusOnArrival(selected)
  const { dialog } = useQueueKeys(shown ?? [], selected, () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  })

  return (
    <section className={styles.page} aria-busy={query.isFetching}>
      <header className={styles.header}>
        <h1 className={styles.title}>{filter.text === undefined ? title : words.queue.searching(filter.text)}</h1>
        {rows && !isPlaceholderData && (
          <p className={styles.count}>
            {hasNextPage ? words.queue.shownOfMore(rows.length) : words.queue.shown(rows.length)}
          </p>
        )}
        {filter.text !== undefined && view === 'open' && (
          <Link to={paths.queue} params={{ vista: VIEW_NAMES.closed }} search={search} className={styles.also}>
            {words.queue.alsoClosed}
          </Link>
        )}
        <Updated at={query.dataUpdatedAt} failed={query.isRefetchError} />
      </header>
      <QueueFilters view={view} list={list} />
      <div className={styles.tools}>
        <Suspense>
          <tools.Part view={view} list={list} />
        </Suspense>
      </div>
      {shown && shown.length > 0 ? (
        <QueueTable
          label={words.queue.label(title)}
          rows={shown}
          selected={selected?.number ?? null}
          order={list.order}
        />
      ) : shown ? (
        <Nothing filtered={Object.keys(filter).length > 0} vista={VIEW_NAMES[view]} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
      {hasNextPage && shown && (
        <Button
          variant="default"
          className={styles.more}
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.queue.more}
        </Button>
      )}
      {dialog}
    </section>
  )
}

function Updated({ at, failed }: { at: number; failed: boolean }) {
  const { queue: words } = useMessages()
  const { time } = useFormat()
  if (failed)
    return (
      <p className={styles.stale} role="status">
        {words.stale}
      </p>
    )
  return at > 0 && <p className={styles.updated}>{words.updated(time(new Date(at)))}</p>
}

function Nothing({ filtered, vista }: { filtered: boolean; vista: string }) {
  const { queue: words } = useMessages()
  const navigate = useNavigate()
  return (
    <EmptyState
      title={filtered ? words.emptyFiltered : words.empty}
      action={
        filtered && (
          <Button variant="default" onClick={() => void navigate({ to: paths.queue, params: { vista } })}>
            {words.clearFilters}
          </Button>
        )
      }
    />
  )
}

/** The selected row. If it has left the list, the row now in its place; if none was selected, the first row. */
function useSelectedRow(rows: readonly QueueRow[] | undefined): QueueRow | null {
  const { selected } = useQueuePlace()
  const [lastIndex, setLastIndex] = useState(0)
  const index = rows?.findIndex(({ number }) => number === selected) ?? -1
  if (index >= 0 && index !== lastIndex) setLastIndex(index)
  const row = rows?.[index >= 0 ? index : Math.min(lastIndex, rows.length - 1)] ?? null
  useEffect(() => {
    if (row) select(row.number)
  }, [row])
  return row
}

/** Back from a ticket, the focus returns to its row. */
function useFocusOnArrival(selected: QueueRow | null): void {
  const arrived = useRef(false)
  useEffect(() => {
    if (!selected || arrived.current) return
    arrived.current = true
    if (isFocusLost()) focusRow(selected.number)
  }, [selected])
}

function useQueueKeys(rows: readonly QueueRow[], selected: QueueRow | null, loadMore: () => void) {
  const { keys: words } = useMessages()
  const navigate = useNavigate()
  const { username } = useTechnician()
  const assign = useAssign()
  const [open, setOpen] = useState<'urgency' | 'merge' | null>(null)

  const move = (by: 1 | -1) => {
    const index = rows.findIndex(({ number }) => number === selected?.number)
    // The first press only focuses the row, which already looks selected.
    const next = rows[index + by]
    if (next) focusRow(next.number)
    else if (selected) focusRow(selected.number)
    if (by === 1 && index + 2 >= rows.length) loadMore()
  }
  const openTicket = (writing?: Writing) => {
    if (!selected) return
    void navigate({
      to: paths.ticket,
      params: { number: String(selected.number) },
      search: ticketAddress.written({ writing }),
    })
  }
  const ofTicket = { group: 'ticket' as const }
  const acts = useTicketKeys(null)([
    {
      ...ofTicket,
      keys: 'a',
      words: words.assign,
      run: () => selected && assign(selected.number, username, selected.assignee),
    },
    { ...ofTicket, keys: 'u', words: words.urgency, run: () => selected && setOpen('urgency') },
    { ...ofTicket, keys: 'm', words: words.merge, run: () => selected && setOpen('merge') },
  ])
  useShortcuts([
    { keys: 'j', group: 'list', words: words.next, run: () => move(1) },
    { keys: 'k', group: 'list', words: words.previous, run: () => move(-1) },
    { keys: 'Enter', group: 'list', words: words.open, run: () => openTicket() },
    { ...ofTicket, keys: 'r', words: words.reply, run: () => openTicket('answer') },
    { ...ofTicket, keys: 'e', words: words.close, run: () => openTicket('closing') },
    { ...ofTicket, keys: 'n', words: words.note, run: () => openTicket('note') },
    ...acts,
  ])
  const close = () => setOpen(null)
  return {
    dialog:
      selected && open === 'urgency' ? (
        <Suspense>
          <urgency.Part ticket={selected.number} urgency={selected.urgency} onClose={close} />
        </Suspense>
      ) : selected && open === 'merge' ? (
        <Suspense>
          <merge.Part ticket={selected.number} client={selected.client.code} onClose={close} onMerged={close} />
        </Suspense>
      ) : null,
  }
}

const focusRow = (number: number): void => {
  select(number)
  const link = document.querySelector<HTMLElement>(`[data-ticket='${number}']`)
  link?.focus({ preventScroll: true })
  link?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
}
