import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '#contract/wire.ts'
import { ENTRY_AUDIENCE, issuerOf } from '#contract/entry-codec.ts'
import type { Settings } from '#domain/settings.ts'
import { buildApp } from '../app.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { signDemoEntry, signEntry } from '../session/entry-link.ts'
import { NOON, type TestApp, answerOf, form, testApp } from '../testing/test-app.ts'
import { draft, ownReads } from './calls.ts'
import { tenantTables } from './catalogue.ts'
import { PNG } from './request.ts'

export const LEVANTE = 1001
export const DUERO = 1002
export const TEIDE = 1003
/** A copy of a client under another number: its records carry the very numbers of the client's own. */
const TWINS = { [LEVANTE]: 901, [TEIDE]: 903 } as const

/** Everybody's, and their twins' too. */
export const IDEMPOTENCY_KEY = 'isolation'

/** The id of an entry that only the twin has had. */
export const USED_ENTRY = 'isolation-used'

export type Value = number | string

/** What never existed, by what it would be. */
export const NEVER: Readonly<Record<Exclude<Identity, 'none' | 'module' | 'person'>, Value>> = {
  client: 987_654,
  installation: 'NUL-99',
  company: 'N99',
  contact: 987_654,
  ticket: 98_765_432,
  incident: 98_765_432,
  file: 'never-existing-file-id-x',
  'staged-file': 'never-existing-file-id-y',
}
export type Kind = keyof typeof NEVER

/** The records of an attacker's own that calls are made with. */
export interface Own {
  readonly cookie: string
  readonly installation: string
  readonly company: string
  readonly contact: number | null
  /** Null where the attacker may raise no ticket. */
  readonly mayCreate: boolean
  readonly password: { readonly usuario: string; readonly password: string } | null
  readonly module: number
  readonly ticket: number
  /** Another ticket, which an incident was opened for. */
  readonly blocked: number | null
  readonly incident: number | null
  readonly file: string
  /** A staged file that stays one. */
  readonly waiting: string
  /** Each makes a record that is used up by the call it is for. */
  readonly pending: () => Promise<number>
  readonly answered: () => Promise<number>
  readonly closed: () => Promise<number>
  readonly staged: () => Promise<string>
  readonly entry: () => Promise<object>
  readonly freshCookie: () => Promise<string>
}

export interface Attacker {
  readonly name: string
  readonly cookie: string | null
  readonly client: number
  readonly limited: boolean
  readonly administrator: boolean
  readonly own: Own
  readonly foreign: Readonly<Record<Kind, readonly Value[]>>
  /** Canaries that are no leak. */
  readonly mayRead: RegExp
  /** Rows of the attacker's client that are not the attacker's either, by table: an SQL condition on `x`. */
  readonly others: Readonly<Record<string, string>>
}

export interface World {
  readonly portal: TestApp
  readonly tables: readonly string[]
  /** What each attacker's own reads were answered with before anybody shared a number, by attacker and read. */
  readonly readsAlone: ReadonlyMap<string, string>
  readonly attackers: readonly Attacker[]
  /** Their session is over, or there never was one. */
  readonly intruders: readonly Attacker[]
  /** What a canary stands in, by its text. */
  readonly placeOf: (canary: string) => string
  /** Puts every row back to where the world began, and the clock on. */
  readonly restore: () => Promise<void>
  /** Files and the SHA-256 of their bytes. */
  readonly files: () => Promise<Map<string, string>>
}

const DAY_MS = 24 * 60 * 60_000

export const unlimited = (settings: Settings): Settings => ({
  ...settings,
  limits: { ...settings.limits, creationsPerMinute: 1e6, uploadsPerMinute: 1e6, readsPerMinute: 1e6 },
})

/**
 * The demo with clients that share every number with the two that are attacked from, and with a canary in every free
 * text of what an attacker may not read.
 */
