import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { catalogueProblems, tenantTables } from './catalogue.ts'

let portal: TestApp

beforeAll(async () => {
  portal = await testApp({ database: { connections: 1 } })
})
afterAll(() => portal.close())

test('every table, policy, key, function and privilege is one that keeps clients apart', async () => {
  expect(await catalogueProblems(portal.owner)).toEqual([])
})

test('every table of the schema but the five that are nobody’s holds clients’ rows', async () => {
  expect(await tenantTables(portal.owner)).toEqual([
    'attachment',
    'client',
    'company',
    'contact',
    'contact_company',
    'contact_installation',
    'credential',
    'data_change_request',
    'development',
    'draft',
    'entry',
    'idempotency',
    'incident',
    'incident_claim',
    'incident_ticket',
    'installation',
    'person',
    'session',
    'signing_key',
    'ticket',
    'used_entry',
    'valuation',
  ])
})

/** Schemas that would leak, each with a word of the problem that must be found in it. */
const KNOWN_BAD: readonly (readonly [statement: string, problem: string])[] = [
  ['create table note (note_id bigint primary key, text text)', 'note has no client'],
  [
    'create table note (client_id bigint, note_id bigint, primary key (client_id, note_id))',
    'note: row level security',
  ],
  ['alter table ticket disable row level security', 'ticket: row level security'],
  ['alter table ticket no force row level security', 'ticket: row level security'],
  ['drop policy own_client on entry', 'entry has no policy'],
  ['alter policy own_client on ticket using (true)', 'ticket: policy own_client'],
  ['alter policy own_client on ticket with check (true)', 'ticket: policy own_client'],
  [
    'drop policy own_client on ticket; create policy own_client on ticket to portal_app using (client_id = 1)',
    'ticket: policy own_client',
  ],
  ['alter policy own_client on ticket to public', 'ticket: policy own_client'],
  ['create policy everybody on ticket to portal_app using (true)', 'ticket: policy everybody'],
  ['create policy doors on ticket for select to portal_door using (true)', 'ticket: policy doors'],
  [
    'drop policy doors on client; create policy doors on client for all to portal_door using (true)',
    'client: policy doors',
  ],
  [
    'alter table valuation drop constraint valuation_pkey; alter table valuation add primary key (number)',
    'valuation: client_id',
  ],
  [
    'alter table valuation drop constraint valuation_pkey; alter table valuation add primary key (number, client_id)',
    'valuation: client_id',
  ],
  ['alter table attachment drop constraint attachment_client_id_ticket_number_fkey', 'attachment.ticket_number'],
  ['alter table entry drop constraint entry_client_id_ticket_number_fkey', 'entry.ticket_number'],
  ['alter table ticket drop constraint ticket_client_id_contact_id_fkey', 'ticket.contact_id'],
  [
    'alter table ticket add unique (number); alter table attachment add foreign key (ticket_number) references ticket (number)',
    'attachment_ticket_number_fkey',
  ],
  [
    'alter table incident_claim drop constraint incident_claim_client_id_incident_number_fkey; alter table incident_claim add foreign key (client_id, incident_number) references incident on delete cascade',
    'changes rows by itself',
  ],
  ['create unique index title_once on ticket (title)', 'title_once is unique'],
  ['create view all_tickets as select * from ticket', 'all_tickets reads'],
  ['create materialized view all_tickets as select * from ticket', 'all_tickets reads'],
  [
    'create function peek() returns bigint language sql security definer as $$ select count(*) from ticket $$',
    'peek() runs',
  ],
  ['alter function door_session reset search_path', 'door_session'],
  ['alter function door_clients owner to current_user', 'door_clients'],
  ['grant execute on function door_login to public', 'door_login'],
  ['alter function door_login security invoker', 'door_login is not there'],
  ['grant truncate on ticket to portal_app', 'ticket: portal_app may'],
  ['grant references, trigger on ticket to portal_app', 'ticket: portal_app may'],
  ['grant select on ticket to public', 'ticket: portal_app may'],
  ['grant select (password_hash) on credential to portal_door', 'credential.password_hash'],
  ['grant update on session to portal_door', 'session: portal_door may'],
  ['grant delete on technician to portal_app', 'technician: portal_app may'],
  ['alter role portal_app bypassrls', 'portal_app is more'],
  ['alter role portal_app createrole', 'portal_app is more'],
  ['grant pg_read_all_data to portal_app', 'portal_app is more'],
  ['alter table ticket owner to portal_app', 'ticket belongs to'],
  ['grant create on schema public to portal_app', 'portal_app may create'],
]

