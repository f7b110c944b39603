// Updates without a white page: servers of two builds, and servers that are restarted, behind nginx as documented, and a real Chromium
// (apt-get install nginx chromium-headless-shell).
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { CHROMIUM_FLAGS, insistOnChromium } from '../../scripts/chromium.mjs'
import { buildWeb } from '../../scripts/setup.mjs'
import { draft } from '../isolation/walked-calls.ts'
import { freshFolder } from '../process/data-folders.ts'
import { CREATED, dataOf, enterAsColleague } from '../testing/load/colleagues.ts'
import { startNginx } from '../testing/debian/nginx.ts'
import { freePort } from '../testing/debian/ports.ts'
import { patient } from '../testing/patience.ts'
import { startPortal } from '../testing/portal-process.ts'
import { secondServer } from '../testing/second-server.ts'
import { TEST_KEY, testAppForThisTest } from '../testing/test-app.ts'
import { WEB } from '../web-folder.ts'

const LOADS = 60
const RESTARTS = 6

test(
  'pages of either build have all of their parts, whichever server is asked, while one of them is restarted again and again',
  async () => {
    expect(await buildWeb()).toBeFalsy()
    const other = await renamedBuild()
    const portal = await testAppForThisTest()
    const builds: readonly string[] = [WEB, other]
    const ports = await Promise.all(builds.map(() => freePort()))
    const start = async (nth: number): Promise<FastifyInstance> => {
      const server = await secondServer(portal, { web: builds[nth] ?? '', files: portal.files })
      await server.listen({ port: ports[nth] ?? 0, host: '127.0.0.1' })
      return server
    }
    const servers = [await start(0), await start(1)]
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
    const { origin, stop } = await startNginx(ports)
    onTestFinished(stop)
    const browser = await chromium.launch({ executablePath: insistOnChromium(), args: CHROMIUM_FLAGS })
    onTestFinished(() => browser.close())
    const cookie = await portal.enter('LEV-01', 11)

    let isOver = false
    const restarting = (async () => {
      for (let nth = 0; !isOver; nth = 1 - nth) {
        await sleep(2000)
        await servers[nth]?.close()
        servers[nth] = await start(nth)
      }
    })()
    const broken: string[] = []
    const shown = { own: 0, other: 0 }
    for (let load = 0; load < LOADS; load += 1) {
      const path = ['/public/login', '/public/tickets/lista', '/consola/'][load % 3] ?? ''
      const { faults, isOther } = await loaded(browser, { origin, path, cookie })
      broken.push(...faults)
      shown[isOther ? 'other' : 'own'] += 1
    }
    isOver = true
    await restarting
    process.stdout.write(`${LOADS} pages loaded, ${shown.other} of the other build\n`)
    expect(broken).toEqual([])
    expect(Math.min(shown.own, shown.other)).toBeGreaterThan(LOADS / 6)
  },
  patient(400_000),
)

interface Load {
  readonly origin: string
  readonly path: string
  readonly cookie: string
}

