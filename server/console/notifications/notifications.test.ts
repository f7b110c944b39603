import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { openDatabase, sql } from '../../db/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { countMessages } from '../../testing/load/messages.ts'
import { type TestApp, NOON, testApp } from '../../testing/test-app.ts'
import { tidyConsole } from '../jobs/console-housekeeping.ts'
import { readSettings } from '../../provider-settings.ts'
import { notify, notifyOfPromises } from './notify.ts'

const HOUR_MS = 3_600_000

let portal: TestApp
let sonia: string
let raul: string
let lucia: string
let module: number
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query(`
    update ticket set due_at = null;
    update notification_cursor set reached = coalesce((select max(event_id) from event), 0);
    delete from notification; update technician set silenced = '{}'`)
  await enterAll()
  const modules = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
  module = modules.data[0].shnumreg
})

async function enterAll() {
  sonia = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
}
const later = async (hours: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + hours * HOUR_MS)
  await enterAll()
}
const tell = async () => {
  await notify(portal.staff, () => portal.clock.now)
  await notifyOfPromises(portal.staff, () => portal.clock.now)
}
const raise = async (): Promise<number> =>
  (
    await portal.call(lucia, 'POST', '/consultas/nueva_consulta', {
      tipoConsulta: 'C',
      modulo: module,
      textoConsulta: 'Al contabilizar la remesa sale un aviso de descuadre que no entendemos.',
      interlocutor: 'Lucía',
      email: 'lucia@levante.example',
    })
  ).data[0].llnumreg
const act = async (cookie: string, path: string, sent: object) => {
  const answer = await portal.console(cookie, 'POST', path, sent)
  expect(answer.status, answer.message).toBe(200)
  return answer.data
}
const ofSonias = async (): Promise<number> => {
  const ticket = await raise()
  await act(sonia, '/ticket/assign', { ticket, technician: 'sonia', was: null })
  return ticket
}
const answer = (ticket: number) => act(sonia, '/ticket/answer', { ticket, text: 'Mírelo', seen: 1, anyway: true })
const customer = async (path: string, sent: object) => {
  const done = await portal.call(lucia, 'POST', `/consultas/${path}`, sent)
  expect(done.status, done.message).toBe(200)
}
/** Somebody's notifications, the oldest first. */
const told = async (cookie: string): Promise<string[]> => {
  await tell()
  const { data } = await portal.console(cookie, 'GET', '/notifications')
  return data.items.map(({ kind, number }: { kind: string; number: number }) => `${kind} ${number}`).toReversed()
}

