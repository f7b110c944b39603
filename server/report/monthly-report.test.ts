import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Block } from '#domain/document.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

// A month calculated by hand: February 2024, before all records of the demo. The office is open from 9:00 to 17:00 on
// weekdays, and promises an answer within eight hours.

const run = promisify(execFile)

let portal: TestApp
let andres: string
beforeAll(async () => {
  portal = await testApp()
  await portal.owner.query('update office_calendar set calendar = $1', [
    {
      zone: 'Europe/Madrid',
      seasons: [
        {
          name: 'normal',
          week: Object.fromEntries(['1', '2', '3', '4', '5'].map((day) => [day, { opens: '09:00', closes: '17:00' }])),
        },
      ],
      daysOff: [],
    },
  ])
  await portal.owner.query('update provider set promises = $1', [
    { officeHours: Object.fromEntries(URGENCIES.map((urgency) => [urgency, 8])), nearHours: 2 },
  ])
  await makeFebruary()
  andres = await portal.logIn('andres', 'Demo-andres-1')
})
afterAll(() => portal.close())

async function makeFebruary(): Promise<void> {
  const { rows } = await portal.owner.query(
    `select number::int as number from ticket where client_id = 1001 and merged_into is null
       and last_entry_kind not in ('question', 'assistance') order by number limit 5`,
  )
  const [first, before, last, returned, claimed]: number[] = rows.map(({ number }) => number)
  const ticket = (number: number | undefined, created: string, closed: string | null, module = 1) =>
    portal.owner.query(
      `update ticket set created_at = $2, closed_at = $3, urgency = '3', area = 'main', accepted = false,
         state = case when $3::timestamptz is null then 'pending' else 'closed' end,
         module_number = (select number from module order by number offset $4 limit 1)
       where client_id = 1001 and number = $1`,
      [number, created, closed, module],
    )
  const entry = (number: number | undefined, kind: string, at: string, closes = false) =>
    portal.owner.query(
      `insert into entry (client_id, ticket_number, kind, closes, text, author, origin, at)
       values (1001, $1, $2, $3, 'x', 'x', '', $4)`,
      [number, kind, closes, at],
    )
  // The first instant of February in Madrid: answered and closed on Thursday at 10:00, after an hour.
  await ticket(first, '2024-01-31T23:00:00Z', '2024-02-01T09:00:00Z')
  await entry(first, 'answer', '2024-02-01T09:00:00Z', true)
  // The last minute of January: open through all of February, 29 days.
  await ticket(before, '2024-01-31T22:59:00Z', null)
  // The last minute of February: not answered, but not due yet either.
  await ticket(last, '2024-02-29T22:59:00Z', null, 2)
  // Monday 10:00 to Wednesday 10:00: 16 hours. Closed, rejected, closed again.
  await ticket(returned, '2024-02-05T09:00:00Z', '2024-02-09T09:00:00Z')
  await entry(returned, 'answer', '2024-02-07T09:00:00Z', true)
  await entry(returned, 'rejection', '2024-02-08T09:00:00Z')
  await entry(returned, 'answer', '2024-02-09T09:00:00Z', true)
  // Never answered, claimed twice; a third claim came in March.
  await ticket(claimed, '2024-02-12T09:00:00Z', null)
  await entry(claimed, 'claim', '2024-02-20T09:00:00Z')
  await entry(claimed, 'claim', '2024-02-29T22:59:59Z')
  await entry(claimed, 'claim', '2024-02-29T23:00:00Z')

  const incidents = await portal.owner.query(
    'select number::int as number from incident where client_id = 1001 order by number limit 4',
  )
  const [onTime, late, undated, march] = incidents.rows.map(({ number }) => number)
  const delivered = (number: number, on: string, planned: string | null) =>
    portal.owner.query(
      `update incident set delivered_on = $2, planned_delivery = $3 where client_id = 1001 and number = $1`,
      [number, on, planned],
    )
  await delivered(onTime, '2024-02-10', '2024-02-10')
  // The date was moved; the first one counts.
  await delivered(late, '2024-02-15', '2024-02-20')
  await portal.owner.query('delete from work_event where client_id = 1001 and incident_number = any($1)', [
    [onTime, late, undated, march],
  ])
  await portal.owner.query(
    `insert into work_event (client_id, incident_number, kind, from_value, to_value, author, at)
     values (1001, $1, 'planned-delivery', '2024-02-01', '2024-02-20', 'Sonia', '2024-01-20')`,
    [late],
  )
  await delivered(undated, '2024-02-29', null)
  await delivered(march, '2024-03-01', null)
}

interface Shown {
  readonly titulo: string
  readonly enCurso: boolean
  readonly partes: readonly { readonly id: string; readonly titulo: string; readonly bloques: readonly Block[] }[]
}

