import type pg from 'pg'
import { connected } from '../db/check-database.ts'
import { PLACES_LOCK } from '../console/jobs/place-store.ts'
import { StartProblem } from '../start-problem.ts'
import { CANNED } from './demo-canned-answers.ts'
import { type DemoClient, RAUL, SONIA } from './cast.ts'
import { NOTICES } from './demo-notices.ts'
import { DEMO } from './scripts.ts'

/** What is removed, for the operator. */
export interface RemovedDemo {
  /** The names of the clients. */
  readonly clients: readonly string[]
  readonly tickets: number
  /** Those of them that were written after the demo was loaded. */
  readonly tried: number
  /** Notices and canned answers that nobody has changed. */
  readonly texts: number
  /** Technicians. */
  readonly gone: readonly string[]
  /** The demo's technicians whom other records name: they stay, but cannot enter any more. */
  readonly kept: readonly string[]
  readonly hasSupervisor: boolean
}

/** The audit's name for an operator at the server, as for `npm run admin`. */
const OPERATOR = 'OPERATOR'
const REFERRED_TO = '23503'

/**
 * Removes the demo's clients with all their records, its technicians, notices and canned answers: all or nothing. The
 * audit stays. It runs as the database's owner, since no role of the portal may delete all of it. A rehearsal says the
 * same and removes nothing.
 * @throws StartProblem if anything besides the demo would go
 */
export async function removeDemo(
  databaseUrl: string,
  now: Date,
  { isRehearsal = false }: { readonly isRehearsal?: boolean } = {},
): Promise<RemovedDemo> {
  const client = await connected(databaseUrl)
  try {
    await client.query('begin')
    // Until the end no job adds up what is added up here.
    await client.query('select pg_advisory_xact_lock($1)', [PLACES_LOCK])
    // The clients are gone, so there is nobody to tell.
    await client.query("select set_config('app.untold', 'yes', true), set_config('statement_timeout', '0', true)")
    const removed = await removeAll(client, now)
    await client.query(isRehearsal ? 'rollback' : 'commit')
    return removed
  } catch (error) {
    throw isReferredTo(error)
      ? new StartProblem('Somebody is working with the demo at this moment: nothing was removed; try again.')
      : error
  } finally {
    await client.end()
  }
}

async function removeAll(client: pg.Client, now: Date): Promise<RemovedDemo> {
  const present: DemoClient[] = []
  for (const { cast } of DEMO) if (await isPresent(client, cast)) present.push(cast)
  for (const cast of present) await insistOnDemoAlone(client, cast)
  let [tickets, tried] = [0, 0]
  for (const cast of present) {
    const counted = await ticketsOf(client, cast)
    tickets += counted.tickets
    tried += counted.tried
    await removeClient(client, cast.client)
  }
  const texts = await removeTexts(client)
  const { gone, kept } = await removeTechnicians(client)
  if (present.length > 0) {
    await client.query(`insert into audit (at, username, act, details) values ($1, $2, 'demo:remove', $3)`, [
      now,
      OPERATOR,
      { clients: present.map((cast) => cast.client), tickets },
    ])
  }
  const clients = present.map(({ name }) => name)
  return { clients, tickets, tried, texts, gone, kept, hasSupervisor: await hasSupervisor(client) }
}

/** A client's number proves nothing; an installation with the demo's code does. */
async function isPresent(client: pg.Client, { client: id, installations }: DemoClient): Promise<boolean> {
  await serve(client, id)
  const { rows } = await client.query('select from installation where client_id = $1 and code = any($2)', [
    id,
    installations.map(({ code }) => code),
  ])
  return rows.length > 0
}

/** Row level security binds the owner too, if they are no superuser. */
const serve = (client: pg.Client, id: number) => client.query("select set_config('app.client', $1, true)", [String(id)])

/** @throws StartProblem naming the records that are not the demo's */
async function insistOnDemoAlone(client: pg.Client, cast: DemoClient): Promise<void> {
  await serve(client, cast.client)
  const { rows } = await client.query<{ found: string }>(
    `select 'is called «' || name || '»' as found from client where client_id = $1 and name <> $2
    union all select 'has the installation ' || code from installation where client_id = $1 and code <> all ($3)
    union all select 'has the contact ' || name from contact
      where client_id = $1 and (contact_id, name) not in (select * from unnest($4::bigint[], $5::text[]))
    union all select 'has the key ' || kid from signing_key where client_id = $1 and kid not like 'demo-%'
    union all select 'has a mail from ' || coalesce(sender, sender_name) from received_mail where for_client = $1
    limit 1`,
    [
      cast.client,
      cast.name,
      cast.installations.map(({ code }) => code),
      cast.contacts.map(({ id }) => id),
      cast.contacts.map(({ name }) => name),
    ],
  )
  const [first] = rows
  if (first) {
    throw new StartProblem(
      `Client ${cast.client} of the demo ${first.found}, which is not the demo's: nothing was removed.`,
    )
  }
}

