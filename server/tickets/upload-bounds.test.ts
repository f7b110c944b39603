import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Settings } from '#domain/settings.ts'
import { openFileStore } from '../db/file-store.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { lastReserveOf, reserveOf, roomOn } from '../db/room.ts'
import { walMegabytes } from '../embedded-postgres.ts'
import { atOnce } from '../http/at-once.ts'
import { makeRoom } from '../housekeeping.ts'
import { readSettings } from '../provider-settings.ts'
import { PNG } from '../testing/ticket-desk.ts'
import { type TestApp, NOON, answerOf, form, testAppForThisTest } from '../testing/test-app.ts'

const MIB = 1024 * 1024
const HOUR_MS = 3_600_000
const GIB = 1024 * MIB

const upload = async (portal: TestApp, cookie: string, bytes: Uint8Array = PNG, url = UPLOAD, fields: Field[] = []) => {
  const { payload, headers } = form([
    ...fields,
    { name: 'documentos[0][file]', value: bytes, filename: 'captura.png', mime: 'image/png' },
  ])
  return answerOf(await portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } }))
}

const UPLOAD = '/api/consultas/subir_documentacion'
type Field = { readonly name: string; readonly value: string }

const picture = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])

const limits = (over: Partial<Settings['limits']>) => ({
  settings: (given: Settings) => ({ ...given, limits: { ...given.limits, ...over } }),
})