describe('a technician is told', () => {
  test('of a ticket that somebody else assigned to them, and not of their own doing', async () => {
    const ticket = await raise()
    await act(raul, '/ticket/assign', { ticket, technician: 'sonia', was: null })
    expect(await told(sonia)).toEqual([`assigned ${ticket}`])
    await ofSonias()
    expect(await told(sonia)).toEqual([`assigned ${ticket}`])
    expect(await told(raul)).toEqual([])
  })

  test('once, however often it changed hands since they were last told', async () => {
    const ticket = await ofSonias()
    await act(sonia, '/ticket/assign', { ticket, technician: null, was: 'sonia' })
    await act(raul, '/ticket/assign', { ticket, technician: 'sonia', was: null })
    expect(await told(sonia)).toEqual([`assigned ${ticket}`])
    await act(sonia, '/ticket/assign', { ticket, technician: 'raul', was: 'sonia' })
    await act(raul, '/ticket/assign', { ticket, technician: 'sonia', was: 'raul' })
    expect(await told(sonia)).toEqual([`assigned ${ticket}`, `assigned ${ticket}`])
    expect(await told(raul)).toEqual([])
  })

  test('of the customer’s answers and additions on their tickets', async () => {
    const ticket = await ofSonias()
    await answer(ticket)
    await customer('responder_consulta', { llpadre: ticket, llobse: 'Sigue igual' })
    await customer('anadir_informacion', { llnumreg: ticket, llobse: 'Y otra cosa' })
    expect(await told(sonia)).toEqual([`replied ${ticket}`, `replied ${ticket}`])
    expect(await told(raul)).toEqual([])
  })

  test('of many answers in one round, which costs PostgreSQL one message for each', async () => {
    const tickets = [await ofSonias(), await ofSonias(), await ofSonias()]
    for (const ticket of tickets) await answer(ticket)
    await tell()
    for (const ticket of tickets) await customer('responder_consulta', { llpadre: ticket, llobse: 'Sigue igual.' })
    const { counting, stop } = countMessages()
    const messages = await counting(() => notify(portal.staff, () => portal.clock.now))
    stop()
    // The place reached, the events and the end are one each.
    expect(messages).toBe(tickets.length + 3)
    expect((await told(sonia)).slice(-3)).toEqual(tickets.map((ticket) => `replied ${ticket}`))
  })

  test('of a claim; the third in a row goes to a supervisor, who has the ticket from then on', async () => {
    const ticket = await ofSonias()
    for (let claim = 1; claim <= 3; claim += 1) {
      await later(25)
      await customer('reclamar_consulta', { llnumreg: ticket })
      await portal.owner.query('update ticket set due_at = null')
      await tell()
    }
    expect(await told(sonia)).toEqual(Array.from({ length: 3 }, () => `claimed ${ticket}`))
    expect(await told(raul)).toEqual([`third-claim ${ticket}`])
    const third = await portal.console(raul, 'GET', '/tickets', { view: 'third-claim' })
    expect(third.data.items.filter(({ number }: { number: number }) => number === ticket)).toMatchObject([
      { number: ticket, assignee: { username: 'raul' }, claimsInARow: 3 },
    ])
    const audit = await portal.console(raul, 'GET', '/audit', { ticket, technician: 'portal' })
    expect(audit.data.items[0]).toMatchObject({ act: '/console/ticket/assign' })
  })

  test('of a claim on a ticket that nobody has, if they are a supervisor', async () => {
    const ticket = await raise()
    await later(25)
    await customer('reclamar_consulta', { llnumreg: ticket })
    await portal.owner.query('update ticket set due_at = null')
    expect([await told(sonia), await told(raul)]).toEqual([[], [`claimed ${ticket}`]])
  })

  test('that installed work does not work', async () => {
    const ticket = await ofSonias()
    const { number } = await act(raul, '/work/create', { kind: 'incident', ticket })
    await act(raul, '/work/installation', { number, where: 'test', on: '2026-11-18' })
    await portal.call(lucia, 'POST', '/incidencias/validar_entrega', {
      pcnpet: number,
      resultado: 'no_funciona',
      texto: 'No funciona: sale el mismo aviso',
    })
    expect(await told(sonia)).toEqual([`not-working ${number}`])
  })

  test('of a decision on a valuation of their ticket', async () => {
    const ticket = await ofSonias()
    const { number } = await act(raul, '/valuations/create', { ticket, description: 'Un listado', client: 1001 })
    const andres = await portal.logIn('andres', 'Demo-andres-1')
    const decided = await portal.call(andres, 'POST', '/incidencias/decidir_valoracion', {
      vinreg: number,
      resultado: 'aceptada',
    })
    expect(decided.status, decided.message).toBe(200)
    expect(await told(sonia)).toEqual([`decided ${number}`])
  })

  test('of a mention in a note, once for each note, but not of their own', async () => {
    const ticket = await raise()
    await act(raul, '/ticket/note', { ticket, text: '¿Lo miras, @sonia? Y escribe a cobros@sonia.example, @raul.' })
    await act(raul, '/ticket/note', { ticket, text: 'Nada más' })
    expect([await told(sonia), await told(raul)]).toEqual([[`mentioned ${ticket}`], []])
  })

  test('when a fifth of a promise is left, and when it is broken', async () => {
    const ticket = await ofSonias()
    const due = async (hours: number) => {
      const at = new Date(portal.clock.now.getTime() + hours * HOUR_MS)
      await portal.owner.query(`update ticket set due_at = $2, urgency = '3' where number = $1`, [ticket, at])
    }
    await portal.owner.query(`update provider set promises = jsonb_set(promises, '{officeHours,3}', '10')`)
    // The office is open: two hours are a fifth of ten.
    await due(2.1)
    expect(await told(sonia)).toEqual([])
    await due(2)
    expect(await told(sonia)).toEqual([`promise-near ${ticket}`])
    await due(0)
    expect(await told(sonia)).toEqual([`promise-near ${ticket}`, `promise-broken ${ticket}`])
    expect(await told(sonia)).toHaveLength(2)
  })

  test('nothing of a kind that they silenced', async () => {
    const ticket = await raise()
    await act(sonia, '/notifications/silence', { kinds: ['assigned'] })
    await act(raul, '/ticket/assign', { ticket, technician: 'sonia', was: null })
    await act(raul, '/ticket/note', { ticket, text: '@sonia' })
    expect(await told(sonia)).toEqual([`mentioned ${ticket}`])
    expect((await portal.console(sonia, 'GET', '/notifications')).data.silenced).toEqual(['assigned'])
  })

  test('of events after they want a kind again, and not of those they had silenced', async () => {
    const ticket = await raise()
    await act(sonia, '/notifications/silence', { kinds: ['mentioned'] })
    await act(raul, '/ticket/note', { ticket, text: '@sonia' })
    expect(await told(sonia)).toEqual([])
    await act(sonia, '/notifications/silence', { kinds: [] })
    await act(raul, '/ticket/note', { ticket, text: 'Sin nadie' })
    expect(await told(sonia)).toEqual([])
    await act(raul, '/ticket/note', { ticket, text: '@sonia, otra vez' })
    expect(await told(sonia)).toEqual([`mentioned ${ticket}`])
  })
})

