import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { quoted, SAME_TEXT } from '../backup/backup-tables.ts'
import { openFileStore } from '../db/file-store.ts'
import { NearlyFull, roomOn } from '../db/room.ts'
import { hashPassword } from '../session/password.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { receiveFile, type StoredFile } from './import-files.ts'
import { type Kind, KINDS } from './kinds.ts'
import { stageOf } from './stage.ts'

interface PlaceWork {
  readonly client: pg.Client
  /** The folder of the portal's files, and that of the import's. */
  readonly files: string
  readonly source: string
  /** Whether a scanner must look at each file before it is handed out. */
  readonly isScanned: boolean
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
}

const FILES_AT_ONCE = 20
const WORDS_AT_ONCE = 500
/** References of tickets to records that come after them. */
const LATER = ['related_ticket', 'merged_into', 'valuation_number']
/** Only technicians' transactions reach these. */
const OF_STAFF: readonly string[] = ['internal-notes']

/**
 * Writes the new lines: first the provider's own records, then each client, whole or not at all. So nobody sees half a
 * ticket, and the next import goes on after the last whole client. Row level security limits each transaction to its
 * client.
 */
export async function placeLines(work: PlaceWork): Promise<void> {
  const { client, progress, signal } = work
  await raiseCounters(client)
  progress('provider')
  await inTransaction(client, () => placeOfProvider(client))
  const clients = await clientsToCome(client)
  // With thousands of clients it takes a fifth of a second to look for it, so it is looked for once.
  let newest = await inTransaction(client, () => newestEntry(client))
  for (const [index, number] of clients.entries()) {
    signal.throwIfAborted()
    progress(`client ${index + 1} of ${clients.length}: ${number}`)
    newest = await placeClient(work, number, newest)
  }
}

/** Counters go on above the imported numbers before the portal can assign one of these. */
async function raiseCounters(client: pg.Client): Promise<void> {
  const identities = await client.query<{ table: string; column: string }>(`
    select c.relname::text as table, a.attname::text as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> ''`)
  const counters = [
    ...NUMBERED,
    ...identities.rows.flatMap(({ table, column }) => {
      const kind = KINDS.find((each) => each.table === table && each.columns.includes(column))
      return kind ? [{ sequence: `pg_get_serial_sequence('${table}', '${column}')`, kind: kind.name, column }] : []
    }),
  ]
  for (const { sequence, kind: name, column } of counters) {
    const kind = KINDS.find((each) => each.name === name)
    if (!kind) throw new Error(`There is no kind ${name}`)
    const { rows } = await client.query<{ name: string; highest: string | null }>(
      `select (${sequence})::regclass::text as name, (select max(${quoted(column)})::text from ${stageOf(kind)} where fate = 'new') as highest`,
    )
    const [{ name: counter, highest } = { name: '', highest: null }] = rows
    if (highest === null) continue
    await inTransaction(client, async () => {
      // Anybody who asks for a number waits meanwhile, so that the counter never goes back.
      await client.query(`alter sequence ${counter} cache 1`)
      await client.query(`select setval('${counter}', $1) from ${counter} where last_value < $1`, [highest])
    })
  }
}

const NUMBERED = [
  { sequence: `'ticket_number'`, kind: 'tickets', column: 'number' },
  { sequence: `'ticket_number'`, kind: 'entries', column: 'number' },
  { sequence: `'incident_number'`, kind: 'incidents', column: 'number' },
  { sequence: `'incident_number'`, kind: 'developments', column: 'number' },
  { sequence: `'valuation_number'`, kind: 'valuations', column: 'number' },
]

async function placeOfProvider(client: pg.Client): Promise<void> {
  await client.query('set local role portal_staff')
  await client.query(`insert into module (number, name, area, topic, listed)
    select number, name, area, topic, listed from "stage modules" where fate = 'new'
    on conflict (number) do update set name = excluded.name, area = excluded.area, topic = excluded.topic,
      listed = excluded.listed, revision = module.revision + 1`)
  await client.query(`insert into technician (username, name, role, active, email, of_key)
    select username, name, role, active, email, of_key from "stage technicians" where fate = 'new' order by line`)
}

async function clientsToCome(client: pg.Client): Promise<string[]> {
  const owned = KINDS.filter(({ columns }) => columns.includes('client_id'))
  const { rows } = await client.query<{ number: string }>(
    `select distinct client_id::text as number, client_id from (${owned
      .map((kind) => `select client_id from ${stageOf(kind)} where fate = 'new'`)
      .join(' union all ')}) o order by client_id`,
  )
  return rows.map(({ number }) => number)
}

