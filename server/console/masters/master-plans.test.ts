import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Limit, consolePlans } from '../../testing/console-plans.ts'
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts'

// The query plans of the masters' lists and the audit, for a provider of 5,000 clients with 23,000 contacts, of whom one client
// has 3,000 at 100 installations.

let portal: TestApp
let plans: Awaited<ReturnType<typeof consolePlans>>

beforeAll(async () => {
  portal = await testApp()
  await portal.owner.query(MASTERS.replaceAll('$now', `timestamptz '${NOON.toISOString()}'`))
  await portal.owner.query('vacuum analyze')
  plans = await consolePlans(portal, TABLES, 'raul')
})
afterAll(async () => {
  await plans.close()
  await portal.close()
})

/** The generated references are correct, and checking each would take long. */
const MASTERS = `
  set session_replication_role = 'replica';
  insert into client (client_id, name, email, areas, active)
    select 600000 + n, 'Cliente ' || md5(n::text), 'c' || n || '@carga.example', '{main}', n % 500 > 0 from generate_series(1, 5000) n;
  insert into installation (client_id, code, version, active)
    select 600000 + n, 'C' || n || '-' || m, 'V031', n % 500 > 0 from generate_series(1, 5000) n,
      lateral generate_series(1, case when n = 1 then 100 else 2 end) m;
  insert into company (client_id, installation_code, code, name)
    select client_id, code, lpad(m::text, 5, '0'), 'Empresa ' || m from installation,
      lateral generate_series(1, case when code = 'C7-1' then 60 else 2 end) m where client_id > 600000;
  insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, created_at)
    select client_id, 'key-' || code, code, 'HS256', '', $now from installation where client_id > 600000;
  insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, created_at, revoked_at)
    select 600007, 'old-' || m, 'C7-1', 'HS256', '', $now - m * interval '24 hours', $now - m * interval '23 hours'
    from generate_series(1, 60) m;
  insert into contact (client_id, contact_id, name, email, phone, visibility, active)
    select 600000 + n, m, 'Persona ' || md5(n || '-' || m), 'p' || n || '.' || m || '@carga.example', '96' || n || m,
      case when m = 1 then 'client' else 'installation' end, n % 500 > 0
    from generate_series(1, 5000) n, lateral generate_series(1, case when n = 1 then 3000 else 4 end) m;
  insert into contact_installation (client_id, contact_id, installation_code)
    select client_id, contact_id, 'C' || client_id - 600000 || '-' || 1 + contact_id % case when client_id = 600001 then 100 else 2 end
    from contact where client_id > 600000;
  insert into contact_company (client_id, contact_id, installation_code, company_code)
    select client_id, contact_id, installation_code, '00001' from contact_installation where client_id > 600000;
  insert into credential (client_id, contact_id, username, password_hash)
    select client_id, contact_id, 'u' || client_id, '' from contact where client_id > 600000 and contact_id = 1;
  insert into person (client_id, installation_code, source, login, name)
    select client_id, installation_code, 'application', 'p' || contact_id, 'Persona' from contact_installation where client_id > 600000;
  insert into session (client_id, token_hash, person_id, contact_id, installation_code, kid, created_at, seen_at)
    select client_id, sha256(convert_to(client_id || '-' || person_id, 'UTF8')), person_id, substr(login, 2)::int, installation_code, 'key-' || installation_code,
      $now, $now
    from person where client_id > 600000;
  insert into data_change_request (client_id, person_id, contact_id, text, requested_at, handled_at, handled_by)
    select client_id, person_id, substr(login, 2)::int, 'Otro teléfono', $now - person_id * interval '1 minute',
      case when person_id % 10 > 0 then $now - person_id * interval '30 seconds' end, case when person_id % 10 > 0 then 'sonia' end
    from person where client_id > 600000;
  insert into canned_answer (title, text, updated_by, updated_at)
    select 'Respuesta ' || md5(n::text), 'Revise el periodo contable.', 'sonia', $now from generate_series(1, 3000) n;
  insert into notice (area, version, text_es, text_en, shown_from, shown_until, written_by)
    select case when n % 3 = 0 then 'main' end, case when n % 5 = 0 then 'V031' end, 'Aviso ' || n, 'Notice ' || n,
      $now + (50 - n) * interval '24 hours', $now + (53 - n) * interval '24 hours', 'sonia' from generate_series(1, 3000) n;
  insert into product_problem (title, description, workaround, affected_versions, modules, notes, state, planned_on, published, changed_by,
    changed_at)
    select 'Problema ' || n, 'Se detiene', '', '{V031}', '{}', '', case when n % 3 = 0 then 'confirmed' else 'studied' end, '2026-12-01',
      n % 3 = 0, 'sonia', $now from generate_series(1, 3000) n;
  insert into product_problem_date (problem_id, date_number, planned_on, set_by, set_at)
    select problem_id, n, '2026-12-01', 'sonia', $now from product_problem, generate_series(1, case when problem_id = 1 then 900 else 2 end) n;
  insert into technician (username, name, role, password_hash)
    select 'carga-' || n, 'Técnico ' || n, 'technician', '' from generate_series(1, 2000) n;
  insert into technician_session (token_hash, username, enrolling, created_at, seen_at)
    select sha256(convert_to('t' || n, 'UTF8')), 'carga-' || 1 + n % 2000, false, $now, $now from generate_series(1, 20000) n;
  insert into audit (at, username, act, client_id, ticket_number, details)
    select $now - n * interval '1 minute', 'carga-' || 1 + n % 2000, case when n % 1000 = 0 then '/console/clients/change' else '/console/ticket' end,
      600000 + n % 5000, n % 30000, case when n % 300 = 0 then jsonb_build_object('tickets', jsonb_build_array(n % 7000)) else '{}' end
    from generate_series(1, 200000) n;
  reset session_replication_role`

