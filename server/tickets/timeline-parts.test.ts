import { describe, expect, test } from 'vitest'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { draft, lucia, portal, post, openTicketDesk } from '../testing/ticket-desk.ts'

openTicketDesk()

const MB = 1024 * 1024
const get = (path: string, sent: object) => portal.call(lucia, 'GET', `/consultas/${path}`, sent)

interface Wanted {
  readonly entries: number
  /** The size of each text. */
  readonly bytes?: number
  /** Milliseconds between two entries; by default all share one instant. */
  readonly apart?: number
  readonly notes?: number
}

/** A ticket with this many entries, the first its query; every third is Support's, every hundredth a claim. */
async function ticketOf({ entries, bytes = 20, apart = 1000, notes = 0 }: Wanted): Promise<number> {
  const { data } = await post('nueva_consulta', draft())
  const number: number = data[0].llnumreg
  await portal.owner.query(
    `insert into entry (client_id, ticket_number, number, kind, closes, text, author, origin, at)
     select $1, $2, case when n % 3 > 0 and n % 100 > 0 then nextval('ticket_number') end,
       case when n % 100 = 0 then 'claim' when n % 3 = 0 then 'answer' else 'note' end, false,
       rpad(n || ' ', $4, 'ñ'), 'Lucía Ferrer', '', t.created_at + n * $5 * interval '1 ms'
     from generate_series(1, $3) n, ticket t where t.client_id = $1 and t.number = $2`,
    // «ñ» takes two bytes.
    [LEVANTE, number, entries - 1, bytes / 2, apart],
  )
  await portal.owner.query(
    `insert into internal_note (client_id, ticket_number, username, text, at)
     select $1, $2, 'sonia', rpad(n || ' ', 20, 'x'), now() + n * interval '1 s' from generate_series(1, $3) n`,
    [LEVANTE, number, notes],
  )
  return number
}

interface Shown {
  readonly texto: string
}
const numbersIn = (timeline: readonly Shown[]) => timeline.map(({ texto }) => Number.parseInt(texto, 10) || 0)
const upTo = (last: number, first = 0) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Reads a timeline part by part to its beginning; each part is in chronological order. */
async function partsOf(number: number, first: { antes: string | null; hayAnteriores: boolean }) {
  const parts: Shown[][] = []
  let { antes } = first
  while (antes !== null) {
    const { status, data } = await get('ver_anteriores', { llnumreg: number, antes })
    expect(status).toBe(200)
    expect(data.hayAnteriores).toBe(data.antes !== null)
    parts.unshift(data.fcontsopor)
    ;({ antes } = data)
  }
  return parts
}

