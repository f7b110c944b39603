import { beforeAll, describe, expect, test } from 'vitest'
import { type DevelopmentState, shownDevelopmentState } from '#domain/development.ts'
import { type IncidentState, shownIncidentState } from '#domain/incident.ts'
import {
  HOUR_MS,
  draft,
  enterAgain,
  get,
  later,
  lucia,
  portal,
  post,
  raised,
  openTicketDesk,
} from '../testing/ticket-desk.ts'
import { eventually } from '../testing/eventually.ts'

openTicketDesk()

const LISTS = ['get_lista_actuaciones', 'get_lista_desarrollos']

let andres: string
let nuria: string
/** Sees LEV-02 alone. */
let second: string

beforeAll(async () => {
  andres = await portal.logIn('andres', 'Demo-andres-1')
  nuria = await portal.enter('DUE-01', 21)
  second = await portal.enter('LEV-02', 'cliente', { company: '001' })
})

describe('the list of incidents', () => {
  test('has those of the installation, whose state changed last first', async () => {
    const { items, totalItems } = await list('get_lista_actuaciones', { itemsPerPage: 50 })
    expect(items).toHaveLength(14)
    expect(totalItems).toBe(14)
    const dates = items.map(({ fechaestado }: Row) => fechaestado)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('tells of each all that there is to know', async () => {
    const [ticket] = (
      await portal.owner.query<{ number: number }>(`
        select max(l.ticket_number)::int as number from incident_ticket l join incident i on i.client_id = l.client_id
          and i.number = l.incident_number where i.client_id = 1001 and i.installation_code = 'LEV-01' and i.state = 'delivered'`)
    ).rows
    const { items } = await list('get_lista_actuaciones', { itemsPerPage: 50 })
    expect(items.find(({ pcesta }: Row) => pcesta === 'E')).toEqual({
      pcnpet: expect.any(Number),
      pcticket: ticket?.number,
      pcesta: 'E',
      pcsitu: null,
      estado: 'E',
      pcdes1: 'El asiento de cierre no incluye las cuentas del grupo 8',
      pcdpto: 'Desarrollo',
      fecalta: '2026-08-18T09:35:00.000Z',
      fechaestado: '2026-10-02T13:15:00.000Z',
      sprint: 'Sprint 12',
      pcfent: '2026-10-02',
      reclamaciones: [],
      documentos: 0,
      puedeReclamar: false,
      motivos: {
        reclamar: {
          codigo: 'no_reclamable',
          mensaje: 'En su estado actual, esta incidencia no admite reclamaciones',
          hasta: null,
        },
      },
    })
    expect(items.find(({ pcsitu }: Row) => pcsitu === 'ENTREGADO')).toMatchObject({ pcesta: 'A', estado: 'E' })
    expect(items.find(({ pcesta }: Row) => pcesta === 'S')).toMatchObject({
      estado: 'EC',
      documentos: 1,
      puedeReclamar: true,
      motivos: {},
    })
    expect(items.find(({ pcesta }: Row) => pcesta === 'P')).toMatchObject({
      reclamaciones: [{ hcsecu: 1, fecalta: '2026-11-18T10:40:00.000Z', hchora: '11:40' }],
      puedeReclamar: false,
      motivos: {
        reclamar: {
          codigo: 'reclamada_hace_poco',
          mensaje: 'Podrá reclamar de nuevo el jueves 19 de noviembre a las 11:40',
          hasta: '2026-11-19T10:40:00.000Z',
        },
      },
    })
    expect(items.find(({ pcesta }: Row) => pcesta === 'R')).toMatchObject({ puedeReclamar: true })
    expect(items.find(({ pcesta }: Row) => pcesta === 'K')).toMatchObject({
      reclamaciones: [{ hcsecu: 1 }, { hcsecu: 2 }, { hcsecu: 3 }],
      motivos: { reclamar: { codigo: 'reclamaciones_agotadas', hasta: null } },
    })
  })

  test('names the newest ticket, but none that one may not see', async () => {
    const pcnpet = await addIncident()
    await link(pcnpet, await raised())
    const newest = await raised()
    await link(pcnpet, newest)
    const ofAndres = await portal.call(andres, 'POST', '/consultas/nueva_consulta', draft({ empresa: '001' }))
    await link(pcnpet, ofAndres.data[0].llnumreg)
    expect(await only(pcnpet)).toMatchObject({ pcticket: ofAndres.data[0].llnumreg })
    await asOwnOnly(async (cookie) => expect(await only(pcnpet, cookie)).toMatchObject({ pcticket: newest }))
    expect(await only(await addIncident())).toMatchObject({ pcticket: null })
  })

  test.each([
    ['EC', 'EC'],
    ['E', 'E'],
  ])('filtered by %s has the rows shown as that, whatever their state', async (estado, shown) => {
    const states = await portal.owner.query<{ state: IncidentState; situation: string | null }>(
      `select state, situation from incident where client_id = 1001 and installation_code = 'LEV-01'`,
    )
    const word = shown === 'E' ? 'delivered' : 'in-progress'
    const { items, totalItems } = await list('get_lista_actuaciones', { filtros: { estado }, itemsPerPage: 50 })
    expect(totalItems).toBe(states.rows.filter((row) => shownIncidentState(row) === word).length)
    expect(new Set(items.map((row: Row) => row.estado))).toEqual(new Set([shown]))
  })

  test('filtered by mine has those of the tickets of this person, or of anybody who came as the same contact', async () => {
    const [mine, andresOne] = [await addIncident(), await addIncident()]
    await link(mine, await raised())
    const { data } = await portal.call(andres, 'POST', '/consultas/nueva_consulta', draft({ empresa: '001' }))
    await link(andresOne, data[0].llnumreg)
    const numbers = async (cookie = lucia) =>
      (await list('get_lista_actuaciones', { filtros: { mias: true }, itemsPerPage: 50 }, cookie)).items.map(numberOf)
    expect(await numbers()).toContain(mine)
    expect(await numbers()).not.toContain(andresOne)
    expect(await numbers(andres)).toContain(andresOne)
    expect(await numbers(andres)).not.toContain(mine)
    const colleague = await portal.enter('LEV-01', 11, {}, 'colega')
    expect(await numbers(colleague)).toContain(mine)
  })
})

describe('the list of developments', () => {
  test('has those of the installation, the newest first', async () => {
    const { items, totalItems } = await list('get_lista_desarrollos', { itemsPerPage: 50 })
    expect(totalItems).toBe(12)
    expect(items.map(({ pcesta, instalacion }: Row) => [pcesta, instalacion])).toEqual([
      ['S', ''],
      ['V', ''],
      ['P', ''],
      ['A', ''],
      ['R', ''],
      ['K', ''],
      ['Y', 'BD pruebas 13/11'],
      ['E', ''],
      ['D', ''],
      ['I', 'BD real 04/05'],
      ['C', ''],
      ['Z', ''],
    ])
  })

  test('tells of each all that there is to know', async () => {
    const { items } = await list('get_lista_desarrollos', { itemsPerPage: 50 })
    expect(items.find(({ pcesta }: Row) => pcesta === 'P')).toEqual({
      pcnpet: expect.any(Number),
      pcppto: 'PR-0508',
      pcesta: 'P',
      estado: 'S',
      pcdes1: 'Carga de facturas electrónicas de subcontratas',
      fecalta: '2026-09-25T08:55:00.000Z',
      pcfpet: '2026-09-25',
      pcfent: '2027-01-01',
      instalacion: '',
      documentos: 0,
    })
    expect(items.find(({ pcesta }: Row) => pcesta === 'A')).toMatchObject({ documentos: 2 })
  })

  test.each(['P', 'R', 'E', 'A', 'K'])('filtered by %s has what is shown as that', async (estado) => {
    const { items, totalItems } = await list('get_lista_desarrollos', { filtros: { estado }, itemsPerPage: 50 })
    expect(totalItems).toBe(estado === 'P' ? 2 : 1)
    expect(new Set(items.map((row: Row) => row.estado))).toEqual(new Set([estado === 'P' ? 'S' : estado]))
  })

  test('shows every state as the rule says', async () => {
    const { rows } = await portal.owner.query<{ number: number; state: DevelopmentState }>(
      `select number::int, state from development where client_id = 1001 and installation_code = 'LEV-01'`,
    )
    const pending = rows.filter(({ state }) => shownDevelopmentState(state) === 'pending').map(({ number }) => number)
    const { items } = await list('get_lista_desarrollos', { filtros: { estado: 'P' } })
    expect(new Set(items.map(numberOf))).toEqual(new Set(pending))
  })

  test('filtered by mine has those that this person, or anybody who came as the same contact, asked for', async () => {
    const { items } = await list('get_lista_desarrollos', { filtros: { mias: true } })
    expect(items.map(({ pcesta }: Row) => pcesta)).toEqual(['S', 'R', 'Y', 'E'])
    const colleague = await portal.enter('LEV-01', 11, {}, 'colega')
    expect((await list('get_lista_desarrollos', { filtros: { mias: true } }, colleague)).totalItems).toBe(4)
    expect(await list('get_lista_desarrollos', { filtros: { mias: true } }, andres)).toEqual({
      items: [],
      totalItems: 0,
    })
    const asClient = await list('get_lista_desarrollos', { filtros: { mias: true } }, second)
    expect(asClient.totalItems).toBe(1)
  })
})

describe('valuations', () => {
  test("are the client's, the newest number first, for administrators", async () => {
    expect(await list('get_lista_valoraciones', {}, andres)).toEqual({
      items: [
        {
          vinreg: 303,
          vodesc: 'Portal del Proveedor: alta de nuevas empresas colaboradoras',
          vifeal: '2026-11-12',
          total: null,
          validaHasta: null,
          caducada: false,
        },
        {
          vinreg: 302,
          vodesc: 'Retención de garantía por certificación en subcontratas',
          vifeal: '2026-10-30',
          total: 1010.59,
          validaHasta: '2026-11-27',
          caducada: false,
        },
        {
          vinreg: 301,
          vodesc: 'Remesas de confirming de un segundo banco',
          vifeal: '2026-10-23',
          total: 2073.65,
          validaHasta: '2026-12-09',
          caducada: false,
        },
      ],
      totalItems: 3,
    })
    expect((await incidents('get_total_valoraciones', {}, andres)).data).toEqual({ total: 3 })
    expect((await get('get_contadores', {}, andres)).data.valoraciones).toBe(3)
  })

  test.each(['get_lista_valoraciones', 'get_total_valoraciones'])('%s is refused to others', async (path) => {
    for (const cookie of [lucia, second, await limitedSession()]) {
      const { status, data, message } = await incidents(path, {}, cookie)
      expect([status, data, message]).toEqual([403, { codigo: 'rol' }, 'Su usuario no tiene acceso a esta página'])
    }
    expect((await get('get_contadores')).data.valoraciones).toBe(0)
  })
})

describe('every list', () => {
  test.each([
    ...['pcnpet', 'pcticket', 'estado', 'pcdes1', 'fecalta', 'fechaestado', 'pcfent'].map((by) => [LISTS[0], by]),
    ...['pcnpet', 'pcppto', 'estado', 'pcdes1', 'fecalta', 'pcfent'].map((by) => [LISTS[1], by]),
    ...['vinreg', 'vodesc', 'vifeal'].map((by) => ['get_lista_valoraciones', by]),
  ])('%s sorts by %s both ways, with what is missing last', async (path = '', sortBy = '') => {
    const states = path === LISTS[0] ? 'EC E V C D Y I Z' : 'S R E A V K C D Y I Z'
    const rank = (row: Row): string | number | null => {
      const { [sortBy]: value = null } = row as unknown as Record<string, string | number | null>
      if (sortBy === 'estado') return states.split(' ').indexOf(String(value)) + 1
      return value || null
    }
    const { compare } = new Intl.Collator('es')
    const inOrder = (a: string | number, b: string | number) =>
      typeof a === 'string' && typeof b === 'string' ? compare(a, b) <= 0 : a <= b
    const sorted = async (sortDesc: boolean) => {
      const { items } = await list(path, { sortBy, sortDesc, itemsPerPage: 50 }, andres)
      return items.map(rank)
    }
    const up = await sorted(false)
    const present = up.filter((value: unknown) => value !== null)
    expect(present.length).toBeGreaterThan(2)
    expect(new Set(present).size).toBeGreaterThan(1)
    expect(up.slice(present.length).every((value: unknown) => value === null)).toBe(true)
    const down = await sorted(true)
    expect(down.slice(present.length).every((value: unknown) => value === null)).toBe(true)
    for (const values of [present, down.slice(0, present.length).toReversed()]) {
      expect(values.every((value: string, index: number) => index === 0 || inOrder(values[index - 1], value))).toBe(
        true,
      )
    }
  })

  test.each([...LISTS, 'get_lista_valoraciones'])('%s is paged', async (path) => {
    await portal.owner.query(`insert into valuation select 1001, n, 'Más', '2026-01-01' from generate_series(401, 409) n
      on conflict do nothing`)
    const [first, next, last] = await Promise.all([1, 2, 900].map((page) => list(path, { page }, andres)))
    expect(first.items).toHaveLength(10)
    expect(last).toEqual({ items: [], totalItems: first.totalItems })
    const all = await list(path, { itemsPerPage: 50 }, andres)
    expect([...first.items, ...next.items]).toEqual(all.items.slice(0, 20))
    expect(all.totalItems).toBe(all.items.length)
    await portal.owner.query('delete from valuation where number > 400')
  })

  test.each([...LISTS, 'get_lista_valoraciones'])('%s refuses a page that there cannot be', async (path) => {
    for (const sent of [
      { page: 0 },
      { page: -1 },
      { page: 'x' },
      { itemsPerPage: 11 },
      { sortBy: 'llnumreg' },
      { sortBy: 'pcdes1; drop table incident' },
      { sortDesc: 'si' },
      { quien: 'yo' },
    ]) {
      expect([sent, (await incidents(path, sent, andres)).status]).toEqual([sent, 400])
    }
  })

  test.each(LISTS)('%s refuses a filter that makes no sense', async (path) => {
    for (const filtros of [
      '{',
      '[]',
      { quien: 'yo' },
      { numero: 'x' },
      { numero: 0 },
      { estado: 'X' },
      { estado: path === LISTS[0] ? 'A' : 'EC' },
      { todas: 'true' },
      { todas: true, mias: true },
      { entre: '2026-02-30' },
      { entre: '1949-12-31' },
      { entre: '2026-11-19' },
      { hasta: '2099-01-01' },
      { entre: '2026-11-02', hasta: '2026-11-01' },
    ]) {
      expect([filtros, (await incidents(path, { filtros })).status]).toEqual([filtros, 400])
    }
  })

  test.each(LISTS)('%s takes a filter that says nothing', async (path) => {
    const filtros = { numero: null, entre: null, hasta: null, estado: null, todas: false, mias: false }
    expect(await list(path, { filtros })).toEqual(await list(path))
    expect(await list(path, { filtros: '' })).toEqual(await list(path))
    const typed = { numero: '', entre: '', hasta: '', estado: '', todas: '', mias: '' }
    expect(await list(path, { filtros: typed })).toEqual(await list(path))
  })

  test.each(LISTS)('%s finds by number, and nothing by that of another', async (path) => {
    const { items } = await list(path)
    const numero = numberOf(items[0])
    expect((await list(path, { filtros: { numero } })).items.map(numberOf)).toEqual([numero])
    expect((await list(path, { filtros: { numero: String(numero) } })).items.map(numberOf)).toEqual([numero])
    for (const cookie of [nuria, second]) {
      expect(await list(path, { filtros: { numero } }, cookie)).toEqual({ items: [], totalItems: 0 })
    }
    expect(await list(path, { filtros: { numero: 99_999_999 } })).toEqual({ items: [], totalItems: 0 })
    const [other] = (await list(path === LISTS[0] ? 'get_lista_desarrollos' : 'get_lista_actuaciones')).items
    expect((await list(path, { filtros: { numero: numberOf(other) } })).totalItems).toBe(0)
  })

  test.each(LISTS)(
    '%s takes a day from midnight to midnight in the office, also when the clocks change',
    async (path) => {
      const add = path === LISTS[0] ? addIncident : addDevelopment
      const days = [
        ['2026-03-28T22:59:59.999Z', '2026-03-28'],
        ['2026-03-28T23:00:00.000Z', '2026-03-29'],
        ['2026-03-29T21:59:59.999Z', '2026-03-29'],
        ['2026-03-29T22:00:00.000Z', '2026-03-30'],
        ['2026-10-24T21:59:59.999Z', '2026-10-24'],
        ['2026-10-24T22:00:00.000Z', '2026-10-25'],
        ['2026-10-25T22:59:59.999Z', '2026-10-25'],
        ['2026-10-25T23:00:00.000Z', '2026-10-26'],
      ] as const
      for (const [at, day] of days) {
        const numero = await add({ at })
        const found: string[] = []
        for (const one of new Set(days.map(([, other]) => other))) {
          if ((await list(path, { filtros: { numero, entre: one, hasta: one } })).totalItems > 0) found.push(one)
        }
        expect([at, found]).toEqual([at, [day]])
        expect((await list(path, { filtros: { numero, entre: day } })).totalItems).toBe(1)
        expect((await list(path, { filtros: { numero, hasta: day } })).totalItems).toBe(1)
      }
    },
  )

  test('needs a session', async () => {
    for (const path of [...LISTS, 'get_lista_valoraciones', 'get_total_valoraciones']) {
      expect((await portal.call(null, 'GET', `/incidencias/${path}`)).status).toBe(403)
    }
    expect((await portal.call(null, 'POST', '/incidencias/reclamar_incidencia', { hcnpet: 1 })).status).toBe(403)
  })
})

describe('whose', () => {
  const totals = async (cookie: string, sent: object = {}) =>
    Promise.all(LISTS.map(async (path) => (await list(path, sent, cookie)).totalItems))
  const counted = async (cookie: string) => {
    const { actuaciones, desarrollos } = (await get('get_contadores', {}, cookie)).data
    return [actuaciones, desarrollos]
  }
  const inDatabase = async (where: string) => {
    const { rows } = await portal.owner.query<{ incidents: number; developments: number }>(
      `select (select count(*)::int from incident where ${where}) as incidents,
        (select count(*)::int from development where ${where}) as developments`,
    )
    return [rows[0]?.incidents, rows[0]?.developments]
  }

  test('the counters equal the totals, for everybody', async () => {
    for (const cookie of [
      lucia,
      andres,
      await portal.logIn('marta', 'Demo-marta-1'),
      nuria,
      second,
      await limitedSession(),
    ]) {
      expect(await counted(cookie)).toEqual(await totals(cookie))
    }
  })

  test('an installation sees its own, an administrator the whole client’s', async () => {
    const lev01 = await inDatabase("client_id = 1001 and installation_code = 'LEV-01'")
    const lev02 = await inDatabase("client_id = 1001 and installation_code = 'LEV-02'")
    const levante = await inDatabase('client_id = 1001')
    expect(lev02).toEqual([2, 2])
    expect(await totals(lucia)).toEqual(lev01)
    expect(await totals(second)).toEqual(lev02)
    expect(await totals(andres)).toEqual(levante)
    expect(await totals(lucia, { filtros: { todas: true } })).toEqual(lev01)
  })

  test('a person of two installations sees the one entered from, and both when asking for all', async () => {
    await portal.owner.query("insert into contact_installation values (1001, 11, 'LEV-02')")
    try {
      const lev01 = await inDatabase("client_id = 1001 and installation_code = 'LEV-01'")
      expect(await totals(lucia)).toEqual(lev01)
      expect(await counted(lucia)).toEqual(lev01)
      expect(await totals(lucia, { filtros: { todas: true } })).toEqual(await inDatabase('client_id = 1001'))
      await asOwnOnly(async (cookie) => {
        const [, developments] = await totals(cookie)
        expect(developments).toBe(lev01[1])
        expect(await counted(cookie)).toEqual(await totals(cookie))
      })
    } finally {
      await portal.owner.query(
        "delete from contact_installation where contact_id = 11 and installation_code = 'LEV-02'",
      )
    }
  })

  test('a person who sees only their own tickets sees the incidents of those tickets', async () => {
    const [mine, linkedToNone] = [await addIncident(), await addIncident()]
    await link(mine, await raised())
    await asOwnOnly(async (cookie) => {
      const { items, totalItems } = await list('get_lista_actuaciones', { itemsPerPage: 50 }, cookie)
      expect(items.map(numberOf)).toContain(mine)
      expect(items.map(numberOf)).not.toContain(linkedToNone)
      expect(items).toHaveLength(totalItems)
      expect((await claim(linkedToNone, {}, cookie)).status).toBe(404)
      expect((await claim(mine, {}, cookie)).status).toBe(200)
    })
  })

  test('a limited session sees the incidents of its own tickets, and no development', async () => {
    const limited = await limitedSession()
    await portal.owner.query(`insert into development (client_id, number, installation_code, state, title, created_at)
      values (1003, nextval('incident_number'), 'TEI-01', 'pending', 'Añadido por una prueba', now())`)
    expect(await totals(await portal.enter('TEI-01', 31))).toEqual([1, 1])
    expect(await totals(limited)).toEqual([0, 0])
    const { data: modules } = await get('get_lista_modulos', {}, limited)
    const modulo = modules.find(({ shcateg }: { shcateg: string }) => shcateg === 'RE').shnumreg
    const { data } = await portal.call(limited, 'POST', '/consultas/nueva_consulta', draft({ modulo, empresa: '001' }))
    const { llnumreg } = data[0]
    await post('crear_respuesta_falsa', { llnumreg, respuesta: 'Es un error.', incidencia: 'S' }, {}, limited)
    const { items } = await list('get_lista_actuaciones', {}, limited)
    expect(items).toMatchObject([{ pcticket: llnumreg, estado: 'EC' }])
    expect(await totals(await limitedSession())).toEqual([0, 0])
    expect((await claim(numberOf(items[0]), {}, limited)).data).toEqual([{ pcnpet: numberOf(items[0]) }])
    const { rows } = await portal.owner.query('select author from incident_claim where incident_number = $1', [
      numberOf(items[0]),
    ])
    expect(rows).toEqual([{ author: 'Visitante' }])
  })
})

describe('a claim of an incident', () => {
  test('is noted with its author, shows in the row and leaves the state date alone', async () => {
    const pcnpet = await addIncident()
    const { fechaestado } = await only(pcnpet)
    later(HOUR_MS / 4)
    const { status, data, message } = await claim(pcnpet, { nombreUsuario: 'Otra persona' })
    expect([status, data, message]).toEqual([200, [{ pcnpet }], ''])
    expect(await only(pcnpet)).toMatchObject({
      fechaestado,
      reclamaciones: [{ hcsecu: 1, fecalta: '2026-11-18T11:15:00.000Z', hchora: '12:15' }],
      puedeReclamar: false,
    })
    const { rows } = await portal.owner.query(
      `select c.author, p.login, c.sequence from incident_claim c join person p using (client_id, person_id)
       where c.incident_number = $1`,
      [pcnpet],
    )
    expect(rows).toEqual([{ author: 'Lucía Ferrer', login: expect.any(String), sequence: 1 }])
  })

  test('may be repeated after more than 24 hours, three times in all', async () => {
    const pcnpet = await addIncident()
    const again = async () => {
      await enterAgain()
      return claim(pcnpet)
    }
    expect((await again()).status).toBe(200)
    later(24 * HOUR_MS)
    const early = await again()
    expect([early.status, early.message]).toEqual([
      409,
      'Podrá reclamar de nuevo el jueves 19 de noviembre a las 12:00',
    ])
    expect(early.data).toEqual({
      pcnpet,
      pcesta: 'S',
      reclamaciones: [{ hcsecu: 1, fecalta: '2026-11-18T11:00:00.000Z', hchora: '12:00' }],
    })
    later(1)
    expect((await again()).status).toBe(200)
    expect((await again()).data.reclamaciones).toHaveLength(2)
    later(24 * HOUR_MS + 1)
    expect((await again()).status).toBe(200)
    later(48 * HOUR_MS)
    const fourth = await again()
    expect([fourth.status, fourth.message]).toEqual([
      409,
      'Esta incidencia ya se ha reclamado tres veces: Soporte tiene sus reclamaciones',
    ])
    expect(fourth.data.reclamaciones.map(({ hcsecu }: { hcsecu: number }) => hcsecu)).toEqual([1, 2, 3])
  })

  test.each(['A', 'EC', 'E', 'V', 'C', 'D', 'Y', 'I', 'Z'])('in state %s is refused', async (estado) => {
    const { items } = await list('get_lista_actuaciones', { itemsPerPage: 50 })
    const { pcnpet } = items.find(({ pcesta }: Row) => pcesta === estado)
    const { status, data, message } = await claim(pcnpet)
    expect([status, data.pcesta, message]).toEqual([
      409,
      estado,
      'En su estado actual, esta incidencia no admite reclamaciones',
    ])
  })

  test.each(['pending', 'planned', 'resolved', 'supervised'])(
    'in state %s is taken, unless delivered',
    async (state) => {
      const incident = await addIncident({ state })
      expect((await claim(incident)).status).toBe(200)
      const { rows } = await portal.owner.query('select sequence from incident_claim where incident_number = $1', [
        incident,
      ])
      expect(rows).toEqual([{ sequence: 1 }])
      expect((await claim(await addIncident({ state, situation: 'ENTREGADO' }))).status).toBe(409)
    },
  )

  test("of another's is answered like one of none", async () => {
    const [ofDuero] = (await list('get_lista_actuaciones', {}, nuria)).items
    const [ofSecond] = (await list('get_lista_actuaciones', {}, second)).items
    const [development] = (await list('get_lista_desarrollos')).items
    const never = await claim(99_999_999)
    expect(never.status).toBe(404)
    for (const { pcnpet } of [ofDuero, ofSecond, development]) {
      const { status, raw } = await claim(pcnpet)
      expect([status, raw.body]).toEqual([404, never.raw.body])
    }
    const { rows } = await portal.owner.query(
      'select count(*)::int as claims from incident_claim where incident_number = any ($1)',
      [[ofDuero.pcnpet, ofSecond.pcnpet]],
    )
    expect(rows).toEqual([{ claims: 0 }])
  })

  test.each([
    [{}, 422],
    [{ hcnpet: null }, 422],
    [{ hcnpet: '' }, 422],
    [{ hcnpet: 0 }, 422],
    [{ hcnpet: -4 }, 422],
    [{ hcnpet: '5' }, 400],
    [{ hcnpet: 1.5 }, 400],
    [{ hcnpet: [1] }, 400],
    [{ hcnpet: 1, pcnpet: 1 }, 400],
    [{ hcnpet: 1, nombreUsuario: 3 }, 400],
    [{ hcnpet: 1, nombreUsuario: 'x'.repeat(201) }, 422],
    [[], 400],
  ])('of %j is refused with %i', async (sent, status) => {
    const answer = await portal.call(lucia, 'POST', '/incidencias/reclamar_incidencia', sent)
    expect(answer.status).toBe(status)
    if (status === 422) expect(Object.keys(answer.data.errores)).toHaveLength(1)
  })

  test('once under its key, whose answer is kept', async () => {
    const pcnpet = await addIncident()
    const headers = { 'idempotency-key': 'incident-claim' }
    const answers = [await claim(pcnpet, {}, lucia, headers), await claim(pcnpet, {}, lucia, headers)]
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, [{ pcnpet }]],
      [200, [{ pcnpet }]],
    ])
    expect((await only(pcnpet)).reclamaciones).toHaveLength(1)
    expect((await claim(await addIncident(), {}, lucia, headers)).status).toBe(422)
  })

  test('of thirty at once one wins, the others see where it stands', async () => {
    const { owner } = portal
    const pcnpet = await addIncident()
    // As many calls as can run at once request the incident before the first one gets it.
    await owner.query('begin')
    await owner.query('select from incident where client_id = 1001 and number = $1 for update', [pcnpet])
    const claims = Array.from({ length: 30 }, (_, index) => claim(pcnpet, {}, index % 2 ? lucia : andres))
    await eventually(async () => {
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBeGreaterThan(2)
    })
    await owner.query('commit')
    const answers = await Promise.all(claims)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(29)
    for (const { data } of losers) expect(data).toMatchObject({ pcnpet, reclamaciones: [{ hcsecu: 1 }] })
  })

  test('in English is refused in English', async () => {
    const pcnpet = await addIncident({ state: 'delivered' })
    const { message } = await claim(pcnpet, {}, lucia, { 'accept-language': 'en-GB' })
    expect(message).toBe('In its present state this incident cannot be chased')
  })
})

