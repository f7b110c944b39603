import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { copyingStatements } from '../../testing/copied-rows.ts'
import { act, openSupportDesk, raul, read, sonia } from '../../testing/support-desk.ts'
import { testAppForThisTest } from '../../testing/test-app.ts'
import { portal, raised } from '../../testing/ticket-desk.ts'

openSupportDesk()

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Read by another library than the one that wrote it. */
async function sheet(query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const raw = await portal.app.inject({
    url: '/api/console/ticket-sheet',
    query,
    headers: { cookie: sonia, ...headers },
  })
  expect([raw.statusCode, raw.headers['content-type']], raw.payload.slice(0, 300)).toEqual([200, XLSX])
  const zip = await JSZip.loadAsync(raw.rawPayload)
  const xml = (await zip.file('xl/worksheets/sheet1.xml')?.async('string')) ?? ''
  const rows = [...xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, about = '', inside = '']) => ({
      column: /r="([A-Z]+)/.exec(about)?.[1],
      isText: about.includes('t="inlineStr"'),
      value: inside.replaceAll(/<[^>]+>/g, ''),
    })),
  )
  return { rows, xml, disposition: String(raw.headers['content-disposition']) }
}

const numbersIn = ({ rows }: Awaited<ReturnType<typeof sheet>>) => rows.slice(1).map(([first]) => Number(first?.value))

async function listed(query: Record<string, string>): Promise<number[]> {
  const numbers: number[] = []
  for (let after: string | null = ''; after !== null;) {
    const { data } = await read('/tickets', { ...query, limit: '100', ...(after && { after }) })
    numbers.push(...data.items.map(({ number }: { number: number }) => number))
    after = data.next
  }
  return numbers
}

describe('the Excel sheet of a view', () => {
  test.each<Record<string, string>>([
    {},
    { view: 'closed' },
    { view: 'closed', order: 'urgency' },
    { view: 'waiting-for-us', order: 'client-down' },
    { view: 'open', client: '1001', order: 'number-down' },
    { view: 'closed', text: 'cierre' },
    { view: 'open', urgency: '3', from: '2026-01-01' },
  ])('%j has the rows of the list in its order', async (query) => {
    const expected = await listed(query)
    expect(expected.length).toBeGreaterThan(0)
    expect(numbersIn(await sheet(query))).toEqual(expected)
  })

  test('has the rows of a saved view', async () => {
    const filter = { client: 1001, kind: 'query' }
    await act('/saved-views/create', { name: 'Levante', view: 'open', filter, order: 'number' })
    const [saved] = (await read('/saved-views')).data
    const query = { view: saved.view, order: saved.order, client: String(saved.filter.client), kind: saved.filter.kind }
    expect(numbersIn(await sheet(query))).toHaveLength(saved.count)
  })

  test('makes no formula of anybody’s words', async () => {
    const number = await raised({ titulo: '=HYPERLINK("http://x";"y")' })
    const { rows, xml } = await sheet({ order: 'number-down' })
    expect(xml).not.toMatch(/<f\b/)
    const row = rows.find(([first]) => Number(first?.value) === number) ?? []
    expect(row.find(({ column }) => column === 'K')).toMatchObject({
      isText: true,
      value: '=HYPERLINK("http://x";"y")',
    })
    expect(row.find(({ column }) => column === 'D')).toMatchObject({ isText: false, value: '1001' })
  })

  test('is in the reader’s language, with the view’s name', async () => {
    const spanish = await sheet({ view: 'closed' })
    expect(spanish.rows[0]?.slice(0, 5).map(({ value }) => value)).toEqual([
      'Nº de ticket',
      'Situación',
      'Urgencia',
      'Cliente',
      'Nombre del cliente',
    ])
    expect(spanish.disposition).toMatch(/^attachment; filename="Terminados \d{4}-\d\d-\d\d\.xlsx"/)
    const english = await sheet({ view: 'closed' }, { 'accept-language': 'en' })
    expect(english.rows[0]?.[0]?.value).toBe('Ticket no.')
  })

  test('leaves a line in the audit that names the filters', async () => {
    const { rows: before } = await sheet({ view: 'open', client: '1001', urgency: '3' })
    const { rows } = await portal.owner.query(
      `select username, client_id::int as client, details from audit where act = '/console/ticket-sheet' order by audit_id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        username: 'sonia',
        client: 1001,
        details: { view: 'open', client: 1001, urgency: '3', count: before.length - 1 },
      },
    ])
  })

  test('is for technicians alone', async () => {
    const status = async (headers: object) =>
      (await portal.app.inject({ url: '/api/console/ticket-sheet', headers: { ...headers } })).statusCode
    expect(await status({})).toBe(403)
    expect(await status({ cookie: await portal.logIn('andres', 'Demo-andres-1') })).toBe(403)
    expect(await status({ cookie: raul })).toBe(200)
  })

  test('is refused if it is longer than anybody reads, with advice', async () => {
    const full = await testAppForThisTest()
    await full.owner.query('set session_replication_role = replica')
    const copies = await copyingStatements(full.owner, ['ticket'], () => ({
      from: `(select * from ticket where client_id = 1001 and not accepted and installation_code = 'LEV-01'
        order by number limit 1) one, generate_series(1, 20001) n`,
      instead: { number: '900000 + n' },
    }))
    for (const copy of copies) await full.owner.query(copy)
    const { status, message } = await full.console(await full.consoleLogIn('sonia'), 'GET', '/ticket-sheet')
    expect([status, message]).toEqual([
      422,
      'La lista tiene más de 20.000 tickets: acote las fechas del filtro para exportarla',
    ])
    const narrowed = await full.app.inject({
      url: '/api/console/ticket-sheet',
      query: { client: '1001', urgency: '6' },
      headers: { cookie: await full.consoleLogIn('sonia') },
    })
    expect(narrowed.statusCode).toBe(200)
  })
})
