import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconEye, IconMessageChatbot, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Column, rowLink } from '#ui/paged-table.tsx'
import { tickets } from '#contract/tickets.ts'
import { download } from '../api.ts'
import { ExportButton } from '../lists/export-button.tsx'
import { PagedList } from '../lists/paged-list.tsx'
import { RefusableAct } from '../lists/refusable-act.tsx'
import { Ago, Moment, RowCard, RowNumber, RowTitle, StateBadge } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'
import { ListFilterBar } from './list-filter-bar.tsx'
import { OpenByNumber } from './open-by-number.tsx'
import { ACT_ICONS, TICKET_ACTS, type TicketAct, refusalOf, usePlanned } from './ticket-acts.ts'
import { RowIconMark } from './ticket-icons.tsx'
import { TicketLink } from './ticket-link.tsx'
import { useSentTickets } from '../receipts/sent-tickets.ts'
import css from './ticket-list.module.css'
import { type TicketRow, ticketListQuery, usePrepareTicket } from './ticket-queries.ts'
import { HISTORY, IN_PROGRESS, NO_FILTER, type TicketSort, isFiltered, sheetInput } from './tickets-search.ts'
import { useListed, useOpenTicket } from './use-listed.ts'

interface Acts {
  readonly onAct: (act: TicketAct, ticket: number) => void
  readonly onResume: (conversation: string) => void
}

interface Props extends Acts {
  readonly history: boolean
}

/** The tickets of one tab (spec §2, Consultas tab). */
export function TicketList({ history, ...acts }: Props) {
  const { list, lists, state } = useMessages().tickets
  const place = history ? HISTORY : IN_PROGRESS
  const { listed, onChange } = useListed(place)
  const columns = useColumns(history, acts)
  const open = useOpenTicket()
  const prepare = usePrepareTicket()
  const { isNew } = useSentTickets()
  const { pending, closed, incident } = state
  return (
    <PagedList<TicketRow, TicketSort>
      timed
      choosable={history ? 'history' : 'in-progress'}
      bar={
        <ListFilterBar
          filter={listed.filter}
          numberLabel={list.number}
          states={history ? null : { pending, closed, incident }}
          onlyState={history ? closed : undefined}
          onApply={(filter) => onChange({ filter, page: 1 })}
        >
          <OpenByNumber />
          <ExportButton
            title={(history ? lists.history : lists.inProgress).label}
            sheet={() => download(tickets.sheet, sheetInput(place, listed))}
          />
        </ListFilterBar>
      }
      words={history ? lists.history : lists.inProgress}
      query={useQuery(ticketListQuery(place, listed))}
      paged={listed}
      onChange={onChange}
      onClearFilter={isFiltered(listed.filter) ? () => onChange({ filter: NO_FILTER, page: 1 }) : undefined}
      columns={columns}
      renderCard={(row) => <TicketCard row={row} history={history} {...acts} />}
      usualOrder={history ? null : USUAL_ORDER}
      isMarked={({ number }) => isNew(number)}
      onOpen={({ number }) => open(number)}
      onPrepare={({ number }) => prepare(number)}
    />
  )
}

/** spec §9, Default sort. The history's default order is not one of its columns. */
const USUAL_ORDER = { by: 'state-date-raw', descending: true } as const

function useColumns(history: boolean, acts: Acts): readonly Column<TicketRow, TicketSort>[] {
  const { list } = useMessages().tickets
  const number: Column<TicketRow, TicketSort> = {
    key: 'number',
    isFixed: true,
    title: list.number,
    sort: 'number',
    width: '5.25rem',
    cell: (row) => <TicketNumber row={row} />,
  }
  const title: Column<TicketRow, TicketSort> = {
    key: 'title',
    isFixed: true,
    title: list.title,
    sort: 'title',
    cell: (row) => <TicketTitle row={row} />,
  }
  const dates: readonly Column<TicketRow, TicketSort>[] = [
    {
      key: 'created',
      title: list.createdAt,
      sort: 'created',
      width: '5.8rem',
      cell: (row) => <Moment at={row.createdAt} />,
    },
    {
      key: 'state-at',
      title: list.stateAt,
      sort: 'state-date-raw',
      width: '5.8rem',
      cell: (row) => <Ago at={row.stateAt} />,
    },
  ]
  const actions = (width: string): Column<TicketRow, TicketSort> => ({
    key: 'actions',
    isFixed: true,
    title: list.actions,
    width,
    end: true,
    cell: (row) => <RowActions row={row} history={history} {...acts} />,
  })
  if (history) return [number, title, ...dates, actions('6rem')]
  return [
    number,
    { key: 'state', title: list.state, sort: 'state', width: '8.75rem', cell: (row) => <TicketState row={row} /> },
    {
      key: 'raised-by',
      title: list.raisedBy,
      sort: 'raised-by',
      width: '6.75rem',
      cell: (row) => <RaisedBy row={row} />,
    },
    title,
    ...dates,
    {
      key: 'closed',
      title: list.closedAt,
      sort: 'closed',
      width: '5.8rem',
      cell: (row) => <Moment at={row.closedAt} />,
    },
    actions('11rem'),
  ]
}

