// A caller is assumed from the session's last request, and checked with the request's own first statement.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoint, query } from '#contract/endpoint.ts'
import { nullable, text, wireObject } from '#contract/wire.ts'
import { type Database, type Proof, sql } from '../db/sql.ts'
import { atOnce } from '../http/at-once.ts'
import { type Context, bind } from '../http/bind.ts'
import { budgets } from '../http/budgets.ts'
import { readSettings } from '../provider-settings.ts'
import { mailServer } from '../testing/mail-server.ts'
import { PNG } from '../testing/ticket-desk.ts'
import { type TestApp, answerOf, form, testApp, testAppForThisTest } from '../testing/test-app.ts'
import { openSessions } from './live-session.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

/** A session that the server has found twice. */
async function known(caller: string): Promise<string> {
  const cookie = await portal.enter('LEV-01', 11, { company: '001' }, caller)
  for (let again = 0; again < 2; again += 1) {
    expect((await portal.call(cookie, 'GET', '/consultas/get_lista')).status).toBe(200)
  }
  return cookie
}

/** Calls with statements of their own, calls without any, and wrong ones. */
const CALLS: [string, (cookie: string) => ReturnType<TestApp['call']>][] = [
  ['a list', (cookie) => portal.call(cookie, 'GET', '/consultas/get_lista')],
  ['a call without a statement', (cookie) => portal.call(cookie, 'GET', '/login/get_entrada')],
  ['a malformed call', (cookie) => portal.call(cookie, 'GET', '/consultas/ver_consulta', { llnumreg: 'x' })],
  ['a call for administrators', (cookie) => portal.call(cookie, 'GET', '/incidencias/get_total_valoraciones')],
  ['a draft', (cookie) => portal.call(cookie, 'POST', '/consultas/guardar_borrador', { borrador: { titulo: 'Suyo' } })],
]

test.each(CALLS)('%s is refused as soon as the session has ended elsewhere', async (name, call) => {
  const cookie = await known(`ended-${name}`)
  await portal.owner.query(
    'delete from session s using person p where p.client_id = s.client_id and p.person_id = s.person_id and p.login = $1',
    [`ended-${name}`],
  )
  const { status, data } = await call(cookie)
  expect([status, data]).toEqual([403, { codigo: 'sesion' }])
  const { rows } = await portal.owner.query('select from draft d join person p using (person_id) where p.login = $1', [
    `ended-${name}`,
  ])
  expect(rows).toEqual([])
})

test('a file is not taken from a session that has ended elsewhere, nor for another person than the session has now', async () => {
  const cookie = await known('uploads')
  const sent = form([{ name: 'documentos[0][file]', value: PNG, filename: 'captura.png', mime: 'image/png' }])
  const upload = async () =>
    answerOf(
      await portal.app.inject({
        method: 'POST',
        url: '/api/consultas/subir_documentacion',
        payload: sent.payload,
        headers: { ...sent.headers, cookie },
      }),
    )
  const bringers = async () => {
    const { rows } = await portal.owner.query<{ login: string }>(
      `select p.login from attachment a join person p using (client_id, person_id) where p.login in ('uploads', 'takes-over')`,
    )
    return rows.map(({ login }) => login)
  }
  expect((await upload()).status).toBe(200)
  expect(await bringers()).toEqual(['uploads'])

  await known('takes-over')
  await portal.owner.query(`
    update session s set person_id = other.person_id from person p, person other
    where p.client_id = s.client_id and p.person_id = s.person_id and p.login = 'uploads'
      and other.client_id = s.client_id and other.login = 'takes-over'`)
  expect((await upload()).status).toBe(200)
  expect((await bringers()).toSorted()).toEqual(['takes-over', 'uploads'])

  await portal.owner.query(
    `delete from session s using person p where p.client_id = s.client_id and p.person_id = s.person_id and p.login = 'takes-over'`,
  )
  expect((await upload()).data).toEqual({ codigo: 'sesion' })
  expect(await bringers()).toHaveLength(2)
})

test('an answer kept under a key is not repeated to a session that has ended', async () => {
  const cookie = await known('replayed')
  const save = () =>
    portal.call(
      cookie,
      'POST',
      '/consultas/guardar_borrador',
      { borrador: { titulo: 'Mío' } },
      { 'idempotency-key': 'k' },
    )
  const first = await save()
  expect((await save()).data).toEqual(first.data)
  await portal.owner.query(
    `delete from session s using person p where p.client_id = s.client_id and p.person_id = s.person_id and p.login = 'replayed'`,
  )
  expect((await save()).data).toEqual({ codigo: 'sesion' })
})

