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

test('every table of the schema but those that are nobody’s or the provider’s holds clients’ rows', async () => {
  const { customers, staff } = await tenantTables(portal.owner)
  expect(staff).toEqual([
    'answer_draft',
    'contact_new_address',
    'dismissed_likeness',
    'internal_note',
    'mailed_report',
    'password_link_request',
    'presence',
    'seen_by_technician',
  ])
  expect(customers).toEqual([
    'attachment',
    'client',
    'company',
    'contact',
    'contact_company',
    'contact_installation',
    'conversation',
    'conversation_turn',
    'credential',
    'credential_recovery_code',
    'data_change_request',
    'development',
    'development_ticket',
    'draft',
    'draft_key',
    'entry',
    'event',
    'idempotency',
    'incident',
    'incident_claim',
    'incident_ticket',
    'installation',
    'mail',
    'mail_address',
    'mail_code',
    'password_link',
    'person',
    'place_change',
    'product_problem_mark',
    'report_reader',
    'search_place',
    'search_word',
    'seen_by_person',
    'session',
    'signing_key',
    'tally',
    'ticket',
    'ticket_code',
    'used_entry',
    'valuation',
    'valuation_event',
    'work_event',
  ])
})

/** Schemas that would leak, each with a word that must appear in the reported problem. */
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
    'alter table data_change_request drop constraint data_change_request_pkey; alter table data_change_request add primary key (request_id)',
    'data_change_request: client_id',
  ],
  [
    'alter table data_change_request drop constraint data_change_request_pkey; alter table data_change_request add primary key (request_id, client_id)',
    'data_change_request: client_id',
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
  ['grant select (password_hash) on technician to portal_app', 'technician.password_hash: portal_app SELECT'],
  ['grant select on internal_note to portal_app', 'internal_note: portal_app may'],
  ['create policy own_client on internal_note to portal_app using (true)', 'internal_note: policy own_client'],
  ['alter policy staff on ticket to portal_app', 'ticket: policy staff'],
  ['alter policy staff on ticket using (client_id > 0)', 'ticket: policy staff'],
  ['create policy staff on used_entry to portal_staff using (true)', 'used_entry: policy staff'],
  ['grant select on used_entry to portal_staff', 'used_entry: portal_staff may'],
  ['grant update on audit to portal_staff', 'audit: portal_staff may'],
  ['grant select on audit to portal_app', 'audit: portal_app may'],
  ['grant select on jobs.job to portal_app', 'jobs.job: portal_app may SELECT'],
  ['grant select on ticket to portal_jobs', 'ticket: portal_jobs may SELECT'],
  ['alter role portal_jobs bypassrls', 'portal_jobs is more than'],
  ['grant create on schema jobs to portal_jobs', 'jobs: portal_jobs may create'],
  ['grant select on idempotency to portal_staff', 'idempotency: portal_staff may'],
  ['grant portal_staff to portal_app', 'portal_app is more'],
  ['grant portal_app to portal_staff', 'portal_staff is more'],
  ['alter role portal_staff bypassrls', 'portal_staff is more'],
  ['alter role portal_app bypassrls', 'portal_app is more'],
  ['alter role portal_app createrole', 'portal_app is more'],
  ['grant pg_read_all_data to portal_app', 'portal_app is more'],
  ['alter table ticket owner to portal_app', 'ticket belongs to'],
  ['revoke select on ticket from portal_backup', 'ticket: portal_backup may nothing'],
  ['grant update on ticket to portal_backup', 'ticket: portal_backup may SELECT,UPDATE'],
  ['grant select on session to portal_backup', 'session: portal_backup may SELECT'],
  ['alter policy published on product_problem using (true)', 'product_problem: policy published'],
  ['create policy published on notice for select to portal_app using (true)', 'notice: policy published'],
  ['grant select (notes) on product_problem to portal_app', 'product_problem.notes: portal_app SELECT'],
  ['drop policy backup on entry', 'entry has no policy backup'],
  ['alter policy backup on entry using (client_id > 1)', 'entry: policy backup'],
  ['create policy backup on session for select to portal_backup using (true)', 'session: policy backup'],
  ['alter role portal_backup bypassrls', 'portal_backup is more'],
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
    for (const table of (await tenantTables(portal.owner)).customers) expect(await countOutside(table)).toBe(0)
  })

  test('reads its own client’s rows and nobody else’s, table by table', async () => {
    for (const table of (await tenantTables(portal.owner)).customers) {
      const { rows } = await asDuero(`select distinct client_id::int as client from ${table}`)
      expect(rows.filter(({ client }) => client !== DUERO)).toEqual([])
    }
    expect((await asDuero('select client_id from ticket')).rows.length).toBeGreaterThan(0)
  })

  test('changes and removes nobody else’s rows, table by table', async () => {
    for (const table of (await tenantTables(portal.owner)).customers) {
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

  /** Runs a statement under the server's role for client 1002, and rolls back. */
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

describe('what is the provider’s', () => {
  const OURS = [
    'answer_draft',
    'audit',
    'canned_answer',
    'contact_new_address',
    'identity_request',
    'internal_note',
    'password_link_request',
    'presence',
    'recovery_code',
    'seen_by_technician',
    'technician_idempotency',
    'technician_link',
    'technician_session',
  ]
  const run = (database: TestApp['database'], text: string) => database.rows({ strings: [text], parts: [] })

  test.each(OURS)('%s: the customers’ side neither reads nor writes it', async (table) => {
    for (const statement of [
      `select from ${table}`,
      `insert into ${table} default values`,
      `update ${table} set username = ''`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      const column = { canned_answer: 'title', contact_new_address: 'email' }[table] ?? 'username'
      const text = statement.replace('username', column)
      await expect(run(portal.database, text)).rejects.toThrow(`permission denied for table ${table}`)
    }
  })

  test('the customers’ side knows no more of a technician than the name, and changes nothing', async () => {
    expect(await run(portal.database, 'select username, name, role, active from technician')).toHaveLength(2)
    for (const statement of [
      'select password_hash from technician',
      'select totp_secret from technician',
      'select * from technician',
      "update technician set role = 'supervisor'",
      "insert into technician (username, name, role) values ('x', 'x', 'supervisor')",
      'delete from technician',
    ]) {
      await expect(run(portal.database, statement)).rejects.toThrow('permission denied for table technician')
    }
  })

  test('technicians add to the audit and read it, and cannot change what stands there', async () => {
    await run(portal.staff, "insert into audit (at, username, act) values (now(), 'sonia', '/console/x')")
    expect(await run(portal.staff, 'select from audit')).toHaveLength(1)
    for (const statement of ["update audit set act = ''", 'delete from audit', 'truncate audit']) {
      await expect(run(portal.staff, statement)).rejects.toThrow('permission denied for table audit')
    }
  })

  test('technicians reach the rows of every client', async () => {
    const found = await run(portal.staff, 'select distinct client_id from ticket')
    expect(found.length).toBeGreaterThan(2)
  })

  test('a role that is only portal_app cannot become portal_staff', async () => {
    const { owner } = portal
    const name = `only_app_${process.pid}`
    await owner.query(`create role ${name} login; grant portal_app to ${name}`)
    try {
      await owner.query(`set session authorization ${name}; set role portal_app`)
      await expect(owner.query('set role portal_staff')).rejects.toThrow('permission denied to set role "portal_staff"')
      await expect(owner.query('select from audit')).rejects.toThrow('permission denied')
    } finally {
      await owner.query('reset role; reset session authorization')
      await owner.query(`drop role ${name}`)
    }
  })
})
