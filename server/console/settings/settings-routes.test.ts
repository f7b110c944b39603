import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readPromises } from '../../db/promise-store.ts'
import { liveSettings } from '../../settings/live-settings.ts'
import { SHIPPED_CONTENT, readContent, readLegalTexts, readSettings } from '../../provider-settings.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let raul: string
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  raul = await portal.consoleLogIn('raul')
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('truncate setting_change'))

const list = async (cookie = raul) => (await portal.console(cookie, 'GET', '/settings', {})).data
const change = async (groups: object, newest?: number) =>
  portal.console(raul, 'POST', '/settings/change', { newest: newest ?? (await list()).newest, ...groups })
const server = async (log: { warn: (of: unknown) => void } = { warn: () => undefined }) =>
  liveSettings({ settings: await readSettings(), runner: portal.staff, log })
const NAMES = { provider: 'Otra Casa, S.L.', product: 'Otra RE' }

test("a supervisor's change counts above the file, at every server, and can be taken back", async () => {
  const before = await list()
  expect(before).toMatchObject({ changed: [], newest: 0, history: [] })
  const servers = await Promise.all([1, 2].map(async () => server()))
  const names = async () => {
    for (const server of servers) await server.refresh()
    return servers.map(({ now }) => now.settings.provider.name)
  }
  const { status, data } = await change({ names: NAMES, appearance: { accent: '#123456' } })
  expect(status).toBe(200)
  expect(data).toMatchObject({ names: NAMES, appearance: { accent: '#123456' }, changed: ['names', 'appearance'] })
  expect(data.contact).toEqual(before.contact)
  expect(await names()).toEqual([NAMES.provider, NAMES.provider])
  expect((await portal.owner.query('select name from provider')).rows).toEqual([{ name: NAMES.provider }])

  const second = await change({ names: { ...NAMES, provider: 'Tercera Casa' } })
  expect(await names()).toEqual(['Tercera Casa', 'Tercera Casa'])
  const [last] = second.data.history
  expect(last).toMatchObject({ group: 'names', mayUndo: true, undoes: null, by: 'Raúl Ibáñez' })
  const undone = await portal.console(raul, 'POST', '/settings/undo', { change: last.change })
  expect(undone.data).toMatchObject({ names: NAMES, changed: ['names', 'appearance'] })
  expect(undone.data.history[0]).toMatchObject({ undoes: last.change })
  expect(await names()).toEqual([NAMES.provider, NAMES.provider])
})

test('the first change taken back brings the file’s value, also for promises, which tickets read', async () => {
  const before = await list()
  const promises = { ...before.promises, nearHours: 3 }
  const { data } = await change({ promises })
  expect((await portal.owner.query('select promises from provider')).rows[0].promises.nearHours).toBe(3)
  const undone = await portal.console(raul, 'POST', '/settings/undo', { change: data.newest })
  expect(undone.data).toMatchObject({ promises: before.promises, changed: [] })
  expect((await portal.owner.query('select promises from provider')).rows[0].promises).toEqual(before.promises)
})

test('hours of an urgency that only another version’s servers know leave the other promises in force', async () => {
  const { promises } = await list()
  await change({ promises: { ...promises, nearHours: 3 } })
  await portal.owner.query(`update setting_change set value = jsonb_set(value, '{officeHours,9}', '2')`)
  await portal.owner.query(`update provider set promises = jsonb_set(promises, '{officeHours,9}', '2')`)
  onTestFinished(async () => {
    await portal.owner.query(`update provider set promises = $1`, [promises])
  })
  const other = await server({ warn: () => expect.unreachable() })
  await other.refresh()
  expect(other.now.settings.promises).toEqual({ ...promises, nearHours: 3 })
  expect(await list()).toMatchObject({ promises: { ...promises, nearHours: 3 }, changed: ['promises'] })
  const { promises: counted } = await readPromises(portal.staff)
  expect(counted).toEqual({ ...promises, nearHours: 3 })
})

test.each([
  ['the highest has those of the next below', '6', '5'],
  ['the lowest has those of the next above', '1', '2'],
])('of urgencies that another version’s servers do not know, %s', async (_case, unknown, like) => {
  const { promises } = await list()
  await change({ promises: { ...promises, nearHours: 3 } })
  await portal.owner.query(`update setting_change set value = value #- $1`, [['officeHours', unknown]])
  await portal.owner.query(`update provider set promises = promises #- $1`, [['officeHours', unknown]])
  onTestFinished(async () => {
    await portal.owner.query(`update provider set promises = $1`, [promises])
  })
  const kept = { officeHours: { ...promises.officeHours, [unknown]: promises.officeHours[like] }, nearHours: 3 }
  const other = await server({ warn: () => expect.unreachable() })
  await other.refresh()
  expect(other.now.settings.promises).toEqual(kept)
  expect(await readPromises(portal.staff)).toMatchObject({ promises: kept })
})

test('a group that stays as it is makes no change', async () => {
  const { names, newest } = await list()
  expect((await change({ names })).data).toMatchObject({ newest, history: [] })
})

test('two supervisors do not overwrite each other, nor take back what has been changed since', async () => {
  const { newest } = await list()
  const first = await change({ names: NAMES }, newest)
  const late = await change({ appearance: { accent: '#654321' } }, newest)
  expect(late.status).toBe(409)
  expect(late.data.current.names).toEqual(NAMES)
  await change({ names: { ...NAMES, product: 'X' } })
  const undo = await portal.console(raul, 'POST', '/settings/undo', { change: first.data.newest })
  expect(undo.status).toBe(409)
  expect((await portal.console(raul, 'POST', '/settings/undo', { change: 987_654 })).status).toBe(404)
})

