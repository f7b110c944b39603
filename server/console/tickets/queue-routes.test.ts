import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUEUE_SORTS, type QueueSort } from '#contract/console/queue/queue-filter.ts'
import storedCalendar from '#content/office-calendar.json' with { type: 'json' }
import storedSettings from '#content/settings.json' with { type: 'json' }
import { officeCalendar } from '#domain/office/office-calendar.ts'
import { type Promised, answerDue, awaitedSince, joinedPromise, nearUntil } from '#domain/promise.ts'
import { settings } from '#domain/settings.ts'
import { standingOf, turnOf } from '#domain/ticket.ts'
import { type AnyUrgency, URGENCIES, mayBeChosen } from '#domain/urgency.ts'
import { EFFORT } from '../../testing/effort.ts'
import { TEST_MS } from '../../testing/patience.ts'
import {
  act,
  answer,
  audited,
  logInAgain,
  raul,
  read,
  sonia,
  ticketOf,
  openSupportDesk,
} from '../../testing/support-desk.ts'
import { HOUR_MS, enterAgain, get, later, lucia, portal, post, raised, simulate } from '../../testing/ticket-desk.ts'

openSupportDesk()

const VIEWS = [
  'mine',
  'unassigned',
  'waiting-for-us',
  'waiting-for-customer',
  'claimed',
  'third-claim',
  'near-promise',
  'open',
  'closed',
] as const
const CALENDAR = officeCalendar.parse(storedCalendar)
const { promises: PROMISES } = settings.parse(storedSettings)

interface Row {
  number: number
  title: string
  client: { code: number; name: string }
  installation: string
  state: 'pending' | 'closed'
  accepted: boolean
  turn: string | null
  claimsInARow: number
  lastEntry: { kind: string; at: string }
  dueAt: string | null
  assignee: { username: string } | null
  urgency: AnyUrgency
}

/** All rows of a view, part by part. */
async function all(view: string, filter: object = {}, limit = 100): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const { data, status } = await read('/tickets', { view, limit, ...filter, ...(after && { after }) })
    expect(status).toBe(200)
    rows.push(...data.items)
    after = data.next
  } while (after !== null)
  return rows
}

const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number)

/** What joined tickets were promised, as long as the same answer is awaited with the same urgency. */
const joined = new Map<number, Pick<Promised, 'urgency' | 'dueAt'>>()

/** Every ticket as its timeline implies, whatever its row says. */
async function told() {
  const { rows } = await portal.owner.query(`
    select t.number::int as number, t.client_id::int as client, t.assignee, t.urgency, t.due_at as "dueAt",
      t.blocking_incident::int as "blockingIncident", t.accepted_by_silence as silently,
      (select json_agg(json_build_object('id', e.entry_id, 'kind', e.kind, 'at', e.at, 'closes', e.closes)
        order by e.at, e.entry_id)
        from entry e where e.client_id = t.client_id and e.ticket_number = t.number) as timeline
    from ticket t where t.merged_into is null`)
  return rows.map(({ timeline, blockingIncident, ...ticket }) => {
    const entries: Promised['timeline'] = timeline.map((entry: Promised['timeline'][number]) => ({
      ...entry,
      at: new Date(entry.at),
    }))
    const standing = standingOf(entries, blockingIncident)
    const since = awaitedSince(entries)
    const stricter = joined.get(ticket.number)
    const promised = stricter ? stricter.dueAt : since && answerDue(since, ticket.urgency, PROMISES, CALENDAR)
    return { ...ticket, timeline: entries, standing, since, promised }
  })
}

