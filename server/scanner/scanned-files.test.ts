import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { placeOf } from '../db/file-places.ts'
import { NOON } from '../testing/noon.ts'
import { get, openTicketDesk, portal, upload } from '../testing/ticket-desk.ts'
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
