import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('delete from product_problem_date')
  await portal.owner.query('delete from product_problem')
})

const form = (more: object = {}) => ({
  title: 'El cierre se detiene',
  description: 'Con más de mil facturas',
  workaround: 'Cierre por meses',
  affectedVersions: ['V031'],
  mendedVersion: null,
  modules: [],
  responsible: 'sonia',
  notes: 'SECRETO: el índice que falta',
  state: 'confirmed',
  plannedOn: '2026-12-01',
  published: true,
  ...more,
})
const record = async (more: object = {}): Promise<number> => {
  const { status, data, raw } = await portal.console(sonia, 'POST', '/problems/create', form(more))
  expect(status, raw.body).toBe(200)
  return data.id
}
const known = (cookie: string) => portal.call(cookie, 'GET', '/consultas/problemas_conocidos')
const titles = async (cookie: string): Promise<string[]> =>
  (await known(cookie)).data.map(({ titulo }: { titulo: string }) => titulo)

test('a published problem tells customers of its version what is meant for them, and nothing internal', async () => {
  const id = await record()
  const { data, raw } = await known(await portal.enter('LEV-01', 11))
  expect(data).toEqual([
    {
      prnreg: id,
      titulo: 'El cierre se detiene',
      descripcion: 'Con más de mil facturas',
      solucion: 'Cierre por meses',
      versionCorregida: null,
      fechaPrevista: '2026-12-01',
      meAfecta: false,
    },
  ])
  expect(raw.body).not.toContain('SECRETO')
  expect(raw.body).not.toContain('sonia')
})

test('is known where it is met: in the versions affected, until the one that mends it', async () => {
  await record({ title: 'De la V031' })
  await record({ title: 'De la V030', affectedVersions: ['V030'] })
  await record({ title: 'De todas', affectedVersions: [] })
  await record({ title: 'Ya corregido', affectedVersions: [], mendedVersion: 'V031', state: 'mended' })
  await record({ title: 'Sin publicar', affectedVersions: [], published: false })
  // Has V031, then V030.
  expect(await titles(await portal.enter('LEV-01', 11))).toEqual(['De todas', 'De la V031'])
  expect(await titles(await portal.enter('TEI-01', 31))).toEqual(['Ya corregido', 'De todas', 'De la V030'])
  // Sees the whole client: the problems that any of its installations meets.
  expect(await titles(await portal.logIn('marta', 'Demo-marta-1'))).toContain('De la V031')
})

test('is no longer known once it is not published', async () => {
  const id = await record()
  const lucia = await portal.enter('LEV-01', 11)
  expect(await titles(lucia)).toHaveLength(1)
  await portal.console(sonia, 'POST', '/problems/change', { problem: id, ...form({ published: false }), revision: 1 })
  expect(await titles(lucia)).toEqual([])
})

test('a link without a signature does not open them, as it opens no version note', async () => {
  const { status, raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
  expect(status).toBe(200)
  const cookie = String(raw.headers['set-cookie']).split(';')[0] ?? ''
  expect((await known(cookie)).status).toBe(403)
})

test('customers’ transactions cannot reach unpublished problems, nor internal columns', async () => {
  await record({ title: 'Sin publicar', published: false })
  const id = await record()
  await portal.owner.query('begin')
  await portal.owner.query('set local role portal_app')
  const { rows } = await portal.owner.query('select problem_id::int as id from product_problem')
  expect(rows).toEqual([{ id }])
  await expect(portal.owner.query('select notes from product_problem')).rejects.toThrow('permission denied')
  await portal.owner.query('rollback')
})
