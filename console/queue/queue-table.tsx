import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEye, IconPaperclip, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { upTo } from '#ui/breakpoints.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import type { QueueOrder, QueueSort } from '#contract/console/queue/queue-filter.ts'
import { select } from './queue-place.ts'
import type { QueueRow } from './queue-queries.ts'
import { directionOf, nextOrder, queueAddress } from './queue-search.ts'
import styles from './queue-table.module.css'
import { DueTime, Standing, Urgency } from './standing.tsx'
import { useNow } from '#browser/live/use-now.ts'

interface Props {
  readonly label: string
  readonly rows: readonly QueueRow[]
  /** The row that the keys act on. */
  readonly selected: number | null
  readonly order: QueueOrder | undefined
}

/** Dense, to show many rows; cards if there is no room for columns. */
export function QueueTable(props: Props) {
  const narrow = useMediaQuery(upTo('desk'), false, { getInitialValueInEffect: false })
  return narrow ? <Cards {...props} /> : <Table {...props} />
}

function Table({ label, rows, selected, order }: Props) {
  const { queue: words } = useMessages()
  const opening = useOpening()
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <Sorted by="number" order={order} className={styles.number} words={words.number} />
            <th scope="col">{words.title}</th>
            <Sorted by="client" order={order} className={styles.client} words={words.client} data-wide />
            <th scope="col" className={styles.module} data-wide>
              {words.module}
            </th>
            <Sorted by="urgency" order={order} className={styles.urgency} words={words.urgency} />
            <th scope="col" className={styles.turn}>
              {words.turn}
            </th>
            <Sorted by="waiting" order={order} className={styles.waiting} words={words.waiting} />
            <Sorted by="promise" order={order} className={styles.promise} words={words.promise} />
            <th scope="col" className={styles.assignee}>
              {words.assignee}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} data-selected={row.number === selected || undefined} onClick={opening(row)}>
              <td className={styles.digits}>{row.number}</td>
              <td>
                <span className={styles.titleCell}>
                  <TitleLink row={row} selected={row.number === selected} />
                  <Marks row={row} />
                </span>
                <span className={styles.beneath}>{about(row)}</span>
              </td>
              <td data-wide>
                <Cut text={whose(row)} />
              </td>
              <td data-wide>
                <Cut text={row.module?.name ?? '–'} />
              </td>
              <td>
                <Urgency urgency={row.urgency} />
              </td>
              <td>
                <Standing ticket={row} />
              </td>
              <td className={styles.quiet}>
                <Since at={row.lastEntry.at} short />
              </td>
              <td>
                <DueTime dueAt={row.dueAt} />
              </td>
              <td>
                <Cut text={row.assignee?.name ?? words.nobody} quiet={!row.assignee} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortedProps extends Pick<Props, 'order'> {
  readonly by: QueueSort
  readonly words: string
  readonly className: string | undefined
  readonly 'data-wide'?: boolean
}

/** The head of a column that can sort the list. */
function Sorted({ by, order, words, ...cell }: SortedProps) {
  const { sorted } = useMessages().queue
  const direction = directionOf(order, by)
  const next = nextOrder(order, by)
  return (
    <th scope="col" aria-sort={direction ? (direction === 'up' ? 'ascending' : 'descending') : undefined} {...cell}>
      <Link
        to="."
        search={(search) => queueAddress.written({ ...queueAddress.read(search), order: next })}
        replace
        className={styles.sort}
        title={sorted[next === undefined ? 'none' : direction === 'up' ? 'down' : 'up']}
      >
        {words}
        {direction && <span aria-hidden>{direction === 'up' ? '▲' : '▼'}</span>}
      </Link>
    </th>
  )
}

function Cards({ label, rows, selected }: Props) {
  const { queue: words } = useMessages()
  const opening = useOpening()
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the pointer: the keyboard has the link
        <li
          key={row.number}
          className={styles.card}
          data-selected={row.number === selected || undefined}
          onClick={opening(row)}
        >
          <span className={styles.cardHead}>
            <span className={styles.digits}>{row.number}</span>
            <Standing ticket={row} />
            <Marks row={row} />
          </span>
          <TitleLink row={row} selected={row.number === selected} />
          <span className={styles.cardLine}>
            <span>{whose(row)}</span>
            {row.module && <span>{row.module.name}</span>}
            <Urgency urgency={row.urgency} />
          </span>
          <span className={styles.cardLine}>
            <Since at={row.lastEntry.at} />
            <DueTime dueAt={row.dueAt} />
            <span>{row.assignee?.name ?? words.nobody}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const TitleLink = ({ row: { number, title }, selected }: { row: QueueRow; selected: boolean }) => (
  <Link
    to={paths.ticket}
    params={{ number: String(number) }}
    className={styles.link}
    data-ticket={number}
    aria-current={selected ? 'true' : undefined}
    title={title}
    onFocus={() => select(number)}
  >
    {title}
  </Link>
)

/** The author and module, if there is no room for their columns. */
const about = (row: QueueRow): string => [whose(row), row.module?.name].filter(Boolean).join(' · ')

/** The client and, if known, the person. */
const whose = ({ client, raisedBy }: QueueRow): string =>
  [client.name, raisedBy === client.name ? '' : raisedBy].filter(Boolean).join(' · ')

/** The count of unseen entries, files, and colleagues who have the ticket open. */
function Marks({ row: { attachments, viewers, unread } }: { row: QueueRow }) {
  const { queue: words, layout } = useMessages()
  const writing = viewers.filter((viewer) => viewer.writing)
  const there = writing.length > 0 ? words.writing(names(writing)) : words.viewing(names(viewers))
  const Icon = writing.length > 0 ? IconPencil : IconEye
  return (
    <>
      {unread > 0 && <span className={styles.unread}>{layout.unread(unread)}</span>}
      {attachments > 0 && (
        <span className={styles.mark} title={words.files(attachments)}>
          <IconPaperclip size={15} role="img" aria-label={words.files(attachments)} />
        </span>
      )}
      {viewers.length > 0 && (
        <span className={styles.viewers} title={there}>
          <Icon size={15} role="img" aria-label={there} /> {initials(writing[0] ?? viewers[0])}
        </span>
      )}
    </>
  )
}

const Cut = ({ text, quiet = false }: { text: string; quiet?: boolean }) => (
  <span className={styles.cut} title={text} data-quiet={quiet || undefined}>
    {text}
  </span>
)

function Since({ at, short = false }: { at: Date; short?: boolean }) {
  const { ago, span, dateTime } = useFormat()
  const now = useNow()
  return (
    <time dateTime={at.toISOString()} title={dateTime(at)}>
      {short ? span(now.getTime() - at.getTime()) : ago(at, now)}
    </time>
  )
}

/** Opens a row on a click anywhere, for the pointer; the keyboard has the link. Selecting text does not count. */
function useOpening() {
  const navigate = useNavigate()
  return (row: QueueRow) => (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button')) return
    if (getSelection()?.isCollapsed === false) return
    select(row.number)
    void navigate({ to: paths.ticket, params: { number: String(row.number) } })
  }
}

type Viewers = QueueRow['viewers']
const names = (viewers: Viewers): string => viewers.map(({ name }) => name).join(', ')
const initials = (viewer: Viewers[number] | undefined): string =>
  (viewer?.name ?? '')
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
