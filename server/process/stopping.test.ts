import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EFFORT } from '../testing/effort.ts'
import { isAlive, launch, NPM_START, type PortalProcess, postmasterOf, startPortal } from '../testing/portal-process.ts'
import { freshFolder, startedFolder } from './data-folders.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'

async function startedPortal(command?: string[]) {
  const folder = await startedFolder()
  const portal = await startPortal({ DATA_DIR: folder }, command)
  // A failing test must not leave processes behind.
  onTestFinished(async () => {
    if (isAlive(portal.pid)) process.kill(-portal.pid, 'SIGTERM')
    await portal.ended
  })
  const server = Number.parseInt(await readFile(join(folder, 'postgres/portal.pid'), 'utf8'), 10)
  const postmaster = await postmasterOf(folder)
  expect([server, postmaster].map(isAlive)).toEqual([true, true])
  return { portal, server, postmaster, folder }
}

test.each(EFFORT > 1 ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
  '%s stops the server and its database, with browsers connected',
  async (signal) => {
    const { portal, server, postmaster } = await startedPortal()
    await holdConnections(portal)
    const start = Date.now()
    portal.kill(signal)
    expect((await portal.ended).code).toBe(0)
    expect(Date.now() - start).toBeLessThan(patient(5000))
    expect([server, postmaster].map(isAlive)).toEqual([false, false])
  },
)

test('SIGHUP from a service manager reads anew and ends nothing', async () => {
  const withoutChannel = ['env', '-u', 'NODE_CHANNEL_FD', process.execPath, 'server/start.mjs']
  const portal = await startPortal({ DATA_DIR: await startedFolder(), LOG_LEVEL: 'info' }, withoutChannel)
  onTestFinished(() => portal.kill('SIGKILL'))
  portal.kill('SIGHUP')
  await eventually(() => expect(portal.written()).toContain('files and names were read anew'))
  expect((await fetch(`${portal.origin}/api/ready`)).status).toBe(200)
  portal.kill('SIGTERM')
  expect((await portal.ended).code).toBe(0)
})

test('while it starts nobody is let in and cut off: a proxy would have sent their request in vain', async () => {
  const rival = createServer().listen(0, '127.0.0.1')
  await once(rival, 'listening')
  const { port } = rival.address() as AddressInfo
  rival.close()
  const seen = new Set<string>()
  const starting = startPortal({ DATA_DIR: await startedFolder(), PORT: String(port) })
  let isReady = false
  const portal = starting.finally(() => void (isReady = true))
  while (!isReady) {
    await fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => seen.add(String(status)),
      ({ cause }) => seen.add(String(cause?.code)),
    )
    await sleep(10)
  }
  onTestFinished(async () => void (await (await portal).stop()))
  expect([...seen].filter((each) => each !== 'ECONNREFUSED' && each !== '200')).toEqual([])
  expect(seen).toContain('ECONNREFUSED')
})

test('a server that is to stop says so first and answers as ever; then it takes no new connections, and gives the kept ones back', async () => {
  const folder = await startedFolder()
  const portal = await startPortal({ DATA_DIR: folder, DRAIN_SECONDS: '3' })
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await (await fetch(`${portal.origin}/api/health`)).json()).toEqual({ ok: true, version })
  const kept = await keptConnection(portal)
  portal.kill('SIGTERM')
  await eventually(async () => expect((await fetch(`${portal.origin}/api/ready`)).status).toBe(503), { within: 2500 })
  const answered = await kept.asked()
  expect(answered).toContain('200 OK')
  expect(answered).not.toMatch(/connection: close/i)
  await eventually(() => expect(keptConnection(portal)).rejects.toThrow('ECONNREFUSED'))
  expect(await kept.asked()).toMatch(/200 OK[^]*connection: close/i)
  expect((await portal.ended).code).toBe(0)
})

/** A connection as a proxy keeps it for several requests. */
async function keptConnection({ origin }: PortalProcess) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return {
    asked: async (): Promise<string> => {
      socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
      const [data] = await once(socket, 'data')
      return String(data)
    },
  }
}

test('Ctrl-C in the terminal of npm start stops all of it', async () => {
  const { portal, server, postmaster } = await startedPortal(NPM_START)
  process.kill(-portal.pid, 'SIGINT')
  await portal.ended
  expect([portal.pid, server, postmaster].map(isAlive)).toEqual([false, false, false])
})

test.each(EFFORT > 1 ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
  '%s to npm alone stops what it started',
  async (signal) => {
    const { portal, server, postmaster } = await startedPortal(NPM_START)
    portal.kill(signal)
    await eventually(() => expect([portal.pid, server, postmaster].map(isAlive)).toEqual([false, false, false]), {
      within: 5000,
    })
  },
)

test('the server and its database stop when the process that started them is killed', async () => {
  const { portal, server, postmaster } = await startedPortal([process.execPath, 'scripts/start.mjs'])
  expect(server).not.toBe(portal.pid)
  portal.kill('SIGKILL')
  await eventually(() => expect([portal.pid, server, postmaster].map(isAlive)).toEqual([false, false, false]), {
    within: 5000,
  })
})

test('a signal during the first start ends it, and the next start is whole', async () => {
  const folder = await freshFolder()
  const { child, ended } = launch({ DATA_DIR: folder })
  await eventually(() => expect(existsSync(join(folder, 'postgres/portal.pid'))).toBe(true), { interval: 5 })
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe('')
  const portal = await startPortal({ DATA_DIR: folder })
  expect((await portal.stop()).code).toBe(0)
})

/** One idle connection that was used before, and one with half a request. */
async function holdConnections({ origin }: PortalProcess): Promise<void> {
  await (await fetch(`${origin}/api/health`)).text()
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) =>
    socket.write('POST /api/login/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{', resolve),
  )
}
