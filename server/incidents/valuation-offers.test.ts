import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { act, logInAgain, openSupportDesk, raul, read, sonia } from '../testing/support-desk.ts'
import { later, portal, raised } from '../testing/ticket-desk.ts'

const run = promisify(execFile)

openSupportDesk()

const HOUR = 3_600_000
const ONE_OF_TWO = new Set([200, 409])
const LINES = [
  { concept: 'Análisis y desarrollo', hours: 12.5, price: 58, vat: 21 },
  { concept: 'Formación', hours: null, price: 180, vat: 0 },
]

let andres: string
let teo: string
const logIn = async () => {
  await logInAgain()
  andres = await portal.logIn('andres', 'Demo-andres-1')
  teo = await portal.logIn('teo', 'Demo-teo-1')
}
beforeAll(logIn)

const view = async (vinreg: number, cookie = andres) =>
  (await portal.call(cookie, 'GET', '/incidencias/ver_valoracion', { vinreg })).data
const decide = (vinreg: number, over: object = {}, cookie = andres) =>
  portal.call(cookie, 'POST', '/incidencias/decidir_valoracion', { vinreg, resultado: 'aceptada', ...over })
const undo = (vinreg: number, over: object = {}, cookie = andres) =>
  portal.call(cookie, 'POST', '/incidencias/deshacer_decision', { vinreg, ...over })
const offered = async (over: object = {}): Promise<number> => {
  const sent = { client: 1001, description: 'Aviso de seguros', lines: LINES, ...over }
  const { data, message, status } = await act('/valuations/create', sent)
  if (status !== 200) throw new Error(message)
  return data.number
}
const day = (days: number) => new Date(portal.clock.now.getTime() + days * 24 * HOUR).toISOString().slice(0, 10)
const counters = async (cookie = andres) => (await portal.call(cookie, 'GET', '/consultas/get_contadores')).data

describe('what a valuation offers', () => {
  test('is reckoned in cents, alike for the client, the list and Support', async () => {
    const number = await offered({ validUntil: day(30) })
    const importes = {
      lineas: [
        { concepto: 'Análisis y desarrollo', horas: 12.5, precio: 58, iva: 21, importe: 725 },
        { concepto: 'Formación', horas: null, precio: 180, iva: 0, importe: 180 },
      ],
      horas: 12.5,
      base: 905,
      impuestos: [
        { iva: 21, base: 725, cuota: 152.25 },
        { iva: 0, base: 180, cuota: 0 },
      ],
      total: 1057.25,
    }
    expect(await view(number)).toMatchObject({ importes, validaHasta: day(30), caducada: false, puedeDecidir: true })
    const { items } = (await portal.call(andres, 'GET', '/incidencias/get_lista_valoraciones')).data
    expect(items[0]).toMatchObject({ vinreg: number, total: 1057.25, validaHasta: day(30) })
    const shown = (await read('/valuation', { number })).data
    expect(shown).toMatchObject({ total: 1057.25, amounts: { total: 1057.25, base: 905 }, version: 1, mayOffer: true })
    await decide(number)
    const decided = (await portal.call(andres, 'GET', '/incidencias/get_decisiones')).data
    expect(decided).toContainEqual(expect.objectContaining({ vinreg: number, total: 1057.25 }))
  })

  test.each([
    ['three decimals', { lines: [{ ...LINES[0], price: 58.001 }] }, 400],
    ['hours below zero', { lines: [{ ...LINES[0], hours: -1 }] }, 422],
    ['a line without words', { lines: [{ ...LINES[0], concept: ' ' }] }, 422],
    ['more VAT than the whole', { lines: [{ ...LINES[0], vat: 100.01 }] }, 422],
    ['a total that somebody else reckoned', { total: 1 }, 400],
    ['less than nothing', { lines: [{ concept: 'Descuento', hours: null, price: -1, vat: 21 }] }, 422],
    ['a last day that is over', { validUntil: '2020-01-01' }, 422],
    ['too many lines', { lines: Array.from({ length: 51 }, () => LINES[0]) }, 422],
  ])('is refused with %s', async (_case, over, status) => {
    const sent = { client: 1001, description: 'Aviso', lines: LINES, ...over }
    expect((await act('/valuations/create', sent)).status).toBe(status)
  })

  test('is found by the words of its lines, on both sides, until they change', async () => {
    const number = await offered({ lines: [{ ...LINES[0], concept: 'Fiscalización telemática' }] })
    const found = async (words: string) => {
      const { grupos } = (await portal.call(andres, 'GET', '/buscar', { q: words })).data
      const group = grupos.find(({ tipo }: { tipo: string }) => tipo === 'valoracion')
      return (group?.items ?? []).map(({ vinreg }: { vinreg: number }) => vinreg)
    }
    const listed = async (text: string) =>
      (await read('/valuations', { text })).data.items.map((row: { number: number }) => row.number)
    expect(await found('fiscalización')).toEqual([number])
    expect(await listed('fiscalizacion')).toEqual([number])
    await act('/valuation/offer', { number, was: 1, description: 'Aviso de seguros', lines: LINES })
    expect([await found('fiscalización'), await listed('fiscalizacion')]).toEqual([[], []])
  })
})