/** Follows an act on these tickets, so that `joined` holds the promises that tickets keep from a join. */
async function followed<T extends { status: number }>(join: readonly [number, number] | null, act: () => Promise<T>) {
  const before = await told()
  const [one, into] = (join ?? []).map((number) => before.find((ticket) => ticket.number === number))
  const answer = await act()
  const after = new Map((await told()).map((ticket) => [ticket.number, ticket]))
  for (const [number, { urgency }] of joined) {
    const now = after.get(number)
    if (!now?.since || now.urgency !== urgency) joined.delete(number)
  }
  if (answer.status === 200 && one && into) {
    const { urgency, dueAt, anewSince } = joinedPromise(
      { ...one, dueAt: one.promised },
      { ...into, dueAt: into.promised },
    )
    joined.delete(one.number)
    joined.delete(into.number)
    if (dueAt && !anewSince) joined.set(into.number, { urgency, dueAt })
  }
  return answer
}

/** The tickets that each view must show by the domain's rules over the timelines. */
async function expected(username: string) {
  const tickets = await told()
  const near = nearUntil(portal.clock.now, PROMISES, CALENDAR)
  const open = tickets.filter(({ standing }) => !standing.accepted)
  return {
    mine: open.filter(({ assignee }) => assignee === username),
    unassigned: open.filter(({ assignee }) => assignee === null),
    'waiting-for-us': open.filter(({ standing }) => turnOf(standing) === 'support'),
    'waiting-for-customer': open.filter(({ standing }) => turnOf(standing) !== 'support'),
    claimed: open.filter(({ standing }) => standing.claimsInARow > 0),
    'third-claim': open.filter(({ standing }) => standing.claimsInARow === 3),
    'near-promise': open.filter(({ promised }) => promised !== null && near !== null && promised <= near),
    open,
    closed: tickets.filter(({ standing }) => standing.accepted),
  }
}

const sorted = (some: readonly number[]) => some.toSorted((a, b) => a - b)

/** Checks lists, counts and due dates against the timelines, and the customers' counts too. */
async function agree(): Promise<void> {
  const { data: counts } = await read('/ticket-counts')
  const views = await expected('sonia')
  for (const view of VIEWS) {
    expect([view, sorted(numbers(await all(view)))]).toEqual([view, sorted(numbers(views[view]))])
    expect([view, counts[view]]).toEqual([view, views[view].length])
  }
  for (const { number, dueAt, promised } of await told()) expect([number, dueAt]).toEqual([number, promised])
  const client = await portal.enter('LEV-01', 12)
  const turns = (await get('get_turnos', {}, client)).data
  const own = views.open.filter(({ client }) => client === 1001)
  expect(turns).toEqual({
    respuesta: own.filter(({ standing }) => turnOf(standing) === 'reply').length,
    conformidad: own.filter(({ standing }) => turnOf(standing) === 'conclude').length,
    soporte: own.filter(({ standing }) => turnOf(standing) === 'support').length,
  })
  const rows = (await all('open')).filter(({ client }) => client.code === 1001)
  expect(rows.filter(({ turn }) => turn === 'support')).toHaveLength(turns.soporte)
}

describe('the views', () => {
  test('of the demo agree with the timelines, the counts and the customer', agree)

  test('have something to show in the demo', async () => {
    const { data } = await read('/ticket-counts')
    for (const view of VIEWS) expect([view, data[view] > 0]).toEqual([view, true])
  })

  test('put claimed ones first, the third in a row before all, then what is due soonest, then what waited longest', async () => {
    const rows = await all('open')
    const key = ({ claimsInARow, dueAt, lastEntry, number }: Row) => [
      claimsInARow >= 3 ? 0 : claimsInARow > 0 ? 1 : 2,
      dueAt ?? '9',
      lastEntry.at,
      number,
    ]
    const compare = (a: Row, b: Row) => {
      const index = key(a).findIndex((value, at) => value !== key(b)[at])
      return (key(a)[index] ?? 0) < (key(b)[index] ?? 0) ? -1 : 1
    }
    expect(new Set(rows.map((row) => key(row)[0]))).toEqual(new Set([0, 1, 2]))
    expect(numbers(rows)).toEqual(numbers(rows.toSorted(compare)))
  })

  test('show what is over newest first, and what is near by its due date', async () => {
    const closed = (await all('closed')).map(({ lastEntry }) => lastEntry.at)
    expect(closed).toEqual(closed.toSorted().toReversed())
    const near = (await all('near-promise')).map(({ dueAt }) => dueAt)
    expect(near).toEqual(near.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)))
  })

  test.each(['open', 'closed', 'near-promise', 'mine'])('%s has the same rows part by part', async (view) => {
    const whole = await all(view)
    const parts = await all(view, {}, 25)
    expect(numbers(parts)).toEqual(numbers(whole))
    expect(new Set(numbers(parts)).size).toBe(parts.length)
    if (view === 'open') expect(parts.length).toBeGreaterThan(25)
  })

  test('differ by who looks', async () => {
    const number = await raised()
    await act('/ticket/assign', { ticket: number, technician: 'raul' })
    expect(numbers((await read('/tickets', { view: 'mine' }, raul)).data.items)).toContain(number)
    expect(numbers(await all('mine'))).not.toContain(number)
    const rauls = await expected('raul')
    expect((await read('/ticket-counts', {}, raul)).data.mine).toBe(rauls.mine.length)
  })
})

