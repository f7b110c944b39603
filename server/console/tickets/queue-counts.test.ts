import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nearUntil } from '#domain/promise.ts'
import { ENTRY_KINDS, kindsUnreadBy } from '#domain/ticket.ts'
import { readPromises } from '../../db/promise-store.ts'
import { sql } from '../../db/sql.ts'
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts'
import { MOST_AT_ONCE, addUpPlaces } from '../jobs/place-store.ts'
import { recount, wrongFigures } from '../jobs/recount-store.ts'
import { OPEN, OVER, TICKETS, WHICH } from './queue-condition-store.ts'
import { unreadBy } from './unread-store.ts'

// The figures of the views are kept (decision 51). They must be what the lists have, whatever becomes of tickets.

let portal: TestApp
let cookie: string
let raul: string
beforeAll(async () => {
  portal = await testApp()
  cookie = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
  // The changes below need not make sense.
  await portal.owner.query('alter table ticket drop constraint ticket_check')
})
afterAll(() => portal.close())

const told = async () => {
  const { data } = await portal.call(cookie, 'GET', '/console/ticket-counts')
  const { unread: _unread, receivedMail: _mail, ...counts } = data
  return counts
}

/** The same by looking at every ticket. */
const counted = () =>
  portal.staff.acrossClients(async (tx) => {
    const { promises, calendar } = await readPromises(tx)
    const asking = { username: 'sonia', now: NOON, near: nearUntil(NOON, promises, calendar) }
    const counts = await tx.row<Record<string, number>>(sql`
      select count(*) filter (where ${WHICH.mine(asking)}) as mine,
        count(*) filter (where ${WHICH.unassigned(asking)}) as unassigned,
        count(*) filter (where ${WHICH['waiting-for-us'](asking)}) as "waiting-for-us",
        count(*) filter (where ${WHICH['waiting-for-customer'](asking)}) as "waiting-for-customer",
        count(*) filter (where ${WHICH.claimed(asking)}) as claimed,
        count(*) filter (where ${WHICH['third-claim'](asking)}) as "third-claim",
        count(*) filter (where ${WHICH['near-promise'](asking)}) as "near-promise",
        count(*) as open, (select count(*) from ${TICKETS} where ${OVER}) as closed
      from ${TICKETS} where ${OPEN}`)
    return { ...counts, hasMoreClosed: false }
  })

/** A number from 0 on below `most`, the same in every run. */
const numbers = (seed: number) => (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % most
}

/** One change of some tickets, as any act might make it. */
function changeOf(pick: (most: number) => number): string {
  const one = (...values: readonly (string | number)[]) => String(values[pick(values.length)])
  const to = one(
    `assignee = ${one('null', "'sonia'", "'raul'")}`,
    `claims_in_a_row = ${one(0, 0, 1, 2, 3, 4)}`,
    `last_entry_kind = ${one("'answer'", "'reply'", "'claim'", "'question'", "'assistance'")}`,
    `state = ${one("'pending'", "'closed'")}`,
    `accepted = ${one('true', 'false', 'false')}`,
    `due_at = ${one('null', "'infinity'", `timestamptz '${NOON.toISOString()}' + interval '${pick(97) - 48} hours'`)}`,
    `blocking_incident = ${one('null', '(select min(i.number) from incident i where i.client_id = t.client_id)')}`,
    `merged_into = ${one('null', 'null', '(select min(o.number) from ticket o where o.client_id = t.client_id and o.number < t.number)')}`,
  )
  return `update ticket t set ${to} where t.number % ${3 + pick(5)} = ${pick(3)}`
}

test('after any change the figures beside the views are the lengths of their lists', async () => {
  expect(await told()).toEqual(await counted())
  const pick = numbers(20_261_128)
  for (let step = 0; step < 120; step += 1) {
    const change = changeOf(pick)
    await portal.owner.query(change)
    if (pick(10) === 0) await addUpPlaces(portal.staff)
    expect([change, await told()]).toEqual([change, await counted()])
  }
  const { rows } = await portal.owner.query("select from queue_total where place like 'due:%'")
  expect(rows.length).toBeGreaterThan(0)
})

