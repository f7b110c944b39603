import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import type { Settings } from '#domain/settings.ts'
import { copyingStatements } from '../testing/copied-rows.ts'
import { recordWrites } from '../testing/kept-database.ts'
import { buildApp } from '../app.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { withoutBudgets } from '../testing/without-budgets.ts'
import { NOON, TEST_CONTENT, TEST_KEY, type TestApp, testApp } from '../testing/test-app.ts'
import { enterLimited, limitedTicket, makeAttackers, makeIntruders, stage, talk } from './attackers.ts'
import { ownReads } from './walked-calls.ts'
import { canaryWriter, hashesIn, writeCanariesInFiles } from './canaries.ts'
import { type Attacker, DUERO, LEVANTE, PROBLEM, TEIDE, TWINS } from './isolation-cast.ts'
import { tenantTables } from './catalogue.ts'
import { addToTwins, makeTwin } from './twins.ts'

/** The time of the walk's requests: late enough for the session's use to be recorded. */
const AFTERWARDS = new Date(NOON.getTime() + 61_000)

export interface World {
  readonly portal: TestApp
  /** Tables with clients' rows. */
  readonly tables: readonly string[]
  /** Those that customers' calls may reach. */
  readonly customersTables: readonly string[]
  /** The answers to each attacker's own reads before anybody shared a number, by attacker and read. */
  readonly readsAlone: ReadonlyMap<string, string>
  readonly attackers: readonly Attacker[]
  /** Their session is over, or never existed. */
  readonly intruders: readonly Attacker[]
  /** Where a canary stands, by its text. */
  readonly placeOf: (canary: string) => string
  /** The tables with a write since the last call of this function. */
  readonly written: () => Promise<ReadonlySet<string>>
  /** Restores every row as it was at the beginning, and moves the clock on. */
  readonly restore: () => Promise<void>
  /** Files and the SHA-256 of their contents. */
  readonly files: () => Promise<Map<string, string>>
  readonly close: () => Promise<void>
}

/** A role exempt from row level security. */
export const BYPASS = `isolation_bypass_${process.pid}`

/**
 * The demo, with clients that share every number with two attacked ones. Every free text that an attacker must not read
 * holds a canary.
 */