describe('a notification', () => {
  test('is made once by several servers at the same time', async () => {
    const ticket = await ofSonias()
    for (let times = 0; times < 10; times += 1) {
      await customer('anadir_informacion', { llnumreg: ticket, llobse: `Otra cosa ${times}` })
    }
    const others = [1, 2].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
    await Promise.all([portal.staff, ...others].map((staff) => notify(staff, () => portal.clock.now)))
    await Promise.all(others.map((other) => other.close()))
    expect(await told(sonia)).toHaveLength(10)
  })

  test('is made once, too, if a server dies before, while and after it makes it', async () => {
    const ticket = await ofSonias()
    const dying = async (kill: (staff: string) => Promise<void>) => {
      const staff = openDatabase(portal.url, { role: 'portal_staff', connections: 1 })
      const { pid } = await staff.acrossClients((tx) => tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))
      const telling = notify(staff, () => portal.clock.now).then(
        () => 'told',
        () => 'died',
      )
      await kill(String(pid))
      const end = await telling
      await staff.close()
      return end
    }
    const { owner } = portal
    const whileLocked = (table: string) => async (pid: string) => {
      await eventually(async () => {
        const { rows } = await owner.query('select from pg_locks where pid = $1 and not granted', [pid])
        expect(rows, `waits for ${table}`).toHaveLength(1)
      })
      await owner.query('select pg_terminate_backend($1)', [pid])
    }
    const holder = new pg.Client({ connectionString: portal.url })
    await holder.connect()
    for (const step of ['event', 'ticket', 'notification', 'notification_cursor']) {
      await customer('anadir_informacion', { llnumreg: ticket, llobse: `Antes de ${step}` })
      await holder.query(`begin; lock table ${step} in access exclusive mode`)
      expect(await dying(whileLocked(step))).toBe('died')
      await holder.query('commit')
    }
    await holder.end()
    expect(await dying(() => Promise.resolve())).toBe('told')
    expect(await told(sonia)).toEqual(Array.from({ length: 4 }, () => `replied ${ticket}`))
  })

  test('is read by opening its place, all are by one act, and each has their own', async () => {
    const [one, other] = [await raise(), await raise()]
    for (const ticket of [one, other]) await act(raul, '/ticket/note', { ticket, text: '@sonia' })
    await tell()
    const unread = async (cookie: string) => (await portal.console(cookie, 'GET', '/notifications/unread')).data
    expect(await unread(sonia)).toMatchObject({ unread: 2, newest: { kind: 'mentioned', number: other, read: false } })
    await act(raul, '/notifications/read', {})
    expect(await act(sonia, '/notifications/read', { subject: 'ticket', number: other })).toMatchObject({
      unread: 1,
      newest: { number: one },
    })
    expect(await act(sonia, '/notifications/read', {})).toEqual({ unread: 0, newest: null })
  })

  test('is kept for thirty days', async () => {
    const ticket = await raise()
    await act(raul, '/ticket/note', { ticket, text: '@sonia' })
    await tell()
    const count = async () => (await portal.owner.query('select from notification')).rowCount
    const settings = await readSettings()
    await tidyConsole(portal.staff, settings, new Date(NOON.getTime() + 30 * 24 * HOUR_MS))
    expect(await count()).toBe(1)
    await tidyConsole(portal.staff, settings, new Date(NOON.getTime() + 30 * 24 * HOUR_MS + 1))
    expect(await count()).toBe(0)
  })
})
