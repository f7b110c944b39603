import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type PortalProcess, startPortal } from '../testing/portal-process.ts'
import { freshFolder } from './data-folders.ts'

// The way in CONTRIBUTING: `npm start`, with `npx vite` beside it.

let portal: PortalProcess
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-development-'))
  portal = await startPortal({ DATA_DIR: folder })
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  {
    who: 'a customer',
    config: 'vite.config.ts',
    login: '/api/login/login',
    person: { usuario: 'andres', password: 'Demo-andres-1' },
    session: 'sesion',
  },
  {
    who: 'a technician',
    config: 'vite.console.config.ts',
    login: '/api/console/login',
    person: { username: 'sonia', password: 'Demo-sonia-1' },
    session: 'consola',
  },
])('$who logs in behind the development server of $config', async ({ config, login, person, session }) => {
  const origin = await develop(config)
  const from = (source: string) =>
    fetch(`${origin}${login}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: source, 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify(person),
    })
  const answer = await from(origin)
  expect(answer.status, await answer.text()).toBe(200)
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toContain(session)
  expect((await from('http://localhost:1')).status).toBe(403)
})

/** Starts a configuration's development server, as `npx vite` does beside the portal; returns its address. */
async function develop(config: string): Promise<string> {
  vi.stubEnv('PORT', new URL(portal.origin).port)
  onTestFinished(() => void vi.unstubAllEnvs())
  const vite = await createServer({
    configFile: fileURLToPath(new URL(`../../${config}`, import.meta.url)),
    // This test draws nothing.
    cacheDir: await freshFolder(),
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  onTestFinished(() => vite.close())
  await vite.listen()
  const address = vite.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The development server listens nowhere')
  return `http://127.0.0.1:${address.port}`
}