/** The author, and the person whom they wrote for, if that is another. */
const RaisedBy = ({ row: { raisedBy, behalf } }: { row: TicketRow }) => (
  <span className={css.raisedBy}>
    {raisedBy}
    {behalf !== '' && <small className={css.behalf}>{behalf}</small>}
  </span>
)

const TicketNumber = ({ row: { number } }: { row: TicketRow }) => (
  <TicketLink number={number} className={rowLink}>
    <RowNumber>{number}</RowNumber>
  </TicketLink>
)

function TicketTitle({ row: { number, title, attachments, unfinished, unread } }: { row: TicketRow }) {
  const { list, receipt, state } = useMessages().tickets
  const { isNew } = useSentTickets()
  return (
    <>
      {isNew(number) && <StateBadge colour="green">{receipt.mark}</StateBadge>}
      <RowTitle title={title} strong={unread > 0}>
        {unread > 0 && <StateBadge colour="accent">{list.unread}</StateBadge>}
        {unfinished && <StateBadge colour="grape">{state.unfinished}</StateBadge>}
        {attachments > 0 && (
          <span className={css.files}>
            <IconPaperclip size={14} role="img" aria-label={list.files(attachments)} />
            <span aria-hidden>{attachments}</span>
          </span>
        )}
      </RowTitle>
    </>
  )
}

function TicketState({ row: { listedState, icon, talking } }: { row: TicketRow }) {
  const { state, turn } = useMessages().tickets
  if (talking) return <StateBadge colour="grape">{state.talking}</StateBadge>
  return (
    <span className={css.state}>
      <RowIconMark icon={icon} />
      <span className={css.turn} data-icon={icon}>
        <span aria-hidden>{turn[icon]}</span>
        <small>{state[listedState]}</small>
      </span>
    </span>
  )
}

function RowActions({ row, history, onAct, onResume }: { row: TicketRow } & Props) {
  const { tickets, shared } = useMessages()
  const { action, talk } = tickets
  const { conversation } = row
  const planned = usePlanned(row.plannedDelivery)
  const open = useOpenTicket()
  return (
    <div className={css.actions}>
      <RefusableAct name={action.view} refusal={null} onAct={() => open(row.number)}>
        {(props) => (
          <ActionIcon {...props} variant="subtle" aria-label={action.view}>
            <IconEye size={18} aria-hidden />
          </ActionIcon>
        )}
      </RefusableAct>
      {conversation !== null && (
        <RefusableAct name={talk.resume} refusal={null} onAct={() => onResume(conversation)}>
          {(props) => (
            <ActionIcon {...props} variant="light" aria-label={talk.resume}>
              <IconMessageChatbot size={18} aria-hidden />
            </ActionIcon>
          )}
        </RefusableAct>
      )}
      {!history &&
        conversation === null &&
        TICKET_ACTS.map((act) => {
          const Icon = ACT_ICONS[act]
          return (
            <RefusableAct
              key={act}
              name={action[act]}
              refusal={refusalOf(act, row, shared, planned)}
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

function TicketCard({ row, history, ...acts }: { row: TicketRow } & Props) {
  const { list } = useMessages().tickets
  return (
    <RowCard
      number={
        <span className={css.whose}>
          <TicketNumber row={row} />
          {!history && (
            <span>
              <VisuallyHidden>{list.raisedBy} </VisuallyHidden>
              <RaisedBy row={row} />
            </span>
          )}
        </span>
      }
      state={!history && <TicketState row={row} />}
      title={<TicketTitle row={row} />}
      facts={[
        [list.createdAt, <Moment key="created" at={row.createdAt} />],
        [list.stateAt, <Ago key="state" at={row.stateAt} />],
        [list.closedAt, !history && row.closedAt && <Moment key="closed" at={row.closedAt} />],
      ]}
      actions={!history && <CardActions row={row} {...acts} />}
    />
  )
}

/** A possible act has its words on the button; a refused one says why when pressed. */
function CardActions({ row, onAct, onResume }: { row: TicketRow } & Acts) {
  const { tickets, shared } = useMessages()
  const { action, talk } = tickets
  const { conversation } = row
  const planned = usePlanned(row.plannedDelivery)
  if (conversation !== null)
    return (
      <Button
        variant="light"
        size="sm"
        px="xs"
        leftSection={<IconMessageChatbot size={18} aria-hidden />}
        onClick={() => onResume(conversation)}
      >
        {talk.resume}
      </Button>
    )
  return TICKET_ACTS.map((act) => {
    const Icon = ACT_ICONS[act]
    const refusal = refusalOf(act, row, shared, planned)
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
  })
}