test('figures stay right while tickets change, changes are taken back and totals are added up, all at once', async () => {
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const pick = numbers(writer + 7)
    const client = new pg.Client({ connectionString: portal.url })
    await client.connect()
    for (let step = 0; step < 15; step += 1) {
      // Each has tickets of its own, so that none waits for the other's in circles.
      const change = `${changeOf(pick)} and t.number % 6 = ${writer}`
      await client.query(`begin; ${change}; ${pick(3) === 0 ? 'rollback' : 'commit'}`)
    }
    await client.end()
  })
  let isWriting = true
  const adding = Array.from({ length: 2 }, async () => {
    while (isWriting) await addUpPlaces(portal.staff)
  })
  await Promise.all(writers)
  isWriting = false
  await Promise.all(adding)
  expect(await told()).toEqual(await counted())
  await addUpPlaces(portal.staff)
  expect((await portal.owner.query('select from place_change')).rows).toEqual([])
  expect(await told()).toEqual(await counted())
})

/** How many of each one's open tickets have something unread: as the figure says, and by looking at all their entries. */
const unread = async () => {
  const toldTo = async (whose: string) => (await portal.call(whose, 'GET', '/console/ticket-counts')).data.unread
  const told = { sonia: await toldTo(cookie), raul: await toldTo(raul) }
  const looked = await portal.staff.acrossClients((tx) =>
    tx.row<Record<string, number>>(sql`
      select count(*) filter (where t.assignee = 'sonia' and ${unreadBy('sonia')} > 0) as sonia,
        count(*) filter (where t.assignee = 'raul' and ${unreadBy('raul')} > 0) as raul
      from ${TICKETS} where ${OPEN}`),
  )
  return { told, looked }
}

