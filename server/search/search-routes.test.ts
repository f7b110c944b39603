import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '#domain/search/search.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string
let andres: string
beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11)
  andres = await portal.logIn('andres', 'Demo-andres-1')
})
afterAll(() => portal.close())

interface Hit {
  readonly titulo: string
  readonly fragmento: string
  readonly llnumreg?: number
  readonly pcnpet?: number
  readonly vinreg?: number
}

/** The hits of a kind. */
async function found(cookie: string, q: string, kind: string, page?: number): Promise<{ total: number; items: Hit[] }> {
  const { data, status } = await portal.call(cookie, 'GET', '/buscar', { q, ...(page && { page }) })
  expect(status).toBe(200)
  return data.grupos.find(({ tipo }: { tipo: string }) => tipo === kind) ?? { total: 0, items: [] }
}
const owner = (statement: string, values: unknown[] = []) => portal.owner.query(statement, values)

describe('a search', () => {
  test('has a group for each kind, in one order, and says of each hit why', async () => {
    const { data } = await portal.call(andres, 'GET', '/buscar', { q: 'certificación' })
    expect(data.grupos.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'ticket',
      'adjunto',
      'incidencia',
      'desarrollo',
      'valoracion',
    ])
    const [tickets] = data.grupos
    expect(tickets.total).toBe(tickets.items.length)
    for (const { fragmento } of tickets.items) expect(fragmento.toLowerCase()).toMatch(/<mark>certificaci/)
  })

  test.each(['certificacion', 'CERTIFICACIÓN', 'certificaciones', 'certificasión', 'certif'])(
    'finds «%s»',
    async (q) => {
      const { items } = await found(lucia, q, 'ticket')
      expect(items).toContainEqual(
        expect.objectContaining({
          titulo: 'Con documentos adjuntos (imagen y PDF): certificación que no cuadra',
          fragmento: expect.stringMatching(/<mark>certificación/i),
        }),
      )
    },
  )

  test('finds the words of one record in its title, messages and files together', async () => {
    const { items } = await found(lucia, 'cuadra redondeo certificacion-7.pdf', 'ticket')
    expect(items.map(({ titulo }) => titulo)).toEqual([
      'Con documentos adjuntos (imagen y PDF): certificación que no cuadra',
    ])
  })

  test('puts what has the words in its title first', async () => {
    const { items } = await found(lucia, 'remesa', 'ticket')
    expect(items[0]?.titulo).toContain('remesa')
  })

  test('leads by a number, also a message’s, to its record', async () => {
    const { rows } = await owner(
      "select ticket_number::int as ticket, number::int from entry where client_id = 1001 and kind = 'reply' and number is not null limit 1",
    )
    const [reply] = rows
    for (const q of [String(reply.ticket), `#${reply.number}`]) {
      expect((await found(andres, q, 'ticket')).items[0]?.llnumreg).toBe(reply.ticket)
    }
    const { rows: incidents } = await owner(
      "select number::int from incident where client_id = 1001 and installation_code = 'LEV-01' limit 1",
    )
    expect((await found(lucia, String(incidents[0].number), 'incidencia')).items[0]?.pcnpet).toBe(incidents[0].number)
    expect((await found(andres, '301', 'valoracion')).items[0]?.vinreg).toBe(301)
  })

  test('escapes everything but its marks', async () => {
    await owner("update ticket set title = 'Error <img src=x onerror=alert(1)> & zafarrancho' where number = 100001")
    const { items } = await found(andres, 'zafarrancho', 'ticket')
    expect(items[0]?.fragmento).toBe('Error &lt;img src=x onerror=alert(1)&gt; &amp; <mark>zafarrancho</mark>')
  })

  test('goes page by page', async () => {
    const first = await found(lucia, 'factura', 'ticket')
    const second = await found(lucia, 'factura', 'ticket', 2)
    expect(first.items).toHaveLength(10)
    expect(first.total).toBeGreaterThan(10)
    expect(second.items.map(({ llnumreg }) => llnumreg)).not.toContain(first.items[0]?.llnumreg)
    expect(second.total).toBe(first.total)
  })

  test.each(['¿¡«»!', '—', '日本', '%', "'", ':*'])('of «%s» finds nothing', async (q) => {
    expect((await portal.call(lucia, 'GET', '/buscar', { q })).data).toEqual({ grupos: [] })
  })

  test('needs a text of up to 200 letters', async () => {
    for (const q of ['', ' ', '\u200b'])
      expect((await portal.call(lucia, 'GET', '/buscar', { q })).data.errores).toEqual({ q: expect.any(String) })
    expect((await portal.call(lucia, 'GET', '/buscar', { q: 'a'.repeat(201) })).status).toBe(400)
    expect((await portal.call(lucia, 'GET', '/buscar', { q: 'a', page: 11 })).status).toBe(400)
    expect((await portal.call(null, 'GET', '/buscar', { q: 'a' })).status).toBe(403)
  })
})

