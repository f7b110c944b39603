import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { signDemoEntry } from '../demo/entry-link.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { EFFORT } from '../testing/effort.ts'
import { eventually } from '../testing/eventually.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { type PortalProcess, startPortal } from '../testing/portal-process.ts'
import { startedFolder } from './data-folders.ts'
import { type EventStream, followEvents } from './read-stream.ts'

// Three servers on one database, as operators run them, with every kind of reader of events: browsers by streams,
// customers by mail, technicians by notification, other programs by webhook. One server is killed at each step between
// an act and its announcement. An act that did not commit is announced to nobody, and one that committed to everybody,
// once.

/** The lock that `tell_event` takes in the commit. */
const COMMIT_LOCK = 7_320_119

interface Server {
  readonly name: string
  readonly mails: MailServer
  process: PortalProcess
}

interface Arrival {
  readonly id: string
  readonly type: string
}

interface Receiver {
  readonly address: string
  readonly arrivals: Arrival[]
  /** Answers a delivery that has arrived. */
  answer: (response: ServerResponse) => void
}

const accept = (response: ServerResponse) => void response.writeHead(204).end()

/** A program that gets webhooks. */
async function webhookReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString()
    arrivals.push({ id: String(request.headers['webhook-id']), type: JSON.parse(body).type })
    receiver.answer(response)
  }
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = { address: `http://127.0.0.1:${port}/hook`, arrivals, answer: accept }
  return receiver
}

/** A database in which nothing has been told yet, with two tickets of Lucía's that Sonia has. */
async function quietDatabase(folder: string) {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: false })
  onTestFinished(postgres.stop)
  const owner = new pg.Client(postgres.url)
  await owner.connect()
  onTestFinished(() => owner.end())
  const { rows } = await owner.query<{ number: number }>(`
    update ticket set assignee = 'sonia', due_at = null
    where (client_id, number) in (
      select client_id, number from ticket
      where client_id = 1001 and installation_code = 'LEV-01' and contact_id = 11 and state = 'pending' and not accepted
        and limited_session_id is null and merged_into is null order by number limit 2)
    returning number::int`)
  // Broken promises are announced, too.
  await owner.query('update ticket set due_at = null; delete from event; delete from notification; delete from mail')
  const [noted, answered] = rows.map(({ number }) => number)
  if (noted === undefined || answered === undefined) throw new Error('The demo has two such tickets')
  return { owner, url: postgres.url, tickets: { noted, answered } }
}

