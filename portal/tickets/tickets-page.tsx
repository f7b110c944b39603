import { Badge, Button, Tabs, Title } from '@mantine/core'
import { IconHeadset, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { TICKETS_ROUTE, paths } from '../paths.ts'
import type { TicketAct } from './ticket-acts.tsx'
import { TicketFilterBar, filterDialog } from './ticket-filter-bar.tsx'
import { Legend } from './ticket-icons.tsx'
import { ticketCountersQuery, ticketListQuery } from './ticket-queries.ts'
import { TicketTable } from './ticket-table.tsx'
import css from './tickets-page.module.css'
import {
  type ListedTickets,
  NO_FILTER,
  type TicketsSearch,
  isFiltered,
  listedTickets,
  searchOf,
} from './tickets-search.ts'

const popups = {
  form: () => import('./new-ticket-dialog.tsx'),
  detail: () => import('./ticket-dialog.tsx'),
  acts: () => import('./ticket-action-dialogs.tsx'),
  filter: filterDialog,
}
const NewTicketDialog = lazy(() => popups.form().then((chunk) => ({ default: chunk.NewTicketDialog })))
const TicketDialog = lazy(() => popups.detail().then((chunk) => ({ default: chunk.TicketDialog })))
const TicketActionDialog = lazy(() => popups.acts().then((chunk) => ({ default: chunk.TicketActionDialog })))

const route = getRouteApi(TICKETS_ROUTE)

/** The tickets area (spec §2): the list, and over it the form, one ticket, or one act on a ticket. */
export function TicketsPage() {
  const { page } = useMessages().tickets
  const { atajo } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [acting, setActing] = useState<{ act: TicketAct; ticket: number } | null>(null)
  const listed = listedTickets(search)
  const isForm = atajo === 'nuevo' || atajo === 'soporte'
  usePageTitle(page.title)
  usePopupsSoon()

  const open = (shortcut: 'nuevo' | 'soporte') =>
    void navigate({ to: paths.tickets, params: { atajo: shortcut }, search })
  /** Whoever leaves the form has been asked already. Back does not return to it. */
  const toList = (over: TicketsSearch) =>
    void navigate({ to: paths.tickets, params: { atajo: 'lista' }, search: over, replace: true, ignoreBlocker: true })

  return (
    <>
      <header className={css.header}>
        <Title order={1} size="h2">
          {page.title}
        </Title>
        <div className={css.buttons}>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('nuevo')}>
            {page.newTicket}
          </Button>
          <Button variant="default" leftSection={<IconHeadset size={18} aria-hidden />} onClick={() => open('soporte')}>
            {page.newTechnicalRequest}
          </Button>
        </div>
      </header>
      <Lists
        listed={listed}
        onChange={(change) => void navigate({ search: searchOf({ ...listed, ...change }), resetScroll: false })}
        onOpen={(ticket) => void navigate({ search: { ...search, ticket }, resetScroll: false })}
        onAct={(act, ticket) => setActing({ act, ticket })}
      />
      <Suspense fallback={null}>
        {isForm && (
          <NewTicketDialog technical={atajo === 'soporte'} onDone={() => toList({})} onLeave={() => toList(search)} />
        )}
        {!isForm && search.ticket !== undefined && (
          <TicketDialog
            key={search.ticket}
            number={search.ticket}
            onClose={() =>
              void navigate({ search: searchOf(listed), replace: true, resetScroll: false, ignoreBlocker: true })
            }
          />
        )}
        {acting && <TicketActionDialog {...acting} from="list" onClose={() => setActing(null)} />}
      </Suspense>
    </>
  )
}

interface ListsProps {
  readonly listed: ListedTickets
  readonly onChange: (change: Partial<ListedTickets>) => void
  readonly onOpen: (ticket: number) => void
  readonly onAct: (act: TicketAct, ticket: number) => void
}

function Lists({ listed, onChange, ...acts }: ListsProps) {
  const { page } = useMessages().tickets
  const counters = useQuery(ticketCountersQuery).data
  const { tab, filter } = listed
  const tabs = [
    { value: 'in-progress', title: page.inProgress, count: counters?.inProgress },
    { value: 'history', title: page.history, count: counters?.history },
  ] as const
  return (
    <Tabs
      value={tab}
      onChange={(value) =>
        onChange({
          tab: value === 'history' ? value : 'in-progress',
          page: 1,
          order: null,
          filter: { ...filter, state: null },
        })
      }
    >
      <div className={css.tabLine}>
        <Tabs.List aria-label={page.tabs}>
          {tabs.map(({ value, title, count }) => (
            <Tabs.Tab
              key={value}
              value={value}
              aria-label={count === undefined ? undefined : page.counted(title, count)}
            >
              {title} {count !== undefined && <Count count={count} active={tab === value} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tab === 'in-progress' && <Legend />}
      </div>
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          {tab === value && (
            <>
              <TicketFilterBar listed={listed} onChange={onChange} onOpen={acts.onOpen} />
              <List listed={listed} onChange={onChange} {...acts} />
            </>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Count({ count, active }: { count: number; active: boolean }) {
  const { number } = useFormat()
  return (
    <Badge component="span" size="sm" variant={active ? 'filled' : 'light'} color={active ? 'accent' : 'gray'}>
      {number(count)}
    </Badge>
  )
}

function List({ listed, onChange, onOpen, onAct }: ListsProps) {
  const { tickets, ui } = useMessages()
  const { list } = tickets
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(ticketListQuery(listed))
  if (!data && isError) return <ErrorState text={list.failed} busy={isFetching} onRetry={() => void refetch()} />
  if (data?.items.length === 0 && !isPlaceholderData)
    return <NoTickets listed={listed} onChange={onChange} total={data.total} />
  return (
    <>
      {isError && (
        <p className={css.stale} role="status">
          {list.stale}
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </p>
      )}
      <TicketTable
        listed={listed}
        rows={data?.items}
        total={data?.total ?? 0}
        refreshing={isFetching && data !== undefined}
        onChange={onChange}
        onOpen={onOpen}
        onAct={onAct}
      />
    </>
  )
}

function NoTickets({ listed, total, onChange }: Pick<ListsProps, 'listed' | 'onChange'> & { total: number }) {
  const { list, filter } = useMessages().tickets
  if (total > 0)
    return (
      <EmptyState
        title={list.pastTheEnd}
        action={
          <Button variant="default" onClick={() => onChange({ page: 1 })}>
            {list.firstPage}
          </Button>
        }
      />
    )
  if (isFiltered(listed.filter))
    return (
      <EmptyState
        title={list.emptyFiltered}
        action={
          <Button variant="default" onClick={() => onChange({ filter: NO_FILTER, page: 1 })}>
            {filter.clear}
          </Button>
        }
      />
    )
  return listed.tab === 'history' ? (
    <EmptyState title={list.emptyHistory}>{list.emptyHistoryHint}</EmptyState>
  ) : (
    <EmptyState title={list.emptyInProgress}>{list.emptyInProgressHint}</EmptyState>
  )
}

/** Fetches the popups' code once the list stands: they then open at once, also without a network. */
function usePopupsSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of Object.values(popups)) load().catch(() => undefined)
    }, POPUPS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

const POPUPS_AFTER_MS = 1500
