import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { bytesIn, NOT_THERE } from '../convert/old-files.ts'
import type { OldClient, OldEntry, OldFile, OldSystem, OldTicket, OldUser } from '../convert/old-system.ts'
import { reasonOf, StartProblem } from '../../start-problem.ts'
import { type Numbered, placesOf } from './ticket-places.ts'
import { momentIn, type Zone } from './moments.ts'
import { type Attached, type Change, type Written, entriesOf } from './written.ts'

// Reads the database as osTicket 1.14 to 1.18 have it, in one transaction that sees a single moment.

export interface OsticketPlace {
  /** Its MySQL or MariaDB. */
  readonly url: string
  /** The folder of the plugin that keeps files outside the database. */
  readonly files: string | undefined
  /** The time zone in which osTicket wrote its times. */
  readonly zone: Zone
}

type Rows = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/** An organization becomes a client; a ticket keeps its number. */
export async function openOsticket({ url, files, zone }: OsticketPlace): Promise<OldSystem> {
  let connection: Connection | undefined
  try {
    connection = await createConnection({
      uri: url,
      charset: 'utf8mb4',
      dateStrings: true,
      // Results of arithmetic come as numbers, not as text.
      decimalNumbers: true,
      connectTimeout: 5000,
      // The driver compiles no code from columns' names.
      disableEval: true,
    })
    connection.on('error', () => undefined)
    const rows = await readingRows(connection)
    const places = placesOf(
      await numberedIn(rows),
      await highestIn(rows, 'organization'),
      await highestIn(rows, 'user'),
    )
    // Deleted people keep their numbers.
    const agents = [await highestIn(rows, 'staff', 'staff_id'), await highestIn(rows, 'thread_entry', 'staff_id')]
    const system = -Math.max(...agents) - 1
    const opened = connection
    return {
      code: 'osticket',
      name: 'osTicket',
      clients: () => clientsIn(rows, places.clients()),
      users: () => usersIn(rows, places.clientOf, system),
      firstMessage: async () => places.firstMessage,
      joined: async () => places.joined,
      ticketsOf: async (client) => places.ticketsOf(client),
      ...ticketsIn(rows, places, { system, zone, files }),
      left: async () => [...places.told, ...(await leftIn(rows))],
      close: () => opened.end().catch(() => undefined),
    }
  } catch (error) {
    await connection?.end().catch(() => undefined)
    throw new StartProblem(`osTicket's database cannot be read (${reasonOf(error)}).`)
  }
}

type Places = ReturnType<typeof placesOf>

/** Statements name tables as `{ticket}`, because installations differ in the tables' prefix. */
async function readingRows(connection: Connection): Promise<Rows> {
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const [found] = await connection.query<(Row & RowDataPacket)[]>(text, [...values])
    return found
  }
  const tables = await ask<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = database()',
  )
  const prefixes = tables.flatMap(({ name }) => /^(\w*)thread_entry$/.exec(name)?.[1] ?? [])
  const [prefix] = prefixes
  if (prefix === undefined) throw new Error('it is no database of osTicket')
  if (prefixes.length > 1) throw new Error(`it holds several: ${prefixes.join(', ')}`)
  const has = new Set(tables.map(({ name }) => name))
  if (!has.has(`${prefix}thread_entry_merge`) || !has.has(`${prefix}event`))
    throw new Error('it is older than osTicket 1.14: let osTicket bring it up to date first')
  await connection.query('set session transaction isolation level repeatable read')
  await connection.query('start transaction with consistent snapshot, read only')
  return (text, values) =>
    ask(
      text.replaceAll(/\{(\w+)\}/g, (_, table: string) => `\`${prefix}${table}\``),
      values,
    )
}

const highestIn = async (rows: Rows, table: string, column = 'id'): Promise<number> =>
  (await rows<{ most: number }>(`select coalesce(max(${column}), 0) as most from {${table}}`))[0]?.most ?? 0

const numberedIn = (rows: Rows) =>
  rows<Numbered>(`select t.ticket_id as id, coalesce(t.number, '') as number, t.ticket_pid as parent, t.flags,
      t.user_id as owner, coalesce(u.org_id, 0) as organization, s.state = 'deleted' as isDeleted
    from {ticket} t left join {user} u on u.id = t.user_id left join {ticket_status} s on s.id = t.status_id
    order by t.ticket_id`)

async function clientsIn(
  rows: Rows,
  clients: readonly { readonly id: number; readonly owner: number | null }[],
): Promise<OldClient[]> {
  const organizations = await rows<{ id: number; name: string }>('select id, name from {organization}')
  const users = await rows<{ id: number; name: string }>('select id, name from {user}')
  const [ofOrganization, ofUser] = [organizations, users].map((all) => new Map(all.map(({ id, name }) => [id, name])))
  return clients.map(({ id, owner }) => ({
    id,
    name: (owner === null ? ofOrganization?.get(id) : ofUser?.get(owner)) || `osTicket ${id}`,
    isActive: true,
  }))
}