describe('a changed offer', () => {
  test('counts up, keeps what it said before, and tells the client', async () => {
    const number = await offered()
    const change = { number, was: 1, description: 'Aviso y baja de seguros', lines: [LINES[1]], validUntil: day(5) }
    const both = await Promise.all([act('/valuation/offer', change), act('/valuation/offer', change, raul)])
    expect(new Set(both.map(({ status }) => status))).toEqual(ONE_OF_TWO)
    expect(await view(number)).toMatchObject({
      vodesc: 'Aviso y baja de seguros',
      version: 2,
      importes: { total: 180 },
      validaHasta: day(5),
      historia: [
        { tipo: 'oferta', version: 1, total: 1057.25 },
        { tipo: 'oferta', version: 2, total: 180 },
      ],
    })
    const { history } = (await read('/valuation', { number })).data
    expect(history[0]).toMatchObject({ kind: 'offered', description: 'Aviso de seguros', total: 1057.25 })
    const { rows } = await portal.owner.query(
      `select kind from event where subject = 'valuation' and number = $1 order by event_id`,
      [number],
    )
    expect(rows).toEqual([{ kind: 'opened' }, { kind: 'revision' }])
  })

  test('is not decided by a reader of the version before, and not changed once it is decided', async () => {
    const number = await offered()
    await act('/valuation/offer', { number, was: 1, description: 'Más caro', lines: LINES })
    expect(await decide(number, { version: 1 })).toMatchObject({
      status: 409,
      message: 'Soporte ha cambiado esta valoración mientras la leía: vea lo que ofrece ahora antes de decidir',
      data: { codigo: 'valoracion_cambiada', version: 2, decision: null },
    })
    expect((await decide(number, { version: 2 })).status).toBe(200)
    expect(await act('/valuation/offer', { number, was: 2, description: 'Otra vez', lines: LINES })).toMatchObject({
      status: 409,
      message: 'Esta valoración ya se aceptó o se rechazó',
    })
    expect((await view(number)).vodesc).toBe('Más caro')
  })

  test('races with a decision: one of the two happens', async () => {
    const number = await offered()
    const [decided, changed] = await Promise.all([
      decide(number, { version: 1 }),
      act('/valuation/offer', { number, was: 1, description: 'Más caro', lines: LINES }),
    ])
    expect(new Set([decided.status, changed.status])).toEqual(ONE_OF_TWO)
    const { version, decision } = await view(number)
    expect(version === 1).toBe(decision !== null)
  })
})

describe('an expired valuation', () => {
  test('is decided on its last day, not the day after; it can be asked for anew, and waits again once it is renewed', async () => {
    const kept = await offered({ validUntil: day(0) })
    const lost = await offered({ validUntil: day(0) })
    const before = await counters()
    expect((await decide(kept)).status).toBe(200)
    later(24 * HOUR)
    await logIn()
    expect(await decide(lost)).toMatchObject({
      status: 409,
      message: 'Esta valoración ha caducado: puede pedir que la renueven',
      data: { codigo: 'valoracion_caducada' },
    })
    expect(await view(lost)).toMatchObject({ caducada: true, puedeDecidir: false, puedePreguntar: true })
    // It stays in the list, but waits for no decision.
    const after = await counters()
    expect(after.valoraciones).toBe(before.valoraciones - 1)
    expect(after.valoracionesPorDecidir).toBe(before.valoracionesPorDecidir - 2)
    const asked = { vinreg: lost, texto: '¿Pueden renovarla?' }
    expect((await portal.call(andres, 'POST', '/incidencias/preguntar_valoracion', asked)).status).toBe(200)
    const renewed = { number: lost, was: 1, description: 'Aviso de seguros', lines: LINES, validUntil: day(10) }
    expect((await act('/valuation/offer', renewed)).status).toBe(200)
    expect((await counters()).valoracionesPorDecidir).toBe(before.valoracionesPorDecidir - 1)
    expect((await decide(lost, { version: 2 })).status).toBe(200)
  })
})

