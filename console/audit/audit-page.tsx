import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { consoleAudit } from '#contract/console/audit.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import styles from './audit-page.module.css'
import masters from '../masters/masters.module.css'
import { spanOfDays } from '../forms/office-moment.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { AuditMessages } from '../messages/audit-es.ts'
import { useAuditMessages } from '../messages/audit.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { colleaguesQuery } from '../queue/queue-queries.ts'
import { sayDetails } from './audit-details.ts'
import { type AuditFilter, auditAddress } from './audit-search.ts'
import { labelOf } from './record-label.ts'

type Line = Data<typeof consoleAudit.list>['items'][number]

/** Every act and every reading of a client's data; for supervisors. */
export function AuditPage() {
  const words = useAuditMessages()
  const { dateTime } = useFormat()
  const filter = auditAddress.read(useSearch({ strict: false }))
  const query = useInfiniteQuery(auditQuery(filter))
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        filters={<Filters filter={filter} />}
        empty={words.empty}
        columns={columnsOf(words, dateTime)}
      />
    </MasterPage>
  )
}

const columnsOf = (words: AuditMessages, dateTime: Format['dateTime']): readonly MasterColumn<Line>[] => [
  {
    title: words.at,
    cell: ({ at }) => (
      <time className={masters.oneLine} dateTime={at.toISOString()}>
        {dateTime(at)}
      </time>
    ),
  },
  {
    title: words.technician,
    cell: ({ technician }) => <span className={masters.oneLine}>{technician.name ?? technician.username}</span>,
  },
  { title: words.act, cell: ({ act }) => words.acts[actName(act)] ?? act },
  { title: words.client, cell: ({ client }) => (client ? <Client client={client} /> : '–') },
  {
    title: words.ticket,
    cell: ({ ticket }) =>
      ticket === null ? (
        '–'
      ) : (
        <Link to={paths.ticket} params={{ number: String(ticket) }}>
          {ticket}
        </Link>
      ),
  },
  { title: words.details, cell: (line) => <Details {...line} />, width: '30%' },
]

const Client = ({ client: { code, name } }: { client: NonNullable<Line['client']> }) => (
  <Link to={paths.client} params={{ client: String(code) }}>
    {name ?? code}
  </Link>
)

/** Long details are truncated; the title has them in full. */
function Details({ act, details }: Pick<Line, 'act' | 'details'>) {
  const [audit, messages, format, labels] = [useAuditMessages(), useMessages(), useFormat(), useMasterMessages()]
  const said = sayDetails(details, {
    audit,
    messages: { ...messages, role: messages.layout.role },
    format,
    labelOf: (field) => labelOf(labels, act, field),
  })
  return (
    <ul className={styles.details}>
      {said.map(({ term, text }) => (
        <li key={term} title={`${term}: ${text}`}>
          <span className={masters.quiet}>{term}:</span> {text}
        </li>
      ))}
    </ul>
  )
}

function Filters({ filter }: { filter: AuditFilter }) {
  const words = useAuditMessages()
  const navigate = useNavigate()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const narrow = (part: Readonly<Partial<Record<keyof AuditFilter, string>>>) =>
    void navigate({ to: paths.audit, search: auditAddress.changed(auditAddress.written(filter), part), replace: true })
  const field = (name: keyof AuditFilter) => ({
    size: 'xs',
    // The value in the address; another address resets the field.
    key: `${name} ${filter[name] ?? ''}`,
    defaultValue: String(filter[name] ?? ''),
    onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (currentTarget.value !== String(filter[name] ?? '')) narrow({ [name]: currentTarget.value })
    },
  })
  const acts = Object.entries(words.acts)
    .map(([name, label]) => ({ value: addressOf(name), label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <form
      role="search"
      aria-label={words.search}
      className={masters.filters}
      onSubmit={(event) => {
        event.preventDefault()
        // Takes a field's text when the field loses the focus.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      }}
    >
      <TextInput
        {...field('client')}
        className={styles.number}

        label={words.clientCode}
        inputMode="numeric"
        maxLength={9}
        data-list-search
      />
      <TextInput
        {...field('ticket')}
        className={styles.number}
        label={words.ticket}
        inputMode="numeric"
        maxLength={12}
      />
      <NativeSelect
        size="xs"
        label={words.technician}
        value={filter.technician ?? ''}
        onChange={({ currentTarget }) => narrow({ technician: currentTarget.value })}
        data={[
          { value: '', label: words.anybody },
          ...colleagues.map(({ username, name }) => ({ value: username, label: name })),
          ...unlisted(filter.technician, colleagues),
        ]}
      />
      <NativeSelect
        size="xs"
        label={words.act}
        className={styles.act}
        value={filter.act ?? ''}
        onChange={({ currentTarget }) => narrow({ act: currentTarget.value })}
        data={[{ value: '', label: words.anything }, ...acts]}
      />
      <TextInput {...field('from')} type="date" label={words.from} />
      <TextInput {...field('until')} type="date" label={words.until} />
      <Button type="submit" size="xs" variant="default">
        {words.submit}
      </Button>
      {Object.keys(filter).length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void navigate({ to: paths.audit, search: {}, replace: true })}
        >
          {words.clear}
        </Button>
      )}
    </form>
  )
}

/** No list offers inactive technicians, but an address can search for them. */
const unlisted = (username: string | undefined, colleagues: readonly { readonly username: string }[]) =>
  username === undefined || colleagues.some((one) => one.username === username)
    ? []
    : [{ value: username, label: username }]

const auditQuery = ({ from, until, ...filter }: AuditFilter) =>
  listQuery(['audit', filter, from, until], (part, options) =>
    call(consoleAudit.list, { ...filter, ...spanOfDays(from, until), ...part }, options),
  )

const PREFIX = '/console/'
const actName = (act: string): string => act.slice(PREFIX.length)
const addressOf = (name: string): string => PREFIX + name