describe('files', () => {
  test('of an incident and of a development are listed and can be had by their number', async () => {
    const [incident] = (
      await list('get_lista_actuaciones', { filtros: { estado: 'EC' }, itemsPerPage: 50 })
    ).items.filter(({ documentos }: Row) => documentos > 0)
    const developments = (await list('get_lista_desarrollos', { itemsPerPage: 50 })).items
    const [most] = developments.toSorted((one: Row, other: Row) => other.documentos - one.documentos)
    for (const [{ pcnpet }, names] of [
      [incident, ['informe-plusvalia.pdf']],
      [most, ['reparto-actual.png', 'reparto-por-superficie.pdf']],
    ]) {
      const { data } = await get('get_documentacion', { pcnpet })
      expect(data.map(({ fimagen }: { fimagen: { imdesc: string } }) => fimagen.imdesc)).toEqual(names)
      expect(data[0].llnumreg).toBe(pcnpet)
      for (const { iaimagen, bytes } of data) {
        const file = await get('get_documento', { iaimagen })
        expect([file.status, file.raw.rawPayload.length]).toEqual([200, bytes])
        for (const cookie of [nuria, second])
          expect((await get('get_documento', { iaimagen }, cookie)).status).toBe(404)
        expect((await get('get_documento', { iaimagen }, await limitedSession())).status).toBe(403)
      }
      for (const cookie of [nuria, second]) {
        expect((await get('get_documentacion', { pcnpet }, cookie)).status).toBe(404)
      }
    }
    const none = developments.find(({ documentos }: Row) => documentos === 0)
    expect((await get('get_documentacion', { pcnpet: none.pcnpet })).data).toEqual([])
  })

  test('of a development is nobody’s to send along with a ticket', async () => {
    const { rows } = await portal.owner.query<{ attachment_id: string }>(
      `select attachment_id from attachment where development_number is not null and client_id = 1001 and person_id = (
        select person_id from session where client_id = 1001 and contact_id = 11 order by session_id desc limit 1)`,
    )
    const documentos = rows.slice(0, 1).map(({ attachment_id: id }) => ({ id_temporal: id }))
    expect(documentos).toHaveLength(1)
    expect((await post('nueva_consulta', draft({ documentos }))).status).toBe(422)
  })
})