/** Technicians get negative numbers, because osTicket numbers both technicians and users from one. */
async function usersIn(rows: Rows, clientOf: Places['clientOf'], system: number): Promise<OldUser[]> {
  const technician = { isTechnician: true, isAnonymous: false }
  const staff = await rows<{ id: number; login: string; name: string; email: string | null; active: number }>(
    `select staff_id as id, username as login, trim(concat(coalesce(firstname, ''), ' ', coalesce(lastname, ''))) as name,
      nullif(email, '') as email, isactive as active from {staff} order by staff_id`,
  )
  const gone = await rows<{ id: number; name: string }>(
    `select e.staff_id as id, max(e.poster) as name from {thread_entry} e left join {staff} s on s.staff_id = e.staff_id
      where e.staff_id > 0 and s.staff_id is null group by e.staff_id order by e.staff_id`,
  )
  const users = await rows<{
    id: number
    organization: number
    name: string
    email: string | null
    login: string
    phone: string | null
    active: number
    sees: number
  }>(`select u.id, u.org_id as organization, u.name, m.address as email, coalesce(a.username, '') as login,
        (select max(v.value) from {form_entry} f join {form_entry_values} v on v.entry_id = f.id
          join {form_field} d on d.id = v.field_id and d.name = 'phone'
          where f.object_type = 'U' and f.object_id = u.id) as phone,
        coalesce(a.status, 0) & 2 = 0 as active,
        u.org_id = 0 or coalesce(o.status, 0) & 16 > 0 or coalesce(o.status, 0) & 8 > 0 and u.status & 1 > 0 as sees
      from {user} u left join {user_email} m on m.id = u.default_email_id left join {user_account} a on a.user_id = u.id
      left join {organization} o on o.id = u.org_id order by u.id`)
  return [
    ...staff.map(({ id, active, ...each }) => ({ ...each, ...technician, id: -id, isActive: active === 1 })),
    ...gone.map(({ id, name }) => ({ ...technician, id: -id, login: '', name, email: null, isActive: false })),
    { ...technician, id: system, login: '', name: 'osTicket', email: null, isActive: false },
    ...users.map(({ organization, active, sees, phone, ...each }) => ({
      ...each,
      phone: phone ?? '',
      isActive: active === 1,
      isTechnician: false,
      isAnonymous: false,
      client: clientOf(each.id, organization),
      seesAll: sees === 1,
    })),
  ]
}

interface Reading {
  readonly system: number
  readonly zone: Zone
  readonly files: string | undefined
}

/** Reads everything about some tickets at once: the three requests for it come one after the other. */
function ticketsIn(rows: Rows, places: Places, { system, zone, files }: Reading) {
  let last: { readonly of: readonly number[]; readonly read: ReturnType<typeof read> } | undefined
  const of = (numbers: readonly number[]) => {
    if (last?.of !== numbers) last = { of: numbers, read: read(numbers) }
    return last.read
  }

  async function read(numbers: readonly number[]) {
    const ids = numbers.map((number) => places.idOf(number))
    const threads = await rows<{ id: number; ticket: number }>(
      "select id, object_id as ticket from {thread} where object_type in ('T', 'C') and object_id in (?)",
      [orNone(ids)],
    )
    const thread = [orNone(threads.map(({ id }) => id))]
    const written = await rows<Written>(
      `select e.id, e.thread_id as thread, e.staff_id as staff, e.user_id as user, e.type, e.flags, e.poster,
          coalesce(e.title, '') as title, e.body, e.format, e.created as at, m.data as merged
        from {thread_entry} e left join {thread_entry_merge} m on m.thread_entry_id = e.id
        where e.thread_id in (?) order by e.created, e.id`,
      thread,
    )
    const attached = await rows<Attached>(
      `select a.id, a.object_id as entry, coalesce(a.name, f.name, '') as name, a.file_id as file, f.bk as backend,
          f.\`key\` as \`key\`, f.type as mime, f.created as at
        from {attachment} a left join {file} f on f.id = a.file_id where a.type = 'H' and a.object_id in (?) order by a.id`,
      [orNone(written.map(({ id }) => id))],
    )
    const changes = await rows<Change>(
      `select v.id, v.thread_id as thread, n.name = 'closed' as closes, v.staff_id as staff, v.uid as user,
          v.uid_type as userType, v.data, v.timestamp as at
        from {thread_event} v join {event} n on n.id = v.event_id and n.name in ('closed', 'reopened')
        where v.thread_type = 'T' and v.annulled = 0 and v.thread_id in (?) order by v.timestamp, v.id`,
      thread,
    )
    const ticketOf = new Map(threads.map((each) => [each.id, each.ticket]))
    return entriesOf({ written, attached, changes, ticketOf, places, system, zone })
  }

  return {
    tickets: async (numbers: readonly number[]): Promise<OldTicket[]> => {
      const { openings } = await of(numbers)
      const found = await rows<TicketRow>(TICKETS, [orNone(numbers.map((number) => places.idOf(number)))])
      return found.map((ticket) => ticketFrom(ticket, places, openings.get(ticket.id), zone))
    },
    entries: async (numbers: readonly number[]): Promise<readonly OldEntry[]> => (await of(numbers)).entries,
    files: async (numbers: readonly number[]): Promise<OldFile[]> => {
      const { attached } = await of(numbers)
      return attached.map(({ file, backend, key, ...each }) => ({
        ...each,
        key: `${each.id} ${key ?? ''}`,
        bytes: () => bytesOf(rows, files, { file, backend, key }),
      }))
    },
  }
}