export async function buildWorld(): Promise<World> {
  const portal = await testApp({ settings: unlimited })
  const { owner, files } = portal
  const { customers, staff } = await tenantTables(owner)
  const tables = [...customers, ...staff]
  const canaries = await canaryWriter(owner)
  await owner.query(`create role ${BYPASS} nologin bypassrls; grant portal_app to ${BYPASS}`)

  await addRecords(owner)
  const nuria = await portal.enter('DUE-01', 21)
  await stage(portal, nuria)
  await talk(portal, nuria)
  const idaira = await portal.enter('TEI-01', 31)
  await stage(portal, idaira)
  await talk(portal, idaira)
  const neighbour = await enterLimited(portal)
  await limitedTicket(portal, neighbour)
  await stage(portal, neighbour)
  await talk(portal, neighbour)
  await canaries.write(DUERO, `client_id = ${DUERO}`)
  await canaries.write(TEIDE, `client_id = ${TEIDE}`)
  await canaries.writeOfInstallation(LEVANTE, 'LEV-02')
  await writeCanariesInFiles(owner, files)
  await tellOfVersions(owner)

  const attackers = await makeAttackers(portal)
  const intruders = await makeIntruders(portal, attackers)
  await owner.query(
    `insert into data_change_request (client_id, person_id, text, requested_at)
     select p.client_id, p.person_id, 'Otro teléfono', $1 from person p where p.client_id in ($2, $3)`,
    [NOON, LEVANTE, TEIDE],
  )
  // Somebody of every client has said that they meet the problem.
  await owner.query(
    'insert into product_problem_mark select client_id, $1, min(person_id), $2 from person group by client_id',
    [PROBLEM, NOON],
  )
  // The report of every client goes to somebody.
  await owner.query(
    `insert into report_reader select client_id, contact_id, true from contact;
     insert into mailed_report select client_id, '2026-10', now() from client`,
  )
  // Everybody has seen their tickets up to the opening, so Support's later entries are unread.
  await owner.query(`
    update person set came_after_entry = 0;
    insert into seen_by_person (client_id, ticket_number, person_id, entry_id)
    select t.client_id, t.number, p.person_id, min(e.entry_id) from ticket t join person p using (client_id)
    join entry e on e.client_id = t.client_id and e.ticket_number = t.number
    group by t.client_id, t.number, p.person_id on conflict do nothing`)
  const readsAlone = new Map<string, string>()
  // The time of the walk. Some answers depend on it.
  portal.clock.now = AFTERWARDS
  for (const attacker of attackers) {
    for (const { id, read } of await ownReads(attacker)) readsAlone.set(id, await read(portal.app))
  }
  portal.clock.now = NOON
  // The first request in a session is recorded in that session, and in no twin's.
  await owner.query('update session set seen_at = $1 where seen_at > $1', [NOON])
  for (const [client, twin] of Object.entries(TWINS)) await makeTwin(owner, Number(client), twin, tables)
  for (const twin of Object.values(TWINS)) await canaries.write(twin, `client_id = ${twin}`)
  await tellOfVersions(owner)
  await addToTwins(owner, attackers)
  await writeCanariesInFiles(owner, files)

  await recordWrites(owner)
  // Twins come first: a query over both would find the wrong one.
  for (const table of tables) {
    await owner.query(`create table kept.${table} as select * from public.${table} order by client_id`)
  }
  const puttingBack = await copyingStatements(owner, tables, (table) => ({ from: `kept.${table}` }))
  return {
    portal,
    tables,
    customersTables: customers,
    readsAlone,
    attackers,
    intruders,
    placeOf: canaries.placeOf,
    written: async () => {
      const { rows } = await owner.query<{ name: string }>(
        'with taken as (delete from kept.written returning name) select distinct name from taken',
      )
      return new Set(rows.map(({ name }) => name))
    },
    restore: async () => {
      // Received mail is nobody's until it is sorted, but refers to clients' records; none comes in here.
      await owner.query(`
        set session_replication_role = replica;
        truncate received_mail, ${tables.join(', ')};
        ${puttingBack.join(';\n')};
        truncate kept.written;
        reset session_replication_role`)
      portal.clock.now = AFTERWARDS
    },
    files: () => hashesIn(files),
    close: async () => {
      await owner.query(`drop role ${BYPASS}`)
      await portal.close()
    },
  }
}

/** The same portal once more, over the same rows and files. */
export interface Server extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly database: Database
  readonly logged: string[]
}

/** `alter` simulates wrong code. */
export async function serve(
  { portal }: World,
  options: Partial<DatabaseOptions> = {},
  alter: (database: Database) => Database = (database) => database,
): Promise<Server> {
  const database = alter(openDatabase(portal.url, { connections: 4, ...options }))
  const staff = openDatabase(portal.url, { role: 'portal_staff', connections: 2 })
  const logged: string[] = []
  const { app } = await buildApp({
    database,
    staff,
    directUrl: portal.url,
    longestStreamMs: 25,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    origin: 'http://portal.test',
    secretKey: TEST_KEY,
    files: portal.files,
    pdfs: portal.pdfs,
    content: TEST_CONTENT,
    settings: unlimited(await readSettings()),
    simulateTechnician: true,
    clock: () => portal.clock.now,
  })
  const close = async () => {
    await app.close()
    await staff.close()
    await database.close()
  }
  return { app, database, logged, [Symbol.asyncDispose]: close }
}

/** Versions are canaries now, and a notice about one would tell others of it. */
const tellOfVersions = (owner: pg.Client) =>
  owner.query(
    `insert into notice (version, text_es, text_en, shown_from, shown_until, written_by)
     select distinct i.version, i.version, i.version, $1::timestamptz, $1::timestamptz + interval '24 hours', 'sonia'
     from installation i
     where i.version like 'CAN-%' and not exists (select from notice n where n.version = i.version)`,
    [NOON],
  )