describe('what does not end', () => {
  /** Sends as fast as the server reads, until it stops reading or 200 MiB are sent. */
  async function flood(portal: TestApp, cookie: string, begin: string) {
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    let answer = ''
    let isClosed = false
    socket.on('data', (data: Buffer) => (answer += data.toString()))
    socket.on('error', () => (isClosed = true))
    socket.on('close', () => (isClosed = true))
    socket.write(
      `POST /api/consultas/subir_documentacion HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = (bytes: Uint8Array | string) => {
      const data = Buffer.from(bytes)
      return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])
    }
    socket.write(chunk(begin))
    const block = chunk(Buffer.alloc(64 * 1024, 65))
    let sent = 0
    while (!isClosed && sent < 200 * MIB) {
      sent += block.length
      if (!socket.write(block)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    }
    socket.destroy()
    return { sent, isClosed, answer }
  }

  const FILE = `--x\r\nContent-Disposition: form-data; name="documentos[0][file]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`

  test('a file past its limit is read away for as much again, then the line is cut', async () => {
    const portal = await testAppForThisTest(limits({ attachmentBytes: MIB }))
    const { sent, isClosed, answer } = await flood(portal, await portal.enter('LEV-01', 11), FILE)
    expect(isClosed).toBe(true)
    // The sockets' buffers count as sent.
    expect(sent).toBeLessThan(20 * MIB)
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect((await readdir(portal.files, { recursive: true })).filter((name) => name.endsWith('.incoming'))).toEqual([])
  })

  test.each([
    ['of somebody without a session', null, FILE],
    ['of what is no part of a form', 'session', 'nothing that begins like one'],
  ])('nor is a body taken in to its end: %s', async (_what, who, begin) => {
    const portal = await testAppForThisTest(limits({ attachmentBytes: MIB }))
    const cookie = who === null ? '' : await portal.enter('LEV-01', 11)
    const { sent, isClosed } = await flood(portal, cookie, begin)
    expect(isClosed).toBe(true)
    expect(sent).toBeLessThan(60 * MIB)
  })
})

describe('a store that is nearly full', () => {
  test('takes no files; reading and writing go on', async () => {
    let isRoom = true
    const portal = await testAppForThisTest({ dependencies: { room: async () => isRoom } })
    const lucia = await portal.enter('LEV-01', 11, { company: '001' })
    expect((await upload(portal, lucia)).status).toBe(200)
    isRoom = false
    const refused = await upload(portal, lucia)
    expect([refused.status, refused.message]).toEqual([
      507,
      'Ahora no queda espacio para guardar esto: no se ha guardado nada. Inténtelo más tarde',
    ])
    expect((await portal.call(lucia, 'GET', '/consultas/get_lista')).status).toBe(200)
    const kept = await portal.call(lucia, 'POST', '/consultas/guardar_borrador', { borrador: {}, documentos: [] })
    expect(kept.status).toBe(200)
    isRoom = true
    expect((await upload(portal, lucia)).status).toBe(200)
  })

  test('that has less than its last reserve takes no text either; reading and logging in go on', async () => {
    let isRoomForEntries = true
    const portal = await testAppForThisTest({
      dependencies: {
        room: async () => false,
        roomForText: async () => false,
        roomForEntries: async () => isRoomForEntries,
      },
    })
    const lucia = await portal.enter('LEV-01', 11)
    const andres = await portal.logIn('andres', 'Demo-andres-1')
    const raul = await portal.consoleLogIn('raul')
    expect((await upload(portal, lucia)).status).toBe(507)
    const ticket = (await portal.call(andres, 'GET', '/consultas/get_lista')).data.items[0].llnumreg
    for (const [cookie, path, sent] of [
      [lucia, '/consultas/guardar_borrador', { borrador: {}, documentos: [] }],
      [andres, '/consultas/reclamar_consulta', { llnumreg: ticket }],
      [raul, '/console/ticket/note', { ticket, text: 'Hola' }],
    ] as const) {
      expect((await portal.call(cookie, 'POST', path, sent)).status, path).toBe(507)
    }
    expect((await portal.call(lucia, 'GET', `/consultas/ver_consulta?llnumreg=${ticket}`)).status).toBe(200)
    expect((await portal.call(raul, 'GET', `/console/ticket?number=${ticket}`)).status).toBe(200)
    expect((await portal.call(lucia, 'POST', '/login/logout', {})).status).toBe(200)
    // Before sessions by link use up all the room, only people who log in can enter.
    isRoomForEntries = false
    const link = { installation: 'LEV-01', subject: '11', caller: 'lucia', context: {} }
    for (const sent of [{ t: await signDemoEntry(link, NOON) }, { renuinst: 'TEI-01' }]) {
      expect((await portal.call(null, 'POST', '/login/nuevo_ticket', sent)).status).toBe(507)
    }
    await portal.logIn('andres', 'Demo-andres-1')
    await portal.consoleLogIn('raul')
  })

  /** A house without room, on a folder that a test's portal fills. */
  async function fullHouse({ database, staff, files: folder }: TestApp, room: () => Promise<boolean>) {
    const log = pino({ level: 'silent' })
    const files = openFileStore(folder)
    return { room, since: NOON, database, staff, files, folder, settings: await readSettings(), log }
  }
  const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)

  test('removes files that nobody sent within the hour', async () => {
    const portal = await testAppForThisTest()
    const lucia = await portal.enter('LEV-01', 11)
    const [early] = (await upload(portal, lucia)).data
    portal.clock.now = hoursLater(0.5)
    const [late] = (await upload(portal, lucia)).data
    const house = await fullHouse(portal, async () => false)
    await makeRoom({ ...house, room: async () => true }, hoursLater(1.2))
    await expect(house.files.read(early.id_temporal)).resolves.toBeDefined()
    await makeRoom(house, hoursLater(1.2))
    await expect(house.files.read(early.id_temporal)).rejects.toThrow('missing')
    await expect(house.files.read(late.id_temporal)).resolves.toBeDefined()
  })

  test('lets go of nothing else, whatever the clock says', async () => {
    const portal = await testAppForThisTest()
    const lucia = await portal.enter('LEV-01', 11)
    const [held] = (await upload(portal, lucia)).data
    const documentos = [{ id_temporal: held.id_temporal }]
    await portal.call(lucia, 'POST', '/consultas/guardar_borrador', { borrador: { textoConsulta: 'Hola' }, documentos })
    const house = await fullHouse(portal, async () => false)
    await makeRoom(house, hoursLater(40 * 24))
    await expect(house.files.read(held.id_temporal)).resolves.toBeDefined()
    const { rows } = await portal.owner.query(
      'select (select count(*)::int from draft) as drafts, (select count(*)::int from used_entry) as entries',
    )
    expect(rows).toEqual([{ drafts: 1, entries: 1 }])
  })

  test('keeps for a day in the trash what an older copy of the database may call unsent', async () => {
    const portal = await testAppForThisTest()
    const lucia = await portal.enter('LEV-01', 11)
    const [first] = (await upload(portal, lucia)).data
    portal.clock.now = hoursLater(0.5)
    const [second] = (await upload(portal, lucia)).data
    let removed = 0
    const house = { ...(await fullHouse(portal, async () => removed > 0)), since: hoursLater(1) }
    const inTrash = async () => (await house.files.trash.list()).map(({ id }) => id)
    await makeRoom(house, hoursLater(1.2))
    await makeRoom(house, hoursLater(1.7))
    expect(new Set(await inTrash())).toEqual(new Set([first.id_temporal, second.id_temporal]))
    // After that the oldest goes first, and only as much as needed.
    const remove = house.files.trash.remove.bind(house.files.trash)
    house.files.trash.remove = async (ids) => {
      removed += ids.length
      await remove(ids)
    }
    await makeRoom(house, hoursLater(29))
    expect(await inTrash()).toEqual([second.id_temporal])
  })

  test.each([
    ['a small volume', 220 * MIB, 64 * MIB],
    ['a usual one', 10 * GIB, GIB],
    ['a large one', 1000 * GIB, 2 * GIB],
  ])('%s keeps its reserve', async (_what, size, reserve) => {
    expect(reserveOf(size)).toBe(reserve)
    const room = (free: number) =>
      roomOn(['files', 'database'], reserveOf, async (folder) => ({ size, free: folder === 'files' ? size : free }))()
    expect([await room(reserve), await room(reserve + 1)]).toEqual([false, true])
    // The space that texts leave free is for the database's log, which never grows larger.
    expect(lastReserveOf(size)).toBe(reserve / 2)
    expect(walMegabytes(size) * MIB).toBeLessThanOrEqual(reserve / 2)
  })

  test('is looked at again after a moment, or after as many as come in one', async () => {
    let looks = 0
    let now = 0
    const look = async () => ({ size: GIB, free: (looks += 1) })
    const room = roomOn(['files'], reserveOf, look, () => now)
    for (let times = 0; times < 64; times += 1) await room()
    expect(looks).toBe(1)
    await room()
    expect(looks).toBe(2)
    now = 300
    await room()
    expect(looks).toBe(3)
  })
})

describe('so many bytes a day', () => {
  const storage = {
    personPerDay: 10_000,
    clientPerDay: 16_000,
    staged: 100_000,
    technicianPerDay: 10_000,
    limitedLinksPerDay: 3000,
  }

  test('are a person’s, and a client’s', async () => {
    const portal = await testAppForThisTest(limits({ storage }))
    const lucia = await portal.enter('LEV-01', 11)
    expect((await upload(portal, lucia, picture(6000))).status).toBe(200)
    const person = await upload(portal, lucia, picture(6000))
    expect([person.status, person.message]).toEqual([
      429,
      'Hoy ha enviado demasiados ficheros: inténtelo mañana o avise a Soporte',
    ])
    const colleague = await portal.enter('LEV-01', 11, {}, 'otra')
    expect((await upload(portal, colleague, picture(9000))).status).toBe(200)
    const third = await portal.enter('LEV-01', 11, {}, 'tercera')
    const client = await upload(portal, third, picture(2000))
    expect([client.status, client.message]).toEqual([
      429,
      'Hoy su empresa ha enviado demasiados ficheros: inténtelo mañana o avise a Soporte',
    ])
    // Another client has a quota of its own, and a day later there is room again.
    expect((await upload(portal, await portal.enter('DUE-01', 21), picture(6000))).status).toBe(200)
    portal.clock.now = new Date(NOON.getTime() + 25 * HOUR_MS)
    expect((await upload(portal, await portal.enter('LEV-01', 11), picture(6000))).status).toBe(200)
  })

  test('are a technician’s, in answers and in incidents together', async () => {
    const portal = await testAppForThisTest(limits({ storage }))
    const sonia = await portal.consoleLogIn('sonia')
    const { data } = await portal.call(await portal.enter('LEV-01', 11), 'GET', '/consultas/get_lista')
    const ticket = data.items[0].llnumreg
    const toTicket = (cookie: string) =>
      upload(portal, cookie, picture(6000), '/api/console/ticket/files', [{ name: 'ticket', value: String(ticket) }])
    expect((await toTicket(sonia)).status).toBe(200)
    const refused = await toTicket(sonia)
    expect([refused.status, refused.message]).toEqual([
      429,
      'Hoy ha enviado demasiados ficheros: inténtelo mañana o avise a un supervisor',
    ])
    const { data: work } = await portal.console(sonia, 'GET', '/work', { kind: 'incident' })
    const number = [{ name: 'number', value: String(work.items[0].number) }]
    expect((await upload(portal, sonia, picture(6000), '/api/console/work/files', number)).status).toBe(429)
    expect((await toTicket(await portal.consoleLogIn('raul'))).status).toBe(200)
    portal.clock.now = new Date(NOON.getTime() + 25 * HOUR_MS)
    expect((await toTicket(await portal.consoleLogIn('sonia'))).status).toBe(200)
  })

  test('are fewer in files that wait, and by links without a signature', async () => {
    const portal = await testAppForThisTest(limits({ storage: { ...storage, staged: 5000 } }))
    const lucia = await portal.enter('LEV-01', 11)
    expect((await upload(portal, lucia, picture(4000))).status).toBe(200)
    expect((await upload(portal, lucia, picture(4000))).status).toBe(429)
    const enter = async () => {
      const { cookies } = (await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })).raw
      return `${cookies[0]?.name}=${cookies[0]?.value}`
    }
    expect((await upload(portal, await enter(), picture(2000))).status).toBe(200)
    const another = await enter()
    expect((await upload(portal, another, picture(2000))).status).toBe(429)
    // As if a mail's code had opened the session. Strangers' files are no reason to refuse its reader.
    await portal.owner.query(`
      update session set only_ticket_number = (select number from ticket where installation_code = 'TEI-01' limit 1)
      where session_id = (select max(session_id) from session)`)
    expect((await upload(portal, another, picture(2000))).status).toBe(200)
  })
})

