import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { upTo } from '#ui/breakpoints.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import styles from './master-list.module.css'
import masters from '../masters/masters.module.css'

export interface MasterColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Relative to the table; columns without one share the rest. */
  readonly width?: string
}

interface Props<Row> {
  /** The table's name. */
  readonly label: string
  readonly query: UseInfiniteQueryResult<readonly Row[]>
  /** The first column opens the row. */
  readonly columns: readonly MasterColumn<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** A row's link or act. Without it, rows can only be read. */
  readonly opening?: (row: Row) => LinkProps | (() => void)
  /** Undefined: the list cannot be searched. */
  readonly search?: { readonly label: string; readonly text: string; readonly onSearch: (text: string) => void }
  readonly filters?: ReactNode
  /** The label of the button for a new record. */
  readonly create?: { readonly words: string; readonly run: () => void }
  readonly empty: string
}

/** A list of masters: searchable, loaded part by part, with row keys. */
export function MasterList<Row>(props: Props<Row>) {
  const { query, rowKey, search, filters, create, empty } = props
  const { list: words } = useMasterMessages()
  const narrow = useMediaQuery(upTo('desk'), false, { getInitialValueInEffect: false })
  const { data, error, hasNextPage, isFetchingNextPage, isFetching, isPlaceholderData } = query
  const rows = data && withoutTwins(data, rowKey)
  useRowKeys(() => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  })
  const Rows = narrow ? Cards : Table
  return (
    <div className={styles.list} aria-busy={isFetching}>
      <div className={styles.bar}>
        {search && <ListSearchField {...search} />}
        {filters}
        {create && (
          <Button
            size="sm"
            className={styles.create}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={create.run}
          >
            {create.words}
          </Button>
        )}
      </div>
      {rows && rows.length > 0 ? (
        <div data-stale={isPlaceholderData || undefined} className={styles.rows}>
          <Rows {...props} rows={rows} />
        </div>
      ) : rows ? (
        <EmptyState title={search && search.text !== '' ? words.emptySearch(search.text) : empty} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
      <VisuallyHidden role="status">
        {rows && !isPlaceholderData && (hasNextPage ? words.shownOfMore(rows.length) : words.shown(rows.length))}
      </VisuallyHidden>
      {hasNextPage && rows && (
        <Button
          variant="default"
          className={styles.more}
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </div>
  )
}

/** A row that moves while two parts are read is in both; it is shown once. */
function withoutTwins<Row>(rows: readonly Row[], rowKey: Props<Row>['rowKey']): readonly Row[] {
  const byKey = new Map(rows.map((row) => [rowKey(row), row] as const))
  return byKey.size === rows.length ? rows : [...byKey.values()]
}

/** Searches after a short pause in typing; Enter searches at once, Esc clears. `/` focuses it. */
function ListSearchField({ label, text, onSearch }: NonNullable<Props<never>['search']>) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  // Back and forward change the address.
  if (known !== text) {
    setKnown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return undefined
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <form
      role="search"
      aria-label={label}
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        type="search"
        size="sm"
        aria-label={label}
        placeholder={label}
        data-list-search
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (typed === '') event.currentTarget.blur()
          else setTyped('')
        }}
      />
    </form>
  )
}

const PAUSE_MS = 250

type RowsProps<Row> = Props<Row> & { readonly rows: readonly Row[] }

function Table<Row>({ label, columns, rows, rowKey, opening }: RowsProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, width }) => (
              <th key={title} scope="col" style={width ? { width } : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell }, index) => (
                <td key={title}>{index === 0 ? <Opening to={opening?.(row)}>{cell(row)}</Opening> : cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row>({ label, columns: [first, ...others], rows, rowKey, opening }: RowsProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card}>
          <Opening to={opening?.(row)}>{first?.cell(row)}</Opening>
          <dl className={masters.facts}>
            {others.map(({ title, cell }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Opening({ to, children }: { to: LinkProps | (() => void) | undefined; children: ReactNode }) {
  if (to === undefined) return children
  if (typeof to === 'function')
    return (
      <button type="button" className={styles.opening} data-row onClick={to}>
        {children}
      </button>
    )
  return (
    <Link {...to} className={styles.opening} data-row>
      {children}
    </Link>
  )
}

/** j and k move from row to row; Enter is the row's link. */
function useRowKeys(loadMore: () => void): void {
  const { keys: words } = useMessages()
  const move = (by: 1 | -1) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const at = rows.findIndex((row) => row === document.activeElement)
    const to = at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))
    rows[to]?.focus()
    if (by === 1 && to + 2 >= rows.length) loadMore()
  }
  useShortcuts([
    { keys: 'j', group: 'list', words: words.next, run: () => move(1) },
    { keys: 'k', group: 'list', words: words.previous, run: () => move(-1) },
  ])
}
