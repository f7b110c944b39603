import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

// The banner above the customers' screens in the history of settings.

let portal: TestApp
let raul: string
let sonia: string
let lucia: string
beforeAll(async () => {
  portal = await testApp()
  raul = await portal.consoleLogIn('raul')
  sonia = await portal.consoleLogIn('sonia')
  lucia = await portal.enter('LEV-01', 11)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('truncate notice, notice_change'))

const form = () => ({
  area: null,
  version: null,
  textEs: 'El sábado no hay servicio',
  textEn: 'No service on Saturday',
  from: new Date(portal.clock.now.getTime() - 3_600_000).toISOString(),
  until: new Date(portal.clock.now.getTime() + 3_600_000).toISOString(),
})
const post = (path: string, input: object, cookie = sonia) => portal.console(cookie, 'POST', path, input)
const history = async () => (await portal.console(raul, 'GET', '/settings', {})).data.history
const undo = (change: number) => post('/notices/undo', { change }, raul)
const shown = async (): Promise<string[]> =>
  (await portal.call(lucia, 'GET', '/login/get_avisos')).data.map(({ texto }: { texto: string }) => texto)

test('each change of a notice is in the history of settings, from what to what, and moves no setting', async () => {
  const { newest } = (await portal.console(raul, 'GET', '/settings', {})).data
  const { id, revision } = (await post('/notices/create', form())).data
  await post('/notices/change', { ...form(), notice: id, revision, textEs: 'El domingo', area: 'apps' })
  const settings = (await portal.console(raul, 'GET', '/settings', {})).data
  expect(settings.newest).toBe(newest)
  const [changed, created] = settings.history
  expect(changed).toMatchObject({ group: 'notices', by: 'Sonia Campos', undoes: null, mayUndo: true })
  expect(changed.fields).toEqual([
    { field: 'notices.textEs', from: 'El sábado no hay servicio', to: 'El domingo' },
    { field: 'notices.area', from: 'all', to: 'apps' },
  ])
  expect(created).toMatchObject({ group: 'notices', mayUndo: false })
  expect(created.fields).toContainEqual({ field: 'notices.textEn', from: null, to: 'No service on Saturday' })
})

test('a creation, a change and a removal are taken back, and that too', async () => {
  const { id } = (await post('/notices/create', form())).data
  await post('/notices/change', { ...form(), notice: id, revision: 1, textEs: 'El domingo' })
  expect((await undo((await history())[0].change)).status).toBe(200)
  expect(await shown()).toEqual(['El sábado no hay servicio'])

  await post('/notices/remove', { notice: id, revision: 3 })
  expect(await shown()).toEqual([])
  const [removed] = await history()
  expect(removed.fields).toContainEqual({ field: 'notices.textEs', from: 'El sábado no hay servicio', to: null })
  await undo(removed.change)
  expect(await shown()).toEqual(['El sábado no hay servicio'])
  expect((await history())[0]).toMatchObject({ undoes: removed.change, by: 'Raúl Ibáñez' })

  // Undoing is a change like any other: the notice goes again.
  await undo((await history())[0].change)
  expect(await shown()).toEqual([])
  const { data } = await post('/notices/create', form())
  await undo((await history())[0].change)
  expect((await portal.owner.query('select from notice where notice_id = $1', [data.id])).rowCount).toBe(0)
})

test('a notice that has been changed since is not taken back, nor overwritten by an older screen', async () => {
  const { id } = (await post('/notices/create', form())).data
  const [created] = await history()
  await post('/notices/change', { ...form(), notice: id, revision: 1, textEs: 'El domingo' })
  expect((await undo(created.change)).status).toBe(409)
  expect(await shown()).toEqual(['El domingo'])
  expect((await undo(999_999)).status).toBe(404)

  const [changed] = await history()
  await portal.owner.query(`update notice set text_es = 'Otro', revision = revision + 1`)
  expect((await undo(changed.change)).status).toBe(409)
  expect(await shown()).toEqual(['Otro'])
})

test('of two who take the same removal back one is told that it has been changed meanwhile', async () => {
  const { id } = (await post('/notices/create', form())).data
  await post('/notices/remove', { notice: id, revision: 1 })
  const [removed] = await history()
  // Both have found it removed before either puts it back.
  await portal.owner.query('begin')
  await portal.owner.query('lock table notice in share row exclusive mode')
  const trying = Promise.all([undo(removed.change), undo(removed.change)])
  await eventually(async () =>
    expect(
      (await portal.owner.query(`select from pg_locks where relation = 'notice'::regclass and not granted`)).rowCount,
    ).toBe(2),
  )
  await portal.owner.query('commit')
  const both = await trying
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await shown()).toEqual(['El sábado no hay servicio'])
})

test('a notice from before there was a history comes back once it is removed', async () => {
  const { now } = portal.clock
  await portal.owner.query(
    `insert into notice (text_es, text_en, shown_from, shown_until, written_by)
    values ('De antes', 'From before', $1, $2, 'raul')`,
    [new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)],
  )
  const { items } = (await portal.console(sonia, 'GET', '/notices', {})).data
  await post('/notices/remove', { notice: items[0].id, revision: 1 })
  await undo((await history())[0].change)
  expect(await shown()).toEqual(['De antes'])
})