async function report(mes: string, cookie = andres): Promise<Shown> {
  const { status, data, raw } = await portal.call(cookie, 'GET', '/consultas/ver_informe', { mes })
  expect(status, raw.body).toBe(200)
  return data
}
const rowsOf = ({ partes }: Shown, id: string): string[][] =>
  (partes.find((part) => part.id === id)?.bloques ?? []).flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.map((cell) => cell.map(({ text }) => text).join(''))) : [],
  )

test('every figure is what a hand finds', async () => {
  const shown = await report('2024-02')
  expect(shown.titulo).toBe('Informe de febrero de 2024')
  expect(shown.enCurso).toBe(false)
  expect(rowsOf(shown, 'tickets')).toEqual([
    ['Abiertos en el mes', '4'],
    ['Cerrados en el mes', '2'],
    ['Reclamaciones', '2'],
    ['No conformes', '1'],
    ['Sin cerrar a fin de mes', '3'],
  ])
  expect(rowsOf(shown, 'answers')).toEqual([
    ['Dentro del compromiso', '1'],
    ['Fuera del compromiso', '1'],
    ['Aún sin respuesta', '2'],
    ['De ellos, con el compromiso vencido', '1'],
  ])
  expect(JSON.stringify(shown)).toContain('La mitad se respondió en 1 h de oficina como mucho.')
  expect(rowsOf(shown, 'ages').map(([, count]) => count)).toEqual(['1', '1', '1', '0'])
  expect(rowsOf(shown, 'deliveries')).toEqual([
    ['Entregadas en el mes', '3'],
    ['En fecha', '1'],
    ['Después de la fecha', '1'],
    ['Sin fecha prevista', '1'],
  ])
  const { rows } = await portal.owner.query('select name from module order by number offset 1 limit 2')
  expect(rowsOf(shown, 'modules')).toEqual([
    [rows[0].name, '3', '2', '2', '1', '2'],
    [rows[1].name, '1', '0', '0', '0', '1'],
  ])
})

test('a month that goes on says so and counts until now; an empty one has zeros', async () => {
  const now = await report('2026-11')
  expect(now.enCurso).toBe(true)
  expect(rowsOf(now, 'tickets').at(-1)?.[0]).toBe('Sin cerrar ahora')
  const empty = await report('2020-01')
  expect(rowsOf(empty, 'tickets').map(([, count]) => count)).toEqual(['0', '0', '0', '0', '0'])
  expect(JSON.stringify(empty)).toContain('Ninguno')
})

test.each(['2026-12', '2026-13', '2026-1', 'noviembre', '1999-11'])('the month «%s» is refused', async (mes) => {
  expect((await portal.call(andres, 'GET', '/consultas/ver_informe', { mes })).status).toBe(400)
  expect((await portal.call(andres, 'GET', '/consultas/informe', { mes })).status).toBe(400)
})

test('only administrators read it, each of their own client', async () => {
  const lucia = await portal.enter('LEV-01', 11)
  for (const path of ['/consultas/ver_informe', '/consultas/informe']) {
    expect((await portal.call(lucia, 'GET', path, { mes: '2024-02' })).status).toBe(403)
    expect((await portal.call(null, 'GET', path, { mes: '2024-02' })).status).toBe(403)
  }
})

test('the PDF is one, with a name to save it under', async () => {
  const { status, raw } = await portal.call(andres, 'GET', '/consultas/informe', { mes: '2024-02' })
  expect([status, raw.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(raw.headers['content-disposition']).toContain('Informe%20de%20febrero%20de%202024.pdf')
})

test('the PDF has the same figures, in the reader’s language, and no copy of it stays', async ({ skip }) => {
  const poppler = await run('pdftotext', ['-v']).then(
    () => true,
    () => false,
  )
  if (!poppler) skip('pdftotext is not here: install poppler-utils')
  const lines = async (headers: Record<string, string>) => {
    const raw = await portal.app.inject({
      method: 'GET',
      url: '/api/consultas/informe?mes=2024-02',
      headers: { cookie: andres, ...headers },
    })
    expect(raw.statusCode, raw.body.slice(0, 200)).toBe(200)
    expect(raw.headers['content-type']).toBe('application/pdf')
    const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.pdf')
    writeFileSync(path, raw.rawPayload)
    return (await run('pdftotext', ['-layout', path, '-'])).stdout.replaceAll(/\s+/g, ' ')
  }
  const said = await lines({})
  expect(said).toContain('Informe de febrero de 2024')
  expect(said).toContain('Constructora Levante')
  expect(said).toMatch(/Fuera del compromiso 1 /)
  expect(said).not.toContain('Contenido')
  expect(readdirSync(portal.pdfs)).toEqual([])
  expect(await lines({ 'accept-language': 'en' })).toMatch(/After it 1 /)
})