/** MySQL knows no empty list. */
const orNone = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids)

interface TicketRow {
  readonly id: number
  readonly owner: number
  readonly staff: number
  readonly status: string
  readonly closed: number
  readonly topic: string
  readonly subject: string | null
  readonly urgency: number | null
  readonly createdAt: string
  readonly closedAt: string | null
  readonly updatedAt: string
}

const VALUE = (field: string, value: string, join = '') => `(select max(${value}) from {form_entry} f
  join {form_entry_values} v on v.entry_id = f.id join {form_field} d on d.id = v.field_id and d.name = '${field}' ${join}
  where f.object_type = 'T' and f.object_id = t.ticket_id)`

const TICKETS = `select t.ticket_id as id, t.user_id as owner, t.staff_id as staff, coalesce(s.name, '') as status,
    coalesce(s.state, 'open') <> 'open' as closed, coalesce(h.topic, '') as topic, ${VALUE('subject', 'v.value')} as subject,
    ${VALUE('priority', 'p.priority_urgency', 'join {ticket_priority} p on p.priority_id = v.value_id')} as urgency,
    t.created as createdAt, t.closed as closedAt, coalesce(t.lastupdate, t.updated) as updatedAt
  from {ticket} t left join {ticket_status} s on s.id = t.status_id left join {help_topic} h on h.topic_id = t.topic_id
  where t.ticket_id in (?) order by t.ticket_id`

/** osTicket's «Normal». */
const NORMAL = 3

function ticketFrom(row: TicketRow, places: Places, opening: OldEntry | undefined, zone: Zone): OldTicket {
  const { number, was, client, owner } = places.placeOf(row.id)
  const subject = row.subject?.trim() || `osTicket ${was ?? number}`
  const createdAt = momentIn(zone, row.createdAt)
  const changedAt = (row.closed && row.closedAt) || row.updatedAt
  return {
    id: number,
    client,
    subject: (was === null ? subject : `${was} · ${subject}`).slice(0, 1000),
    description: opening?.notes ?? '',
    author: owner,
    ...(opening?.authorName !== undefined && { authorName: opening.authorName }),
    assignee: row.staff > 0 ? -row.staff : null,
    isClosed: row.closed === 1,
    status: row.status,
    pressing: row.urgency === null ? 0 : NORMAL - row.urgency,
    isIncident: /bug|error|incid|defect|fallo|aver/i.test(row.topic),
    createdAt: opening?.at ?? createdAt,
    updatedAt: momentIn(zone, changedAt),
  }
}

async function bytesOf(
  rows: Rows,
  files: string | undefined,
  { file, backend, key }: Pick<Attached, 'file' | 'backend' | 'key'>,
): Promise<Buffer | string> {
  if (backend === null || key === null) return 'its file is gone'
  if (backend === 'D') {
    const chunks = await rows<{ filedata: Buffer }>(
      'select filedata from {file_chunk} where file_id = ? order by chunk_id',
      [file],
    )
    return Buffer.concat(chunks.map(({ filedata }) => filedata))
  }
  if (backend !== 'F') return `osTicket keeps it elsewhere (${backend})`
  if (files === undefined) return 'it is not in the database, and --ficheros names no folder'
  return (await bytesIn(files, `${key[0] ?? ''}/${key}`)) ?? NOT_THERE
}

async function leftIn(rows: Rows): Promise<string[]> {
  const [left] = await rows<{ tasks: number; edited: number }>(`select
    (select count(*) from {thread_entry} e join {thread} t on t.id = e.thread_id where t.object_type = 'A') as tasks,
    (select count(*) from {thread_entry} where flags & 4 > 0) as edited`)
  const said = []
  if (left && left.tasks > 0) said.push(`${left.tasks} entries are of tasks, and stay in osTicket.`)
  if (left && left.edited > 0)
    said.push(`${left.edited} entries were changed later, and stay in osTicket as they were.`)
  return said
}
