// Portals with one fault each. The walk of `isolation.test.ts` must find every one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customersEndpoints as endpoints } from '#contract/openapi.ts'
import { type Said, misspoken, overheard, withoutOwn } from './mutants.ts'
import type { Sent } from './request.ts'
import { type Step, walk } from './walk.ts'
import { BYPASS, type Server, type World, buildWorld, serve } from './world.ts'

/**
 * Row level security adds nothing for these tables. They are only read together with rows of the same client, by a key
 * that contains the client, by the caller's own person, whose number nobody else has, or by a link of 256 random bits; or
 * their rows are sealed for one client and person.
 */
const HELD_OTHERWISE = [
  'client',
  'credential_recovery_code',
  'development_ticket',
  'draft_key',
  'incident_ticket',
  'mail_address',
  'password_link',
  'product_problem_mark',
  'report_reader',
]

/**
 * This alias only reads one entry by its id, which the same request has found in the ticket; more than one is an error.
 */
const ENTRY_BY_ID = 'b'

/** Conditions, each with a change that makes it true for everybody. */
const LESS = [
  ['a.person_id = ', 'a.person_id <> 0 * '],
  ['d.person_id = ', 'd.person_id <> 0 * '],
  ['i.person_id = ', 'i.person_id <> 0 * '],
  ['t.limited_session_id = ', 't.limited_session_id <> 0 * '],
  ['t.installation_code = any(', "'LEV-01' = any("],
  ['i.installation_code = any(', "'LEV-01' = any("],
  ['i.installation_code = ', "i.installation_code <> '-' || "],
  ['d.installation_code = any(', "'LEV-01' = any("],
  ['d.installation_code = ', "d.installation_code <> '-' || "],
  ['d.contact_id = ', 'd.contact_id <> 0 * '],
  ['t.contact_id = ', 't.contact_id <> 0 * '],
  ['l.incident_number = i.number', 'true'],
  ['ic.incident_number = ', 'ic.incident_number <> 0 * '],
  ['a.development_number = ', 'a.development_number <> 0 * '],
  ['d.number = a.development_number', 'a.development_number is not null'],
  ['c.installation_code = ', "c.installation_code <> '-' || "],
  ['c.contact_id = ', 'c.contact_id <> 0 * '],
  ['c.person_id = ', 'c.person_id <> 0 * '],
  ['k.contact_id = ', 'k.contact_id <> 0 * '],
] as const

let world: World
/** The statements that a faultless portal sends to its database. */
const said: Said = { statements: new Set(), aliases: new Set() }
const killed: string[] = []
const survived: string[] = []
const judge = (mutant: string, leaks: readonly string[]) => {
  ;(leaks.length > 0 ? killed : survived).push(mutant)
  return leaks.length > 0
}
let sound: Server

beforeAll(async () => {
  world = await buildWorld()
  await using heard = await serve(world, {}, overheard(said))
  await walk(world, heard)
  sound = await serve(world)
})
const find = async (server: Server, options: Parameters<typeof walk>[2]) =>
  (await walk(world, server, { stopAtFirst: true, ...options })).leaks

afterAll(async () => {
  await sound[Symbol.asyncDispose]()
  await world.close()
  process.stdout.write(
    `isolation: ${killed.length} of ${killed.length + survived.length} leaking portals found out` +
      `${survived.length > 0 ? `, not: ${survived.join('; ')}` : ''}\n`,
  )
})

test('both layers off', async () => {
  await using server = await serve(world, { role: BYPASS, scoping: false })
  expect(judge('both layers off', await find(server, {}))).toBe(true)
})

test('row level security off on one table that is read, and nothing else', async () => {
  await using server = await serve(world, { scoping: false })
  const { owner } = world.portal
  const text = [...said.statements].join(';\n')
  const read = world.customersTables.filter((table) => new RegExp(`\\b(from|join|update) ${table}\\b`).test(text))
  expect(world.customersTables.filter((table) => !read.includes(table))).toEqual([
    // Streams and the post office read them, as another role.
    'event',
    // Only read by a link that the server has signed, and nobody here has one.
    'mail',
    'mail_code',
    // Only the doors read it.
    'signing_key',
    // As the mails.
    'ticket_code',
  ])
  const unnoticed: string[] = []
  for (const table of read.filter((table) => !HELD_OTHERWISE.includes(table))) {
    await owner.query(`alter table ${table} disable row level security`)
    const leaks = await find(server, {})
    await owner.query(`alter table ${table} enable row level security`)
    if (!judge(`no row level security on ${table}`, leaks)) unnoticed.push(table)
  }
  expect(unnoticed).toEqual([])
})

test('statements that do not start from the client for one alias, without row level security', async () => {
  const broken: { alias: string | null } = { alias: null }
  await using server = await serve(world, { role: BYPASS }, withoutOwn(broken))
  const unnoticed: string[] = []
  for (const alias of [...said.aliases].filter((alias) => alias !== ENTRY_BY_ID)) {
    broken.alias = alias
    if (!judge(`no client for ${alias}`, await find(server, {}))) unnoticed.push(alias)
  }
  expect(said.aliases.size).toBeGreaterThan(10)
  expect(unnoticed).toEqual([])
})

test('statements that ask less than they should', async () => {
  const said = { text: '', instead: '' }
  await using server = await serve(world, {}, misspoken(said))
  const unnoticed: string[] = []
  for (const [text, instead] of LESS) {
    Object.assign(said, { text, instead })
    if (!judge(`no «${text}»`, await find(server, {}))) unnoticed.push(text)
  }
  expect(unnoticed).toEqual([])
})

test.each<[string, string]>([
  ['who sees an installation sees the client', "update contact set visibility = 'client' where client_id = 1001"],
  ['another installation counts as the contact’s', "insert into contact_installation values (1001, 11, 'LEV-02')"],
])('%s', async (mutant, sabotage) => {
  expect(judge(mutant, await find(sound, { sabotage }))).toBe(true)
})

test.each([
  ['has expired', 'and s.created_at > door_session.at - lifetime'],
  ['is idle', 'and s.seen_at > door_session.at - idle'],
  ['is of a revoked key', 'and (g.revoked_at is null or g.revoked_at > door_session.at)'],
])('a session that %s still serves', async (mutant, condition) => {
  const { owner } = world.portal
  const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef('door_session'::regproc) as text`)
  const text = rows[0]?.text ?? ''
  expect(text).toContain(condition)
  await owner.query(text.replace(condition, ''))
  try {
    expect(judge(mutant, await find(sound, { only: ['nobody'] }))).toBe(true)
  } finally {
    await owner.query(text)
  }
})

const anybody = () => world.attackers[0]?.cookie ?? null
const ONLY_NOBODY: readonly Step[] = ['nobody']
test.each<[string, readonly Step[], (sent: Sent) => Sent]>([
  ...endpoints()
    .filter(({ endpoint }) => endpoint.access !== 'public')
    .map(({ name, endpoint: open }): [string, readonly Step[], (sent: Sent) => Sent] => [
      `${name} asks for no session`,
      ONLY_NOBODY,
      (sent) => (sent.endpoint === open ? { ...sent, cookie: anybody() } : sent),
    ]),
  ...['codigoCliente', 'codigoInstalacion'].map((claim): [string, readonly Step[], (sent: Sent) => Sent] => [
    `nobody looks at ${claim}`,
    ['others'],
    (sent) => ({ ...sent, wire: Object.fromEntries(Object.entries(sent.wire).filter(([key]) => key !== claim)) }),
  ]),
])('%s', async (mutant, only, tamper) => {
  expect(judge(mutant, await find(sound, { only, tamper }))).toBe(true)
})