describe('nobody finds', () => {
  test('texts of another client', async () => {
    await owner(
      "update entry set text = 'Zarzamora' where entry_id = (select max(entry_id) from entry where client_id = 1002)",
    )
    expect((await portal.call(andres, 'GET', '/buscar', { q: 'zarzamora' })).data).toEqual({ grupos: [] })
  })

  test('texts of another installation, nor by slips their words', async () => {
    await owner(
      `update ticket set title = 'Quebrantahuesos' where client_id = 1001 and number = (
        select number from ticket where client_id = 1001 and installation_code <> 'LEV-01' limit 1)`,
    )
    for (const q of ['quebrantahuesos', 'quebrantahueso', 'quebrantahuexos']) {
      expect((await portal.call(lucia, 'GET', '/buscar', { q })).data).toEqual({ grupos: [] })
    }
    expect((await found(andres, 'quebrantahuexos', 'ticket')).total).toBe(1)
  })

  test('internal notes', async () => {
    await owner(
      `insert into internal_note (client_id, ticket_number, username, text, at)
        select 1001, max(number), 'sonia', 'Berenjena', now() from ticket where client_id = 1001`,
    )
    expect((await portal.call(andres, 'GET', '/buscar', { q: 'berenjena' })).data).toEqual({ grupos: [] })
  })

  test('valuations, unless as an administrator of the client', async () => {
    const { rows } = await owner('select description from valuation where client_id = 1001 and number = 301')
    const q = wordsOf(rows[0].description)
      .map(({ word }) => word)
      .filter((word) => word.length > 3)
      .slice(0, 3)
      .join(' ')
    expect((await found(andres, q, 'valoracion')).total).toBeGreaterThan(0)
    expect((await found(lucia, q, 'valoracion')).total).toBe(0)
    expect((await found(lucia, '301', 'valoracion')).total).toBe(0)
  })

  test('texts of a ticket before its correction, or of a joined ticket', async () => {
    await owner("update entry set text = 'Chirimoya y aguacate' where client_id = 1001 and number = 100001")
    expect((await found(andres, 'chirimoya', 'ticket')).total).toBe(1)
    await owner("update entry set text = 'Aguacate' where client_id = 1001 and number = 100001")
    expect((await found(andres, 'chirimoya', 'ticket')).total).toBe(0)
    expect((await found(andres, 'aguacate', 'ticket')).total).toBe(1)
    await owner('update ticket set merged_into = 100002 where client_id = 1001 and number = 100001')
    expect((await found(andres, 'aguacate', 'ticket')).total).toBe(0)
  })
})

test('the words of a text are the database’s', async () => {
  const said = 'PEN\u0303ISCOLA ÁÉÍÓÚÜ ¿Dónde? V031.4 C:\\Ventas/Año2026_b İıß😀日本 ÑandÚ x\u0301y'
  const { rows } = await owner('select search_text($1) as plain', [said])
  expect(
    wordsOf(said)
      .map(({ word }) => word)
      .join(' '),
  ).toBe(rows[0].plain)
})

test('an index that was filled in parts is completed while people write and search', async () => {
  const kept = async () => ({
    places: (await owner('select client_id, stem, place, number from search_place order by 1, 2, 3, 4')).rows,
    words: (await owner('select distinct client_id, word, stem from search_word order by 1, 2')).rows,
  })
  await owner("update entry set text = 'Membrillo' where client_id = 1001 and number = 100003")
  // Corrected texts have left words behind that no record contains any more.
  await owner('truncate search_place, search_word')
  await owner('call fill_search_words()')
  const before = await kept()
  expect(before.places.length).toBeGreaterThan(1000)
  await owner("delete from search_place where client_id <> 1001 or place <> 't' and number % 2 = 0")
  await owner('delete from search_word where client_id <> 1001 or length(word) > 6')
  expect((await kept()).places.length).toBeLessThan(before.places.length)
  const [, asked] = await Promise.all([
    owner('call fill_search_words()'),
    portal.call(andres, 'GET', '/buscar', { q: 'certificación' }),
    owner("update entry set text = 'Níspero' where client_id = 1001 and number = 100003"),
  ])
  expect(asked.status).toBe(200)
  expect((await found(andres, 'nispero', 'ticket')).total).toBe(1)
  const isElse = ({ stem }: { stem: string }) => stem !== 'membrill' && stem !== 'nisper'
  const after = await kept()
  expect(after.places.filter(isElse)).toEqual(before.places.filter(isElse))
  expect(after.words.filter(isElse)).toEqual(before.words.filter(isElse))
})
