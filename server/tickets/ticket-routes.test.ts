import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Standing, type StandingEntry, type Turn, standingOf, turnOf } from '#domain/ticket.ts'
import { EFFORT } from '../testing/effort.ts'
import { TEST_MS } from '../testing/patience.ts'
import { type Answer, NOON, testApp, testAppForThisTest } from '../testing/test-app.ts'
import {
  HOUR_MS,
  draft,
  enterAgain,
  get,
  later,
  lucia,
  openTicketDesk,
  portal,
  post,
  raised,
  simulate,
  view,
} from '../testing/ticket-desk.ts'

openTicketDesk()

describe('the life of a ticket', () => {
  test('answered, replied, closed, rejected, closed and accepted', async () => {
    const llnumreg = await raised()
    await simulate(llnumreg)
    expect(await post('responder_consulta', { llpadre: llnumreg, llobse: 'Es octubre.' })).toMatchObject({
      status: 200,
    })
    await simulate(llnumreg, { cerrar: 'S' })
    expect(await post('marcar_no_conforme', { llnumreg, respuesta: 'Sigue sin cuadrar.' })).toMatchObject({
      status: 200,
    })
    await simulate(llnumreg, { cerrar: 'S' })
    expect(await post('marcar_conformidad', { llnumreg, llvaloracion: 4 })).toMatchObject({
      status: 200,
      data: [{ llnumreg }],
    })
    const { consultas, fcontsopor, accionesConsulta } = await view(llnumreg)
    expect(fcontsopor.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'consulta',
      'respuesta',
      'consulta',
      'respuesta',
      'noConforme',
      'respuesta',
      'conforme',
    ])
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: 4, nombreTecnico: 'Raúl Ibáñez' })
    expect(consultas[1]).toMatchObject({ llpadre: llnumreg })
    expect(accionesConsulta).toMatchObject({ puedeResponder: false, puedeReclamar: false, puedeConformar: false })
    const history = await get('get_lista', { estado: 'C' })
    expect(history.data.items[0].llnumreg).toBe(llnumreg)
  })

  test("a child's number opens its root", async () => {
    const llnumreg = await raised()
    await simulate(llnumreg)
    const { data } = await post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí.' })
    expect((await view(data[0].llnumreg)).consultas[0].llnumreg).toBe(llnumreg)
  })

  test.each([
    ['responder_consulta', { llobse: 'Hola' }, 'llpadre', 'espera_respuesta', 'responder'],
    ['marcar_conformidad', { llvaloracion: 5 }, 'llnumreg', 'ticket_abierto', 'conformar'],
    ['marcar_no_conforme', { respuesta: 'No' }, 'llnumreg', 'ticket_abierto', 'conformar'],
  ])('%s on a ticket that waits is refused with where it stands', async (path, sent, field, codigo, action) => {
    const llnumreg = await raised()
    const { status, message, data } = await post(path, { ...sent, [field]: llnumreg })
    expect(status).toBe(409)
    expect(data).toMatchObject({ llnumreg, llesta: 'P', llvbcli: 'N' })
    expect(data.accionesConsulta.motivos[action]).toMatchObject({ codigo, mensaje: message })
  })

  test.each([
    ['responder_consulta', { llobse: '' }, 'llpadre', 'llobse'],
    ['marcar_no_conforme', { respuesta: '' }, 'llnumreg', 'respuesta'],
    ['marcar_conformidad', {}, 'llnumreg', 'llvaloracion'],
    ['marcar_conformidad', { llvaloracion: 6 }, 'llnumreg', 'llvaloracion'],
    ['marcar_conformidad', { llvaloracion: -1 }, 'llnumreg', 'llvaloracion'],
    ['reclamar_consulta', { llnumreg: null }, '', 'llnumreg'],
    ['marcar_no_conforme', { respuesta: ' \n ' }, 'llnumreg', 'respuesta'],
    ['anadir_informacion', { llobse: '   ' }, 'llnumreg', 'llobse'],
  ])('%s with %j is refused at the field', async (path, sent, number, field) => {
    const llnumreg = await raised()
    const { status, data } = await post(path, { ...sent, ...(number && { [number]: llnumreg }) })
    expect(status).toBe(422)
    expect(Object.keys(data.errores)).toEqual([field])
  })

  test('a claim may be repeated after more than 24 hours, three times in a row', async () => {
    const llnumreg = await raised()
    const claim = async () => {
      await enterAgain()
      return post('reclamar_consulta', { llnumreg, nombreUsuario: 'Lucía' })
    }
    expect((await claim()).status).toBe(200)
    later(24 * HOUR_MS)
    const refused = await claim()
    expect(refused.status).toBe(409)
    expect(refused.message).toBe('Podrá reclamar de nuevo el jueves 19 de noviembre a las 12:00')
    expect(refused.data.accionesConsulta.motivos.reclamar.hasta).toBe('2026-11-19T11:00:00.000Z')
    later(1)
    expect((await claim()).status).toBe(200)
    later(24 * HOUR_MS + 1)
    expect((await claim()).status).toBe(200)
    later(48 * HOUR_MS)
    expect((await claim()).data.accionesConsulta.motivos.reclamar.codigo).toBe('reclamaciones_agotadas')
    expect((await view(llnumreg)).reclamaciones.map(({ htsecu }: { htsecu: number }) => htsecu)).toEqual([1, 2, 3])
  })

  test('an undelivered incident blocks acceptance', async () => {
    const llnumreg = await raised()
    await simulate(llnumreg, { cerrar: 'S', incidencia: 'S' })
    const { status, data } = await post('marcar_conformidad', { llnumreg, llvaloracion: 5 })
    expect(status).toBe(409)
    expect(data.accionesConsulta.motivos.conformar.codigo).toBe('incidencia_sin_entregar')
    const [{ pcnpet }] = (await view(llnumreg)).incidencias
    await portal.owner.query('update incident set planned_delivery = $1 where number = $2', ['2026-12-01', pcnpet])
    const { data: list } = await get('get_lista', { filtros: { numero: llnumreg } })
    expect(list.items).toMatchObject([
      { estado: 'I', icono: 'incidencia', pcesta: 'S', pcfent: '2026-12-01', pcticket: llnumreg },
    ])
    expect((await view(llnumreg)).incidencias).toMatchObject([{ pcesta: 'S', pcfent: '2026-12-01' }])
  })
})