const TABLES = new Set(
  (
    'client installation company signing_key contact contact_installation contact_company credential person session ' +
    'data_change_request canned_answer notice product_problem product_problem_date technician technician_session audit'
  ).split(' '),
)

/** A part of 25 rows with their details. */
const PART: Limit = { rows: 500, pages: 900 }
/** A search within texts has to read each row once. */
const EACH = (rows: number): Limit => ({ rows, pages: 4 * rows, inOrder: true })

const FAR = { clients: 40, contacts: 100, 'data-changes': 100, audit: 100 }

describe('a part of', () => {
  test.each<[string, Record<string, string>]>([
    ['/clients', {}],
    ['/clients', { active: 'true' }],
    ['/installations', {}],
    ['/installations', { client: '600042' }],
    ['/companies', { installation: 'C7-1' }],
    ['/companies', { installation: 'C8-1' }],
    ['/signing-keys', { installation: 'C7-1' }],
    ['/contacts', {}],
    ['/contacts', { active: 'true' }],
    ['/contacts', { client: '600001' }],
    ['/contacts', { installation: 'C1-42' }],
    ['/contacts', { installation: 'C42-1' }],
    ['/contacts', { client: '600042', search: 'persona' }],
    ['/canned-answers', {}],
    ['/notices', {}],
    ['/notices', { state: 'past' }],
    ['/notices', { state: 'coming' }],
    ['/problems', {}],
    ['/problems', { state: 'confirmed' }],
    ['/data-changes', { state: 'open' }],
    ['/data-changes', { state: 'handled' }],
    ['/data-changes', { state: 'handled', client: '600001' }],
    ['/data-changes', { state: 'handled', client: '600042' }],
    ['/data-changes', { state: 'open', client: '600042' }],
    ['/technicians', {}],
    ['/audit', {}],
    ['/audit', { client: '600042' }],
    ['/audit', { ticket: '4200' }],
    ['/audit', { technician: 'carga-42' }],
    ['/audit', { act: '/console/clients/change' }],
    ['/audit', { from: '2026-11-10T00:00:00Z', until: '2026-11-11T00:00:00Z' }],
    ['/audit', { client: '600042', technician: 'carga-43', act: '/console/ticket' }],
  ])('%s %j reads that part', async (path, query) => {
    const { statements } = await ask(path, query)
    expect(statements.length).toBeGreaterThan(0)
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test.each(Object.entries(FAR))('%s far down reads no more than the first', async (list, parts) => {
    let after = ''
    for (let part = 0; part < parts; part += 1) {
      after = (await ask(`/${list}`, { limit: '100', ...(after && { after }) })).data.next ?? after
    }
    const { statements } = await ask(`/${list}`, { after })
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test.each<[string, Record<string, string>, number]>([
    ['/clients', { active: 'false' }, 5_100],
    ['/contacts', { active: 'false' }, 24_000],
    ['/notices', { state: 'current' }, 3_100],
  ])('the few of %s %j are looked for in each', async (path, query, rows) => {
    const { statements, data } = await ask(path, query)
    expect(data.items.length).toBeGreaterThan(0)
    expect(await plans.excesses(statements, EACH(rows))).toEqual([])
  })

  test.each([
    ['/clients', 5_100],
    // Each with its client's name.
    ['/installations', 20_400],
    // Each with its user name.
    ['/contacts', 30_000],
    ['/canned-answers', 3_100],
    ['/notices', 3_100],
    ['/problems', 3_100],
    // Each with client, person and contact.
    ['/data-changes', 80_000],
    // Each with its sessions.
    ['/technicians', 23_000],
  ])('%s with words that no row has looks at each row once', async (path, rows) => {
    const { statements, data } = await ask(path, { search: 'nadaquetenganadie' })
    expect(data.items).toEqual([])
    expect(await plans.excesses(statements, EACH(rows))).toEqual([])
  })
})

test.each(['/clients', '/installations', '/contacts'])(
  'a search in %s folds its words once, and no record',
  async (path) => {
    const { statements } = await plans.ask(path, { search: 'nadaquetenganadie' })
    for (const { text } of statements) {
      const { rows } = await portal.owner.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
      const filters = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Filter:'))
      expect(filters.join('\n')).toContain('folded')
      expect(filters.filter((line) => line.includes('lower('))).toEqual([])
    }
  },
)

test.each<[string, Record<string, string>]>([
  ['/client', { client: '600042' }],
  ['/installation', { installation: 'C42-1' }],
  ['/contact', { client: '600001', contact: '42' }],
])('%s %j is read with all that belongs to it', async (path, query) => {
  const { statements } = await plans.ask(path, query)
  expect(statements.length).toBeGreaterThan(0)
  expect(await plans.excesses(statements, PART)).toEqual([])
})

describe('shows', () => {
  test.each<[string, string, Record<string, string>]>([
    ['drop index client_by_name', '/clients', {}],
    ['drop index contact_by_name', '/contacts', {}],
    ['drop index contact_of_client_by_name', '/contacts', { client: '600001' }],
    ['drop index canned_answer_by_title', '/canned-answers', {}],
    ['drop index data_change_request_open', '/data-changes', { state: 'open' }],
    ['drop index data_change_request_handled', '/data-changes', { state: 'handled' }],
    ['drop index data_change_request_handled_of_client', '/data-changes', { state: 'handled', client: '600001' }],
    ['drop index data_change_request_by_contact', '/contact', { client: '600001', contact: '42' }],
    ['drop index session_by_contact', '/contact', { client: '600001', contact: '42' }],
    ['drop index audit_by_time', '/audit', {}],
    ['drop index audit_by_client', '/audit', { client: '600042' }],
    ['drop index audit_by_ticket', '/audit', { ticket: '4200' }],
    ['drop index audit_by_linked_ticket', '/audit', { ticket: '4200' }],
    ['drop index audit_by_technician', '/audit', { technician: 'carga-42' }],
    ['drop index audit_by_act', '/audit', { act: '/console/clients/change' }],
  ])('that after %s %s %j reads too much', async (without, path, query) => {
    const { statements } = path === '/contact' ? await plans.ask(path, query) : await ask(path, query)
    expect(await plans.excesses(statements, PART, without)).not.toEqual([])
  })
})

const ask = (path: string, query: Record<string, string>) => plans.ask(path, { limit: '25', ...query })