describe('a schema that would leak is found out', () => {
  test.each(KNOWN_BAD)('%s', async (statement, problem) => {
    await portal.owner.query('begin')
    try {
      await portal.owner.query(statement)
      expect((await catalogueProblems(portal.owner)).join('\n')).toContain(problem)
    } finally {
      await portal.owner.query('rollback')
    }
  })
})

describe('the role that the server acts as', () => {
  const DUERO = 1002

  test('reads no client’s row outside a transaction that serves one', async () => {
    for (const table of await tenantTables(portal.owner)) expect(await countOutside(table)).toBe(0)
  })

  test('reads its own client’s rows and nobody else’s, table by table', async () => {
    for (const table of await tenantTables(portal.owner)) {
      const { rows } = await asDuero(`select distinct client_id::int as client from ${table}`)
      expect(rows.filter(({ client }) => client !== DUERO)).toEqual([])
    }
    expect((await asDuero('select client_id from ticket')).rows.length).toBeGreaterThan(0)
  })

  test('changes and removes nobody else’s rows, table by table', async () => {
    for (const table of await tenantTables(portal.owner)) {
      for (const statement of [
        `update ${table} set client_id = client_id where client_id <> ${DUERO}`,
        `delete from ${table} where client_id <> ${DUERO}`,
      ]) {
        expect((await asDuero(statement)).rowCount).toBe(0)
      }
    }
  })

  test('gives no row to another client', async () => {
    await expect(asDuero('update valuation set client_id = 1001')).rejects.toThrow(/row-level security/)
    await expect(
      asDuero("insert into valuation (client_id, number, description, created_on) values (1001, 9, '', now())"),
    ).rejects.toThrow(/row-level security/)
  })

  test('hangs no file on another client’s ticket: a foreign key is not held back by row level security', async () => {
    const {
      rows: [ticket],
    } = await portal.owner.query<{ number: string; entry: string }>(
      'select ticket_number as number, entry_id as entry from entry where client_id = 1001 limit 1',
    )
    await expect(
      asDuero(`
        insert into attachment (client_id, attachment_id, person_id, session_id, ticket_number, entry_id, name, mime,
          bytes, sha256, added_at)
        select ${DUERO}, 'an-id-that-is-long-enough', person_id, 0, ${ticket?.number}, ${ticket?.entry}, 'x.png',
          'image/png', 1, '\\x00', now()
        from person limit 1`),
    ).rejects.toThrow(/foreign key constraint "attachment_client_id_ticket_number_fkey"/)
  })

  test('serves nobody once the transaction has ended, on the very same connection', async () => {
    const pid = await portal.database.inClient(DUERO, async (tx) => {
      expect((await tx.row<{ found: number }>(sql`select count(*) as found from ticket`)).found).toBeGreaterThan(0)
      return tx.row(sql`select pg_backend_pid() as pid`)
    })
    expect(
      await portal.database.row(sql`select pg_backend_pid() as pid, current_setting('app.client', true) as client`),
    ).toEqual({ ...(pid as object), client: '' })
    expect(await countOutside('ticket')).toBe(0)
  })

  test('serves nobody after a transaction that failed', async () => {
    await expect(portal.database.inClient(DUERO, (tx) => tx.rows(sql`select 1 / 0`))).rejects.toThrow(/division/)
    expect(await countOutside('ticket')).toBe(0)
  })

  async function countOutside(table: string) {
    const found = await portal.database.rows({ strings: [`select from ${table}`], parts: [] })
    return found.length
  }

  /** As the server's role in a transaction of client 1002, which leaves no trace. */
  async function asDuero(statement: string) {
    const { owner } = portal
    await owner.query('begin')
    try {
      await owner.query(`set local role portal_app; select set_config('app.client', '${DUERO}', true)`)
      return await owner.query<{ client: number }>(statement)
    } finally {
      await owner.query('rollback')
    }
  }
})