test('a hundred forms at once are an address’s, by whomever', () => {
  const { upload: begin } = atOnce()
  const ends = Array.from({ length: 100 }, (_, person) => begin({ person, limited: false }, '10.0.0.1'))
  expect(() => begin({ person: 100, limited: false }, '10.0.0.1')).toThrow('429')
  begin({ person: 100, limited: false }, '10.0.0.2')
  ends[0]?.()
  begin({ person: 101, limited: false }, '10.0.0.1')
})

test('ten forms at once are a person’s; by links without a signature an address’s', () => {
  const { upload: begin } = atOnce()
  const lucia = { person: 1, limited: false }
  const ends = Array.from({ length: 10 }, () => begin(lucia, '10.0.0.1'))
  expect(() => begin(lucia, '10.0.0.2')).toThrow('429')
  begin({ person: 2, limited: false }, '10.0.0.1')
  for (const end of ends) end()
  ends[0]?.()
  for (let other = 0; other < 10; other += 1) begin(lucia, '10.0.0.1')
  expect(() => begin(lucia, '10.0.0.1')).toThrow('429')
  for (let person = 10; person < 20; person += 1) begin({ person, limited: true }, '10.0.0.3')
  expect(() => begin({ person: 20, limited: true }, '10.0.0.3')).toThrow('429')
})
