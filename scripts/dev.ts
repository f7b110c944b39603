// `npm run dev`: both web applications from their sources, a page with the parts of ui/, and the server, restarted when its own
// sources change, at one address. Called by dev.mjs, which has set the clone up.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import { createServer as createPort } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer as createVite } from 'vite'

const HOST = '127.0.0.1'
const APPLICATIONS = [
  { address: '/public/', configFile: 'vite.config.ts', cacheDir: '.cache/vite-portal' },
  { address: '/consola/', configFile: 'vite.console.config.ts', cacheDir: '.cache/vite-console' },
  { address: '/preview/', configFile: 'vite.preview.config.ts', cacheDir: '.cache/vite-preview' },
]

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const behind = await freePort()
const server = createServer((incoming, answer) => {
  const application = web.find(({ address }) => incoming.url?.startsWith(address))
  if (application) application.vite.middlewares(incoming, answer)
  else passOn(incoming, answer)
})
const web = await Promise.all(
  APPLICATIONS.map(async ({ address, configFile, cacheDir }) => ({
    address,
    vite: await createVite({
      configFile,
      cacheDir: fileURLToPath(new URL(`../${cacheDir}`, import.meta.url)),
      server: { middlewareMode: true, hmr: { server } },
    }),
  })),
)
server.listen(Number(process.env['PORT'] ?? 3000), HOST)
await once(server, 'listening')
const address = server.address()
if (typeof address !== 'object' || address === null) throw new Error('The development server is not listening')

const portal = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: { ...process.env, HOST, PORT: String(behind), PUBLIC_URL: `http://${HOST}:${address.port}` },
  stdio: ['ignore', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => portal.kill('SIGTERM'))
await once(portal, 'exit')
process.exit()

/** While the server restarts it does not answer: the applications try again. */
function passOn(incoming: IncomingMessage, answer: ServerResponse): void {
  const { url, method, headers } = incoming
  const passed = request({ host: HOST, port: behind, path: url, method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  passed.on('error', () => {
    if (!answer.headersSent) answer.writeHead(503, { 'Retry-After': '2' })
    answer.end()
  })
  answer.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

async function freePort(): Promise<number> {
  const probe = createPort().listen(0, HOST)
  await once(probe, 'listening')
  const taken = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof taken !== 'object' || taken === null) throw new Error('No port is free')
  return taken.port
}
