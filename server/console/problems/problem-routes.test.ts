import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, NOON, type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let sonia: string
let raul: string
let modules: number[]
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
  modules = (await portal.owner.query(`select number::int from module order by number limit 2`)).rows.map(
    ({ number }) => number,
  )
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = NOON
})

const get = (cookie: string, sent: object = {}) => portal.console(cookie, 'GET', '/problems', sent)
const post = (cookie: string, act: string, sent: object) => portal.console(cookie, 'POST', `/problems/${act}`, sent)
const done = ({ status, data, raw }: Answer) => {
  expect(status, raw.body).toBe(200)
  return data
}
const noted = async (act: string) => {
  const { rows } = await portal.owner.query(
    'select username, client_id, details from audit where act = $1 order by audit_id desc limit 1',
    [`/console/problems/${act}`],
  )
  return rows[0]
}

const form = (more: object = {}) => ({
  title: 'El cierre se detiene',
  description: 'Con más de mil facturas',
  workaround: 'Cierre por meses',
  affectedVersions: ['V030', 'V031'],
  mendedVersion: null,
  modules: [],
  responsible: null,
  notes: '',
  state: 'confirmed',
  plannedOn: null,
  published: false,
  ...more,
})

test('a problem is recorded, listed and found, and the audit says by whom', async () => {
  const full = form({
    title: ' El cierre se detiene ',
    affectedVersions: [' V030', 'V031', 'V030', ' '],
    modules: [...modules, modules[0]],
    responsible: 'sonia',
    notes: 'Índice que falta',
    plannedOn: '2026-12-01',
    published: true,
  })
  const made = done(await post(sonia, 'create', full))
  expect(made).toMatchObject({
    title: 'El cierre se detiene',
    affectedVersions: ['V030', 'V031'],
    responsible: { username: 'sonia' },
    plannedDates: [{ on: '2026-12-01', at: NOON.toISOString() }],
    published: true,
    changedAt: NOON.toISOString(),
    revision: 1,
  })
  expect(new Set(made.modules.map(({ number }: { number: number }) => number))).toEqual(new Set(modules))
  expect(made.modules).toHaveLength(modules.length)
  expect(done(await get(raul, { search: 'indice' })).items).toEqual([made])
  expect(done(await get(raul, { search: 'nada' })).items).toEqual([])
  expect(done(await get(raul, { state: 'confirmed' })).items).toEqual([made])
  expect(done(await get(raul, { state: 'mended' })).items).toEqual([])
  expect(await noted('create')).toMatchObject({
    username: 'sonia',
    client_id: null,
    details: { problem: made.id, title: 'El cierre se detiene', published: true },
  })
})

test('another planned date joins the history, also none; the same one does not', async () => {
  const { id } = done(await post(sonia, 'create', form({ plannedOn: '2026-12-01' })))
  const change = (revision: number, more: object) =>
    post(raul, 'change', { problem: id, ...form({ plannedOn: '2026-12-01', ...more }), revision })
  done(await change(1, { title: 'Otro título' }))
  portal.clock.now = new Date(NOON.getTime() + 60_000)
  done(await change(2, { plannedOn: '2026-12-15' }))
  const now = done(await change(3, { plannedOn: null }))
  expect(now.plannedOn).toBeNull()
  expect(now.plannedDates.map(({ on }: { on: string | null }) => on)).toEqual([null, '2026-12-15', '2026-12-01'])
  expect((await noted('change')).details).toEqual({
    problem: id,
    plannedOn: { from: '2026-12-15', to: null },
  })
})

test('of two changes at once the second is refused, and told of the first', async () => {
  const { id } = done(await post(sonia, 'create', form()))
  done(await post(sonia, 'change', { problem: id, ...form({ notes: 'Uno' }), revision: 1 }))
  const refused = await post(raul, 'change', { problem: id, ...form({ notes: 'Dos' }), revision: 1 })
  expect(refused.status).toBe(409)
  expect(refused.data.current).toMatchObject({ id, notes: 'Uno', revision: 2 })
  expect((await post(raul, 'change', { problem: 9_999_999, ...form(), revision: 1 })).status).toBe(404)
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ state: 'mended' }, 'mendedVersion'],
  [{ state: 'mended', mendedVersion: '  ' }, 'mendedVersion'],
  [{ state: 'discarded', published: true }, 'published'],
  [{ responsible: 'nadie' }, 'responsible'],
  [{ modules: [9_999_999] }, 'modules'],
])('%j is refused with a sentence for its field', async (more, field) => {
  const { status, data } = await post(sonia, 'create', form(more))
  expect(status).toBe(422)
  expect(Object.keys(data.errores)).toEqual([field])
})

test('a responsible technician who has left may stay, and nobody who has left may become it', async () => {
  const { id } = done(await post(sonia, 'create', form({ responsible: 'sonia' })))
  await portal.owner.query(
    `insert into technician (username, name, role, active) values ('ida', 'Ida', 'technician', false)`,
  )
  await portal.owner.query(`update product_problem set responsible = 'ida' where problem_id = $1`, [id])
  done(await post(raul, 'change', { problem: id, ...form({ responsible: 'ida' }), revision: 1 }))
  expect((await post(raul, 'create', form({ responsible: 'ida' }))).status).toBe(422)
})

test('the list comes in parts, and each problem once', async () => {
  await portal.owner.query(`
    insert into product_problem (title, description, workaround, affected_versions, modules, notes, state, published, changed_by,
      changed_at)
    select 'Problema ' || n, 'Algo', '', '{}', '{}', '', 'studied', false, 'sonia', now() from generate_series(1, 60) n`)
  const found: number[] = []
  let after: string | null = null
  do {
    const part: { items: { id: number }[]; next: string | null } = done(
      await get(sonia, { state: 'studied', limit: 25, ...(after !== null && { after }) }),
    )
    found.push(...part.items.map(({ id }) => id))
    after = part.next
  } while (after !== null)
  expect(found).toHaveLength(60)
  expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a))
})