interface Row {
  readonly pcnpet: number
  readonly pcticket: number | null
  readonly pcesta: string
  readonly pcsitu: string | null
  readonly estado: string
  readonly fechaestado: string
  readonly instalacion: string
  readonly documentos: number
}

const numberOf = ({ pcnpet }: Row): number => pcnpet

const incidents = (path: string, sent: object = {}, cookie = lucia) =>
  portal.call(cookie, 'GET', `/incidencias/${path}`, sent)

async function list(path: string, sent: object = {}, cookie = lucia) {
  const { status, data } = await incidents(path, sent, cookie)
  expect(status).toBe(200)
  return data
}

/** The row of an incident. */
async function only(numero: number, cookie = lucia) {
  const { items } = await list('get_lista_actuaciones', { filtros: { numero } }, cookie)
  expect(items).toHaveLength(1)
  return items[0]
}

const claim = (hcnpet: number, over: object = {}, cookie = lucia, headers: Record<string, string> = {}) =>
  portal.call(cookie, 'POST', '/incidencias/reclamar_incidencia', { hcnpet, ...over }, headers)

interface Work {
  readonly at?: string
  readonly state?: string
  readonly situation?: string
}

const addIncident = ({ at = '2026-11-02T09:00:00Z', state = 'pending', situation }: Work = {}) =>
  added(
    `insert into incident (client_id, number, installation_code, state, situation, title, created_at, state_at)
     values (1001, nextval('incident_number'), 'LEV-01', $2, $3, 'Añadida por una prueba', $1, $1) returning number::int`,
    [at, state, situation],
  )