/** Opens a page as a browser that has nothing of the portal yet, until people could act in it. */
async function loaded(browser: Browser, { origin, path, cookie }: Load) {
  const context = await browser.newContext({ extraHTTPHeaders: path.startsWith('/public/tickets') ? { cookie } : {} })
  const page = await context.newPage()
  const faults: string[] = []
  const fault = (said: string) => faults.push(`${path}: ${said}`)
  page.on('pageerror', ({ message }) => fault(message))
  page.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== 403) fault(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${origin}${path}`)
  await page
    .locator('#root :is(a[href], button)')
    .nth(1)
    .waitFor({ state: 'attached', timeout: patient(20_000) })
    .catch(() => fault('nothing to act on'))
  const isOther = (await page.content()).includes(`/assets/${OTHER}`)
  await context.close()
  return { faults, isOther }
}

const OTHER = 'other-'

/** The same build with other names for all assets, as if each had changed. */
async function renamedBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(WEB, folder, { recursive: true })
  for (const application of ['.', 'console']) {
    const assets = join(folder, application, 'assets')
    const isCompressed = (name: string) => /\.(br|gz)$/.test(name)
    const all = await readdir(assets)
    for (const name of all.filter(isCompressed)) await rm(join(assets, name))
    const names = all.filter((name) => !isCompressed(name))
    const named = new RegExp(`(?<![\\w.-])(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`, 'g')
    const texts = ['index.html', '.vite/manifest.json', ...names.map((name) => join('assets', name))]
    for (const path of texts.filter((each) => /\.(js|css|html|json)$/.test(each))) {
      const place = join(folder, application, path)
      await writeFile(place, (await readFile(place, 'utf8')).replaceAll(named, `${OTHER}$1`))
    }
    for (const name of names) await rename(join(assets, name), join(assets, `${OTHER}${name}`))
  }
  return folder
}

const TITLE = 'Durante un reinicio'

test(
  `no request fails, and each ticket is there once, while two servers are restarted in turn, ${RESTARTS} times`,
  async () => {
    const portal = await testAppForThisTest()
    const folder = await freshFolder()
    await cp(portal.files, join(folder, 'files'), { recursive: true })
    const ports = [await freePort(), await freePort()]
    const start = (nth: number) =>
      startPortal({
        DATABASE_URL: portal.url,
        DATA_DIR: folder,
        PORT: String(ports[nth]),
        SECRET_KEY: TEST_KEY.toString('base64'),
        TRUSTED_PROXIES: '127.0.0.1',
        DRAIN_SECONDS: '2',
      })
    const servers = [await start(0), await start(1)]
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    const { origin, stop } = await startNginx(ports)
    onTestFinished(stop)

    const people = await Promise.all([1, 2, 3, 4].map((nth) => enterAsColleague(origin, `reinicio-${nth}`)))

    let [isOver, answered] = [false, 0]
    const failed: string[] = []
    const raised: number[] = []
    const asks = async (path: string, cookie: string, body?: object) => {
      const said = await fetch(`${origin}/api/${path}`, {
        headers: { cookie, ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
        .then(async (response) => ({ status: String(response.status), text: await response.text() }))
        .catch((error: unknown) => ({ status: String(error), text: '' }))
      if (said.status === '200') answered += 1
      else failed.push(`${path}: ${said.status} ${said.text.slice(0, 80)}`)
      return said
    }
    const again = async (act: () => Promise<unknown>, pauseMs: number) => {
      for (; !isOver; await sleep(pauseMs)) await act()
    }
    const asking = Promise.all([
      ...people.map(({ cookie, module }) =>
        again(async () => {
          const ticket = { ...draft({ installation: 'LEV-01', company: '001' }, module), titulo: TITLE }
          const { status, text } = await asks('consultas/nueva_consulta', cookie, ticket)
          if (status === '200') raised.push(...CREATED.parse(dataOf(text)).map(({ llnumreg }) => llnumreg))
          // Each person has a limit of tickets per minute.
        }, 1200),
      ),
      ...[1, 2, 3].flatMap(() => [
        again(() => asks('login/obtener_configuracion', '', {}), 20),
        again(() => asks('openapi.json', ''), 20),
      ]),
    ])
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const nth = restart % 2
      servers[nth]?.kill('SIGTERM')
      expect((await servers[nth]?.ended)?.code).toBe(0)
      servers[nth] = await start(nth)
    }
    isOver = true
    await asking
    process.stdout.write(
      `${answered} requests answered, ${raised.length} tickets among them, ${failed.length} failed\n`,
    )
    expect(failed).toEqual([])
    const { rows } = await portal.owner.query(`select number::int from ticket where title = $1 order by number`, [
      TITLE,
    ])
    expect(rows.map(({ number }) => number)).toEqual(raised.toSorted((a, b) => a - b))
  },
  patient(300_000),
)