/** One act on the tickets of a condition, as people or jobs might do it. */
function actOn(which: string, pick: (most: number) => number): string {
  const one = (...values: readonly string[]) => values[pick(values.length)] ?? ''
  const username = one("'sonia'", "'raul'")
  return one(
    `update ticket t set assignee = ${one('null', "'sonia'", "'raul'")} where ${which}`,
    `update ticket t set accepted = ${one('true', 'false', 'false')} where ${which}`,
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at, username)
      select t.client_id, t.number, '${one('claim', 'rejection', 'withdrawal', 'answer')}', 'Texto', 'Alguien', '', now(), ${one('null', 'null', username)}
      from ticket t where ${which}`,
    `insert into seen_by_technician as s (client_id, ticket_number, username, entry_id)
      select t.client_id, t.number, ${username}, (select ${one('max', 'max', 'min')}(e.entry_id) from entry e
        where e.client_id = t.client_id and e.ticket_number = t.number) from ticket t
      where ${which} and exists (select from entry e where e.client_id = t.client_id and e.ticket_number = t.number)
      on conflict (client_id, ticket_number, username) do update set entry_id = excluded.entry_id where s.entry_id < excluded.entry_id`,
  )
}

test('the figure of unread tickets is what looking at their entries gives, after any act', async () => {
  const pick = numbers(20_261_129)
  const acts = new Set<unknown>()
  for (let step = 0; step < 150; step += 1) {
    const act =
      [
        `update technician set came_after_entry = newest_entry_of_all() where username = '${pick(2) ? 'sonia' : 'raul'}'`,
        // Joined tickets.
        `with pair as (
          select t.client_id, min(t.number) as into_number, max(t.number) as number from ticket t where t.merged_into is null
          group by t.client_id, t.number % ${2 + pick(5)} having count(*) > 1),
        moved as (update entry e set ticket_number = p.into_number from pair p where e.client_id = p.client_id and e.ticket_number = p.number)
      update ticket t set merged_into = p.into_number from pair p where t.client_id = p.client_id and t.number = p.number`,
      ][pick(20)] ?? actOn(`t.number % ${3 + pick(5)} = ${pick(3)}`, pick)
    await portal.owner.query(act)
    const { told, looked } = await unread()
    expect([act, told]).toEqual([act, looked])
    acts.add(looked.sonia)
  }
  expect(acts.size).toBeGreaterThan(5)
})

test('it stays right while customers write and technicians read and take over the same tickets at once', async () => {
  const { rows } = await portal.owner.query<{ number: number }>(
    'select number from ticket where merged_into is null and not accepted order by number limit 3',
  )
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const pick = numbers(writer + 11)
    const client = new pg.Client({ connectionString: portal.url })
    await client.connect()
    for (let step = 0; step < 40; step += 1)
      await client.query(actOn(`t.number = ${rows[pick(rows.length)]?.number}`, pick))
    await client.end()
  })
  await Promise.all(writers)
  const { told, looked } = await unread()
  expect(told).toEqual(looked)
})

test('a technician who becomes a ticket’s own amid looking at it has seen it', async () => {
  const { rows } = await portal.owner.query<{ number: number }>(
    `select t.number::int from ticket t where t.merged_into is null and not t.accepted
      and not exists (select from seen_by_technician s where s.username = 'raul' and s.ticket_number = t.number) order by 1 limit 1`,
  )
  const number = rows[0]?.number
  await portal.owner.query('update ticket set assignee = null where number = $1', [number])
  const [reader, assigner] = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: portal.url })
      await client.connect()
      return client
    }),
  )
  await reader?.query(`begin; insert into seen_by_technician (client_id, ticket_number, username, entry_id)
    select client_id, ticket_number, 'raul', max(entry_id) from entry where ticket_number = ${number} group by 1, 2`)
  let isAssigned = false
  const assigning = assigner
    ?.query("update ticket set assignee = 'raul' where number = $1", [number])
    .then(() => (isAssigned = true))
  await expect
    .poll(async () => {
      const waiting = await portal.owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return isAssigned || waiting.rows.length > 0
    })
    .toBe(true)
  await reader?.query('commit')
  await assigning
  await Promise.all([reader?.end(), assigner?.end()])
  const { told, looked } = await unread()
  expect(told).toEqual(looked)
})

test('what the database takes for news of technicians is what the domain takes for it', async () => {
  const { rows } = await portal.owner.query<{ kind: string }>(
    `select kind from unnest($1::text[]) kind where is_said_to_technicians(kind)`,
    [ENTRY_KINDS],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(kindsUnreadBy('technician'))
})

test('a change counts at once, before any job has run', async () => {
  await addUpPlaces(portal.staff)
  const before = await told()
  const { rows } = await portal.owner.query<{ number: number }>(
    "update ticket set assignee = 'sonia' where number = (select min(number) from ticket where not accepted and assignee is distinct from 'sonia' and merged_into is null and last_entry_kind not in ('question', 'assistance')) returning number",
  )
  expect(rows).toHaveLength(1)
  expect((await told()).mine).toBe(before.mine + 1)
})

test('what an import has left is added up part by part, each within the time that a statement has', async () => {
  await portal.owner.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > ${MOST_AT_ONCE} then raise exception 'too many in one statement'; end if;
      return null;
    end $$;
    create trigger refuse_many after delete on place_change referencing old table as gone for each statement execute function refuse_many();
    insert into place_change (client_id, installation, places_left, places_entered)
      select 1001, 'LEV-01', '{}', case when n <= ${MOST_AT_ONCE} then array['claimed'] else array['support'] end
      from generate_series(1, ${MOST_AT_ONCE + 1}) n`)
  const before = await told()
  await addUpPlaces(portal.staff)
  expect((await portal.owner.query('select from place_change')).rows).toEqual([])
  expect(await told()).toEqual(before)
  expect(before.claimed).toBeGreaterThanOrEqual(MOST_AT_ONCE)
  await portal.owner.query(`
    drop trigger refuse_many on place_change;
    insert into place_change (client_id, installation, places_left, places_entered)
      select 1001, 'LEV-01', case when n <= ${MOST_AT_ONCE} then array['claimed'] else array['support'] end, '{}'
      from generate_series(1, ${MOST_AT_ONCE + 1}) n`)
  await addUpPlaces(portal.staff)
  expect(await told()).toEqual(await counted())
})