test.each([
  [{ appearance: { accent: 'azul' } }, 'appearance.accent', 'Un color de seis cifras, como #0a6b5d'],
  [
    { silence: { officeDays: 5, warningOfficeDays: 5 } },
    'silence',
    'El aviso va antes del cierre: menos días que el plazo',
  ],
  [{ silence: { officeDays: 500, warningOfficeDays: 5 } }, 'silence.officeDays', 'De 1 a 250 días'],
])('%j is refused by its field', async (groups, field, sentence) => {
  const { status, data } = await change(groups)
  expect(status).toBe(422)
  expect(data.errores ?? data.errors ?? data).toMatchObject({ [field]: sentence })
  expect((await list()).newest).toBe(0)
})

test('a wrong address is refused by its field', async () => {
  const { contact } = await list()
  const { status, raw } = await change({ contact: { ...contact, emails: { ...contact.emails, bc: 'nadie' } } })
  expect([status, raw.body]).toEqual([422, expect.stringContaining('"contact.emails.bc":"Formato email incorrecto"')])
})

test.each([
  ['a long paragraph', { personalData: { es: ['x'.repeat(2500)], en: ['x'] } }, 200],
  [
    'many paragraphs',
    { personalData: { es: Array.from({ length: 14 }, (_, nth) => `Párrafo ${nth}`), en: ['x'] } },
    200,
  ],
  [
    'more than a page bears',
    { personalData: { es: Array.from({ length: 14 }, () => 'x'.repeat(2000)), en: ['x'] } },
    422,
  ],
])('legal texts with %s are taken, or refused by their field', async (_, texts, expected) => {
  const { legal } = await list()
  const { status, raw } = await change({ legal: { ...legal, ...texts } })
  expect(status).toBe(expected)
  if (expected === 422) expect(raw.body).toContain('"legal.personalData.es":"Los textos legales')
})

test('hours and names that are too long are refused by their field', async () => {
  const { contact, names, assistant } = await list()
  const hours = { ...contact, openingHours: { ...contact.openingHours, en: ['x'.repeat(2001)] } }
  const refusedBy = async (groups: object) => {
    const { status, raw } = await change(groups)
    return [status, /"errores":(\{.*?\})/.exec(raw.body)?.[1]]
  }
  expect(await refusedBy({ contact: hours })).toEqual([422, '{"contact.openingHours.en":"Max. 2000 caracteres"}'])
  expect(await refusedBy({ names: { ...names, product: 'x'.repeat(101) } })).toEqual([
    422,
    '{"names.product":"Max. 100 caracteres"}',
  ])
  expect(await refusedBy({ assistant: { ...assistant, name: 'x'.repeat(41) } })).toEqual([
    422,
    '{"assistant.name":"Max. 40 caracteres"}',
  ])
})

test('a logo of 350 kB is told to be too large', async () => {
  const { newest } = await list()
  const picture = Buffer.alloc(350 * 1024).toString('base64')
  const { status, raw } = await portal.console(raul, 'POST', '/settings/logo', { newest, theme: 'light', picture })
  expect([status, raw.body]).toEqual([422, expect.stringContaining('256 kB como mucho')])
})

test('the longest values that files and console can have are answered by every call that shows them', async () => {
  const { contact } = await list()
  const phone = '9'.repeat(60)
  expect((await change({ contact: { ...contact, phone } })).status).toBe(200)
  const files = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(files, { recursive: true }))
  await cp(SHIPPED_CONTENT, files, { recursive: true })
  const written = await readSettings()
  const longest = {
    ...written,
    provider: { name: 'P'.repeat(200) },
    product: { name: 'R'.repeat(200) },
    assistant: { ...written.assistant, name: 'A'.repeat(100) },
    contact: {
      ...written.contact,
      phone,
      openingHours: { es: Array.from({ length: 40 }, () => 'h'.repeat(300)), en: ['x'.repeat(20_000)] },
    },
  }
  await writeFile(join(files, 'settings.json'), JSON.stringify(longest))
  const paragraphs = { es: Array.from({ length: 40 }, () => 'p'.repeat(3000)), en: ['x'.repeat(20_000)] }
  const legal = { ...(await readLegalTexts()), personalData: paragraphs }
  await writeFile(join(files, 'legal-texts.json'), JSON.stringify(legal))
  const read = await readContent(files)
  const other = await testApp({ settings: () => read, dependencies: { content: files } })
  onTestFinished(() => other.close())
  const supervisor = await other.consoleLogIn('raul')
  const answers = [
    await other.console(supervisor, 'GET', '/settings'),
    await other.console(null, 'GET', '/configuration'),
    await other.call(null, 'POST', '/login/obtener_configuracion', {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[2]?.data.contacto.telefono).toBe(phone)
})

test('a value of a newer version that this one does not understand leaves the file’s value', async () => {
  await portal.owner.query(
    `insert into setting_change (setting_group, value, changed_by, changed_at) values ('appearance', '{"accent":7}', 'raul', now())`,
  )
  const told: string[] = []
  const live = await server({ warn: (of: unknown) => told.push(JSON.stringify(of)) })
  await live.refresh()
  expect(live.now).toEqual(live.files)
  expect(told).toEqual(['{"group":"appearance"}'])
})

test('only supervisors read or change them; each change is in the audit', async () => {
  expect((await portal.console(sonia, 'GET', '/settings', {})).status).toBe(403)
  expect((await portal.console(sonia, 'POST', '/settings/change', { newest: 0, names: NAMES })).status).toBe(403)
  await change({ names: NAMES })
  const { rows } = await portal.owner.query(
    `select username, details from audit where act = '/console/settings/change' order by audit_id desc limit 1`,
  )
  expect(rows).toMatchObject([{ username: 'raul', details: { setting: 'names', to: NAMES } }])
})