/** Returns the newest entry of all, which `newest` was before. */
async function placeClient(work: PlaceWork, number: string, newest: string): Promise<string> {
  const { client, files, signal, progress } = work
  const store = openFileStore(files, roomOn([files]))
  const [received, kept]: [string[], string[]] = [[], []]
  let isEnding = false
  try {
    return await inTransaction(client, async () => {
      // Imported events did not happen now, so nobody is told. What follows from single rows is written at the end, for all.
      await client.query(
        `select set_config('app.client', $1, true), set_config('app.untold', 'yes', true), set_config('app.words_later', 'yes', true),
          set_config('app.answers_later', 'yes', true)`,
        [number],
      )
      for (const kind of KINDS.filter(({ columns }) => columns.includes('client_id'))) {
        signal.throwIfAborted()
        progress(`client ${number}: ${kind.name}`)
        await placeKind(client, kind, number)
      }
      await linkTickets(client, number)
      await keepNewestAnswers(client, number)
      await keepWords(work, number)
      const newestNow = await beginRead(client, number, newest)
      await keepUnreadOfAssignees(client, number)
      for await (const files of filesOf(client, number)) {
        signal.throwIfAborted()
        progress(`client ${number}: file ${received.length + 1}`)
        received.push(...files.map(({ attachmentId }) => attachmentId))
        // None may still arrive after a failure of another one: what has arrived is discarded then.
        const arrived = await Promise.allSettled(files.map((file) => receiveFile(work.source, file, store)))
        for (const each of arrived) if (each.status === 'rejected') throw each.reason
      }
      if (work.isScanned) await letScan(client, received)
      // The files must be on the disk before the commit, as with every attachment.
      kept.push(...received)
      await store.keep(received)
      signal.throwIfAborted()
      isEnding = true
      return newestNow
    })
  } catch (error) {
    await store.discard(received)
    // It is unknown whether a commit that was sent took effect. If it did, the records name these files.
    if (!isEnding) await store.remove(kept)
    signal.throwIfAborted()
    if (error instanceof NearlyFull || error instanceof pg.DatabaseError)
      throw new StartProblem(
        `Client ${number} cannot be imported, and nothing of it was (${reasonOf(error)}). What came before it is there.`,
      )
    throw error
  }
}

async function placeKind(client: pg.Client, kind: Kind, number: string): Promise<void> {
  await client.query(`set local role ${OF_STAFF.includes(kind.name) ? 'portal_staff' : 'portal_app'}`)
  const isLogIn = kind.name === 'log-ins'
  const columns = kind.columns.map(quoted)
  const values = kind.columns.map((column) =>
    LATER.includes(column) && kind.name === 'tickets' ? 'null' : quoted(column),
  )
  const { rowCount } = await client.query(
    `select from ${stageOf(kind)} where client_id = $1 and fate = 'new' limit 1`,
    [number],
  )
  if (rowCount === 0) return
  await client.query(
    `insert into ${quoted(kind.table)} (${columns.join(', ')}${isLogIn ? ', password_hash' : ''}) overriding system value
    select ${values.join(', ')}${isLogIn ? ', $2::text' : ''} from ${stageOf(kind)} where client_id = $1 and fate = 'new' order by line`,
    isLogIn ? [number, await nobodysPassword()] : [number],
  )
}

async function letScan(client: pg.Client, files: readonly string[]): Promise<void> {
  await client.query('set local role portal_staff')
  await client.query(
    `insert into file_scan (file_id, state, since, tried_at) select id, 'waiting', now(), now() from unnest($1::text[]) id
    on conflict (file_id) do nothing`,
    [files],
  )
}

/** Passwords are not exported. Until the owner gets a link, none fits. */
const nobodysPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64'))

async function linkTickets(client: pg.Client, number: string): Promise<void> {
  await client.query('set local role portal_app')
  await client.query(
    `update ticket t set related_ticket = s.related_ticket, merged_into = s.merged_into, valuation_number = s.valuation_number
    from "stage tickets" s where s.client_id = $1 and s.fate = 'new' and t.client_id = s.client_id and t.number = s.number
      and num_nonnulls(s.related_ticket, s.merged_into, s.valuation_number) > 0`,
    [number],
  )
}

