import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { placeOf } from '../db/file-places.ts'
import { NOON } from '../testing/noon.ts'
import { secondServer } from '../testing/second-server.ts'
import { get, openTicketDesk, portal, raised, upload } from '../testing/ticket-desk.ts'
import { type Scanner, ScannerAway } from './clamd.ts'
import { scanWaiting } from './scanned-files.ts'

const VIRUS = Buffer.from('%PDF-1.7 infectado')
const CLEAN = Buffer.from('%PDF-1.7 limpio')

let isAway = false
let known = [VIRUS]
/** A scanner that looks at the bytes. clamav.long.test.ts tries a real one. */
const scanner: Scanner = {
  version: async () => 'a test',
  scan: async (path) => {
    if (isAway) throw new ScannerAway('away')
    const bytes = await readFile(path)
    return known.some((each) => bytes.equals(each)) ? 'Portal.Prueba' : null
  },
}

openTicketDesk(() => ({ scanner }))

const send = (bytes: Buffer) => upload([{ name: 'a.pdf', bytes, mime: 'application/pdf' }])
const download = (id: string) => get('get_documento', { iaimagen: id })
const later = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
const scan = (now: Date) =>
  scanWaiting(
    { scanner, staff: portal.staff, log: portal.app.log },
    (id) => (existsSync(placeOf(portal.files, id)) ? placeOf(portal.files, id) : null),
    now,
  )
const states = async () =>
  (await portal.owner.query('select file_id, state, found from file_scan order by since, file_id')).rows

describe('files that arrive', () => {
  test('are refused with the reason, and leave nothing, if something is found in them', async () => {
    const before = (await readdir(portal.files, { recursive: true })).length
    const refused = await send(VIRUS)
    expect([refused.status, refused.message]).toEqual([422, 'El archivo contiene un virus: no se ha enviado'])
    expect(await states()).toEqual([])
    expect((await readdir(portal.files, { recursive: true })).length).toBeLessThanOrEqual(before + 1)
    expect((await send(CLEAN)).status).toBe(200)
  })

  test('wait while the scanner is away, then are handed out or held back', async () => {
    isAway = true
    const [clean, virus] = [await send(CLEAN), await send(VIRUS)].map(({ data }) => data[0].id_temporal)
    const waiting = await download(clean)
    expect([waiting.status, waiting.message, waiting.raw.headers['retry-after']]).toEqual([
      503,
      'Este fichero se está comprobando: inténtelo dentro de unos minutos',
      '60',
    ])
    await scan(later(0.1))
    expect(await states()).toHaveLength(2)
    isAway = false
    await scan(later(0.2))
    expect(await states()).toEqual([{ file_id: virus, state: 'infected', found: 'Portal.Prueba' }])
    expect((await download(clean)).status).toBe(200)
    const held = await download(virus)
    expect([held.status, held.message]).toEqual([
      410,
      'Este fichero contiene un virus: no se puede abrir. Avise a Soporte',
    ])
  })

  test('are looked at again for a month: a false alarm ends by itself', async () => {
    known = []
    await scan(later(2))
    expect(await states()).toHaveLength(1)
    await scan(later(26))
    expect(await states()).toEqual([])
    known = [VIRUS]
  })

  test('a file that is never kept does not wait for ever', async () => {
    await portal.owner.query(`insert into file_scan (file_id, state, since, tried_at) values ($1, 'waiting', $2, $2)`, [
      createHash('sha256').update('gone').digest('base64url').slice(0, 24),
      NOON,
    ])
    await scan(later(24))
    expect(await states()).toHaveLength(1)
    await scan(later(61 * 24))
    expect(await states()).toEqual([])
  })
})

describe('files in lists', () => {
  const sendTo = (ticket: number, name: string, bytes: Buffer) =>
    upload([{ name, bytes, mime: 'application/pdf' }], { llnumreg: String(ticket) })
  const statesIn = (files: { retenido?: string; fimagen: { imdesc: string } }[]) =>
    files.map(({ fimagen, retenido }) => [fimagen.imdesc, retenido])
  const told = async () =>
    (
      await portal.owner.query(
        `select actor, kind, subject, number::int as number from event where kind = 'change' order by event_id`,
      )
    ).rows

  test('of a ticket say why one is not handed out, to both sides, and screens learn of its verdict', async () => {
    const ticket = await raised()
    await sendTo(ticket, 'antes.pdf', CLEAN)
    isAway = true
    await sendTo(ticket, 'limpio.pdf', CLEAN)
    await sendTo(ticket, 'virus.pdf', VIRUS)
    const { data: waiting } = await get('get_documentacion', { llnumreg: ticket })
    expect(statesIn(waiting)).toEqual([
      ['antes.pdf', undefined],
      ['limpio.pdf', 'pendiente'],
      ['virus.pdf', 'pendiente'],
    ])
    expect(Object.keys(waiting[0])).not.toContain('retenido')
    const before = await told()
    isAway = false
    await scan(later(1))
    const sonia = await portal.consoleLogIn('sonia')
    const { data: scanned } = await get('get_documentacion', { llnumreg: ticket })
    expect(statesIn(scanned)).toEqual([
      ['antes.pdf', undefined],
      ['limpio.pdf', undefined],
      ['virus.pdf', 'infectado'],
    ])
    const { data: seen } = await portal.console(sonia, 'GET', '/ticket', { number: ticket })
    expect(
      seen.timeline.flatMap(({ attachments }: { attachments: { name: string; heldBack?: string }[] }) =>
        attachments.map(({ name, heldBack }) => [name, heldBack]),
      ),
    ).toEqual([
      ['antes.pdf', undefined],
      ['limpio.pdf', undefined],
      ['virus.pdf', 'infectado'],
    ])
    const change = { actor: 'portal', kind: 'change', subject: 'ticket', number: ticket }
    expect((await told()).slice(before.length)).toEqual([change, change])
  })

  test('of an incident, too', async () => {
    const { rows } = await portal.owner.query(
      `select a.attachment_id as id, a.incident_number::int as number from attachment a join incident i
        on i.client_id = a.client_id and i.number = a.incident_number
        where a.client_id = (select client_id from installation where code = 'LEV-01') limit 1`,
    )
    const [{ id, number }] = rows
    await portal.owner.query(
      `insert into file_scan (file_id, state, found, since, tried_at) values ($1, 'infected', 'x', $2, $2)`,
      [id, NOON],
    )
    const { data } = await get('get_documentacion', { pcnpet: number }, await portal.logIn('andres', 'Demo-andres-1'))
    expect(
      data.map(({ iaimagen, retenido }: { iaimagen: string; retenido?: string }) => [iaimagen, retenido]),
    ).toContainEqual([id, 'infectado'])
    const { data: seen } = await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/work/one', { number })
    expect(seen.attachments).toContainEqual(expect.objectContaining({ id, heldBack: 'infectado' }))
    // A server without a scanner hands it out.
    const without = await secondServer(portal)
    const answer = await without.inject({
      url: `/api/consultas/get_documentacion?pcnpet=${number}`,
      headers: { cookie: await portal.logIn('andres', 'Demo-andres-1') },
    })
    expect([answer.statusCode, answer.payload.includes('retenido')]).toEqual([200, false])
    await without.close()
    const before = (await told()).length
    await portal.owner.query('delete from file_scan where file_id = $1', [id])
    expect((await told()).slice(before)).toEqual([{ actor: 'portal', kind: 'change', subject: 'incident', number }])
  })
})
