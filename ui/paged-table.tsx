import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useMediaQuery, usePagination } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { upTo } from './breakpoints.ts'
import css from './paged-table.module.css'

export interface Column<Row, Sort extends string> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The server's name for the order that this heading chooses. */
  readonly sort?: Sort
  /** Relative to the table; columns without one share the rest. */
  readonly width?: string
  readonly end?: boolean
  /** A column that people cannot take out of the list. */
  readonly isFixed?: boolean
}

export interface Order<Sort extends string> {
  readonly by: Sort
  readonly descending: boolean
}

interface PagedTableWords {
  readonly sortBy: string
  readonly usualOrder: string
  readonly ascending: string
  readonly descending: string
  readonly pageSize: string
  readonly range: (first: number, last: number, total: number) => string
  readonly pages: string
  readonly previous: string
  readonly next: string
  readonly page: (page: number) => string
  readonly refreshing: string
  readonly loading: string
}

interface Props<Row, Sort extends string> {
  readonly label: string
  readonly words: PagedTableWords
  readonly columns: readonly Column<Row, Sort>[]
  /** Undefined until the first answer arrives. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** A row as a card, if there is no room for columns. */
  readonly renderCard: (row: Row) => ReactNode
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly pageSizes: readonly number[]
  readonly order: Order<Sort> | null
  readonly refreshing: boolean
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: number) => void
  readonly onOrder: (order: Order<Sort> | null) => void
  /** Rows that stand out; a word in them says why. */
  readonly isMarked?: (row: Row) => boolean
  /** A click on the row outside its controls. The row must contain a link to the same target. */
  readonly onOpen?: (row: Row) => void
  /** The pointer is over the row, which may be opened next. */
  readonly onPrepare?: (row: Row) => void
}

/** For a row's link: the whole row shows its focus. */
export const rowLink = css.rowLink

/** Below this width a list consists of cards. */
export const useIsNarrow = () => useMediaQuery(upTo('desk'), false, { getInitialValueInEffect: false })

/** A list that the server pages and sorts: a table, or cards on narrow screens. */
export function PagedTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const narrow = useIsNarrow()
  const { rows, total, refreshing, words } = props
  return (
    <div className={css.list} aria-busy={rows === undefined || refreshing}>
      <div className={css.refreshing} data-on={refreshing || undefined}>
        <VisuallyHidden role="status">{refreshing ? words.refreshing : ''}</VisuallyHidden>
      </div>
      {narrow ? <Cards {...props} /> : <Grid {...props} />}
      {total > 0 && <Pager {...props} />}
    </div>
  )
}

function Grid<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { label, columns, rows, rowKey, pageSize, words } = props
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{rows ? label : words.loading}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} {...rowProps(row, props)}>
                  {columns.map((column) => (
                    <td key={column.key} data-end={column.end || undefined}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: Math.min(pageSize, 10) }, (_, index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Awaited width="75%" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** A placeholder for text. */
const Awaited = ({ width }: { width: string }) => <span className={css.awaited} style={{ width }} />

/** Opening is for the pointer only: the keyboard has the row's link. Selecting text does not count. */
const rowProps = <Row,>(
  row: Row,
  { onOpen, onPrepare, isMarked }: Pick<Props<Row, string>, 'onOpen' | 'onPrepare' | 'isMarked'>,
) => ({
  'data-marked': isMarked?.(row) || undefined,
  onPointerEnter: () => onPrepare?.(row),
  onClick: ({ target }: MouseEvent) => {
    const onControl = target instanceof Element && target.closest('a, button, input, select, [role=tooltip]')
    if (!onControl && getSelection()?.isCollapsed !== false) onOpen?.(row)
  },
})

function Heading<Row, Sort extends string>({
  column,
  order,
  onOrder,
}: Pick<Props<Row, Sort>, 'order' | 'onOrder'> & { column: Column<Row, Sort> }) {
  const { sort, title, width, end } = column
  const style = width ? { width } : undefined
  if (sort === undefined)
    return (
      <th scope="col" style={style} data-end={end || undefined}>
        {title}
      </th>
    )
  const sorted = order?.by === sort ? order : null
  const Icon = !sorted ? IconArrowsSort : sorted.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      style={style}
      data-end={end || undefined}
      aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={css.sort}
        data-sorted={sorted !== null || undefined}
        onClick={() => onOrder({ by: sort, descending: sorted ? !sorted.descending : false })}
      >
        {title}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  )
}

/** Chooses the order where a list consists of cards, which have no headings. */
export function OrderSelect<Sort extends string>({
  columns,
  order,
  onOrder,
  words,
}: Pick<Props<never, Sort>, 'columns' | 'order' | 'onOrder' | 'words'>) {
  const directions = columns.flatMap(({ sort, title }) =>
    sort === undefined
      ? []
      : [
          { value: `${sort} asc`, label: `${title}: ${words.ascending}`, order: { by: sort, descending: false } },
          { value: `${sort} desc`, label: `${title}: ${words.descending}`, order: { by: sort, descending: true } },
        ],
  )
  const chosen = order ? `${order.by} ${order.descending ? 'desc' : 'asc'}` : ''
  return (
    <NativeSelect
      size="sm"
      aria-label={words.sortBy}
      className={css.sortSelect}
      value={directions.some(({ value }) => value === chosen) ? chosen : ''}
      onChange={({ currentTarget }) =>
        onOrder(directions.find(({ value }) => value === currentTarget.value)?.order ?? null)
      }
      data={[{ value: '', label: words.usualOrder }, ...directions.map(({ value, label }) => ({ value, label }))]}
    />
  )
}

function Cards<Row, Sort extends string>({ label, rows, rowKey, renderCard, words, ...opening }: Props<Row, Sort>) {
  return (
    <ul className={css.cards} aria-label={rows ? label : words.loading}>
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)} className={css.card} {...rowProps(row, opening)}>
              {renderCard(row)}
            </li>
          ))
        : Array.from({ length: 4 }, (_, index) => (
            <li key={index} className={css.card}>
              <Awaited width="30%" />
              <Awaited width="90%" />
              <Awaited width="55%" />
            </li>
          ))}
    </ul>
  )
}

function Pager<Row, Sort extends string>({
  total,
  page,
  pageSize,
  pageSizes,
  onPage,
  onPageSize,
  words,
}: Props<Row, Sort>) {
  const sizeId = useId()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const { range } = usePagination({ total: last, page: Math.min(page, last), onChange: onPage })
  return (
    <div className={css.pager}>
      <p className={css.range} aria-live="polite">
        {words.range(Math.min((page - 1) * pageSize + 1, total), Math.min(page * pageSize, total), total)}
      </p>
      <div className={css.size}>
        <label htmlFor={sizeId}>{words.pageSize}</label>
        <NativeSelect
          id={sizeId}
          size="xs"
          value={String(pageSize)}
          onChange={({ currentTarget }) => onPageSize(Number(currentTarget.value))}
          data={pageSizes.map(String)}
        />
      </div>
      {last > 1 && (
        <nav className={css.pages} aria-label={words.pages}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.previous}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          {range.map((entry, index) =>
            entry === 'dots' ? (
              <span key={`dots-${index}`} className={css.dots}>
                …
              </span>
            ) : (
              <Button
                key={entry}
                size="compact-sm"
                variant={entry === page ? 'filled' : 'default'}
                aria-label={words.page(entry)}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onPage(entry)}
              >
                {entry}
              </Button>
            ),
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.next}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </nav>
      )}
    </div>
  )
}
