import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconColumns3 } from '@tabler/icons-react'
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { PAGE_SIZES } from '#contract/paging.ts'
import { type Column, type Order, OrderSelect, PagedTable, useIsNarrow } from '#ui/paged-table.tsx'
import { part } from '#ui/part.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import { useHiddenColumns } from './chosen-columns.ts'
import { OfficeTimeNote } from './office-time-note.tsx'
import css from './paged-list.module.css'
import type { Paged } from './paging-address.ts'

const ColumnsDialog = part(async () => (await import('./columns-dialog.tsx')).ColumnsDialog).Part

interface ListWords {
  readonly label: string
  readonly failed: string
  readonly empty: string
  readonly emptyHint: string
  readonly pastTheEnd: string
  readonly emptyFiltered?: string
}

interface Props<Row, Sort extends string> {
  /** The filter above the list. */
  readonly bar?: ReactNode
  /** The list's name, if people may take columns out of it. */
  readonly choosable?: string
  readonly words: ListWords
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number }>
  readonly paged: Paged<Sort>
  readonly onChange: (change: Partial<Paged<Sort>>) => void
  /** Set while a filter narrows the list. */
  readonly onClearFilter?: (() => void) | undefined
  readonly columns: readonly Column<Row, Sort>[]
  readonly renderCard: (row: Row) => ReactNode
  /** The service's default order, if a column shows it. */
  readonly usualOrder?: Order<Sort> | null
  /** Its rows show hours, not only days. */
  readonly timed?: boolean
  /** Rows that stand out; a word in them says why. */
  readonly isMarked?: (row: Row) => boolean
  readonly onOpen?: (row: Row) => void
  readonly onPrepare?: (row: Row) => void
}

/** One page of a list that the server pages and sorts, in each of its states, below its filter. */
export function PagedList<Row extends { readonly number: number }, Sort extends string>({
  bar,
  choosable = '',
  ...list
}: Props<Row, Sort>) {
  const { table } = useMessages().tickets
  const narrow = useIsNarrow()
  const [hidden, hide] = useHiddenColumns(choosable)
  const { columns, paged, usualOrder = null, onChange, query } = list
  const isEmpty = query.data?.items.length === 0
  return (
    <>
      <div className={css.tools}>
        {bar}
        {narrow && !isEmpty && (
          <OrderSelect
            columns={columns}
            order={paged.order ?? usualOrder}
            words={table}
            onOrder={(order) => onChange({ order, page: 1 })}
          />
        )}
        {!narrow && choosable !== '' && <ColumnsButton columns={columns} hidden={hidden} onChange={hide} />}
      </div>
      <Rows {...list} columns={narrow ? columns : columns.filter(({ key }) => !hidden.includes(key))} />
    </>
  )
}

interface ColumnsButtonProps<Row, Sort extends string> {
  readonly columns: readonly Column<Row, Sort>[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

function ColumnsButton<Row, Sort extends string>({ columns, ...choice }: ColumnsButtonProps<Row, Sort>) {
  const words = useMessages().tickets.columns
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconColumns3 size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.title}
      </Button>
      <Suspense fallback={null}>
        {open && (
          <ColumnsDialog
            columns={columns.filter(({ isFixed }) => !isFixed)}
            {...choice}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function Rows<Row extends { readonly number: number }, Sort extends string>({
  words,
  query,
  paged,
  onChange,
  onClearFilter,
  usualOrder = null,
  timed = false,
  ...table
}: Omit<Props<Row, Sort>, 'bar' | 'choosable'>) {
  const { tickets, ui } = useMessages()
  const { isError, isFetching, isPlaceholderData, refetch } = query
  // Many rows are rendered in steps, so that a slow phone stays responsive.
  const data = useDeferredValue(query.data)
  const { page, pageSize, order } = paged
  if (!data && isError) return <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />
  if (data?.items.length === 0 && !isPlaceholderData)
    return (
      <NoRows
        words={words}
        onFirstPage={data.total > 0 ? () => onChange({ page: 1 }) : undefined}
        onClearFilter={onClearFilter}
      />
    )
  return (
    <>
      {isError && (
        <p className={css.stale} role="status">
          {tickets.list.stale}
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </p>
      )}
      <PagedTable<Row, Sort>
        {...table}
        label={words.label}
        words={tickets.table}
        rows={data?.items}
        rowKey={({ number }) => number}
        total={data?.total ?? 0}
        page={page}
        pageSize={pageSize}
        pageSizes={PAGE_SIZES}
        order={order ?? usualOrder}
        refreshing={isFetching && data !== undefined}
        onPage={(next) => onChange({ page: next })}
        onPageSize={(size) => onChange({ pageSize: PAGE_SIZES.find((one) => one === size) ?? 10, page: 1 })}
        onOrder={(next) => onChange({ order: next, page: 1 })}
      />
      {/* Below the rows: before them it would move as they come. */}
      {timed && data && <OfficeTimeNote />}
    </>
  )
}

interface NoRowsProps extends Pick<Props<never, never>, 'words' | 'onClearFilter'> {
  /** Set if there are rows, but none on this page. */
  readonly onFirstPage: (() => void) | undefined
}

function NoRows({ words, onFirstPage, onClearFilter }: NoRowsProps) {
  const { list, filter } = useMessages().tickets
  if (onFirstPage)
    return <EmptyState title={words.pastTheEnd} action={<WayOut words={list.firstPage} onPress={onFirstPage} />} />
  if (onClearFilter && words.emptyFiltered)
    return <EmptyState title={words.emptyFiltered} action={<WayOut words={filter.clear} onPress={onClearFilter} />} />
  return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
}

const WayOut = ({ words, onPress }: { words: string; onPress: () => void }) => (
  <Button variant="default" onClick={onPress}>
    {words}
  </Button>
)