test('of many calls at once after its end none is answered, and none writes', async () => {
  const cookie = await known('at-once')
  await portal.owner.query(
    `delete from session s using person p where p.client_id = s.client_id and p.person_id = s.person_id and p.login = 'at-once'`,
  )
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? portal.call(cookie, 'GET', '/consultas/get_lista')
        : portal.call(cookie, 'POST', '/consultas/guardar_borrador', { borrador: { titulo: 'Suyo' } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  const { rows } = await portal.owner.query(
    `select from draft d join person p using (person_id) where p.login = 'at-once'`,
  )
  expect(rows).toEqual([])
})

/** A database that loses the proof on the way. */
const forgetful = (database: Database): Database => ({
  ...database,
  inClient: (client, work, person) => database.inClient(client, work, person),
})

test.each<[string, (database: Database) => Database, (writing: Promise<unknown>) => Promise<unknown>]>([
  ['swallows the error', (database) => database, (writing) => writing.catch(() => undefined)],
  ['runs in a database that forgets the proof', forgetful, (writing) => writing],
])('nothing is committed for a session that has ended by a handler that %s', async (_, kept, made) => {
  const app = await testAppForThisTest()
  const settings = await readSettings()
  const database = kept(app.database)
  const binding = {
    app: app.app,
    clock: () => app.clock.now,
    bound: new Set<string>(),
    simulation: false,
    budgets: budgets(settings.limits),
    atOnce: atOnce(),
    database,
    ...openSessions(database, { settings, secure: false }),
  }
  const summary = 'Made for this test'
  const data = nullable(wireObject({ text: text(100) }))
  bind(
    binding,
    endpoint({ method: 'POST', path: '/made/write', summary, data, input: query({}) }),
    async (_input, context: Context) => {
      await made(written(context))
      return null
    },
  )
  const cookie = await app.enter('LEV-01', 11)
  const writes = async () => (await app.owner.query(`select from idempotency where key = 'written'`)).rows.length
  expect((await app.call(cookie, 'POST', '/made/write')).status).toBe(200)
  expect(await writes()).toBe(1)
  await app.owner.query('delete from idempotency')
  await app.owner.query('delete from session')
  expect((await app.call(cookie, 'POST', '/made/write')).status).toBe(403)
  expect(await writes()).toBe(0)
})

const written = ({ tx, caller, now }: Context) =>
  tx.rows(sql`
    insert into idempotency (client_id, person_id, key, request_hash, created_at)
    values (${tx.client}, ${caller.person}, 'written', ${Buffer.alloc(32)}, ${now})`)

test('an assumption that one message has proved is not asked for again by the next ones', async () => {
  let heard = 0
  const proof: Proof = {
    statement: ONE,
    hear: () => {
      heard += 1
    },
    isHeard: () => heard > 0,
    insist: () => undefined,
  }
  await portal.database.readClient(1001, (tx) => tx.rows(ONE), 11, proof, true)
  await portal.database.inClient(
    1001,
    async (tx) => {
      await tx.rows(ONE)
      await tx.rows(ONE)
    },
    11,
    proof,
  )
  expect(heard).toBe(1)
})
const ONE = sql`select 1 as one`

test.each([
  ['enviar_recordatorio', { llnumreg: 'ticket' }],
  ['pruebas_email_plantilla', {}],
])('no mail leaves for a session that has ended: %s', async (path, sent) => {
  const { url, received, close } = await mailServer()
  onTestFinished(close)
  const app = await testAppForThisTest({ dependencies: { smtpUrl: url } })
  const { rows } = await app.owner.query('select number from ticket where client_id = 1001 and contact_id = 11 limit 1')
  const input = 'llnumreg' in sent ? { llnumreg: Number(rows[0].number) } : sent
  const lucia = await app.enter('LEV-01', 11)
  expect((await app.call(lucia, 'POST', `/consultas/${path}`, input)).data.enviado).toBe('S')
  await app.owner.query('delete from session')
  expect((await app.call(lucia, 'POST', `/consultas/${path}`, input)).status).toBe(403)
  expect(received).toHaveLength(1)
})

test('a contact’s rights are judged anew at each request', async () => {
  const cookie = await known('narrowed')
  const before = await portal.call(cookie, 'GET', '/consultas/get_lista', { estado: 'C' })
  const alter = (visibility: string) =>
    portal.owner.query(
      `update contact set visibility = $1 where contact_id = 11 and client_id = (select client_id from installation where code = 'LEV-01')`,
      [visibility],
    )
  const { rows } = await portal.owner.query(
    `select visibility from contact where contact_id = 11 and client_id = (select client_id from installation where code = 'LEV-01')`,
  )
  await alter('own')
  const narrowed = await portal.call(cookie, 'GET', '/consultas/get_lista', { estado: 'C' })
  expect(narrowed.data.totalItems).toBeLessThan(before.data.totalItems)
  await alter(rows[0].visibility)
  const again = await portal.call(cookie, 'GET', '/consultas/get_lista', { estado: 'C' })
  expect(again.data).toEqual(before.data)
})

test('a contact that may no longer enter is refused at the next request', async () => {
  const cookie = await known('barred')
  const alter = (active: boolean) =>
    portal.owner.query(
      `update contact set active = $1 where contact_id = 11 and client_id = (select client_id from installation where code = 'LEV-01')`,
      [active],
    )
  await alter(false)
  const refused = await portal.call(cookie, 'GET', '/consultas/get_contadores')
  await alter(true)
  expect(refused.status).toBe(403)
  expect((await portal.call(cookie, 'GET', '/consultas/get_contadores')).status).toBe(200)
})