const addDevelopment = ({ at = '2026-11-02T09:00:00Z', state = 'pending' }: Work = {}) =>
  added(
    `insert into development (client_id, number, installation_code, state, title, created_at)
     values (1001, nextval('incident_number'), 'LEV-01', $2, 'Añadido por una prueba', $1) returning number::int`,
    [at, state],
  )

async function added(statement: string, values: unknown[]): Promise<number> {
  const { rows } = await portal.owner.query<{ number: number }>(statement, values)
  return rows[0]?.number ?? 0
}

const link = (incident: number, ticket: number) =>
  portal.owner.query('insert into incident_ticket values (1001, $1, $2)', [incident, ticket])

/** Lucía, with access to her own tickets only. */
async function asOwnOnly(work: (cookie: string) => Promise<void>): Promise<void> {
  await portal.owner.query("update contact set visibility = 'own' where client_id = 1001 and contact_id = 11")
  try {
    await work(lucia)
  } finally {
    await portal.owner.query(
      "update contact set visibility = 'installation' where client_id = 1001 and contact_id = 11",
    )
  }
}

async function limitedSession(): Promise<string> {
  const { raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', {
    renuinst: 'TEI-01',
    interlocutor: 'Visitante',
  })
  const [cookie] = raw.cookies
  return `${cookie?.name}=${cookie?.value}`
}