/** Records that the demo lacks. */
async function addRecords(owner: pg.Client): Promise<void> {
  await owner.query(`
    -- What a later version brought is left to be told.
    update installation set version = 'V030' where code = 'LEV-01';
    -- A company that only another client has, and one that is not the contact's, but that of one who has left.
    insert into company values (${DUERO}, 'DUE-01', 'B77', ''), (${LEVANTE}, 'LEV-01', '003', 'Levante Alquileres');
    insert into contact (client_id, contact_id, name, email, active)
      values (${LEVANTE}, 15, 'Rosa', 'rosa@levante.example', false);
    insert into contact_installation values (${LEVANTE}, 15, 'LEV-01');
    insert into contact_company values (${LEVANTE}, 15, 'LEV-01', '003');
    insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, caller_optional, created_at)
      values (${LEVANTE}, 'isolation-revoked', 'LEV-01', 'HS256', 'a-secret-that-was-revoked-later-on', true, now());
    insert into development (client_id, number, installation_code, state, title, created_at)
      values (${TEIDE}, nextval('incident_number'), 'TEI-01', 'pending', 'Listado de reservas por comercial', now());
    -- A changed date of every incident and development, with its reason; a development of a ticket of every installation;
    -- and an estimate that was decided, with the ticket that asks about it.
    insert into work_event (client_id, incident_number, kind, to_value, reason, author, at)
      select client_id, number, 'planned-delivery', '2026-12-01', 'Faltan pruebas', 'Sonia Campos', now() from incident;
    insert into work_event (client_id, development_number, kind, to_value, reason, author, at)
      select client_id, number, 'planned-delivery', '2026-12-01', 'Faltan pruebas', 'Sonia Campos', now() from development;
    insert into development_ticket (client_id, development_number, ticket_number)
      select t.client_id, min(d.number), min(t.number) from ticket t
      join development d on d.client_id = t.client_id and d.installation_code = t.installation_code
      group by t.client_id, t.installation_code;
    update valuation v set decision = 'accepted', decided_by = 'Pablo Vega', decided_at = now(), decision_text = 'Adelante',
      ticket_number = (select min(t.number) from ticket t where t.client_id = v.client_id)
      where client_id = ${DUERO};
    update valuation set lines = jsonb_build_array(jsonb_build_object('concept', 'CAN-' || client_id || '-line', 'hours', null,
      'price', 100, 'vat', 2100)) where client_id <> ${LEVANTE};
    insert into valuation_event (client_id, valuation_number, kind, version, lines, author, at)
      select client_id, number, 'offered', version, lines, 'Sonia Campos', now() from valuation;
    update ticket t set valuation_number = (select min(v.number) from valuation v where v.client_id = t.client_id)
      where client_id = ${DUERO};
    -- A file of an incident and of a development of every other installation, and a claim.
    insert into attachment (client_id, attachment_id, person_id, session_id, incident_number, name, mime, bytes, sha256,
      added_at)
    select i.client_id, rpad('incident-' || min(i.number), 24, '-'), min(p.person_id), 0, min(i.number), 'captura.png',
      'image/png', 1, '\\x00', now()
    from incident i join person p using (client_id)
    where i.installation_code <> 'LEV-01' group by i.client_id, i.installation_code;
    insert into attachment (client_id, attachment_id, person_id, session_id, development_number, name, mime, bytes, sha256,
      added_at)
    select d.client_id, rpad('development-' || min(d.number), 24, '-'), min(p.person_id), 0, min(d.number), 'captura.png',
      'image/png', 1, '\\x00', now()
    from development d join person p using (client_id)
    where d.installation_code <> 'LEV-01' group by d.client_id, d.installation_code;
    insert into incident_claim (client_id, incident_number, sequence, at, author)
      select client_id, min(number), 1, '2026-11-02', 'Otra persona' from incident
      where installation_code <> 'LEV-01' group by client_id, installation_code;
    -- The catalogue test holds these; without them codes, too, can be the same for two clients.
    alter table installation drop constraint installation_code_key;
    alter table signing_key drop constraint signing_key_kid_key`)
}

const unlimited = (settings: Settings): Settings => ({
  ...settings,
  assistant: { ...settings.assistant, questionsPerHour: 1e6 },
  limits: withoutBudgets(settings.limits),
})