async function cookieFrom(origin: string, path: string, sent: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

async function threeServers() {
  const folder = await startedFolder()
  const { owner, url, tickets } = await quietDatabase(folder)
  const receiver = await webhookReceiver()
  const start = (name: string, mails: MailServer) =>
    startPortal({
      DATA_DIR: folder,
      DATABASE_URL: `${url}?application_name=${name}`,
      SMTP_URL: mails.url,
      SIMULAR_TECNICO: '1',
      WEBHOOK_INSIDE_HOSTS: '127.0.0.1',
    })
  const servers: Server[] = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const mails = await mailServer()
      onTestFinished(() => mails.close())
      return { name, mails, process: await start(name, mails) }
    }),
  )
  onTestFinished(async () => {
    for (const { process } of servers) process.kill('SIGKILL')
    await Promise.all(servers.map(({ process }) => process.ended))
  })
  const origins = () => servers.map(({ process }) => process.origin)
  const [origin = ''] = origins()
  const entry = await signDemoEntry(
    { installation: 'LEV-01', subject: '11', caller: 'lferrer', context: { company: '001' } },
    new Date(),
  )
  const lucia = await cookieFrom(origin, '/login/nuevo_ticket', { t: entry })
  const sonia = await cookieFrom(origin, '/console/login', { username: 'sonia', password: 'Demo-sonia-1' })
  const raul = await cookieFrom(origin, '/console/login', { username: 'raul', password: 'Demo-raul-1' })

  /** Whether an act was acknowledged. */
  const act = async (server: Server, cookie: string, path: string, sent: object): Promise<boolean> => {
    const headers = { cookie, 'content-type': 'application/json' }
    return fetch(`${server.process.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(sent) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const acts = {
    /** The customer adds to a ticket: its technician is notified. */
    note: (server: Server, text: string) =>
      act(server, lucia, '/consultas/anadir_informacion', { llnumreg: tickets.noted, llobse: text }),
    /** The technician answers the other one: its customer gets a mail. */
    answer: (server: Server, text: string) =>
      act(server, sonia, '/console/ticket/answer', { ticket: tickets.answered, text, seen: 1, anyway: true }),
  }
  const webhook = { name: 'CRM', address: receiver.address, kinds: ['note', 'answer'] }
  expect(await act(servers[0] as Server, raul, '/console/webhooks/create', webhook)).toBe(true)
  /** At each server a customer and a technician who go on at the next one when theirs dies. */
  const streams = await Promise.all(
    servers.map(async (_, nth) => {
      const around = () => [...origins().slice(nth), ...origins().slice(0, nth)]
      return {
        customer: await followEvents(around, lucia),
        technician: await followEvents(around, sonia, '/console/eventos'),
      }
    }),
  )
  const restart = async (server: Server) => {
    server.process = await start(server.name, server.mails)
  }
  return { owner, tickets, servers, receiver, acts, streams, restart }
}

type House = Awaited<ReturnType<typeof threeServers>>

/** Stops servers, none of them within a transaction: a stopped one would hold its locks. */
async function pause({ owner }: House, servers: readonly Server[]): Promise<void> {
  const names = servers.map(({ name }) => name)
  await eventually(async () => {
    for (const { process } of servers) process.kill('SIGSTOP')
    // By then PostgreSQL has begun the statements that they had just sent.
    await sleep(100)
    const { rows } = await owner.query(
      "select from pg_stat_activity where application_name = any($1) and state <> 'idle'",
      [names],
    )
    if (rows.length === 0) return
    goOn(servers)
    throw new Error('A server is within a transaction')
  })
}

function goOn(servers: readonly Server[]): void {
  for (const { process } of servers) process.kill('SIGCONT')
}

async function kill({ process }: Server): Promise<void> {
  process.kill('SIGKILL')
  await process.ended
}

/** Waits until this many transactions wait for locks that the test holds. */
const waiting = ({ owner }: House, many: number) =>
  eventually(async () => {
    const { rows } = await owner.query(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    expect(rows).toHaveLength(many)
  })

/** Other servers take over the work of a dead one after minutes; here these pass at once. */
const minutesPass = ({ owner }: House) =>
  owner.query(`
    update mail set taken_at = taken_at - interval '6 min' where state = 'sending';
    update webhook_delivery set next_at = now() where state = 'waiting'`)

const idsOf = (events: EventStream['events']): string[] => events.map(({ id }) => id)

const receivedMails = (servers: readonly Server[]): (string | undefined)[] =>
  servers.flatMap(({ mails }) => mails.received).map(({ body }) => /^Message-ID:\s*(\S+)/m.exec(body)?.[1])

/** Compares the database with everything that was announced. */
async function isToldOnce(house: House): Promise<void> {
  const { owner, servers, receiver, streams } = house
  await eventually(
    async () => {
      const { rows: events } = await owner.query<{ id: string; type: string; reader: string | null }>(
        "select event_id::text as id, subject || '.' || kind as type, reader from event order by event_id",
      )
      const seenBy = (reader: string | null) =>
        events.filter((each) => each.reader === null || each.reader === reader).map(({ id }) => id)
      for (const { customer, technician } of streams) {
        expect(idsOf(customer)).toEqual(seenBy(null))
        expect(idsOf(technician)).toEqual(seenBy('technician sonia'))
      }

      const idsOfType = (type: string) => events.filter((each) => each.type === type).map(({ id }) => id)
      const { rows: notifications } = await owner.query<{ cause: string }>(
        "select cause from notification where username = 'sonia' order by notification_id",
      )
      expect(notifications.map(({ cause }) => cause)).toEqual(idsOfType('ticket.note'))

      const { rows: outbox } = await owner.query<{ cause: string; name: string; state: string }>(
        'select cause, message_name as name, state from mail order by mail_id',
      )
      expect(outbox.map(({ cause }) => cause)).toEqual(idsOfType('ticket.answer').map((id) => `event ${id}`))
      const received = receivedMails(servers)
      expect(received).toEqual([...new Set(received)])
      // Only one whose whole text a server had handed over when it died may not have arrived.
      const missing = outbox.filter(({ name }) => !received.includes(name)).map(({ state }) => state)
      expect([missing.filter((state) => state !== 'possibly-sent'), received.length + missing.length]).toEqual([
        [],
        outbox.length,
      ])

      const { rows: deliveries } = await owner.query<{ id: string; state: string }>(
        "select webhook_id || '-' || event_id as id, state from webhook_delivery order by event_id",
      )
      const wanted = events.filter(({ type }) => type === 'ticket.note' || type === 'ticket.answer')
      expect(deliveries).toEqual(
        wanted.map(({ id }) => ({ id: expect.stringMatching(`^\\d+-${id}$`), state: 'delivered' })),
      )
      // A delivery whose answer was lost comes again under its id, by which the receiver knows it.
      expect([...new Set(receiver.arrivals.map(({ id }) => id))].toSorted()).toEqual(
        deliveries.map(({ id }) => id).toSorted(),
      )
    },
    { interval: 200, within: 30_000 },
  )
}

const textsLike = async ({ owner }: House, pattern: string): Promise<string[]> => {
  const { rows } = await owner.query<{ text: string }>('select text from entry where text like $1 order by entry_id', [
    pattern,
  ])
  return rows.map(({ text }) => text)
}

const three = ({ servers }: House): [Server, Server, Server] => {
  const [first, second, third] = servers
  if (!first || !second || !third) throw new Error('There are three')
  return [first, second, third]
}

/** An act under way that has not committed, and one in its commit, whose end the server never learns. */
async function killedInTheAct(house: House): Promise<void> {
  const { owner, tickets, acts, restart } = house
  const [first] = three(house)
  await owner.query('begin')
  await owner.query('select from ticket where number = $1 for update', [tickets.answered])
  const undone = acts.answer(first, 'Paso perdido')
  await waiting(house, 1)
  await owner.query(`select pg_advisory_lock(${COMMIT_LOCK})`)
  const unheard = acts.note(first, 'Paso en la confirmación')
  await waiting(house, 2)
  first.process.kill('SIGSTOP')
  await owner.query(`select pg_advisory_unlock(${COMMIT_LOCK})`)
  await kill(first)
  expect(await Promise.all([undone, unheard])).toEqual([false, false])
  await owner.query('commit')
  await restart(first)
}

/** A server that is making notification, mail and deliveries, in transactions that have not committed. */
async function killedWhileMaking(house: House): Promise<void> {
  const { owner, acts, restart } = house
  const [first, second, third] = three(house)
  const isTaken = async () => {
    const { rows } = await owner.query(`
      select from event e where e.event_id > (select event_id from mail_cursor) and e.event_id > (select reached from notification_cursor)
        and e.event_id > (select reached from webhook) having count(*) >= 2`)
    return rows.length === 0
  }
  await pause(house, [second, third])
  do {
    goOn([first])
    expect([await acts.note(first, 'Paso antes'), await acts.answer(first, 'Paso antes')]).toEqual([true, true])
    await pause(house, [first])
  } while (await isTaken())
  await owner.query('begin; lock table notification, mail, webhook_delivery in share mode')
  goOn([second])
  await waiting(house, 3)
  await kill(second)
  await owner.query('commit')
  goOn([first, third])
  await restart(second)
}

/** A server that has taken a mail and a delivery: the mail server has not got the text yet, the receiver does not answer any more. */
async function killedWhileHandingOver(house: House): Promise<void> {
  const { acts, receiver, restart } = house
  const [first, second, third] = three(house)
  await pause(house, [first, second])
  const arrived = receiver.arrivals.length
  let hasReached = false
  receiver.answer = () => undefined
  third.mails.behaviour.at = (stage) => {
    if (stage !== 'recipient') return null
    hasReached = true
    return 'hang'
  }
  expect(await acts.answer(third, 'Paso al entregar')).toBe(true)
  await eventually(() => expect([hasReached, receiver.arrivals.length]).toEqual([true, arrived + 1]))
  await kill(third)
  third.mails.behaviour.at = () => null
  receiver.answer = accept
  goOn([first, second])
  await restart(third)
}

/** A server that has handed over a mail and a delivery, and dies before it can note that both were taken. */
async function killedBeforeNoting(house: House): Promise<void> {
  const { acts, receiver, restart } = house
  const [first, second, third] = three(house)
  await pause(house, [second, third])
  let held: ServerResponse | undefined
  receiver.answer = (response) => (held ? accept(response) : void (held = response))
  let hasKept = false
  first.mails.behaviour.at = (stage) => {
    if (stage !== 'text') return null
    first.process.kill('SIGSTOP')
    hasKept = true
    return null
  }
  expect(await acts.note(first, 'Paso sin anotar')).toBe(true)
  const response = await eventually(() => {
    if (!held) throw new Error('Nothing has been delivered')
    return held
  })
  // The mail makes the server stop, also while it still answers this.
  const answering = acts.answer(first, 'Paso sin anotar')
  await eventually(() => expect(hasKept).toBe(true))
  accept(response)
  await kill(first)
  await answering
  first.mails.behaviour.at = () => null
  receiver.answer = accept
  goOn([second, third])
  await restart(first)
}

/** A server that has told the technician's browser of an event, and asks whether the customer may see it. */
async function killedWhileTelling(house: House): Promise<void> {
  const { owner, acts, streams, restart } = house
  const [, second, third] = three(house)
  const at = streams[1]
  if (!at) throw new Error('There are three')
  await pause(house, [second])
  expect(await acts.note(third, 'Paso al contarlo')).toBe(true)
  await pause(house, [third])
  const before = at.customer.length
  await owner.query('begin; lock table ticket in access exclusive mode')
  goOn([second])
  await eventually(() => expect(at.technician.length).toBeGreaterThan(before))
  expect(at.customer).toHaveLength(before)
  await kill(second)
  await owner.query('commit')
  goOn([third])
  await restart(second)
}

/** A step of each kind of reader costs `npm test` seconds enough; the others are in `npm run test:long`. */
const STEPS =
  EFFORT > 1
    ? [killedInTheAct, killedWhileMaking, killedWhileHandingOver, killedBeforeNoting, killedWhileTelling]
    : [killedWhileMaking, killedBeforeNoting]

test('killed at any step between an act and its telling: what committed is told to each reader once, and nothing else', async () => {
  const house = await threeServers()
  const [first, second, third] = three(house)
  expect(await house.acts.note(third, 'Paso primero')).toBe(true)
  expect(await house.acts.answer(third, 'Paso primero')).toBe(true)
  await isToldOnce(house)

  for (const step of STEPS) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await step(house)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await minutesPass(house)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await isToldOnce(house)
  }

  // Killed with everything announced and noted.
  await Promise.all([kill(first), kill(second)])
  expect(await house.acts.note(third, 'Paso último')).toBe(true)
  await isToldOnce(house)
  expect(await textsLike(house, 'Paso perdido')).toEqual([])
  // Each mail server had taken its mail before its sender died.
  const { rows: outbox } = await house.owner.query<{ state: string }>('select state from mail')
  expect(receivedMails(house.servers)).toHaveLength(outbox.length)
  expect(outbox.filter(({ state }) => state === 'possibly-sent')).toHaveLength(1)
})

/** More mails an hour wait for a summary. */
const MOST_MAILS = 18

test.runIf(EFFORT > 1)('killed at any moment amid work', async () => {
  const house = await threeServers()
  const { servers, acts, restart } = house
  const any = (): Server => servers[Math.floor(Math.random() * servers.length)] as Server
  const acknowledged: string[] = []
  // A stream that is cut before its first event has nothing to go on from: its reader reads everything again.
  expect(await acts.note(any(), 'Trabajo primero')).toBe(true)
  await isToldOnce(house)
  let isOver = false
  const work = async (act: House['acts']['note'], name: string, most: number) => {
    for (let nth = 1; !isOver && nth <= most; nth += 1) {
      const text = `Trabajo ${name} ${nth}`
      // oxlint-disable-next-line no-await-in-loop -- as people work
      if (await act(any(), text)) acknowledged.push(text)
      // oxlint-disable-next-line no-await-in-loop -- as people work
      await sleep(200 + Math.random() * 1500)
    }
  }
  const working = Promise.all([work(acts.note, 'cliente', Infinity), work(acts.answer, 'Soporte', MOST_MAILS)])
  for (let kills = 0; kills < EFFORT; kills += 1) {
    const victim = any()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sleep(Math.random() * 3000)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await kill(victim)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await restart(victim)
  }
  isOver = true
  await working
  await minutesPass(house)
  await isToldOnce(house)
  const written = await textsLike(house, 'Trabajo %')
  expect(written).toEqual([...new Set(written)])
  expect(acknowledged.filter((text) => !written.includes(text))).toEqual([])
})