describe('a decision', () => {
  test('is undone within the hour by a colleague with the right, and waits again; Support is told', async () => {
    const ticket = await raised()
    await act('/ticket/assign', { number: ticket, to: 'raul' })
    const number = await offered({ client: null, ticket })
    await decide(number, { texto: 'Adelante' })
    const { puedeDeshacer, deshacerHasta } = await view(number)
    expect([puedeDeshacer, new Date(deshacerHasta).getTime() - portal.clock.now.getTime()]).toEqual([true, HOUR])
    later(HOUR - 1)
    expect((await undo(number, { texto: ' Faltaba una firma. ' }, teo)).status).toBe(200)
    expect(await view(number)).toMatchObject({
      decision: null,
      puedeDecidir: true,
      puedeDeshacer: false,
      historia: [
        { tipo: 'oferta' },
        { tipo: 'aceptada', texto: 'Adelante', usuario: 'Andrés Molina' },
        { tipo: 'deshecha', texto: 'Faltaba una firma.', usuario: 'Teo Ruiz' },
      ],
    })
    expect((await read('/valuation', { number })).data.history.at(-1)).toMatchObject({ kind: 'undone', by: 'Teo Ruiz' })
    const told = await portal.owner.query(
      `select kind, actor from event where subject = 'valuation' and number = $1 order by event_id`,
      [number],
    )
    expect(told.rows.map(({ kind }) => kind)).toEqual(['opened', 'decision', 'decision-undone'])
    expect(await undo(number)).toMatchObject({ status: 409, data: { codigo: 'sin_decidir' } })
    expect((await decide(number, { resultado: 'rechazada' }, teo)).status).toBe(200)
  })

  test('is undone once of two who do so at once', async () => {
    const number = await offered()
    await decide(number)
    const both = await Promise.all([undo(number), undo(number, {}, teo)])
    expect(new Set(both.map(({ status }) => status))).toEqual(ONE_OF_TWO)
  })

  test('stays after an hour', async () => {
    const number = await offered()
    await decide(number)
    later(HOUR)
    expect(await undo(number)).toMatchObject({
      status: 409,
      message: 'Solo se puede deshacer durante una hora: hable con Soporte',
      data: { codigo: 'fuera_de_plazo' },
    })
    expect(await view(number)).toMatchObject({ puedeDeshacer: false, decision: { resultado: 'aceptada' } })
  })

  test('stays once the work has begun, and once Support has closed it', async () => {
    const made = { kind: 'development', client: 1001, installation: 'LEV-01', title: 'Aviso' }
    const { number: development } = (await act('/work/create', made)).data
    const number = await offered({ development })
    await decide(number)
    expect((await view(number)).puedeDeshacer).toBe(true)
    await act('/work/state', { number: development, state: 'resolved' })
    expect(await undo(number)).toMatchObject({
      status: 409,
      message: 'El trabajo ya ha empezado: la decisión no se puede deshacer',
      data: { codigo: 'trabajo_empezado' },
    })
    expect(await view(number)).toMatchObject({
      puedeDeshacer: false,
      motivoDeshacer: expect.stringMatching(/empezado/),
    })
    const other = await offered()
    await decide(other)
    await act('/valuation/close', { number: other })
    expect(await undo(other)).toMatchObject({ status: 409, data: { codigo: 'valoracion_cerrada' } })
  })
})

test('as PDF, it says what the screen says, to the client in their language and to Support', async ({ skip }) => {
  const poppler = await run('pdftotext', ['-v']).then(
    () => true,
    () => false,
  )
  if (!poppler) skip('pdftotext is not here: install poppler-utils')
  const number = await offered({ validUntil: day(30) })
  const words = async (path: string, headers: Record<string, string>) => {
    const raw = await portal.app.inject({ url: `/api${path}`, headers })
    expect([raw.statusCode, raw.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(raw.headers['content-disposition']).toMatch(/Va[^;]*\d{4}\.pdf/)
    const file = join(mkdtempSync(join(tmpdir(), 'valuation-')), 'valuation.pdf')
    writeFileSync(file, raw.rawPayload)
    return (await run('pdftotext', ['-layout', file, '-'])).stdout.replaceAll(/\s+/g, ' ')
  }
  const path = `/incidencias/valoracion_pdf?vinreg=${number}`
  const said = await words(path, { cookie: andres })
  for (const each of [
    `Valoración ${number}`,
    'Constructora Levante',
    'Análisis y desarrollo',
    '12,5',
    '152,25 €',
    '1.057,25 €',
  ])
    expect(said).toContain(each)
  expect(await words(path, { cookie: andres, 'accept-language': 'en' })).toContain('€1,057.25')
  expect(await words(`/console/valuation/pdf?number=${number}`, { cookie: sonia })).toContain('1.057,25 €')
  expect(readdirSync(portal.pdfs)).toEqual([])
})
