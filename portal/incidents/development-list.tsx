import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Column } from '#ui/paged-table.tsx'
import { part } from '#ui/part.tsx'
import { PagedList } from '../lists/paged-list.tsx'
import { Ago, Day, Nothing, RowCard, RowNumber } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'
import { ListFilterBar } from '../tickets/list-filter-bar.tsx'
import { DEVELOPMENTS, type DevelopmentSort, NO_FILTER, isFiltered } from '../tickets/tickets-search.ts'
import { useListed } from '../tickets/use-listed.ts'
import { type DevelopmentRow, developmentListQuery } from './incident-queries.ts'
import { useOpenedWork } from './use-opened-work.ts'
import { WorkFiles } from './work-files.tsx'
import { WorkStateBadge } from './work-state.tsx'
import { WorkTitle } from './work-title.tsx'

const WorkDialog = part(async () => (await import('./work-dialog.tsx')).WorkDialog).Part

/** spec §2, Desarrollos (developments). */
export function DevelopmentList() {
  const { developments: words, state } = useMessages().incidents
  const { listed, onChange } = useListed(DEVELOPMENTS)
  const { opened, open, close } = useOpenedWork()
  const { pending, resolved, delivered, clarified, supervised } = state
  return (
    <>
      <PagedList<DevelopmentRow, DevelopmentSort>
        timed
        choosable="developments"
        bar={
          <ListFilterBar
            filter={listed.filter}
            numberLabel={words.filterNumber}
            states={{ pending, resolved, delivered, clarified, supervised }}
            onApply={(filter) => onChange({ filter, page: 1 })}
          />
        }
        words={words}
        query={useQuery(developmentListQuery(listed))}
        paged={listed}
        onChange={onChange}
        onOpen={open}
        onClearFilter={isFiltered(listed.filter) ? () => onChange({ filter: NO_FILTER, page: 1 }) : undefined}
        columns={useColumns()}
        renderCard={(row) => <DevelopmentCard row={row} />}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <WorkDialog key={opened} kind="development" number={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(): readonly Column<DevelopmentRow, DevelopmentSort>[] {
  const { developments: words } = useMessages().incidents
  return [
    {
      key: 'number',
      isFixed: true,
      title: words.number,
      sort: 'number',
      width: '9.75rem',
      cell: (row) => <DevelopmentNumber row={row} />,
    },
    {
      key: 'state',
      title: words.state,
      sort: 'state',
      width: '9.5rem',
      cell: ({ shownState }) => <WorkStateBadge state={shownState} />,
    },
    {
      key: 'title',
      isFixed: true,
      title: words.title,
      sort: 'title',
      cell: (row) => <WorkTitle number={row.number} title={row.title} />,
    },
    {
      key: 'created',
      title: words.createdAt,
      sort: 'created',
      width: '6.1rem',
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
    {
      key: 'planned-delivery',
      title: words.plannedDelivery,
      sort: 'planned-delivery',
      width: '10.75rem',
      cell: ({ plannedDelivery }) => <Day day={plannedDelivery} />,
    },
    { key: 'files', title: words.files, width: '4.6rem', cell: (row) => <DevelopmentFiles row={row} /> },
    {
      key: 'installed',
      title: words.installed,
      width: '8.5rem',
      cell: ({ installed }) => installed || <Nothing words={words.notInstalled} />,
    },
  ]
}

const DevelopmentNumber = ({ row: { number, budget } }: { row: DevelopmentRow }) => (
  <RowNumber>{budget ? `${number} | ${budget}` : number}</RowNumber>
)

function DevelopmentFiles({ row: { number, attachments } }: { row: DevelopmentRow }) {
  const { developments: words } = useMessages().incidents
  return <WorkFiles number={number} title={words.filesOf(number)} count={attachments} />
}

function DevelopmentCard({ row }: { row: DevelopmentRow }) {
  const { developments: words } = useMessages().incidents
  return (
    <RowCard
      number={<DevelopmentNumber row={row} />}
      state={<WorkStateBadge state={row.shownState} />}
      title={<WorkTitle number={row.number} title={row.title} />}
      facts={[
        [words.createdAt, <Ago key="created" at={row.createdAt} />],
        [words.plannedDelivery, row.plannedDelivery && <Day key="planned" day={row.plannedDelivery} />],
        [words.installed, row.installed],
      ]}
      actions={row.attachments > 0 && <DevelopmentFiles row={row} />}
    />
  )
}