describe('a row', () => {
  test('has all that is needed to choose it', async () => {
    const number = await raised({ urgenciaSeleccionada: '6' })
    const [row] = await all('open', { number })
    expect(row).toEqual({
      number,
      title: expect.stringContaining('El asiento de cierre no cuadra'),
      client: { code: 1001, name: 'Constructora Levante, S.A.' },
      installation: 'LEV-01',
      version: 'V031',
      raisedBy: 'Lucía Ferrer',
      behalf: '',
      area: 'main',
      module: { number: expect.any(Number), name: 'Contabilidad' },
      urgency: '6',
      kind: 'query',
      state: 'pending',
      accepted: false,
      turn: 'support',
      claimsInARow: 0,
      lastEntry: { kind: 'query', at: '2026-11-18T11:00:00.000Z' },
      dueAt: '2026-11-18T13:00:00.000Z',
      assignee: null,
      attachments: 0,
      createdAt: '2026-11-18T11:00:00.000Z',
      viewers: [],
      unread: 1,
    })
  })

  test('says who looks and who writes, for as long as they do; not oneself', async () => {
    const ticket = await raised()
    await act('/ticket/presence', { ticket, writing: true }, raul)
    await act('/ticket/presence', { ticket, writing: false }, sonia)
    const viewers = async () => (await read('/tickets', { number: ticket })).data.items[0].viewers
    expect(await viewers()).toEqual([{ username: 'raul', name: 'Raúl Ibáñez', writing: true }])
    later(39_000)
    expect(await viewers()).toHaveLength(1)
    later(2_000)
    expect(await viewers()).toEqual([])
  })
})

