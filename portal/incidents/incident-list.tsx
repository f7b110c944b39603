import { ActionIcon, Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Column } from '#ui/paged-table.tsx'
import { part } from '#ui/part.tsx'
import { PagedList } from '../lists/paged-list.tsx'
import { RefusableAct, refusalSentence } from '../lists/refusable-act.tsx'
import { Ago, Day, Moment, Nothing, RowCard, RowNumber } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'
import { ListFilterBar } from '../tickets/list-filter-bar.tsx'
import { TicketLink } from '../tickets/ticket-link.tsx'
import { INCIDENTS, type IncidentSort, NO_FILTER, isFiltered } from '../tickets/tickets-search.ts'
import { useListed } from '../tickets/use-listed.ts'
import { IncidentClaimDialog } from './incident-claim-dialog.tsx'
import { type IncidentRow, incidentListQuery } from './incident-queries.ts'
import css from './incidents.module.css'
import { useOpenedWork } from './use-opened-work.ts'
import { WorkFiles } from './work-files.tsx'
import { WorkStateBadge } from './work-state.tsx'
import { WorkTitle } from './work-title.tsx'

const WorkDialog = part(async () => (await import('./work-dialog.tsx')).WorkDialog).Part

/** spec §2, Actuaciones (incidents). */
export function IncidentList() {
  const { incidents: words } = useMessages()
  const { listed, onChange } = useListed(INCIDENTS)
  const [claimed, setClaimed] = useState<IncidentRow | null>(null)
  const { opened, open, close } = useOpenedWork()
  const columns = useColumns(setClaimed)
  return (
    <>
      <PagedList<IncidentRow, IncidentSort>
        timed
        choosable="incidents"
        bar={
          <ListFilterBar
            filter={listed.filter}
            numberLabel={words.list.number}
            states={{ 'in-progress': words.state['in-progress'], delivered: words.state.delivered }}
            onApply={(filter) => onChange({ filter, page: 1 })}
          />
        }
        words={words.list}
        query={useQuery(incidentListQuery(listed))}
        paged={listed}
        onChange={onChange}
        onOpen={open}
        onClearFilter={isFiltered(listed.filter) ? () => onChange({ filter: NO_FILTER, page: 1 }) : undefined}
        columns={columns}
        renderCard={(row) => <IncidentCard row={row} onClaim={setClaimed} />}
        usualOrder={USUAL_ORDER}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <WorkDialog key={opened} kind="incident" number={opened} onClose={close} />
        </Suspense>
      )}
      {claimed && <IncidentClaimDialog incident={claimed} onClose={() => setClaimed(null)} />}
    </>
  )
}

/** spec §9, Default sort. */
const USUAL_ORDER = { by: 'state-date', descending: true } as const

type OnIncident = (incident: IncidentRow) => void

function useColumns(onClaim: OnIncident): readonly Column<IncidentRow, IncidentSort>[] {
  const { list } = useMessages().incidents
  return [
    {
      key: 'number',
      isFixed: true,
      title: list.number,
      sort: 'number',
      width: '5.4rem',
      cell: ({ number }) => <RowNumber>{number}</RowNumber>,
    },
    {
      key: 'ticket',
      title: list.ticket,
      sort: 'ticket',
      width: '5.25rem',
      cell: (row) => <IncidentTicket row={row} />,
    },
    {
      key: 'state',
      title: list.state,
      sort: 'state',
      width: '9.5rem',
      cell: (row) => <IncidentState row={row} />,
    },
    {
      key: 'title',
      isFixed: true,
      title: list.title,
      sort: 'title',
      cell: (row) => <WorkTitle number={row.number} title={row.title} />,
    },
    {
      key: 'created',
      title: list.createdAt,
      sort: 'created',
      width: '6.1rem',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'state-at',
      title: list.stateAt,
      sort: 'state-date',
      width: '6.1rem',
      cell: ({ stateAt }) => <Ago at={stateAt} />,
    },
    {
      key: 'planned-delivery',
      title: list.plannedDelivery,
      sort: 'planned-delivery',
      width: '6.6rem',
      cell: ({ plannedDelivery }) => <Day day={plannedDelivery} />,
    },
    { key: 'files', title: list.files, width: '4.6rem', cell: (row) => <IncidentFiles row={row} /> },
    {
      key: 'actions',
      isFixed: true,
      title: list.actions,
      width: '4.6rem',
      end: true,
      cell: (row) => <ClaimBell row={row} onClaim={onClaim} />,
    },
  ]
}

/** «En curso» covers states in which the customer may do different things: the line below says which. */
function IncidentState({ row: { shownState, refusals } }: { row: IncidentRow }) {
  const { list } = useMessages().incidents
  return (
    <span className={css.state}>
      <WorkStateBadge state={shownState} />
      {shownState === 'in-progress' && <small>{list.claims[refusals.claim?.reason ?? 'allowed']}</small>}
    </span>
  )
}

function IncidentTicket({ row: { ticket } }: { row: IncidentRow }) {
  const { list } = useMessages().incidents
  return ticket === null ? <Nothing words={list.noTicket} /> : <TicketLink number={ticket} className={css.link} />
}

function IncidentFiles({ row: { number, attachments } }: { row: IncidentRow }) {
  const { list } = useMessages().incidents
  return <WorkFiles number={number} title={list.filesOf(number)} count={attachments} />
}

interface ClaimProps {
  readonly row: IncidentRow
  readonly onClaim: OnIncident
}

/** Why a claim is refused now; null when it is allowed. */
function useRefusal({ mayClaim, refusals }: IncidentRow): string | null {
  const { shared } = useMessages()
  if (mayClaim) return null
  return refusals.claim ? refusalSentence(shared, refusals.claim) : ''
}

function ClaimBell({ row, onClaim }: ClaimProps) {
  const { action } = useMessages().tickets
  return (
    <RefusableAct name={action.claim} refusal={useRefusal(row)} onAct={() => onClaim(row)}>
      {(props) => (
        <ActionIcon {...props} variant="light" aria-label={action.claim}>
          <IconBell size={18} aria-hidden />
        </ActionIcon>
      )}
    </RefusableAct>
  )
}

function IncidentCard({ row, onClaim }: ClaimProps) {
  const { incidents, tickets } = useMessages()
  const { list } = incidents
  const refusal = useRefusal(row)
  return (
    <RowCard
      number={<RowNumber>{row.number}</RowNumber>}
      state={<IncidentState row={row} />}
      title={<WorkTitle number={row.number} title={row.title} />}
      facts={[
        [list.ticket, row.ticket !== null && <IncidentTicket key="ticket" row={row} />],
        [list.createdAt, <Moment key="created" at={row.createdAt} />],
        [list.stateAt, <Ago key="state" at={row.stateAt} />],
        [list.plannedDelivery, row.plannedDelivery && <Day key="planned" day={row.plannedDelivery} />],
      ]}
      actions={
        <>
          <RefusableAct refusal={refusal} onAct={() => onClaim(row)}>
            {(props) => (
              <Button {...props} variant="light" size="sm" px="xs" leftSection={<IconBell size={18} aria-hidden />}>
                {tickets.action.short.claim}
              </Button>
            )}
          </RefusableAct>
          {row.attachments > 0 && <IncidentFiles row={row} />}
        </>
      }
    />
  )
}
