import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { signDemoEntry } from '../demo/entry-link.ts'
import { launch, type PortalProcess, SERVER, startPortal } from '../testing/portal-process.ts'
import { eventually } from '../testing/eventually.ts'
import { freshFolder } from './data-folders.ts'

const [node = ''] = SERVER
const COMMANDS = { backup: [node, 'scripts/backup.ts'], restore: [node, 'scripts/restore.ts'] } as const
const SECRET_KEY = Buffer.alloc(32, 'backup').toString('base64')

test('a backup of a portal at work, killed on its way and made anew, is restored: all enter anew, nobody by what was before', async () => {
  const [source, place, archives] = [await freshFolder(), await freshFolder(), await freshFolder()]
  const portal = await portalAt(source)
  const token = await tokenFor('lucia')
  const cookie = await enter(portal, token)
  const desk = deskOf(portal, cookie)
  const working = desk.run()
  await eventually(() => expect(desk.raised.length).toBeGreaterThan(3))

  const target = join(archives, 'backup.tar.gz')
  await killedAt('table', 'backup', source, target)
  expect((await readdir(archives)).filter((name) => name !== 'backup.tar.gz.unfinished')).toEqual([])
  const before = [...desk.raised]
  const made = await ended('backup', source, target)
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^.*backup.tar.gz: \d+ rows, \d+ files, \d+ bytes before compression\.\n$/),
  })
  expect(await readdir(archives)).toEqual(['backup.tar.gz'])
  desk.stop()
  await working
  await portal.stop()

  await killedAt('schema', 'restore', place, target)
  const refused = await launch({ DATA_DIR: place, SECRET_KEY }).ended
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('holds the attachments of another database'),
  })
  await killedAt('table', 'restore', place, target)
  await killedAt('comparison', 'restore', place, target)
  const restored = await ended('restore', place, target)
  // The last archive may have been complete a moment before the kill.
  if (restored.code === 0) expect(restored.stdout).toContain('each row and file compared')
  else expect(restored.stderr).toContain('it is whole')

  const next = await portalAt(place)
  const [asBefore, byUsed] = [get(next, cookie, 'get_lista?estado=P'), post(next, '/login/nuevo_ticket', { t: token })]
  expect([(await asBefore).status, (await byUsed).status]).toEqual([403, 401])
  const fresh = await enter(next, await tokenFor('lucia'))
  const titles = await titlesSeen(next, fresh)
  for (const title of before) expect(titles.get(title)).toBe(title)
  // Every archive that exists is whole: it holds a ticket of its moment, with its file.
  for (const [title, said] of titles) if (title.startsWith('Copia')) expect(said).toBe(title)
  // This also works without a running portal.
  await next.stop()
  const again = join(archives, 'again.tar.gz')
  expect(await ended('backup', place, again)).toMatchObject({ code: 0 })
})

async function portalAt(folder: string): Promise<PortalProcess> {
  const portal = await startPortal({ DATA_DIR: folder, SECRET_KEY })
  onTestFinished(async () => void (await portal.stop()))
  return portal
}

const ended = (command: keyof typeof COMMANDS, folder: string, archive: string) =>
  launch({ DATA_DIR: folder }, [...COMMANDS[command], archive]).ended

/** Starts a command and kills it as soon as it reports a step. */
async function killedAt(step: string, ...[command, folder, archive]: Parameters<typeof ended>): Promise<void> {
  const { child, written, ended: end } = launch({ DATA_DIR: folder }, [...COMMANDS[command], archive])
  child.stderr?.on('data', () => void (written().stderr.includes(step) && child.kill('SIGKILL')))
  expect((await end).stderr).toContain(step)
}

const tokenFor = (caller: string): Promise<string> =>
  signDemoEntry({ installation: 'LEV-01', subject: '11', caller, context: { company: '001' } }, new Date())

async function enter(portal: PortalProcess, t: string): Promise<string> {
  const entered = await post(portal, '/login/nuevo_ticket', { t })
  expect(entered.status).toBe(200)
  return entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const post = ({ origin }: PortalProcess, path: string, sent: object, cookie = '') =>
  fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(sent),
  })

const get = ({ origin }: PortalProcess, cookie: string, path: string) =>
  fetch(`${origin}/api/consultas/${path}`, { headers: { cookie } })

async function dataOf(answer: Response) {
  const { ok, message, data } = JSON.parse(await answer.text())
  expect(ok, message).toBe(true)
  return data.data
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Fewer than the uploads that one person may make in so short a time. */
const MOST_RAISED = 100

/** Raises ticket after ticket, each with a file that holds its title. */
function deskOf(portal: PortalProcess, cookie: string) {
  const raised: string[] = []
  let isOpen = true
  const run = async () => {
    const modules = await dataOf(await get(portal, cookie, 'get_lista_modulos'))
    const { shnumreg: modulo } = modules.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad')
    for (let number = 1; isOpen && number <= MOST_RAISED; number += 1) {
      const titulo = `Copia ${number}`
      const body = new FormData()
      body.set('documentos[0][nombre]', 'titulo.png')
      body.set('documentos[0][mime]', 'image/png')
      body.set('documentos[0][file]', new Blob([PNG, titulo], { type: 'image/png' }), 'titulo.png')
      const address = `${portal.origin}/api/consultas/subir_documentacion`
      const [{ id_temporal }] = await dataOf(await fetch(address, { method: 'POST', headers: { cookie }, body }))
      const ticket = {
        titulo,
        textoConsulta: 'Un ticket que se crea mientras se hace la copia de seguridad.',
        modulo,
        tipoConsulta: 'C',
        interlocutor: 'Lucía',
        email: 'l@levante.example',
        urgenciaSeleccionada: '3',
        documentos: [{ id_temporal }],
      }
      await dataOf(await post(portal, '/consultas/nueva_consulta', ticket, cookie))
      raised.push(titulo)
      await sleep(100)
    }
  }
  return { raised, run, stop: () => void (isOpen = false) }
}

/** The listed tickets, each with the text behind the picture in its file. */
async function titlesSeen(portal: PortalProcess, cookie: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const { items, totalItems } = await dataOf(
      await get(portal, cookie, `get_lista?estado=P&itemsPerPage=50&page=${page}`),
    )
    for (const { llnumreg, llobse } of items) {
      if (!llobse.startsWith('Copia')) continue
      const [file] = await dataOf(await get(portal, cookie, `get_documentacion?llnumreg=${llnumreg}`))
      const image = await (await get(portal, cookie, `get_documento?iaimagen=${file.iaimagen}`)).bytes()
      seen.set(llobse, Buffer.from(image.subarray(PNG.length)).toString())
    }
    if (page * 50 >= totalItems) return seen
  }
}