describe('filters', () => {
  test.each([
    ['client', { client: 1002 }, ({ client }: Row) => client.code === 1002],
    ['assignee', { assignee: 'sonia' }, ({ assignee }: Row) => assignee?.username === 'sonia'],
    ['urgency', { urgency: '3' }, ({ urgency }: Row) => urgency === '3'],
  ])('by %s leave what is asked for', async (_name, filter, is) => {
    const rows = await all('open')
    expect(numbers(await all('open', filter))).toEqual(numbers(rows.filter(is)))
    expect(rows.filter(is).length).toBeGreaterThan(0)
  })

  test('by module and area', async () => {
    const number = await raised()
    const [row] = (await read('/tickets', { number })).data.items
    expect(numbers(await all('open', { module: row.module.number, area: 'main' }))).toContain(number)
    expect(numbers(await all('open', { module: row.module.number, area: 'apps' }))).toEqual([])
  })

  test("find a ticket by its number and by a reply's", async () => {
    const ticket = await raised()
    await answer(ticket)
    const reply = (await post('responder_consulta', { llpadre: ticket, llobse: 'Es octubre.' })).data[0].llnumreg
    expect(reply).not.toBe(ticket)
    expect(numbers(await all('open', { number: reply }))).toEqual([ticket])
    expect(numbers(await all('open', { text: String(reply) }))).toEqual([ticket])
    expect(await all('open', { number: 999_999_999 })).toEqual([])
  })

  test('find words of title, timeline, notes and client, whatever their accents, case and inflection', async () => {
    const ticket = await raised({ titulo: 'Zarzamoras sin cañería', textoConsulta: `${'x'.repeat(60)} Peñíscola` })
    await answer(ticket, { text: 'Las Retroexcavadoras están en marcha' })
    await act('/ticket/note', {
      ticket,
      text: 'Preguntar a Ultramarinos: «Glaucoma» ¿Hidalgo ¡Ferrocarril! “Quijotesco”',
    })
    const found = async (text: string) => numbers(await all('open', { text }))
    for (const text of [
      'zarzamoras',
      'ZARZAMORA',
      "zarza:*&! '",
      'zarza',
      'canería',
      'caneria',
      'Peñiscola',
      'peniscola',
      'retroexcavadora',
      'RETROEXCAVADORAS',
      'ultramarinos',
      'Levante zarzamoras',
      'peñíscola ultramarinos retroexc',
      'glaucoma',
      '«glaucoma»',
      'hidalgo',
      'ferrocarril',
      'quijotesco',
    ]) {
      expect([text, await found(text)]).toEqual([text, [ticket]])
    }
    for (const text of ['zarzamoras Duero', 'nadaquetenganadie', 'zarzañmoras', '¿?', "'"]) {
      expect([text, await found(text)]).toEqual([text, []])
    }
    const client = await all('open', { text: 'inmobiliaria duero' })
    expect(numbers(client)).toEqual(numbers(await all('open', { client: 1002 })))
  })

  test("find a client's tickets by its code, and an installation's by its own", async () => {
    const rows = await all('open')
    const ofClient = rows.filter(({ client }) => client.code === 1002)
    expect(ofClient.length).toBeGreaterThan(0)
    expect(numbers(await all('open', { text: '1002' }))).toEqual(numbers(ofClient))
    const ofInstallation = rows.filter(({ installation }) => installation === 'LEV-01')
    expect(ofInstallation.length).toBeGreaterThan(0)
    for (const text of ['LEV-01', 'lev-01']) {
      expect(numbers(await all('open', { text }))).toEqual(expect.arrayContaining(numbers(ofInstallation)))
    }
  })

  test.each([
    [{ view: 'everything' }],
    [{ after: 'abc' }],
    [{ after: Buffer.from('[1,2]').toString('base64url') }],
    [{ after: Buffer.from('[2,"2026-11-18T11:00:00.000Z","x",1]').toString('base64url') }],
    [{ after: Buffer.from('[2,null,"2026-02-30T11:00:00.000Z",1]').toString('base64url') }],
    [{ after: Buffer.from('[2,null,"0000-01-01T11:00:00.000Z",1]').toString('base64url') }],
    [{ limit: 7 }],
    [{ client: 'x' }],
    [{ unknown: '1' }],
  ])('refuse %j', async (sent) => {
    expect((await read('/tickets', sent)).status).toBe(400)
  })
})

test('a part may be asked for after an instant that is written more exactly than any', async () => {
  const after = Buffer.from(`[2,null,"2026-11-18T11:00:00.${'1'.repeat(200)}Z",1]`).toString('base64url')
  expect((await read('/tickets', { after })).status).toBe(200)
})

test("a reading of the queue is written down, with what was asked for; nobody's but a technician's", async () => {
  await read('/tickets', { view: 'open', client: 1002, text: 'recibo' })
  const { rows } = await portal.owner.query(
    "select username, client_id::int as client, details from audit where act = '/console/tickets' order by audit_id desc limit 1",
  )
  expect(rows).toEqual([{ username: 'sonia', client: 1002, details: { view: 'open', client: 1002, text: 'recibo' } }])
  expect((await portal.console(lucia, 'GET', '/tickets')).status).toBe(403)
  expect((await portal.console(null, 'GET', '/ticket-counts')).status).toBe(403)
})