test('shows that figures are wrong where a change is not noted', async () => {
  await portal.owner.query('alter table ticket disable trigger keep_changed_tally')
  await portal.owner.query("update ticket set assignee = 'raul' where assignee = 'sonia'")
  await portal.owner.query('alter table ticket enable trigger keep_changed_tally')
  expect(await told()).not.toEqual(await counted())
})

test('figures that have become wrong are counted again, while somebody writes and other changes wait', async () => {
  await portal.owner.query(`
    update queue_total set number = number + 3 where place = 'pending';
    delete from queue_total where place = 'claimed';
    insert into queue_total values ('of:nobody', 4);
    insert into tally (client_id, installation_code, what, change) values (1001, 'LEV-01', 'reply', -2), (1001, null, 'valuation', 5);
    delete from tally where what in ('closed', 'incident')`)
  await portal.owner.query("update ticket set assignee = 'sonia', claims_in_a_row = 1 where number % 4 = 0")
  const writer = new pg.Client({ connectionString: portal.url })
  await writer.connect()
  await writer.query("begin; update ticket set claims_in_a_row = 0, assignee = 'raul' where number % 4 = 0")
  const wrong = await portal.staff.acrossClients(recount)
  expect(wrong.lists).toBeGreaterThan(3)
  expect(wrong.queue).toBeGreaterThan(3)
  expect(await told()).toEqual(await counted())
  await writer.query('commit')
  await writer.end()
  expect(await told()).toEqual(await counted())
  expect(await portal.staff.acrossClients(recount)).toEqual({ lists: 0, queue: 0, unread: 0 })
  await addUpPlaces(portal.staff)
  expect(await told()).toEqual(await counted())
  expect(await portal.staff.acrossClients(recount)).toEqual({ lists: 0, queue: 0, unread: 0 })
})

test('what a technician has not read is counted again where it was kept wrongly, and only there', async () => {
  const unread = () =>
    portal.owner.query(
      "select number from ticket where newest_said > seen_by_assignee and assignee = 'sonia' order by 1",
    )
  await portal.owner.query(`
    update technician set came_after_entry = 0 where username = 'sonia';
    delete from seen_by_technician where username = 'sonia';
    update ticket set assignee = null where assignee = 'sonia'`)
  await portal.owner.query(
    "update ticket set assignee = 'sonia', accepted = false where number % 2 = 0 and merged_into is null",
  )
  const { rows: right } = await unread()
  expect(right.length).toBeGreaterThan(2)
  expect(await portal.staff.acrossClients(recount)).toMatchObject({ unread: 0 })
  const numbers = right.map(({ number }) => number)
  await portal.owner.query('update ticket set seen_by_assignee = newest_said where number = $1', [numbers[0]])
  await portal.owner.query('update ticket set newest_said = newest_said - 1 where number = $1', [numbers[1]])
  const { rowCount } = await portal.owner.query(
    `update ticket set newest_said = seen_by_assignee + 7 where assignee = 'sonia' and not accepted and merged_into is null
      and newest_said <= seen_by_assignee and number <> $1`,
    [numbers[0]],
  )
  expect(await wrongFigures(portal.staff, 60_000)).toMatchObject({ unread: 2 + (rowCount ?? 0) })
  expect(await portal.staff.acrossClients(recount)).toMatchObject({ unread: 2 + (rowCount ?? 0) })
  expect((await unread()).rows).toEqual(right)
  expect(await wrongFigures(portal.staff, 60_000)).toMatchObject({ unread: 0 })
})
