import { utimes } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startPortal } from '../testing/portal-process.ts'
import { startedFolder } from './data-folders.ts'

interface Change {
  readonly type: string
  readonly updates?: readonly { readonly path: string }[]
}

test('npm run dev: at one address both sides log in, a component changes in place and a message draws no second page', async () => {
  const folder = await startedFolder()
  const portal = await startPortal({ DATA_DIR: folder, PORT: '0' }, [process.execPath, 'scripts/dev.ts'])
  onTestFinished(async () => void (await portal.stop()))
  const { origin } = portal
  const login = async (path: string, person: object) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify(person),
    })
    return [answer.status, answer.headers.getSetCookie()[0]?.split('=')[0]]
  }
  expect(await login('/api/login/login', { usuario: 'andres', password: 'Demo-andres-1' })).toEqual([200, 'sesion'])
  expect(await login('/api/console/login', { username: 'sonia', password: 'Demo-sonia-1' })).toEqual([200, 'consola'])
  for (const page of ['/public/', '/consola/', '/preview/']) {
    expect(await (await fetch(origin + page)).text()).toContain('@vite/client')
  }

  await readAll(origin, '/public/main.tsx')
  await readAll(origin, '/public/pages/home-page.tsx')
  const { next } = await watchChanges(origin)
  await touch('portal/pages/home-page.tsx')
  expect(await next()).toMatchObject({ type: 'update', updates: [{ path: '/pages/home-page.tsx' }] })
  await touch('portal/messages/entrance-es.ts')
  // Running the first file again would draw a second page into the first.
  const { updates = [] } = await next()
  expect(updates.map(({ path }) => path)).not.toContain('/main.tsx')
})

/** Everything a browser loads at the start: a module and its imports, without packages. */
async function readAll(origin: string, path: string, read = new Set<string>()): Promise<void> {
  if (read.has(path)) return
  read.add(path)
  const text = await (await fetch(origin + path)).text()
  const named = [...text.matchAll(/(?:from |import )"(\/public\/[^"]+)"/g)].map(([, name = '']) => name)
  for (const name of named) if (!/node_modules|\.cache/.test(name)) await readAll(origin, name, read)
}

/** The changes that the development server announces to browsers. */
async function watchChanges(origin: string) {
  const client = await (await fetch(`${origin}/public/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? ''
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/public/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  const told: Change[] = []
  const waiting: ((change: Change) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const change = JSON.parse(String(data)) as Change
    if (!['update', 'full-reload'].includes(change.type)) return
    const first = waiting.shift()
    if (first) first(change)
    else told.push(change)
  })
  await new Promise((resolve) => {
    socket.addEventListener('open', resolve)
  })
  return {
    next: () =>
      new Promise<Change>((resolve) => {
        const change = told.shift()
        if (change) resolve(change)
        else waiting.push(resolve)
      }),
  }
}

/** Saves a file unchanged. */
async function touch(file: string): Promise<void> {
  const now = new Date()
  await utimes(new URL(`../../${file}`, import.meta.url), now, now)
}