describe('the timeline of a ticket', () => {
  test('comes whole up to 500 entries', async () => {
    const number = await ticketOf({ entries: 500 })
    const { data } = await get('ver_consulta', { llnumreg: number })
    expect(data.fcontsopor).toHaveLength(500)
    expect([data.hayAnteriores, data.antes]).toEqual([false, null])
    expect(data.consultas).toHaveLength(500 - 166 - 3)
  })

  test.each([
    ['told apart by their instants', 1000],
    ['of one and the same instant', 0],
  ])('beyond 500 the newest come, and the rest when they are asked for: %s', async (_what, apart) => {
    const number = await ticketOf({ entries: 1201, apart })
    const { data } = await get('ver_consulta', { llnumreg: number })
    expect(numbersIn(data.fcontsopor)).toEqual(upTo(1200, 701))
    expect(data.hayAnteriores).toBe(true)
    const parts = await partsOf(number, data)
    expect(parts.map(({ length }) => length)).toEqual([201, 500])
    expect(numbersIn(parts.flat())).toEqual(upTo(700))
  })

  test('the ticket itself is told in any case, and claims keep their places', async () => {
    const number = await ticketOf({ entries: 1001 })
    const { data } = await get('ver_consulta', { llnumreg: number })
    const [root, next] = data.consultas
    expect(root).toMatchObject({ llnumreg: number, llpadre: null })
    expect(next).toMatchObject({ llpadre: number })
    expect(data.reclamaciones.map(({ htsecu }: { htsecu: number }) => htsecu)).toEqual([6, 7, 8, 9, 10])
  })

  test('carries 2 MB of text, and the rest comes after it', async () => {
    const whole = await get('ver_consulta', { llnumreg: await ticketOf({ entries: 105, bytes: 20_000 }) })
    expect([whole.data.fcontsopor.length, whole.data.hayAnteriores]).toEqual([105, false])

    const number = await ticketOf({ entries: 301, bytes: 20_000 })
    const { data, raw } = await get('ver_consulta', { llnumreg: number })
    expect([data.fcontsopor.length, data.hayAnteriores]).toEqual([104, true])
    // The customer's texts are sent twice, because they are also in `consultas`.
    expect(raw.rawPayload.length).toBeLessThan(4.2 * MB)
    const parts = await partsOf(number, data)
    expect(numbersIn([...parts.flat(), ...data.fcontsopor])).toEqual(upTo(300))
  })

  test('before an instant there is what was said before it', async () => {
    const number = await ticketOf({ entries: 10 })
    const { data } = await get('ver_consulta', { llnumreg: number })
    const { fecha } = data.fcontsopor[4]
    const before = await get('ver_anteriores', { llnumreg: number, antes: fecha })
    expect([numbersIn(before.data.fcontsopor), before.data.hayAnteriores]).toEqual([upTo(3), false])
  })

  test('before an entry that is not part of it there is nothing', async () => {
    const number = await ticketOf({ entries: 3 })
    const other = await ticketOf({ entries: 600 })
    const { antes } = (await get('ver_consulta', { llnumreg: other })).data
    const { status, data } = await get('ver_anteriores', { llnumreg: number, antes })
    expect([status, data]).toEqual([200, { fcontsopor: [], hayAnteriores: false, antes: null }])
  })

  test.each([
    ['a ticket that is another’s', { llnumreg: 98_765_432, antes: '1' }, 404],
    ['nothing to come before', { llnumreg: 1 }, 422],
    ['what is no entry', { llnumreg: 1, antes: 'ayer' }, 400],
  ])('%s: refused', async (_what, sent, status) => {
    expect((await get('ver_anteriores', sent)).status).toBe(status)
  })
})

describe('at the console', () => {
  test('a ticket’s entries and notes come in parts, each on its own', async () => {
    const number = await ticketOf({ entries: 601, notes: 1101 })
    const sonia = await portal.consoleLogIn('sonia')
    const { data } = await portal.console(sonia, 'GET', '/ticket', { number })
    expect([data.timeline.length, data.notes.length]).toEqual([500, 500])
    expect(data.latestEntry).toBe(data.timeline.at(-1).id)
    const earlier = await portal.console(sonia, 'GET', '/ticket/earlier', { ticket: number, ...data.earlier })
    expect([earlier.data.timeline.length, earlier.data.notes.length]).toEqual([101, 500])
    expect(earlier.data.earlier).toMatchObject({ entriesBefore: null, notesBefore: expect.any(Number) })
    const { notesBefore } = earlier.data.earlier
    const first = await portal.console(sonia, 'GET', '/ticket/earlier', { ticket: number, notesBefore })
    expect([first.data.timeline.length, first.data.notes.length]).toEqual([0, 101])
    expect(first.data.earlier).toEqual({ entriesBefore: null, notesBefore: null })
    const ids = [...first.data.notes, ...earlier.data.notes, ...data.notes].map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(1101)
  })

  test('entries written meanwhile are told within bounds', async () => {
    const number = await ticketOf({ entries: 601 })
    const sonia = await portal.consoleLogIn('sonia')
    const sent = { ticket: number, text: 'Mírelo', seen: 1 }
    const { status, data } = await portal.console(sonia, 'POST', '/ticket/answer', sent)
    expect([status, data.entries.length]).toEqual([409, 500])
  })
})