test(
  'whatever both sides do, lists, counts and promises are what the timelines give',
  async () => {
    const acts = fc.array(
      fc.record({
        which: fc.integer({ min: 0, max: 2 }),
        hours: fc.integer({ min: 0, max: 30 }),
        what: fc.constantFrom(
          'reply',
          'note',
          'claim',
          'reject',
          'accept',
          'withdraw',
          'answer',
          'close',
          'incident',
          'assign',
          'urgency',
          'internal',
          'merge',
        ),
      }),
      { minLength: 8, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        await enterAgain()
        await logInAgain()
        const tickets = [await raised(), await raised({ urgenciaSeleccionada: '6' }), await raised()]
        for (const [index, { which, hours, what }] of steps.entries()) {
          later(hours * HOUR_MS)
          await enterAgain()
          await logInAgain()
          const ticket = tickets[which] ?? 0
          const done: Record<typeof what, () => Promise<{ status: number }>> = {
            reply: () => post('responder_consulta', { llpadre: ticket, llobse: 'Sí.' }),
            note: () => post('anadir_informacion', { llnumreg: ticket, llobse: 'También.' }),
            claim: () => post('reclamar_consulta', { llnumreg: ticket }),
            reject: () => post('marcar_no_conforme', { llnumreg: ticket, respuesta: 'No.' }),
            accept: () => post('marcar_conformidad', { llnumreg: ticket, llvaloracion: 3 }),
            withdraw: () => post('retirar_consulta', { llnumreg: ticket }),
            answer: () => answer(ticket),
            close: () => answer(ticket, { closes: true }),
            incident: () => simulate(ticket, { incidencia: 'S' }),
            assign: () => act('/ticket/assign', { ticket, technician: index % 2 === 0 ? 'sonia' : null }),
            urgency: () => act('/ticket/properties', { ticket, urgency: URGENCIES[index % URGENCIES.length] }),
            merge: () => act('/ticket/merge', { ticket, into: tickets[(which + 1) % 3] }),
            internal: () => act('/ticket/note', { ticket, text: 'Entre nosotros.' }),
          }
          const into = tickets[(which + 1) % 3] ?? 0
          const { status } = await followed(what === 'merge' ? [ticket, into] : null, done[what])
          expect([200, 409]).toContain(status)
        }
        await agree()
        for (const ticket of tickets) expect(tickets).toContain((await ticketOf(ticket)).ticket.number)
      }),
      { numRuns: 3 * EFFORT },
    )
  },
  TEST_MS * EFFORT,
)

describe("a screen's own readings", () => {
  const reread = { 'x-reread': '1' }
  const lines = async (): Promise<number> => {
    const { rows } = await portal.owner.query("select count(*)::int as lines from audit where act = '/console/tickets'")
    return rows[0].lines
  }
  const asks = async (sent: object, headers: Record<string, string> = reread, cookie = sonia) => {
    expect((await portal.console(cookie, 'GET', '/tickets', sent, headers)).status).toBe(200)
    return await lines()
  }

  test('is in the audit once an hour; a first look always, whatever it says of itself', async () => {
    later(2 * HOUR_MS)
    await logInAgain()
    const before = await lines()
    const view = { view: 'unassigned' }
    expect(await asks(view)).toBe(before + 1)
    for (let again = 0; again < 5; again += 1) expect(await asks(view)).toBe(before + 1)
    expect(await asks(view, {})).toBe(before + 2)
    expect(await asks({ ...view, client: 1002 })).toBe(before + 3)
    expect(await asks(view, reread, raul)).toBe(before + 4)
    later(HOUR_MS / 2)
    expect(await asks(view)).toBe(before + 4)
    later(HOUR_MS / 2)
    await logInAgain()
    expect(await asks(view)).toBe(before + 5)
  })

  test('is still refused to who may not; an act is in the audit however it is marked', async () => {
    expect((await portal.console(sonia, 'GET', '/audit', {}, reread)).status).toBe(403)
    expect((await portal.console(null, 'GET', '/tickets', { view: 'open' }, reread)).status).toBe(403)
    const ticket = await raised()
    for (const text of ['Una.', 'Una.']) await act('/ticket/note', { ticket, text }, sonia, reread)
    expect(await audited('/ticket/note', ticket)).toHaveLength(2)
  })
})