/** The demo's keys tell when it was loaded; its tickets are older. */
async function ticketsOf(client: pg.Client, { client: id }: DemoClient) {
  await serve(client, id)
  const { rows } = await client.query<{ tickets: number; tried: number }>(
    `select count(*)::int as tickets, count(*) filter (where created_at >
      (select min(created_at) from signing_key where client_id = $1))::int as tried
    from ticket where client_id = $1`,
    [id],
  )
  return rows[0] ?? { tickets: 0, tried: 0 }
}

/**
 * All tables in one statement: then their order does not matter, and a row that is still referred to undoes everything.
 */
async function removeClient(client: pg.Client, id: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1) and not a.attisdropped`,
    [['audit', 'place_change']],
  )
  const deletions = rows.map(({ name }, at) => `gone_${at} as (delete from ${name} where client_id = $1)`)
  await serve(client, id)
  await removeNotifications(client, id)
  await client.query(`with ${deletions.join(', ')} select`, [id])
  await addUpLast(client, id)
}

/** They name a ticket or its work by number alone, and may be of technicians who are not the demo's. */
async function removeNotifications(client: pg.Client, id: number): Promise<void> {
  await client.query(
    `delete from notification n using (
      select 'ticket' as subject, number from ticket where client_id = $1
      union all select 'incident', number from incident where client_id = $1
      union all select 'development', number from development where client_id = $1
      union all select 'valuation', number from valuation where client_id = $1) about
    where n.subject = about.subject and n.number = about.number`,
    [id],
  )
}

/**
 * Takes the client's last changes of lists, its end among them, into the technicians' figures. Left to the job they
 * would count in the totals of whoever gets this number next.
 */
async function addUpLast(client: pg.Client, id: number): Promise<void> {
  await client.query(
    `with changed as (delete from place_change where client_id = $1 returning places_left, places_entered)
    insert into queue_total as q (place, number)
      select place, sum(change) from (
        select unnest(places_entered) as place, 1 as change from changed
        union all select unnest(places_left), -1 from changed) c
      group by 1 having sum(change) <> 0 order by 1
      on conflict (place) do update set number = q.number + excluded.number`,
    [id],
  )
  await client.query('delete from queue_total where number = 0')
}

/** Only those that nobody has changed; returns their number. */
async function removeTexts(client: pg.Client): Promise<number> {
  const notices = await client.query('delete from notice where written_by = $1 and text_es = any($2)', [
    RAUL.username,
    NOTICES.map(({ es }) => es),
  ])
  const answers = await client.query('delete from canned_answer where updated_by = $1 and text = any($2)', [
    SONIA.username,
    CANNED.map(({ text }) => text),
  ])
  return (notices.rowCount ?? 0) + (answers.rowCount ?? 0)
}

/** Only the demo's technicians may do without a second factor: a name alone proves nothing. */
async function removeTechnicians(client: pg.Client): Promise<Pick<RemovedDemo, 'gone' | 'kept'>> {
  const [gone, kept]: [string[], string[]] = [[], []]
  for (const { username } of [SONIA, RAUL]) {
    const { rows } = await client.query('select from technician where username = $1 and second_factor_exempt', [
      username,
    ])
    if (rows.length === 0) continue
    for (const table of OF_TECHNICIANS) await client.query(`delete from ${table} where username = $1`, [username])
    await client.query('savepoint technician')
    try {
      await client.query('delete from technician where username = $1', [username])
      gone.push(username)
    } catch (error) {
      if (!isReferredTo(error)) throw error
      await client.query('rollback to savepoint technician')
      await client.query(
        'update technician set active = false, password_hash = null, second_factor_exempt = false where username = $1',
        [username],
      )
      kept.push(username)
    }
  }
  return { gone, kept }
}

const OF_TECHNICIANS = [
  'technician_session',
  'technician_link',
  'technician_mail',
  'technician_new_address',
  'technician_idempotency',
  'recovery_code',
  'notification',
  'console_open',
  // Their own ones: the team's name nobody.
  'saved_view',
]

async function hasSupervisor(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from technician where role = 'supervisor' and active and (password_hash is not null or subject is not null)",
  )
  return rows.length > 0
}

const isReferredTo = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === REFERRED_TO