export async function buildWorld(): Promise<World> {
  const portal = await testApp({ settings: unlimited })
  const { owner, files } = portal
  const tables = await tenantTables(owner)
  const canaries = await canaryWriter(owner)

  await addRecords(owner)
  const nuria = await portal.enter('DUE-01', 21)
  await stage(portal, nuria)
  const idaira = await portal.enter('TEI-01', 31)
  await stage(portal, idaira)
  const neighbour = await enterLimited(portal)
  await limitedTicket(portal, neighbour)
  await stage(portal, neighbour)
  await canaries.write(DUERO, `client_id = ${DUERO}`)
  await canaries.write(TEIDE, `client_id = ${TEIDE}`)
  await canaries.writeOfInstallation(LEVANTE, 'LEV-02')
  await writeCanariesInFiles(owner, files)

  const attackers = await makeAttackers(portal)
  const intruders = await makeIntruders(portal, attackers)
  const readsAlone = new Map<string, string>()
  for (const attacker of attackers) {
    for (const { id, read } of await ownReads(attacker)) readsAlone.set(id, await read(portal.app))
  }
  for (const [client, twin] of Object.entries(TWINS)) await makeTwin(owner, Number(client), twin, tables)
  for (const twin of Object.values(TWINS)) await canaries.write(twin, `client_id = ${twin}`)
  await addToTwins(owner, attackers)
  await writeCanariesInFiles(owner, files)

  await owner.query('create schema kept')
  // Twins first: whoever reads both takes the wrong one.
  for (const table of tables) {
    await owner.query(`create table kept.${table} as select * from public.${table} order by client_id`)
  }
  return {
    portal,
    tables,
    readsAlone,
    attackers,
    intruders,
    placeOf: canaries.placeOf,
    restore: async () => {
      await owner.query(`
        set session_replication_role = replica;
        truncate ${tables.join(', ')};
        ${tables.map((table) => `insert into ${table} overriding system value select * from kept.${table};`).join('\n')}
        reset session_replication_role`)
      // Late enough for a session to be noted as in use.
      portal.clock.now = new Date(NOON.getTime() + 61_000)
    },
    files: () => hashesIn(files),
  }
}

/** The portal once more, over the same rows and files. */
export interface Server {
  readonly app: FastifyInstance
  readonly database: Database
  readonly logged: string[]
  readonly close: () => Promise<void>
}

/** `alter` stands for code that is wrong. */
export async function serve(
  { portal }: World,
  options: Partial<DatabaseOptions> = {},
  alter: (database: Database) => Database = (database) => database,
): Promise<Server> {
  const database = alter(openDatabase(portal.url, { connections: 4, ...options }))
  const logged: string[] = []
  const { app } = await buildApp({
    database,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    origin: 'http://portal.test',
    files: portal.files,
    settings: unlimited(await readSettings()),
    simulateTechnician: true,
    clock: () => portal.clock.now,
  })
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, database, logged, close }
}

