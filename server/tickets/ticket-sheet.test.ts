import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { get, lucia, openTicketDesk, portal, post, raised, simulate } from '../testing/ticket-desk.ts'
import { copyingStatements } from '../testing/copied-rows.ts'
import { testAppForThisTest } from '../testing/test-app.ts'

openTicketDesk()

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const UNESCAPED = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as Record<string, string>

/** Read by another library than the one that wrote it. */
async function sheet(query: Record<string, string> = {}, language = 'es') {
  const { raw: answer } =
    language === 'es'
      ? await get('exportar', query)
      : {
          raw: await portal.app.inject({
            url: '/api/consultas/exportar',
            query,
            headers: { cookie: lucia, 'accept-language': language },
          }),
        }
  expect([answer.statusCode, answer.headers['content-type']], answer.payload.slice(0, 300)).toEqual([200, XLSX])
  const zip = await JSZip.loadAsync(answer.rawPayload)
  const xml = (await zip.file('xl/worksheets/sheet1.xml')?.async('string')) ?? ''
  const rows = [...xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, about = '', inside = '']) => ({
      column: /r="([A-Z]+)/.exec(about)?.[1],
      isText: about.includes('t="inlineStr"'),
      value: inside.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+);/g, (_, name: string) => UNESCAPED[name] ?? '?'),
    })),
  )
  return { rows, xml, disposition: String(answer.headers['content-disposition']) }
}

const numbersIn = ({ rows }: Awaited<ReturnType<typeof sheet>>) => rows.slice(1).map(([first]) => Number(first?.value))

async function listed(query: Record<string, string>): Promise<number[]> {
  const numbers: number[] = []
  for (let page = 1; ; page += 1) {
    const { items, totalItems } = (await get('get_lista', { ...query, page: String(page), itemsPerPage: '50' })).data
    numbers.push(...items.map(({ llnumreg }: { llnumreg: number }) => llnumreg))
    if (numbers.length >= totalItems) return numbers
  }
}

describe('the Excel sheet of a list', () => {
  test('has the rows of the list in its order, for each tab, filter and order', async () => {
    const answered = await raised()
    await simulate(answered)
    const closed = await raised()
    await simulate(closed, { cerrar: 'S' })
    await post('marcar_conformidad', { llnumreg: closed, llvaloracion: 5 })
    for (const query of [
      {},
      { estado: 'P', sortBy: 'llobse', sortDesc: 'false' },
      { estado: 'C' },
      { filtros: JSON.stringify({ turno: 'respuesta' }) },
      { filtros: JSON.stringify({ numero: answered }) },
      { filtros: JSON.stringify({ todas: true }) },
      { filtros: JSON.stringify({ mias: true }) },
    ]) {
      const expected = await listed(query)
      expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(numbersIn(await sheet(query)), JSON.stringify(query)).toEqual(expected)
    }
  })

  test('is in the reader’s language, and names its file', async () => {
    const { rows, disposition } = await sheet()
    expect(rows[0]?.map(({ value }) => value)).toEqual([
      'Nº de ticket',
      'Estado',
      'Le toca a',
      'Urgencia',
      'Módulo',
      'Instalación',
      'Solicitado por',
      'En nombre de',
      'Descripción',
      'Fecha alta',
      'Fecha estado',
      'Fecha cierre',
    ])
    expect(disposition).toMatch(/^attachment; filename="Tickets en curso \d{4}-\d\d-\d\d\.xlsx"/)
    expect((await sheet({ estado: 'C' }, 'en')).rows[0]?.map(({ value }) => value)).toEqual([
      'Ticket no.',
      'State',
      'Urgency',
      'Module',
      'Installation',
      'Raised by',
      'On behalf of',
      'Description',
      'Created',
      'State date',
      'Closed',
    ])
  })

  test('makes no formula of anybody’s words, and a date of a date', async () => {
    const titles = [
      '=HYPERLINK("http://x";"y")',
      '+1+1',
      '-2',
      '@SUM(A1)',
      '<b>&amp;</b>\u{1F600}',
      'a\u0001\u0008b',
      '_x000D_',
    ]
    const numbers: number[] = []
    for (const titulo of titles) numbers.push(await raised({ titulo }))
    const { rows, xml } = await sheet({ sortBy: 'llnumreg' })
    expect(xml).not.toMatch(/<f\b/)
    const own = rows.filter(([first]) => numbers.includes(Number(first?.value))).toReversed()
    const told = own.map((row) => row.find(({ column }) => column === 'I'))
    expect(told.map((cell) => [cell?.isText, cell?.value])).toEqual(
      titles.map((title) => [
        true,
        title.replaceAll('\u0001', ' ').replaceAll('\u0008', ' ').replace('_x000D_', '_x005F_x000D_'),
      ]),
    )
    // Days since 1900, by the office's clock: the test's noon in UTC is one or two hours later there.
    const created = Number(own[0]?.find(({ column }) => column === 'J')?.value)
    const { fecalta } = (await get('get_lista', { filtros: JSON.stringify({ numero: numbers[0] }) })).data.items[0]
    const shown = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Madrid' })
    expect(new Date(Math.round((created - 25_569) * 86_400_000)).toISOString().slice(0, 16).replace('T', ' ')).toBe(
      shown.format(new Date(fecalta)),
    )
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
    const cookie = await full.enter('LEV-01', 11)
    const { status, message } = await full.call(cookie, 'GET', '/consultas/exportar')
    expect([status, message]).toEqual([
      422,
      'La lista tiene más de 20.000 tickets: acote las fechas del filtro para exportarla',
    ])
  })
})
