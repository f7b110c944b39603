import { ActionIcon, Badge, Button, VisuallyHidden } from '@mantine/core'
import { IconEye, IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '#contract/paging.ts'
import type { ListedState } from '#domain/ticket.ts'
import { type Column, PagedTable, rowLink } from '#ui/paged-table.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { ACT_ICONS, RefusableAct, TICKET_ACTS, type TicketAct, refusalOf } from './ticket-acts.tsx'
import { RowIconMark } from './ticket-icons.tsx'
import { type TicketRow, usePrepareTicket } from './ticket-queries.ts'
import css from './ticket-table.module.css'
import type { ListedTickets, TicketSort, TicketTab } from './tickets-search.ts'

const STATE_COLOURS: Record<ListedState, string> = { pending: 'gray', closed: 'green', incident: 'orange' }

interface Props {
  readonly listed: ListedTickets
  /** Undefined while the first answer is awaited. */
  readonly rows: readonly TicketRow[] | undefined
  readonly total: number
  readonly refreshing: boolean
  readonly onChange: (change: Partial<ListedTickets>) => void
  readonly onOpen: (ticket: number) => void
  readonly onAct: (act: TicketAct, ticket: number) => void
}

/** The tickets of one tab (spec §2): columns where there is room, cards where there is not. */
export function TicketTable({ listed, rows, total, refreshing, onChange, onOpen, onAct }: Props) {
  const { list, table } = useMessages().tickets
  const { tab, page, pageSize, order } = listed
  const columns = useColumns(tab, { onOpen, onAct })
  const prepare = usePrepareTicket()
  return (
    <PagedTable<TicketRow, TicketSort>
      label={tab === 'history' ? list.history : list.inProgress}
      words={table}
      columns={columns}
      rows={rows}
      rowKey={({ number }) => number}
      renderCard={(row) => <TicketCard row={row} tab={tab} onAct={onAct} />}
      total={total}
      page={page}
      pageSize={pageSize}
      pageSizes={PAGE_SIZES}
      order={order ?? (tab === 'in-progress' ? USUAL_ORDER : null)}
      refreshing={refreshing}
      onPage={(next) => onChange({ page: next })}
      onPageSize={(size) => onChange({ pageSize: PAGE_SIZES.find((one) => one === size) ?? 10, page: 1 })}
      onOrder={(next) => onChange({ order: next, page: 1 })}
      onOpen={({ number }) => onOpen(number)}
      onPrepare={({ number }) => prepare(number)}
    />
  )
}

/** spec §9, Default sort. What orders the history is not one of its columns. */
const USUAL_ORDER = { by: 'state-date-raw', descending: true } as const

interface RowActs {
  readonly onOpen: (ticket: number) => void
  readonly onAct: (act: TicketAct, ticket: number) => void
}

function useColumns(tab: TicketTab, acts: RowActs): readonly Column<TicketRow, TicketSort>[] {
  const { list } = useMessages().tickets
  const number: Column<TicketRow, TicketSort> = {
    key: 'number',
    title: list.number,
    sort: 'number',
    width: '5.75rem',
    cell: (row) => <TicketLink row={row} />,
  }
  const title: Column<TicketRow, TicketSort> = {
    key: 'title',
    title: list.title,
    sort: 'title',
    cell: (row) => <TicketTitle row={row} />,
  }
  const dates: readonly Column<TicketRow, TicketSort>[] = [
    {
      key: 'created',
      title: list.createdAt,
      sort: 'created',
      width: '6.1rem',
      cell: (row) => <Moment at={row.createdAt} />,
    },
    {
      key: 'state-at',
      title: list.stateAt,
      sort: 'state-date-raw',
      width: '6.1rem',
      cell: (row) => <Moment at={row.stateAt} />,
    },
  ]
  const actions = (width: string): Column<TicketRow, TicketSort> => ({
    key: 'actions',
    title: list.actions,
    width,
    end: true,
    cell: (row) => <RowActions row={row} tab={tab} {...acts} />,
  })
  if (tab === 'history') return [number, title, ...dates, actions('6rem')]
  return [
    number,
    { key: 'state', title: list.state, sort: 'state', width: '8rem', cell: (row) => <TicketState row={row} /> },
    { key: 'raised-by', title: list.raisedBy, sort: 'raised-by', width: '7.25rem', cell: ({ raisedBy }) => raisedBy },
    title,
    ...dates,
    {
      key: 'closed',
      title: list.closedAt,
      sort: 'closed',
      width: '6.1rem',
      cell: (row) => <Moment at={row.closedAt} />,
    },
    actions('11rem'),
  ]
}

/** Focusing it starts loading the ticket, as the pointer on its row does. */
function TicketLink({ row: { number } }: { row: TicketRow }) {
  const { list } = useMessages().tickets
  const prepare = usePrepareTicket()
  return (
    <Link
      from={paths.tickets}
      to="."
      search={(search) => ({ ...search, ticket: number })}
      className={rowLink}
      aria-label={list.open(number)}
      onFocus={() => prepare(number)}
      resetScroll={false}
    >
      <strong className={css.number}>{number}</strong>
    </Link>
  )
}

function TicketTitle({ row: { title, attachments } }: { row: TicketRow }) {
  const { list } = useMessages().tickets
  return (
    <span className={css.titleLine}>
      <span className={css.title}>{title}</span>
      {attachments > 0 && (
        <span className={css.files}>
          <IconPaperclip size={14} role="img" aria-label={list.files(attachments)} />
          <span aria-hidden>{attachments}</span>
        </span>
      )}
    </span>
  )
}

function TicketState({ row: { listedState, icon } }: { row: TicketRow }) {
  const { state } = useMessages().tickets
  return (
    <span className={css.state}>
      <RowIconMark icon={icon} />
      <Badge variant="light" size="sm" color={STATE_COLOURS[listedState]} tt="none">
        {state[listedState]}
      </Badge>
    </span>
  )
}

/** The date, and the hour below it. */
function Moment({ at }: { at: Date | null }) {
  const { list } = useMessages().tickets
  const { date, time } = useFormat()
  if (!at)
    return (
      <>
        <span aria-hidden>—</span>
        <VisuallyHidden>{list.noDate}</VisuallyHidden>
      </>
    )
  return (
    <time dateTime={at.toISOString()} className={css.moment}>
      {date(at)} <span>{time(at)}</span>
    </time>
  )
}

function RowActions({ row, tab, onOpen, onAct }: { row: TicketRow; tab: TicketTab } & RowActs) {
  const { action } = useMessages().tickets
  return (
    <div className={css.actions}>
      <RefusableAct name={action.view} refusal={null} onAct={() => onOpen(row.number)}>
        {(props) => (
          <ActionIcon {...props} variant="subtle" aria-label={action.view}>
            <IconEye size={18} aria-hidden />
          </ActionIcon>
        )}
      </RefusableAct>
      {tab === 'in-progress' &&
        TICKET_ACTS.map((act) => {
          const Icon = ACT_ICONS[act]
          return (
            <RefusableAct
              key={act}
              name={action[act]}
              refusal={refusalOf(act, row)}
              onAct={() => onAct(act, row.number)}
            >
              {(props) => (
                <ActionIcon {...props} variant="light" aria-label={action[act]}>
                  <Icon size={18} aria-hidden />
                </ActionIcon>
              )}
            </RefusableAct>
          )
        })}
    </div>
  )
}

/** One ticket on a phone. What is allowed has its words on the button; what is refused says why when it is pressed. */
function TicketCard({ row, tab, onAct }: { row: TicketRow; tab: TicketTab; onAct: RowActs['onAct'] }) {
  const { action, list } = useMessages().tickets
  const acts = tab === 'in-progress' ? TICKET_ACTS : []
  return (
    <>
      <div className={css.cardHead}>
        <TicketLink row={row} />
        {tab === 'in-progress' && <TicketState row={row} />}
      </div>
      <TicketTitle row={row} />
      <dl className={css.cardFacts}>
        {tab === 'in-progress' && <Fact term={list.raisedBy}>{row.raisedBy}</Fact>}
        <Fact term={list.createdAt}>
          <Moment at={row.createdAt} />
        </Fact>
        <Fact term={list.stateAt}>
          <Moment at={row.stateAt} />
        </Fact>
        {tab === 'in-progress' && row.closedAt && (
          <Fact term={list.closedAt}>
            <Moment at={row.closedAt} />
          </Fact>
        )}
      </dl>
      {acts.length > 0 && (
        <div className={css.cardActions}>
          {acts.map((act) => {
            const Icon = ACT_ICONS[act]
            const refusal = refusalOf(act, row)
            return (
              <RefusableAct
                key={act}
                name={refusal === null ? undefined : action[act]}
                refusal={refusal}
                onAct={() => onAct(act, row.number)}
              >
                {(props) => (
                  <Button
                    {...props}
                    variant="light"
                    size="sm"
                    px="xs"
                    aria-label={refusal === null ? undefined : action[act]}
                    leftSection={refusal === null ? <Icon size={18} aria-hidden /> : undefined}
                  >
                    {refusal === null ? action.short[act] : <Icon size={18} aria-hidden />}
                  </Button>
                )}
              </RefusableAct>
            )
          })}
        </div>
      )}
    </>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