/** Support's newest entry of each ticket. */
async function keepNewestAnswers(client: pg.Client, number: string): Promise<void> {
  await client.query(
    `update ticket t set newest_answer = a.newest
    from (select s.ticket_number, max(s.entry_id) as newest from "stage entries" s
      where s.client_id = $1 and s.fate = 'new' and s.kind in ('answer', 'merge') group by s.ticket_number) a
    where t.client_id = $1 and t.number = a.ticket_number and t.newest_answer < a.newest`,
    [number],
  )
}

/** The words by which the client's records are found. */
async function keepWords({ client, progress, signal }: PlaceWork, number: string): Promise<void> {
  const numbers = Object.entries(SEARCHED).map(
    ([kind, column]) =>
      `select ${column} as number from ${quoted(`stage ${kind}`)} where client_id = $1 and fate = 'new'`,
  )
  const { rows } = await client.query<{ lowest: string; highest: string }>(
    `select min(number)::text as lowest, max(number)::text as highest
    from (select number, (row_number() over (order by number) - 1) / ${WORDS_AT_ONCE} as part from (${numbers.join(' union ')}) n) p
    group by part order by part`,
    [number],
  )
  for (const { lowest, highest } of rows) {
    signal.throwIfAborted()
    progress(`client ${number}: words of ${lowest} to ${highest}`)
    await client.query('select keep_words_between($1, $2, $3)', [number, lowest, highest])
  }
}

/** The searchable records, by the numbers under which they are found. */
const SEARCHED = {
  tickets: 'number',
  entries: 'ticket_number',
  files: 'coalesce(ticket_number, incident_number, development_number)',
  incidents: 'number',
  developments: 'number',
  valuations: 'number',
}

async function newestEntry(client: pg.Client): Promise<string> {
  await client.query('set local role portal_staff')
  const { rows } = await client.query<{ newest: string }>('select newest_entry_of_all()::text as newest')
  return rows[0]?.newest ?? '0'
}

/**
 * Imported entries are not unread: neither for the people imported with them, nor for technicians who had nothing
 * unread before. Returns the newest entry of all, which `newest` was before.
 */
async function beginRead(client: pg.Client, number: string, newest: string): Promise<string> {
  await client.query('set local role portal_app')
  await client.query(
    `update person p set came_after_entry = newest_entry(p.client_id) from "stage persons" s
    where s.client_id = $1 and s.fate = 'new' and p.client_id = s.client_id and p.person_id = s.person_id`,
    [number],
  )
  await client.query('set local role portal_staff')
  // The imported ones alone: what somebody else has written meanwhile is unread.
  const { rows } = await client.query<{ newest: string }>(
    `select greatest($1::bigint, max(entry_id))::text as newest from "stage entries" where client_id = $2 and fate = 'new'`,
    [newest, number],
  )
  const newestNow = rows[0]?.newest ?? newest
  await client.query(
    'update technician set came_after_entry = $2 where came_after_entry >= $1 and came_after_entry < $2',
    [newest, newestNow],
  )
  return newestNow
}

/** What older technicians have not seen of their tickets (0234). */
async function keepUnreadOfAssignees(client: pg.Client, number: string): Promise<void> {
  await client.query('set local role portal_staff')
  await client.query(
    `update ticket t set newest_said = newest_said(t.client_id, t.number, t.assignee),
      seen_by_assignee = seen_by(t.client_id, t.number, t.assignee)
    from "stage tickets" s
    where s.client_id = $1 and s.fate = 'new' and t.client_id = s.client_id and t.number = s.number
      and t.assignee is not null and not t.accepted`,
    [number],
  )
}

async function* filesOf(client: pg.Client, number: string): AsyncGenerator<StoredFile[]> {
  for (let last = '0'; ;) {
    const { rows } = await client.query<{ number: string; attachmentId: string; bytes: string; sha256: string }>(
      `select s.line::text as number, attachment_id as "attachmentId", bytes::text, encode(sha256, 'hex') as sha256 from "stage files" s
      where client_id = $1 and fate = 'new' and s.line > $2 order by s.line limit ${FILES_AT_ONCE}`,
      [number, last],
    )
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ attachmentId, bytes, sha256 }) => ({ attachmentId, bytes: Number(bytes), sha256 }))
    last = end.number
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; ${SAME_TEXT}`)
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