/** What the demo lacks: a company that only one client has, one that is not the contact's, a used entry, a spare key. */
async function addRecords(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into company values (${DUERO}, 'DUE-01', 'B77', ''), (${LEVANTE}, 'LEV-01', '003', 'Levante Alquileres');
    insert into contact (client_id, contact_id, name, email, active)
      values (${LEVANTE}, 15, 'Rosa', 'rosa@levante.example', false);
    insert into contact_installation values (${LEVANTE}, 15, 'LEV-01');
    insert into contact_company values (${LEVANTE}, 15, 'LEV-01', '003');
    insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, caller_optional, created_at)
      values (${LEVANTE}, 'isolation-revoked', 'LEV-01', 'HS256', 'a-secret-that-was-revoked-later-on', true, now())`)
  // The catalogue test holds these; without them codes, too, can be the same for two clients.
  await owner.query(`
    alter table installation drop constraint installation_code_key;
    alter table signing_key drop constraint signing_key_kid_key`)
}

async function makeAttackers(portal: TestApp): Promise<Attacker[]> {
  const { owner } = portal
  const lucia = await portal.enter('LEV-01', 11)
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  const teo = await portal.logIn('teo', 'Demo-teo-1')
  const second = await portal.enter('LEV-02', 'cliente', { company: '001' })
  const limited = await enterLimited(portal)
  await limitedTicket(portal, limited)

  const duero = await recordsWhere(owner, `t.client_id = ${DUERO}`, `x.client_id = ${DUERO}`)
  const teide = await recordsWhere(
    owner,
    `t.client_id = ${TEIDE} and t.limited_session_id is null`,
    `x.client_id = ${TEIDE}`,
  )
  const lev01 = await recordsWhere(
    owner,
    `t.client_id = ${LEVANTE} and t.installation_code = 'LEV-01'`,
    `x.client_id = ${LEVANTE} and x.installation_code = 'LEV-01'`,
  )
  const lev02 = await recordsWhere(
    owner,
    `t.client_id = ${LEVANTE} and t.installation_code = 'LEV-02'`,
    `x.client_id = ${LEVANTE} and x.installation_code = 'LEV-02'`,
  )
  const modules = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
  const module = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  const { rows: foreignStaged } = await owner.query<{ id: string }>(
    `select attachment_id as id from attachment where client_id in (${DUERO}, ${TEIDE}) and ticket_number is null
       and incident_number is null order by client_id, added_at, attachment_id`,
  )
  const elsewhere = foreignStaged.map(({ id }) => id)
  const waiting = {
    lucia: await stage(portal, lucia),
    andres: await stage(portal, andres),
    teo: await stage(portal, teo),
    second: await stage(portal, second),
    limited: await stage(portal, limited),
  }
  const neighbours = await recordsWhere(
    owner,
    `t.client_id = ${TEIDE} and t.limited_session_id <> (select max(session_id) from session where limited)`,
    'false',
  )

  const foreignTo = (
    own: Partial<Record<Kind, readonly Value[]>>,
    ...records: readonly Records[]
  ): Attacker['foreign'] => ({
    client: [DUERO, TEIDE],
    installation: ['DUE-01', 'TEI-01'],
    company: ['B77'],
    contact: [21],
    ticket: records.flatMap(({ tickets }) => tickets),
    incident: records.flatMap(({ incidents }) => incidents),
    file: records.flatMap(({ files }) => files),
    'staged-file': elsewhere,
    ...own,
  })
  const ownOf = async (
    name: keyof typeof waiting,
    cookie: string,
    about: Pick<Own, 'installation' | 'company' | 'contact' | 'password'> & { tickets: Records; maker?: string },
  ): Promise<Own> => {
    const maker = about.maker ?? cookie
    const [ticket = 0] = about.tickets.tickets
    const [incident = null] = about.tickets.incidents
    const [blocked = null] = about.tickets.blocked
    const [file] = await upload(portal, name === 'limited' ? limited : cookie, { llnumreg: String(ticket) })
    if (name !== 'limited') await saveDrafts(portal, cookie, waiting[name], ticket)
    const pending = () => raise(portal, maker, about, module)
    const simulate = async (closes: boolean) => {
      const llnumreg = await pending()
      await done(
        portal.call(maker, 'POST', '/consultas/crear_respuesta_falsa', {
          llnumreg,
          respuesta: 'Revise el periodo contable.',
          cerrar: closes ? 'S' : 'N',
        }),
      )
      return llnumreg
    }
    const entry = async () =>
      name === 'limited'
        ? { renuinst: 'TEI-01', interlocutor: 'Visitante' }
        : {
            t: await signDemoEntry(
              {
                installation: about.installation,
                subject: String(about.contact ?? 'cliente'),
                caller: `${name}-${randomBytes(12).toString('hex')}`,
                context: {},
              },
              portal.clock.now,
            ),
          }
    return {
      ...about,
      cookie,
      module,
      ticket,
      blocked,
      incident,
      file: file ?? '',
      mayCreate: maker === cookie,
      waiting: waiting[name],
      pending,
      answered: () => simulate(false),
      closed: () => simulate(true),
      staged: () => stage(portal, cookie),
      entry,
      freshCookie: async () => cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', await entry())),
    }
  }
  const limitedOwn = await recordsWhere(
    owner,
    `t.client_id = ${TEIDE} and t.limited_session_id = (select max(session_id) from session where limited)`,
    'false',
  )
  const person = (cookie: string) => sessionOf(owner, cookie)
  const stagedByOthers = async (cookie: string) =>
    `x.ticket_number is null and x.incident_number is null and x.person_id <> ${(await person(cookie)).person}`
  const outside = async (cookie: string, tickets: string, rest: string) => ({
    ticket: tickets,
    entry: `x.ticket_number in (select x.number from ticket x where x.client_id = ${LEVANTE} and ${tickets})`,
    attachment: `x.ticket_number in (select x.number from ticket x where x.client_id = ${LEVANTE} and ${tickets})
      or ${await stagedByOthers(cookie)}`,
    incident: rest,
    development: rest,
  })
  const inLev02 = "x.installation_code = 'LEV-02'"
  const inLev01 = "x.installation_code = 'LEV-01'"
  const { session: limitedSession } = await person(limited)
  const notOfLimited = `x.limited_session_id is distinct from ${limitedSession}`

  return [
    {
      name: 'a contact who sees an installation',
      cookie: lucia,
      client: LEVANTE,
      limited: false,
      administrator: false,
      own: await ownOf('lucia', lucia, {
        installation: 'LEV-01',
        company: '001',
        contact: 11,
        password: null,
        tickets: lev01,
      }),
      foreign: foreignTo(
        {
          installation: ['DUE-01', 'TEI-01', 'LEV-02'],
          company: ['B77', '003'],
          'staged-file': [...elsewhere, waiting.andres, waiting.second],
        },
        duero,
        teide,
        lev02,
      ),
      mayRead: /^$/,
      others: await outside(lucia, inLev02, inLev02),
    },
    {
      name: 'an administrator',
      cookie: andres,
      client: LEVANTE,
      limited: false,
      administrator: true,
      own: await ownOf('andres', andres, {
        installation: 'LEV-01',
        company: '001',
        contact: 12,
        password: { usuario: 'andres', password: 'Demo-andres-1' },
        tickets: lev01,
      }),
      foreign: foreignTo(
        {
          installation: ['DUE-01', 'TEI-01', 'LEV-02'],
          company: ['B77', '002'],
          'staged-file': [...elsewhere, waiting.lucia],
        },
        duero,
        teide,
      ),
      mayRead: /^CAN-1001-L/,
      others: { attachment: await stagedByOthers(andres) },
    },
    {
      name: 'an administrator without company',
      cookie: teo,
      client: LEVANTE,
      limited: false,
      administrator: true,
      own: await ownOf('teo', teo, {
        installation: 'LEV-01',
        company: '001',
        contact: 14,
        password: null,
        tickets: lev01,
        maker: andres,
      }),
      foreign: foreignTo({ 'staged-file': [...elsewhere, waiting.lucia] }, duero, teide),
      mayRead: /^CAN-1001-L/,
      others: { attachment: await stagedByOthers(teo) },
    },
    {
      name: 'a colleague at another installation',
      cookie: second,
      client: LEVANTE,
      limited: false,
      administrator: false,
      own: await ownOf('second', second, {
        installation: 'LEV-02',
        company: '001',
        contact: null,
        password: null,
        tickets: lev02,
      }),
      foreign: foreignTo(
        { installation: ['DUE-01', 'LEV-01'], 'staged-file': [...elsewhere, waiting.lucia] },
        duero,
        lev01,
      ),
      mayRead: /^CAN-1001-L/,
      others: await outside(second, inLev01, inLev01),
    },
    {
      name: 'a limited session',
      cookie: limited,
      client: TEIDE,
      limited: true,
      administrator: false,
      own: await ownOf('limited', limited, {
        installation: 'TEI-01',
        company: '001',
        contact: null,
        password: null,
        tickets: limitedOwn,
      }),
      foreign: foreignTo(
        { client: [LEVANTE, DUERO], installation: ['DUE-01', 'LEV-01'], contact: [31, 11] },
        duero,
        teide,
        neighbours,
      ),
      mayRead: await ofTeideItself(owner),
      others: {
        ticket: notOfLimited,
        entry: `x.ticket_number in (select x.number from ticket x where x.client_id = ${TEIDE} and ${notOfLimited})`,
        attachment: `x.ticket_number in (select x.number from ticket x where x.client_id = ${TEIDE} and ${notOfLimited})
          or ${await stagedByOthers(limited)}`,
        incident: `x.number not in (select l.incident_number from incident_ticket l
          join ticket t on t.client_id = l.client_id and t.number = l.ticket_number
          where l.client_id = ${TEIDE} and t.limited_session_id = ${limitedSession})`,
        development: 'true',
      },
    },
  ]
}

/** Nobody is in any more, or ever was: what they try is what the first attacker may do. */
async function makeIntruders(portal: TestApp, [somebody]: readonly Attacker[]): Promise<Attacker[]> {
  if (!somebody) throw new Error('There is nobody')
  const { owner } = portal
  const seconds = Math.floor(NOON.getTime() / 1000)
  const t = await signEntry({
    key: { kid: 'isolation-revoked', algorithm: 'HS256', secret: 'a-secret-that-was-revoked-later-on' },
    payload: {
      issuer: issuerOf('LEV-01'),
      audience: ENTRY_AUDIENCE,
      id: 'isolation-revoked',
      subject: '11',
      caller: 'revoked',
      issuedAt: seconds,
      expiresAt: seconds + 300,
      context: { company: '001' },
    },
  })
  const revoked = cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', { t }))
  await owner.query(`update signing_key set revoked_at = $1 where kid = 'isolation-revoked'`, [NOON])
  const expired = await portal.enter('LEV-01', 11, { company: '001' }, 'expired')
  const { session } = await sessionOf(owner, expired)
  await owner.query('update session set created_at = created_at - $1::interval where session_id = $2', [
    '13 h',
    session,
  ])
  const idle = await portal.enter('LEV-01', 11, { company: '001' }, 'idle')
  await owner.query('update session set seen_at = seen_at - $1::interval where session_id = $2', [
    '61 min',
    (await sessionOf(owner, idle)).session,
  ])
  await owner.query('update session set created_at = $1 where session_id = $2', [
    new Date(NOON.getTime() - DAY_MS),
    session,
  ])
  return [
    { ...somebody, name: 'an expired session', cookie: expired, mayRead: /^$/ },
    { ...somebody, name: 'an idle session', cookie: idle, mayRead: /^$/ },
    { ...somebody, name: 'a session of a revoked key', cookie: revoked, mayRead: /^$/ },
    { ...somebody, name: 'nobody', cookie: null, mayRead: /^$/ },
  ]
}

interface Records {
  readonly tickets: number[]
  readonly blocked: number[]
  readonly incidents: number[]
  readonly files: string[]
}

/** A ticket, a reply, an incident and the files of both, where the conditions on `t`(icket) and `x` (incident) hold. */
async function recordsWhere(owner: pg.Client, tickets: string, incidents: string): Promise<Records> {
  const values = async <T>(statement: string) =>
    (await owner.query<{ value: T }>(statement)).rows.map(({ value }) => value)
  return {
    tickets: [
      ...(await values<number>(`select t.number::int as value from ticket t where ${tickets} order by 1 desc limit 1`)),
      ...(await values<number>(`select e.number::int as value from entry e
        join ticket t on t.client_id = e.client_id and t.number = e.ticket_number
        where e.kind = 'reply' and ${tickets} order by 1 limit 1`)),
    ],
    blocked: await values<number>(`select t.number::int as value from ticket t
      where t.blocking_incident is not null and ${tickets} order by 1 limit 1`),
    incidents: await values<number>(`select x.number::int as value from incident x where ${incidents} order by
      exists (select from attachment a where a.client_id = x.client_id and a.incident_number = x.number) desc, 1 limit 1`),
    files: [
      ...(await values<string>(`select a.attachment_id as value from attachment a
        join ticket t on t.client_id = a.client_id and t.number = a.ticket_number where ${tickets} order by 1 limit 1`)),
      ...(await values<string>(`select a.attachment_id as value from attachment a
        join incident x on x.client_id = a.client_id and x.number = a.incident_number where ${incidents} order by 1 limit 1`)),
    ],
  }
}

async function enterLimited(portal: TestApp): Promise<string> {
  return cookieOf(
    await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01', interlocutor: 'Visitante' }),
  )
}

async function saveDrafts(portal: TestApp, cookie: string, staged: string, llnumreg: number): Promise<void> {
  const borrador = { textoConsulta: 'Lo que llevo escrito' }
  const documentos = [{ id_temporal: staged }]
  await done(portal.call(cookie, 'POST', '/consultas/guardar_borrador', { borrador, documentos }))
  await done(portal.call(cookie, 'POST', '/consultas/guardar_borrador', { llnumreg, borrador }))
}

async function limitedTicket(portal: TestApp, cookie: string): Promise<void> {
  const { data } = await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')
  await upload(portal, cookie, {
    llnumreg: String(
      await raise(portal, cookie, { installation: 'TEI-01', company: '001' }, data[0].shnumreg, data[0].shcateg),
    ),
  })
}

async function raise(
  portal: TestApp,
  cookie: string,
  about: Pick<Own, 'installation' | 'company'>,
  module: number,
  area?: string,
): Promise<number> {
  const { data } = await done(portal.call(cookie, 'POST', '/consultas/nueva_consulta', draft(about, module, area)))
  return data[0].llnumreg
}

const stage = async (portal: TestApp, cookie: string): Promise<string> => {
  const [staged = ''] = await upload(portal, cookie, {})
  return staged
}

async function upload(portal: TestApp, cookie: string, fields: Record<string, string>): Promise<string[]> {
  const { payload, headers } = form([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'documentos[0][file]', value: PNG, filename: 'captura.png', mime: 'image/png' },
  ])
  const raw = await portal.app.inject({
    method: 'POST',
    url: '/api/consultas/subir_documentacion',
    headers: { ...headers, cookie },
    payload,
  })
  const { data } = await done(Promise.resolve(answerOf(raw)))
  return data.map((file: { id_temporal: string }) => file.id_temporal)
}

type Answered = Awaited<ReturnType<TestApp['call']>>

async function done(answer: Promise<Answered>): Promise<Answered> {
  const given = await answer
  if (given.status !== 200) throw new Error(`The world could not be made: ${given.status} ${given.raw.body}`)
  return given
}

function cookieOf({ raw }: Answered): string {
  const [cookie] = raw.cookies
  if (!cookie) throw new Error(`No session: ${raw.statusCode} ${raw.body}`)
  return `${cookie.name}=${cookie.value}`
}

async function sessionOf(owner: pg.Client, cookie: string): Promise<{ session: number; person: number }> {
  const hash = createHash('sha256')
    .update(cookie.replace(/^sesion=/, ''))
    .digest()
  const { rows } = await owner.query<{ session: number; person: number }>(
    'select session_id::int as session, person_id::int as person from session where token_hash = $1',
    [hash],
  )
  if (!rows[0]) throw new Error('The session is not there')
  return rows[0]
}

/** Copies all rows of a client to another that shares its numbers; only what is looked up by itself gets its own. */
async function makeTwin(owner: pg.Client, client: number, twin: number, tables: readonly string[]): Promise<void> {
  const own: Record<string, string> = {
    client_id: `${twin}`,
    attachment_id: `'twin' || substr(attachment_id, 5)`,
    token_hash: `sha256(token_hash || 'twin')`,
    username: `'twin-' || username`,
    entry_mode: `'signed'`,
    active: 'true',
    revoked_at: 'created_at',
  }
  await owner.query('set session_replication_role = replica')
  for (const table of tables) {
    const columns = await columnsOf(owner, table)
    await owner.query(`
      insert into ${table} (${columns.join(', ')}) overriding system value
      select ${columns.map((column) => own[column] ?? column).join(', ')} from ${table} where client_id = ${client}`)
  }
  await owner.query('reset session_replication_role')
}

/** What the twin's records of the same number allow, and the client's own do not; and records that time is over for. */
async function addToTwins(owner: pg.Client, attackers: readonly Attacker[]): Promise<void> {
  const twin = TWINS[LEVANTE]
  await owner.query(`
    insert into contact_installation values (${twin}, 13, 'LEV-01');
    insert into contact_company values (${twin}, 11, 'LEV-01', '003');
    update draft set content = '{"textoConsulta": "CAN-${twin}-draft"}' where client_id = ${twin};
    insert into used_entry values (${twin}, 'demo-LEV-01', '${USED_ENTRY}', '2030-01-01')`)
  for (const { own, client } of attackers) {
    const { person } = await sessionOf(owner, own.cookie)
    await owner.query(
      `insert into idempotency values ($1, $2, $3, '\\x00', '"CAN-${client === TEIDE ? TWINS[TEIDE] : twin}-answer"', $4)`,
      [client === TEIDE ? TWINS[TEIDE] : twin, person, IDEMPOTENCY_KEY, NOON],
    )
  }
}

async function columnsOf(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  )
  return rows.map(({ column_name: column }) => column)
}

const OF_INSTALLATION: Record<string, string> = {
  ticket: 'x.installation_code = $2',
  incident: 'x.installation_code = $2',
  development: 'x.installation_code = $2',
  entry: 'x.ticket_number in (select number from ticket where client_id = $1 and installation_code = $2)',
  attachment: 'x.ticket_number in (select number from ticket where client_id = $1 and installation_code = $2)',
}

/** Writes canaries into every text column that is in no key and no check; short ones, so that they pass every codec. */
async function canaryWriter(owner: pg.Client) {
  const { rows: columns } = await owner.query<{ place: string; table: string; column: string; index: number }>(
    FREE_TEXT,
  )
  const write = async (letter: string, client: number, where: (table: string) => string | null, values: unknown[]) => {
    for (const table of new Set(columns.map(({ table }) => table))) {
      const condition = where(table)
      if (condition === null) continue
      const set = columns
        .filter((column) => column.table === table)
        .map(({ column, index }) => `${column} = 'CAN-${client}-${letter}${index}'`)
      await owner.query(`update ${table} x set ${set.join(', ')} where ${condition}`, values)
    }
  }
  return {
    write: (client: number, condition: string) => write('', client, () => condition, []),
    writeOfInstallation: (client: number, installation: string) =>
      write(
        'L',
        client,
        (table) => {
          const condition = OF_INSTALLATION[table]
          return condition ? `x.client_id = $1 and ${condition}` : null
        },
        [client, installation],
      ),
    placeOf: (canary: string) =>
      columns.find(({ index }) => index === Number(/\d+$/.exec(canary)?.[0]))?.place ?? 'a file or a stored answer',
  }
}

const FREE_TEXT = `
  select t.relname || '.' || a.attname as place, t.relname::text as table, a.attname::text as column,
    row_number() over (order by t.relname, a.attname)::int as index
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.atttypid = 'text'::regtype
    and exists (select from pg_attribute c where c.attrelid = t.oid and c.attname = 'client_id')
    and not exists (select from pg_constraint k
      where k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c') and a.attnum = any (k.conkey))
    -- A word of the domain although no check says so.
    and a.attname <> 'last_entry_kind'`

/** The limited session's own client is called by its name: that is no leak. */
async function ofTeideItself(owner: pg.Client): Promise<RegExp> {
  const { rows } = await owner.query<{ table: string; index: number }>(FREE_TEXT)
  const own = rows.filter(({ table }) => ['client', 'installation', 'company'].includes(table))
  return new RegExp(`^CAN-${TEIDE}-(${own.map(({ index }) => index).join('|')})$`)
}

/** The bytes of everybody's files but the attackers' own hold a canary too. */
async function writeCanariesInFiles(owner: pg.Client, folder: string): Promise<void> {
  const { rows } = await owner.query<{ client_id: string; attachment_id: string }>(
    `select client_id, attachment_id from attachment where name like 'CAN-%'`,
  )
  for (const { client_id: client, attachment_id: id } of rows) {
    const path = join(folder, id.slice(0, 2), id)
    const letter = Number(client) === LEVANTE ? 'L' : ''
    const bytes = Buffer.concat([PNG, Buffer.from(`CAN-${client}-${letter}file`)])
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    await owner.query('update attachment set bytes = $1 where attachment_id = $2', [bytes.length, id])
  }
}

async function hashesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const bytes = await readFile(path)
        const canary = /CAN-\d+-\w+/.exec(bytes.toString('latin1'))?.[0] ?? ''
        return [path, `${createHash('sha256').update(bytes).digest('hex')} ${canary}`] as const
      }),
    ),
  )
}
