// Fills a real volume of 300 MB in every way. Mounting it needs root.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { placeOf } from './db/file-places.ts'
import { volumeOf } from './db/room.ts'
import { freshFolder } from './process/data-folders.ts'
import { signDemoEntry } from './demo/entry-link.ts'
import { databaseUrlOf, postmasterOf, startPortal } from './testing/portal-process.ts'
import { PNG } from './testing/ticket-desk.ts'
import { patient } from './testing/patience.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024
const isRoot = process.getuid?.() === 0
const FULL = 'Ahora no queda espacio para guardar esto: no se ha guardado nada. Inténtelo más tarde'

const created = z.object({ data: z.object({ data: z.array(z.object({ llnumreg: z.int() })) }) })
const staged = z.object({ data: z.object({ data: z.array(z.object({ id_temporal: z.string() })) }) })
const listed = z.object({ data: z.object({ data: z.object({ items: z.array(z.object({ llnumreg: z.int() })) }) }) })

/** The parts that lie on the small volume: `text` says what fills it there, `files` whether files do. */
const CASES = [
  { what: 'files and database', at: '.', text: true, files: true },
  { what: 'the files alone', at: 'files', text: false, files: true },
  { what: 'the database alone', at: 'postgres', text: true, files: false },
] as const

test.skipIf(!isRoot).for(CASES)(
  '$what on a small disk that is filled to its last byte',
  async ({ at, text, files }) => {
    const folder = await freshFolder()
    const volume = join(folder, at)
    await mkdir(volume, { recursive: true })
    await run('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=700', 'tmpfs', volume])
    onTestFinished(async () => void (await run('umount', ['--lazy', volume])))
    const portal = await startPortal({ DATA_DIR: folder })
    onTestFinished(async () => void (await portal.stop()))
    const postmaster = await postmasterOf(folder)
    const free = async () => (await volumeOf(volume)).free

    const call = async (cookie: string, path: string, sent?: object | FormData) => {
      const isForm = sent instanceof FormData
      const answer = await fetch(`${portal.origin}/api${path}`, {
        method: sent ? 'POST' : 'GET',
        headers: { cookie, ...(sent && !isForm && { 'content-type': 'application/json' }) },
        ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
      })
      return {
        status: answer.status,
        cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
        text: await answer.text(),
      }
    }
    const enter = async (caller: string) => {
      const entry = { installation: 'LEV-01', subject: '11', caller, context: { company: '001' } }
      return (await call('', '/login/nuevo_ticket', { t: await signDemoEntry(entry, new Date()) })).cookie
    }
    const upload = (cookie: string) => {
      const form = new FormData()
      form.append('documentos[0][file]', new Blob([PNG, randomBytes(5 * MIB)], { type: 'image/png' }), 'captura.png')
      return call(cookie, '/consultas/subir_documentacion', form)
    }
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => enter(`persona-${index}`)))
    const [one = ''] = people
    const list = (cookie = one) => call(cookie, '/consultas/get_lista')
    const [ticket = { llnumreg: 0 }] = listed.parse(JSON.parse((await list()).text)).data.data.items
    const note = (cookie: string) =>
      call(cookie, '/consultas/anadir_informacion', {
        llnumreg: ticket.llnumreg,
        llobse: randomBytes(7000).toString('hex'),
      })
    const kept = { notes: new Set<number>(), files: new Set<string>() }
    const refused = new Set<string>()
    const told = ({ status, text: said }: { status: number; text: string }) => {
      if (status !== 200) refused.add(`${status} ${JSON.parse(said).message}`)
      return status === 200
    }

    await fillWith(volume, 'backup', files ? 40 * MIB : (await free()) - 50 * MIB)
    // First files, until only texts have room; then texts, until only the database's log has room.
    for (let isTaken = files; isTaken;) {
      const answer = await upload(one)
      isTaken = told(answer)
      if (isTaken) kept.files.add(staged.parse(JSON.parse(answer.text)).data.data[0]?.id_temporal ?? '')
    }
    const writeAll = () =>
      Promise.all(
        people.map(async (cookie) => {
          for (let more = 0; more < (text ? 110 : 5); more += 1) {
            const answer = await note(cookie)
            if (!told(answer)) return
            kept.notes.add(created.parse(JSON.parse(answer.text)).data.data[0]?.llnumreg ?? 0)
          }
        }),
      )
    await writeAll()
    if (files || text) expect([...refused]).toEqual([`507 ${FULL}`])
    if (text) expect(await free()).toBeGreaterThan(20 * MIB)

    // A stranger takes the rest.
    await fillWith(volume, 'stranger', Number.POSITIVE_INFINITY)
    expect(await free()).toBeLessThan(MIB)
    // Each time somebody else: whoever reads the long ticket ten times in a minute asks for too much.
    for (const [time, reader] of people.slice(0, 10).entries()) {
      expect((await list(reader)).status).toBe(200)
      expect((await call(reader, `/consultas/ver_consulta?llnumreg=${ticket.llnumreg}`)).status).toBe(200)
      if (files) expect((await upload(reader)).status).toBe(507)
      expect((await note(reader)).status).toBe(text ? 507 : 200)
      await enter(`otra-${time}`)
    }
    expect(await postmasterOf(folder)).toBe(postmaster)
    expect((await call('', '/ready')).status).toBe(200)

    // Once somebody makes room, all acknowledged data are there, and writing works at once.
    await rm(join(volume, 'stranger'))
    await rm(join(volume, 'backup'))
    const begun = performance.now()
    const soon = { timeout: patient(5000), interval: 10 }
    await expect.poll(async () => (await note(people[1] ?? '')).status, soon).toBe(200)
    const backMs = performance.now() - begun
    // What was measured before counts for a quarter of a second.
    if (files) await expect.poll(async () => (await upload(one)).status, soon).toBe(200)
    for (const id of kept.files)
      expect((await stat(placeOf(join(folder, 'files'), id))).size).toBe(PNG.length + 5 * MIB)
    const owner = new pg.Client({ connectionString: await databaseUrlOf(folder) })
    await owner.connect()
    const { rows } = await owner.query('select number from entry where number = any($1)', [[...kept.notes]])
    await owner.end()
    expect(rows.length).toBe(kept.notes.size)
    process.stdout.write(
      `${at}: ${kept.files.size} files, ${kept.notes.size} notes; written again after ${backMs.toFixed(0)} ms\n`,
    )
    expect(portal.written()).not.toMatch(/unexpected error|the database ended/)
  },
)

async function fillWith(folder: string, name: string, bytes: number): Promise<void> {
  const file = await open(join(folder, name), 'w')
  try {
    for (let left = bytes; left > 0; left -= MIB) await file.write(Buffer.alloc(MIB))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}