describe('a list', () => {
  const BY: Readonly<Record<QueueSort, (row: Row) => string | number>> = {
    number: ({ number }) => number,
    client: ({ client }) => client.code,
    urgency: ({ urgency }) => (mayBeChosen(urgency) ? `0${URGENCIES.indexOf(urgency)}` : urgency),
    waiting: ({ lastEntry }) => lastEntry.at,
    promise: ({ dueAt }) => dueAt ?? '9999',
  }

  test.each(QUEUE_SORTS)('is sorted by %s, both ways, part by part', async (sort) => {
    await raised({ urgenciaSeleccionada: '2' })
    for (const view of ['open', 'closed', 'near-promise']) {
      const rows = (await all(view)).toSorted((a, b) => a.number - b.number)
      const of = view === 'closed' && sort === 'promise' ? BY.number : BY[sort]
      const up = rows.toSorted((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.number - b.number))
      expect(numbers(await all(view, { order: sort }, 25)), view).toEqual(numbers(up))
      expect(numbers(await all(view, { order: `${sort}-down` }, 25)), view).toEqual(numbers(up.toReversed()))
    }
  })

  test('is narrowed by kind, version, days and waiting', async () => {
    const old = await raised()
    later(90 * 60_000)
    const fresh = await raised()
    await portal.owner.query("update ticket set version = '99.1' where number = any($1)", [[old, fresh]])
    await portal.owner.query("update ticket set kind = 'incident' where number = $1", [fresh])
    const of = async (filter: object) => sorted(numbers(await all('open', { version: '99.1', ...filter })))
    expect(await of({})).toEqual([old, fresh])
    expect(await of({ kind: 'incident' })).toEqual([fresh])
    expect(await of({ waitingMinutes: 90 })).toEqual([old])
    expect(await of({ waitingMinutes: 91 })).toEqual([])
    const today = portal.clock.now.toISOString().slice(0, 10)
    expect(await of({ from: today, until: today })).toEqual([old, fresh])
    expect(await of({ until: '2026-01-01' })).toEqual([])
    expect(await of({ from: '2099-01-01' })).toEqual([])
  })

  test('begins and ends its days at the office’s midnight', async () => {
    const number = await raised()
    await portal.owner.query("update ticket set version = '99.2' where number = $1", [number])
    const at = (instant: string) =>
      portal.owner.query('update ticket set created_at = $2 where number = $1', [number, instant])
    const on = async (day: string) => (await all('open', { version: '99.2', from: day, until: day })).length
    await at('2026-07-01T21:59:59Z')
    expect([await on('2026-07-01'), await on('2026-07-02')]).toEqual([1, 0])
    await at('2026-07-01T22:00:00Z')
    expect([await on('2026-07-01'), await on('2026-07-02')]).toEqual([0, 1])
  })

  test('has totals', async () => {
    const rows = await all('open', { client: 1001 })
    const { data } = await read('/ticket-totals', { view: 'open', client: 1001 })
    expect(data).toEqual({
      total: rows.length,
      hasMore: false,
      claimed: rows.filter(({ claimsInARow }) => claimsInARow > 0).length,
      overdue: rows.filter(({ dueAt }) => dueAt !== null && new Date(dueAt) < portal.clock.now).length,
      unassigned: rows.filter(({ assignee }) => assignee === null).length,
      minutes: 0,
    })
  })

  test.each([{ order: 'title' }, { waitingMinutes: 0 }, { from: '2026-02-30' }, { kind: 'x' }])(
    'refuses %j',
    async (wrong) => {
      expect((await read('/tickets', wrong)).status).toBe(400)
    },
  )
})
