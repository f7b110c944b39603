import { Button, Tabs, Title, VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { part } from '#ui/part.tsx'
import { LoadingState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { TICKETS_ROUTE, paths, TECHNICAL_FORM } from '../paths.ts'
import { CountedTabs } from './counted-tabs.tsx'
import { filterDialog } from './list-filter-bar.tsx'
import { resumedAssistant } from '../assistant/resumed-assistant.ts'
import { newTicketDialog, ticketDialog } from './over-the-list.ts'
import type { TicketAct } from './ticket-acts.ts'
import { Legend } from './ticket-icons.tsx'
import { forgetSent, useSentTickets } from '../receipts/sent-tickets.ts'
import { TicketList } from './ticket-list.tsx'
import { ticketCountersQuery } from './ticket-queries.ts'
import css from './tickets-page.module.css'
import {
  DEVELOPMENTS,
  HISTORY,
  INCIDENTS,
  IN_PROGRESS,
  type TicketsSearch,
  listIn,
  listedIn,
  searchOf,
} from './tickets-search.ts'
import { useGo } from './use-listed.ts'
import { WaitingDrafts } from './waiting-drafts.tsx'

const acts = part(async () => (await import('./ticket-action-dialogs.tsx')).TicketActionDialog)
const receipts = part(async () => (await import('../receipts/receipts.tsx')).Receipts)
const incidents = part(async () => (await import('../incidents/incident-list.tsx')).IncidentList)
const developments = part(async () => (await import('../incidents/development-list.tsx')).DevelopmentList)
const NewTicketDialog = newTicketDialog.Part
const TicketDialog = ticketDialog.Part
const ResumedAssistant = resumedAssistant.Part
const TicketActionDialog = acts.Part
const Receipts = receipts.Part
const IncidentList = incidents.Part
const DevelopmentList = developments.Part
const LATER = [newTicketDialog.load, ticketDialog.load, acts.load, incidents.load, developments.load, filterDialog]

const route = getRouteApi(TICKETS_ROUTE)

/** The tickets area (spec §2): its lists, and above them the form, a ticket, or an act on a ticket. */
export function TicketsPage() {
  const { page } = useMessages().tickets
  const { atajo } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [acting, setActing] = useState<{ act: TicketAct; ticket: number } | null>(null)
  const [resumed, setResumed] = useState<string | null>(null)
  const isForm = atajo === 'nuevo' || atajo === TECHNICAL_FORM
  usePageTitle(page.title)
  usePartsSoon()
  useSeen(search.ticket)

  const open = (shortcut: 'nuevo' | typeof TECHNICAL_FORM) =>
    void navigate({ to: paths.tickets, params: { atajo: shortcut }, search })
  /** Leaving the form has been confirmed. Back does not return to it. */
  const toList = (over: TicketsSearch) =>
    void navigate({ to: paths.tickets, params: { atajo: 'lista' }, search: over, replace: true, ignoreBlocker: true })
  const closeTicket = () =>
    void navigate({
      search: (before) => ({ ...before, ticket: undefined }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })

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
          <Button
            variant="default"
            leftSection={<IconHeadset size={18} aria-hidden />}
            onClick={() => open(TECHNICAL_FORM)}
          >
            {page.newTechnicalRequest}
          </Button>
        </div>
      </header>
      <Sent />
      <WaitingDrafts />
      <Lists onAct={(act, ticket) => setActing({ act, ticket })} onResume={setResumed} />
      <Suspense fallback={null}>
        {isForm && (
          <NewTicketDialog
            technical={atajo === TECHNICAL_FORM}
            onDone={() => toList({})}
            onLeave={() => toList(search)}
          />
        )}
        {!isForm && search.ticket !== undefined && (
          <TicketDialog key={search.ticket} number={search.ticket} onClose={closeTicket} />
        )}
        {acting && <TicketActionDialog {...acting} from="list" onClose={() => setActing(null)} />}
        {resumed !== null && <ResumedAssistant conversation={resumed} onClose={() => setResumed(null)} />}
      </Suspense>
    </>
  )
}

/**
 * The receipts of tickets sent and not opened yet. It is rendered while still empty, so that screen readers announce a
 * receipt that arrives.
 */
function Sent() {
  const { receipts: sent } = useSentTickets()
  return (
    <div role="status">
      <Suspense fallback={null}>{sent.length > 0 && <Receipts tickets={sent} />}</Suspense>
    </div>
  )
}

interface ListsProps {
  readonly onAct: (act: TicketAct, ticket: number) => void
  readonly onResume: (conversation: string) => void
}

/** spec §2: three tabs with counters. */
function Lists(props: ListsProps) {
  const { page } = useMessages().tickets
  const go = useGo()
  const list = listIn(route.useSearch())
  const counters = useQuery(ticketCountersQuery).data
  const shown = list === INCIDENTS ? 'incidents' : list === DEVELOPMENTS ? 'developments' : 'tickets'
  return (
    <CountedTabs
      label={page.lists}
      value={shown}
      tabs={[
        { value: 'tickets', title: page.tickets, count: counters?.inProgress },
        { value: 'incidents', title: page.incidents, count: counters?.incidents },
        { value: 'developments', title: page.developments, count: counters?.developments },
      ]}
      onChange={(value) =>
        go(searchOf({ tickets: IN_PROGRESS, incidents: INCIDENTS, developments: DEVELOPMENTS }[value]))
      }
    >
      <Tabs.Panel value={shown}>
        <Suspense fallback={<LoadingState />}>
          {shown === 'incidents' ? (
            <IncidentList />
          ) : shown === 'developments' ? (
            <DevelopmentList />
          ) : (
            <TicketTabs history={list === HISTORY} {...props} />
          )}
        </Suspense>
      </Tabs.Panel>
    </CountedTabs>
  )
}

function TicketTabs({ history, ...props }: ListsProps & { history: boolean }) {
  const { page } = useMessages().tickets
  const search = route.useSearch()
  const go = useGo()
  const counters = useQuery(ticketCountersQuery).data
  const more = useMoreUnread(counters?.unread)
  const shown = history ? 'history' : 'in-progress'
  return (
    <CountedTabs
      secondary
      label={page.tabs}
      value={shown}
      tabs={[
        { value: 'in-progress', title: page.inProgress, count: counters?.inProgress, unread: counters?.unread },
        { value: 'history', title: page.history, count: counters?.history },
      ]}
      // Filters carry over to the other list, except those that only one of them has.
      onChange={(value) => {
        const { pageSize, filter } = listedIn(search, history ? HISTORY : IN_PROGRESS)
        const other = value === 'history' ? HISTORY : IN_PROGRESS
        go(searchOf(other, { pageSize, filter: { ...filter, state: null, turn: null } }))
      }}
      aside={
        <>
          <VisuallyHidden role="status">{more > 0 && `${page.inProgress}: ${page.unread(more)}`}</VisuallyHidden>
          {!history && <Legend />}
        </>
      }
    >
      <Tabs.Panel value={shown}>
        <TicketList key={shown} history={history} {...props} />
      </Tabs.Panel>
    </CountedTabs>
  )
}

/** The number of unread tickets, if it has just grown: a screen reader says so. */
function useMoreUnread(unread: number | undefined): number {
  const [known, setKnown] = useState(unread)
  const [more, setMore] = useState(0)
  if (unread !== known) {
    setKnown(unread)
    setMore(unread !== undefined && known !== undefined && unread > known ? unread : 0)
  }
  return more
}

/** Loads hidden parts' code after the list: they then open at once, even without a network. */
function usePartsSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of LATER) load().catch(() => undefined)
    }, PARTS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** An opened ticket needs no receipt any more. */
function useSeen(ticket: number | undefined): void {
  useEffect(() => {
    if (ticket !== undefined) forgetSent(ticket)
  }, [ticket])
}

const PARTS_AFTER_MS = 1500