describe('two acts at once', () => {
  test.each([
    ['claim and claim', ['reclamar_consulta', {}], ['reclamar_consulta', {}], false],
    [
      'accept and reject',
      ['marcar_conformidad', { llvaloracion: 5 }],
      ['marcar_no_conforme', { respuesta: 'No' }],
      true,
    ],
  ] as const)(
    '%s: one wins, the others see where it stands',
    async (_case, [one, sentOne], [other, sentOther], close) => {
      const llnumreg = await raised()
      if (close) await simulate(llnumreg, { cerrar: 'S' })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          index % 2 ? post(one, { ...sentOne, llnumreg }) : post(other, { ...sentOther, llnumreg }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    },
  )
})

test('a reply and a closing answer at once: at most one reply, and the row equals its timeline', async () => {
  const llnumreg = await raised()
  await simulate(llnumreg)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2
        ? post('responder_consulta', { llpadre: llnumreg, llobse: 'Octubre' })
        : simulate(llnumreg, { cerrar: 'S' }),
    ),
  )
  const replies = answers.filter((_, index) => index % 2)
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { status, data } of replies) if (status !== 200) expect([status, data.llnumreg]).toEqual([409, llnumreg])
  const { consultas, fcontsopor } = await view(llnumreg)
  const replied = fcontsopor.findIndex(({ tipo }: { tipo: string }, index: number) => index > 0 && tipo === 'consulta')
  const closed = fcontsopor.findIndex(
    ({ texto }: { texto: string }, index: number) => index > 1 && texto.startsWith('Revise'),
  )
  if (replied !== -1) expect(replied).toBeLessThan(closed)
  expect(consultas[0].llesta).toBe('C')
})

