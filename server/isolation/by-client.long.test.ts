// Shows that the tables could be spread over many machines by client (docs/scaling.md). PostgreSQL itself reports each
// statement that customers' calls cause, with those of functions, triggers and foreign keys, and how it finds the rows
// of each table.
import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customersEndpoints as endpoints } from '#contract/openapi.ts'
import { takesKey } from '#contract/endpoint.ts'
import { type Database, openDatabase } from '../db/sql.ts'
import { patient } from '../testing/patience.ts'
import { withoutOwn } from './mutants.ts'
import { send } from './request.ts'
import { basesOf, roleMissing } from './walk.ts'
import { BYPASS, type World, buildWorld, serve } from './world.ts'

const WATCHED = `by_client_${process.pid}`

/** Functions that find the client, each by a text that only one client can have. */
const DOORS: Readonly<Record<string, string>> = {
  door_installation: 'the code of an installation, in a link without a signature',
  door_login: 'the user name of a log-in',
  door_password_link: '256 random bits of a link',
  door_session: '256 random bits of a cookie',
  door_signing_key: 'the name of the key that signed an entry',
}

let world: World
let log: string
beforeAll(async () => {
  world = await buildWorld()
  const { owner } = world.portal
  const name = new URL(world.portal.url).pathname.slice(1)
  const of = `alter role ${WATCHED} in database ${name} set`
  await owner.query(`create role ${WATCHED} superuser login password 'x';
    ${of} session_preload_libraries = 'auto_explain'; ${of} auto_explain.log_min_duration = 0;
    ${of} auto_explain.log_nested_statements = on; ${of} auto_explain.log_format = json;
    ${of} auto_explain.log_verbose = on`)
  const { rows } = await owner.query<{ data_directory: string }>('show data_directory')
  log = join(dirname(rows[0]?.data_directory ?? ''), 'postgres.log')
}, patient(120_000))
afterAll(async () => {
  await world.close()
})

test(
  'every statement of a customer’s calls finds the rows of each table of clients by their client, but those that look for the client',
  async () => {
    const { plans, statements, odd, doors } = await watched()
    process.stdout.write(`by client: ${plans} plans of ${statements} statements, ${doors.size} of them doors\n`)
    expect(odd).toEqual([])
    expect(statements).toBeGreaterThan(300)
    expect([...doors].toSorted()).toEqual(Object.keys(DOORS))
  },
  patient(600_000),
)

test(
  'a statement that does not is found out',
  async () => {
    const { odd } = await watched(withoutOwn({ alias: 't' }), ['tickets.list'])
    expect(odd.join('\n')).toContain('ticket ')
  },
  patient(600_000),
)

/** Makes each call of each kind of person, and reads PostgreSQL's log of the plans. */
async function watched(alter = (database: Database) => database, only?: readonly string[]) {
  await world.restore()
  const { size: from } = await stat(log)
  const url = Object.assign(new URL(world.portal.url), { username: WATCHED, password: 'x' }).href
  {
    // No row level security here: it would add the client to each statement, and only the statement's own conditions count.
    await using server = await serve(world, {}, () => alter(openDatabase(url, { connections: 4, role: BYPASS })))
    for (const attacker of world.attackers) {
      for (const { name, endpoint } of endpoints()) {
        if (roleMissing(endpoint, attacker) || (only && !only.includes(name))) continue
        for (const base of await basesOf(name, attacker)) {
          const idempotencyKey = takesKey(endpoint) ? { idempotencyKey: `by-client-${name}-${attacker.client}` } : {}
          const sent = { endpoint, cookie: await base.cookie(), wire: base.wire, ...idempotencyKey }
          await base.renewAfter(await send(server.app, sent))
        }
      }
    }
  }
  return judged(await plansIn(log, from))
}

interface Plan {
  readonly 'Query Text': string
  readonly Plan: Scan
}

interface Scan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly 'One-Time Filter'?: string
  readonly Plans?: readonly Scan[]
}

async function plansIn(path: string, from: number): Promise<Plan[]> {
  const file = await open(path)
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
  await file.close()
  return [...buffer.toString('utf8').matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, text = '']) => JSON.parse(text) as Plan)
}

function judged(plans: readonly Plan[]) {
  const tables = new Set(world.tables)
  const [odd, doors] = [new Set<string>(), new Set<string>()]
  for (const { 'Query Text': text, Plan: plan } of plans) {
    const scans = scansIn(plan).filter((scan) => tables.has(scan['Relation Name'] ?? ''))
    const door = doorOf(text)
    for (const scan of scans) {
      if (CLIENT.test(conditionsOf(scan))) continue
      if (door) doors.add(door)
      else
        odd.add(
          `${scan['Relation Name']} ${conditionsOf(scan)}: ${text.replaceAll(/\s+/g, ' ')} ${JSON.stringify(plan)}`,
        )
    }
  }
  return {
    plans: plans.length,
    statements: new Set(plans.map((plan) => plan['Query Text'])).size,
    odd: [...odd],
    doors,
  }
}

/** `client_id = 1001`, or the `client_id` of another row that was found by its client. */
const CLIENT = /client_id = /

const conditionsOf = (scan: Scan): string =>
  [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].filter((each) => each !== undefined).join(' ')

/** A node that changes rows gets them from a scan beneath it. */
const scansIn = (scan: Scan): Scan[] => [
  ...(scan['Node Type'] === 'ModifyTable' ? [] : [scan]),
  ...(scan.Plans ?? []).flatMap(scansIn),
]

/** The functions' bodies name their own parameters, such as `door_login.`. */
function doorOf(text: string): string | undefined {
  return Object.keys(DOORS).find((name) => text.includes(`${name}.`))
}
