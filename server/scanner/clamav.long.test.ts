// Files that arrive, at a real clamd.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '../db/file-places.ts'
import { type Clamd, KNOWN, startClamd } from '../testing/debian/debian-clamd.ts'
import { lucia, get, openTicketDesk, portal, stage, upload } from '../testing/ticket-desk.ts'
import { clamd } from './clamd.ts'
import { scanWaiting } from './scanned-files.ts'

let daemon: Clamd
beforeAll(async () => {
  daemon = await startClamd()
})
afterAll(() => daemon.close())
openTicketDesk(() => ({ scanner: clamd(daemon.url) }))

const PDF = 'application/pdf'
const scan = () =>
  scanWaiting(
    { scanner: clamd(daemon.url), staff: portal.staff, log: portal.app.log },
    (id) => (existsSync(placeOf(portal.files, id)) ? placeOf(portal.files, id) : null),
    new Date(portal.clock.now.getTime() + 60_000),
  )

test('a file that it knows is refused, any other is taken', async () => {
  const refused = await upload([{ name: 'a.pdf', bytes: KNOWN.bytes, mime: PDF }])
  expect([refused.status, refused.message]).toEqual([422, 'El archivo contiene un virus: no se ha enviado'])
  const id = await stage('b.pdf', Buffer.from('%PDF-1.7 limpio'), PDF)
  expect((await get('get_documento', { iaimagen: id }, lucia)).status).toBe(200)
})

test('killed and started again, it scans the files that have waited', async () => {
  await daemon.kill()
  const [virus, clean] = [await stage('a.pdf', KNOWN.bytes, PDF), await stage('b.pdf', Buffer.from('%PDF-1.7 b'), PDF)]
  const status = async (id: string) => (await get('get_documento', { iaimagen: id })).status
  expect([await status(virus), await status(clean)]).toEqual([503, 503])
  await daemon.start()
  await scan()
  expect([await status(virus), await status(clean)]).toEqual([410, 200])
  const { rows } = await portal.owner.query('select state, found from file_scan')
  expect(rows).toEqual([{ state: 'infected', found: KNOWN.name }])
})

test('the largest file, and ten at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-large-'))
  const path = join(folder, 'large')
  await writeFile(path, Buffer.alloc(20 * 1024 * 1024, 'largo '))
  const scanner = clamd(daemon.url)
  expect(await Promise.all(Array.from({ length: 10 }, () => scanner.scan(path)))).toEqual(Array(10).fill(null))
  expect(await scanner.version()).toMatch(/^ClamAV /)
  await rm(folder, { recursive: true })
})