describe('lists', () => {
  test('page, and every page is another one', async () => {
    const [first, second] = await Promise.all([1, 2].map((page) => get('get_lista', { page, itemsPerPage: 10 })))
    expect(first?.data.items).toHaveLength(10)
    expect(first?.data.totalItems).toBe(second?.data.totalItems)
    const numbers = [...(first?.data.items ?? []), ...(second?.data.items ?? [])].map(({ llnumreg }) => llnumreg)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(['llnumreg', 'fecalta', 'fechaestado', 'fechaestadoraw', 'llfeci', 'estado', 'llobse', 'llncli'])(
    'sort by %s both ways',
    async (sortBy) => {
      const field = sortBy === 'fechaestadoraw' ? 'fechaestado' : sortBy
      const values = async (sortDesc: string) => {
        const { data } = await get('get_lista', { sortBy, sortDesc, itemsPerPage: 50 })
        return data.items.map((row: Record<string, string | number>) => row[field] ?? '')
      }
      const rank = (value: string | number) =>
        field === 'estado' ? ['P', 'C', 'I'].indexOf(String(value)) : field === 'llfeci' && value === '' ? '~' : value
      const fold = (value: string | number) => (typeof value === 'string' ? value.toLowerCase() : value)
      const ascending = (list: (string | number)[]) =>
        list.every((value, index) => index === 0 || fold(rank(list[index - 1] ?? '')) <= fold(rank(value)))
      expect(ascending(await values('false'))).toBe(true)
      const down = await values('true')
      expect(ascending((field === 'llfeci' ? down.filter(Boolean) : down).toReversed())).toBe(true)
    },
  )

  test.each([
    ['page 0', { page: 0 }],
    ['eleven rows', { itemsPerPage: 11 }],
    ['an unknown sort', { sortBy: 'llobse; drop table ticket' }],
    ['an unreadable filter', { filtros: '{' }],
    ['an unknown filter', { filtros: { quien: 'yo' } }],
    ['all and mine', { filtros: { todas: true, mias: true } }],
    ['a day in the future', { filtros: { hasta: '2099-01-01' } }],
    ['a day before 1950', { filtros: { entre: '1949-12-31' } }],
    ['no day', { filtros: { entre: '2026-02-30' } }],
    ['an end before its beginning', { filtros: { entre: '2026-11-02', hasta: '2026-11-01' } }],
    ['another state', { estado: 'X' }],
  ])('with %s are malformed', async (_case, sent) => {
    expect((await get('get_lista', sent)).status).toBe(400)
  })

  test('counters equal the totals of their tabs', async () => {
    const counters = (await get('get_contadores')).data
    const [pending, closed] = await Promise.all(['P', 'C'].map((estado) => get('get_lista', { estado })))
    expect([counters.consultas, counters.historico]).toEqual([pending?.data.totalItems, closed?.data.totalItems])
    expect(counters.valoraciones).toBe(0)
  })

  test('filter by state, by number and by mine', async () => {
    const llnumreg = await raised()
    const by = async (filtros: object) => (await get('get_lista', { filtros, itemsPerPage: 50 })).data.items
    expect(new Set((await by({ estado: 'I' })).map(({ estado }: { estado: string }) => estado))).toEqual(new Set(['I']))
    expect((await by({ numero: llnumreg })).map((row: { llnumreg: number }) => row.llnumreg)).toEqual([llnumreg])
    expect(new Set((await by({ mias: true })).map(({ llncli }: { llncli: string }) => llncli))).toEqual(
      new Set(['Lucía Ferrer']),
    )
    expect(await by({ entre: '2026-11-18', hasta: '2026-11-18' })).not.toHaveLength(0)
  })

  test('filtered days begin and end in the office', async () => {
    portal.clock.now = new Date('2026-11-18T23:30:00.000Z')
    await enterAgain()
    const numero = await raised()
    const on = async (day: string) =>
      (await get('get_lista', { filtros: { numero, entre: day, hasta: day } })).data.totalItems
    portal.clock.now = new Date('2026-11-20T11:00:00.000Z')
    await enterAgain()
    expect([await on('2026-11-18'), await on('2026-11-19')]).toEqual([0, 1])
  })
})

describe('whose turn it is', () => {
  const byNumber = (one: number, other: number) => one - other
  const WORDS: Record<Turn, string> = { reply: 'respuesta', conclude: 'conformidad', support: 'soporte' }
  const inProgress = async (where: string) =>
    (
      await portal.owner.query<Standing & { number: number }>(
        `select number::int, state, last_entry_kind as "lastEntryKind", blocking_incident as "blockingIncident"
         from ticket where not accepted and limited_session_id is null and ${where}`,
      )
    ).rows

  test.each([
    ['Lucía', 'LEV-01', 11, "installation_code = 'LEV-01'"],
    ['an administrator', 'LEV-01', 12, 'client_id = 1001'],
    ['the client at another installation', 'LEV-02', 'cliente', "installation_code = 'LEV-02'"],
    ['Nuria', 'DUE-01', 21, 'client_id = 1002'],
    ['Idaira', 'TEI-01', 31, 'client_id = 1003'],
  ] as const)(
    '%s is shown it for every ticket as the rule has it, and counted',
    async (_who, place, contact, where) => {
      const cookie = await portal.enter(place, contact)
      const tickets = await inProgress(where)
      const counts = (await get('get_turnos', {}, cookie)).data
      for (const turn of ['reply', 'conclude', 'support'] as const) {
        const expected = tickets.filter((ticket) => turnOf(ticket) === turn).map(({ number }) => number)
        const pages = await Promise.all(
          [1, 2].map((page) => get('get_lista', { filtros: { turno: WORDS[turn] }, itemsPerPage: 50, page }, cookie)),
        )
        const listed = pages.flatMap(({ data }) => data.items.map(({ llnumreg }: { llnumreg: number }) => llnumreg))
        expect(listed.toSorted(byNumber)).toEqual(expected.toSorted(byNumber))
        expect(pages[0]?.data.totalItems).toBe(expected.length)
        expect(counts[WORDS[turn]]).toBe(expected.length)
      }
      expect(Object.values(counts).reduce((sum: number, count) => sum + Number(count), 0)).toBe(tickets.length)
    },
  )

  test('has a ticket of each kind to be told apart in the demo', async () => {
    const turns = new Set((await inProgress("installation_code = 'LEV-01'")).map(turnOf))
    expect(turns).toEqual(new Set(['reply', 'conclude', 'support']))
  })

  test('says nothing in Histórico, and is refused when it is none', async () => {
    const all = await get('get_lista', { estado: 'C' })
    const filtered = await get('get_lista', { estado: 'C', filtros: { turno: 'respuesta' } })
    expect(filtered.data).toEqual(all.data)
    expect((await get('get_lista', { filtros: { turno: 'reply' } })).status).toBe(400)
    expect((await get('get_turnos', { estado: 'P' })).status).toBe(400)
    expect((await portal.call(null, 'GET', '/consultas/get_turnos')).status).toBe(403)
  })

  test('moves with each act of the ticket', async () => {
    const counts = async () => (await get('get_turnos')).data
    const before = await counts()
    const llnumreg = await raised()
    expect(await counts()).toEqual({ ...before, soporte: before.soporte + 1 })
    await simulate(llnumreg)
    expect(await counts()).toEqual({ ...before, respuesta: before.respuesta + 1 })
    await simulate(llnumreg, { cerrar: 'S' })
    expect(await counts()).toEqual({ ...before, conformidad: before.conformidad + 1 })
    await post('marcar_conformidad', { llnumreg, llvaloracion: 5 })
    expect(await counts()).toEqual(before)
  })
})

test('a ticket may refer to the incidents and developments that its author may see', async () => {
  const { data } = await get('get_lista_peticiones')
  const { actuaciones, desarrollos } = (await get('get_contadores')).data
  expect(data).toHaveLength(actuaciones + desarrollos)
  expect(data[0]).toEqual({
    pcnpet: expect.any(Number),
    pcdes1: expect.any(String),
    pcesta: expect.any(String),
    tipo: expect.stringMatching(/^(incidencia|desarrollo)$/),
  })
})

test('a ticket may refer to the newest five hundred', async () => {
  await portal.owner.query(`
    insert into incident (client_id, number, installation_code, state, title, created_at, state_at)
      select 1001, 900000 + n, 'LEV-01', 'pending', 'Una de muchas', now(), now() from generate_series(1, 600) n;
    insert into development (client_id, number, installation_code, state, title, created_at)
      select 1001, 901000 + n, 'LEV-01', 'pending', 'Uno de muchos', now() from generate_series(1, 100) n`)
  const { data } = await get('get_lista_peticiones')
  const numbers: number[] = data.map(({ pcnpet }: { pcnpet: number }) => pcnpet)
  expect(numbers).toEqual([
    ...Array.from({ length: 100 }, (_, n) => 901_100 - n),
    ...Array.from({ length: 400 }, (_, n) => 900_600 - n),
  ])
  await portal.owner.query('delete from incident where number > 900000; delete from development where number > 900000')
})

test('an incident of a ticket tells its situation', async () => {
  const llnumreg = await raised()
  await simulate(llnumreg, { incidencia: 'S' })
  expect((await view(llnumreg)).incidencias).toMatchObject([{ pcesta: 'S', pcsitu: null }])
  const { pcnpet } = (await view(llnumreg)).incidencias[0]
  await portal.owner.query("update incident set situation = 'ENTREGADO' where number = $1", [pcnpet])
  expect((await view(llnumreg)).incidencias).toMatchObject([{ pcnpet, pcsitu: 'ENTREGADO' }])
})

test('a ticket with more than a thousand entries still opens', async () => {
  const llnumreg = await raised()
  await portal.owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
     select 1001, $1, 'answer', 'x', 'Sonia', '', $2 from generate_series(1, 1200)`,
    [llnumreg, NOON],
  )
  expect((await view(llnumreg)).fcontsopor).toHaveLength(500)
})

test.each(['filtros', 'llcsnreg', 'codigoCliente', 'page'])('an empty %s in an address says nothing', async (name) => {
  expect((await get('get_lista', { [name]: '' })).status).toBe(200)
})

test('an address that cannot be read is answered in the envelope', async () => {
  const { statusCode, body } = await portal.app.inject({ url: '/api/consultas/%E0%A4%A', headers: { cookie: lucia } })
  expect([statusCode, JSON.parse(body)]).toEqual([
    400,
    { ok: false, message: 'La petición no es correcta', data: { data: null } },
  ])
})

test('a person may raise so many tickets a minute, and is told when to go on', async () => {
  const limited = await testApp({
    settings: (given) => ({ ...given, limits: { ...given.limits, creationsPerMinute: 2 } }),
  })
  try {
    limited.clock.now = new Date(NOON.getTime() + 20_000)
    const cookie = await limited.enter('LEV-01', 11, { company: '001' })
    const colleague = await limited.enter('LEV-01', 11, { company: '001' }, 'otro')
    const once = (as: string) => limited.call(as, 'POST', '/consultas/nueva_consulta', draft())
    expect([(await once(cookie)).status, (await once(cookie)).status]).toEqual([200, 200])
    const third = await once(cookie)
    expect([third.status, third.raw.headers['retry-after']]).toEqual([429, '40'])
    expect((await once(colleague)).status).toBe(200)
    limited.clock.now = new Date(NOON.getTime() + 60_000)
    expect((await once(cookie)).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test(
  'the standing of a row is what its timeline gives, whatever happened to it',
  async () => {
    const acts = fc.array(fc.constantFrom('answer', 'close', 'reply', 'claim', 'accept', 'reject', 'day'), {
      maxLength: 12,
    })
    const act = async (llnumreg: number, what: string): Promise<Answer | undefined> => {
      if (what === 'day') {
        later(25 * HOUR_MS)
        return undefined
      }
      await enterAgain()
      if (what === 'answer') return simulate(llnumreg)
      if (what === 'close') return simulate(llnumreg, { cerrar: 'S' })
      if (what === 'reply') return post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí' })
      if (what === 'claim') return post('reclamar_consulta', { llnumreg })
      if (what === 'accept') return post('marcar_conformidad', { llnumreg, llvaloracion: 3 })
      return post('marcar_no_conforme', { llnumreg, respuesta: 'No' })
    }
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        portal.clock.now = NOON
        await enterAgain()
        const llnumreg = await raised()
        for (const what of sequence) {
          const answer = await act(llnumreg, what)
          if (answer) expect([200, 409]).toContain(answer.status)
        }
        const timeline = await portal.owner.query<StandingEntry>(
          'select kind, at, closes from entry where ticket_number = $1 order by at, entry_id',
          [llnumreg],
        )
        const kept = await portal.owner.query(
          `select state, accepted, last_entry_kind as "lastEntryKind", last_entry_at as "lastEntryAt", closed_at as "closedAt",
           last_claim_at as "lastClaimAt", claims_in_a_row as "claimsInARow" from ticket where number = $1`,
          [llnumreg],
        )
        const { blockingIncident: _, ...expected } = standingOf(timeline.rows, null)
        expect(kept.rows[0]).toEqual(expected)
      }),
      { numRuns: 20 * EFFORT },
    )
  },
  TEST_MS * EFFORT,
)

describe('a list that is sorted by words', () => {
  test('follows Spanish: accents beside their letter, Ñ after N, whatever the case', async () => {
    const app = await testAppForThisTest()
    const titles = ['Zócalo', 'Ñandú', 'nz', 'Ábaco', 'Oa', 'acta']
    const { rows } = await app.owner.query(
      "select number from ticket where client_id = 1001 and installation_code = 'LEV-01' and not accepted order by number limit 6",
    )
    for (const [index, { number }] of rows.entries())
      await app.owner.query('update ticket set title = $1 where number = $2', [`0 ${titles[index]}`, number])
    const lucia = await app.enter('LEV-01', 11)
    const { data } = await app.call(lucia, 'GET', '/consultas/get_lista', {
      sortBy: 'llobse',
      sortDesc: false,
      itemsPerPage: 50,
    })
    const sorted = data.items.map(({ llobse }: { llobse: string }) => llobse)
    expect(sorted.filter((title: string) => title.startsWith('0 '))).toEqual(
      ['Ábaco', 'acta', 'nz', 'Ñandú', 'Oa', 'Zócalo'].map((title) => `0 ${title}`),
    )
    const { data: modules } = await app.call(lucia, 'GET', '/consultas/get_lista_modulos')
    const names = modules
      .filter(({ shcateg }: { shcateg: string }) => shcateg === 'RE')
      .map(({ shdeno }: { shdeno: string }) => shdeno)
    expect(names).toContain('Contabilidad')
    expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare))
  })

  test('is that of the history when only estadoTab says so; a null in the filter says nothing', async () => {
    const llnumreg = await raised()
    expect((await post('retirar_consulta', { llnumreg })).status).toBe(200)
    const newestFirst = { sortBy: 'llnumreg', sortDesc: true }
    const history = await get('get_lista', { estado: 'C', ...newestFirst })
    expect(history.data.items[0].llnumreg).toBe(llnumreg)
    expect((await get('get_lista', { estadoTab: 'C', ...newestFirst })).data).toEqual(history.data)
    const nothing = { numero: null, entre: null, hasta: null, estado: null, todas: null, mias: null, turno: null }
    expect((await get('get_lista', { filtros: nothing })).data).toEqual((await get('get_lista')).data)
    expect((await get('get_documentacion')).status).toBe(422)
  })

  test('takes a filter as a form has it: numbers as text, empty what says nothing', async () => {
    const llnumreg = await raised()
    const found = await get('get_lista', { filtros: { numero: llnumreg } })
    expect(found.data.totalItems).toBe(1)
    const typed = { numero: String(llnumreg), entre: '', hasta: '', estado: '', todas: '', mias: '', turno: '' }
    expect((await get('get_lista', { filtros: typed })).data).toEqual(found.data)
    expect((await get('get_lista', { filtros: { ...typed, numero: '' } })).data).toEqual((await get('get_lista')).data)
    for (const numero of ['x', '1e3', '0', ' ', '-1', '1.5'])
      expect([numero, (await get('get_lista', { filtros: { numero } })).status]).toEqual([numero, 400])
  })
})
