import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, isListening } from './ports.ts'

/** A real nginx with deploy/nginx.conf, as Debian packages it. */
export interface Nginx {
  readonly origin: string
  readonly stop: () => Promise<void>
}

const EXAMPLE = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url))
const SERVERS = /( *server 127\.0\.0\.1:)808\d( [^;]*;\n)/g

/** The example with these servers, and without TLS. */
export async function documented(listen: number, ports: readonly number[]): Promise<string> {
  const example = await readFile(EXAMPLE, 'utf8')
  const [own] = [...example.matchAll(SERVERS)]
  const listed = ports.map((port) => `${own?.[1]}${port}${own?.[2]}`).join('')
  const used = example
    .replaceAll(SERVERS, (_, _before, _after, at: number) => (at === own?.index ? listed : ''))
    // Without TLS, and without the servers that lead to it and that refuse other names.
    .replace(/server \{\s+listen 80;[^]*?\n\}/, '')
    .replace(/server \{\s+listen 443 ssl http2 default_server;[^]*?\n\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${listen};`)
    .replaceAll(/^ +ssl_.*$/gm, '')
  if (used.match(/127\.0\.0\.1:\d+/g)?.length !== ports.length + 1)
    throw new Error('deploy/nginx.conf is not as it is read here')
  return used
}

export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'))
  const listen = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr;
    events {}
    http { access_log off; ${temporary.join(' ')}
    ${await documented(listen, ports)}
    }`,
  )
  const nginx: ChildProcess = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: 'ignore',
  })
  const ended = new Promise<string>((resolve) => {
    nginx.once('exit', (code) => resolve(`exit ${code}`))
    nginx.once('error', (error) => resolve(error.message))
  })
  await Promise.race([
    isListening(listen, nginx),
    ended.then((reason) => {
      throw new Error(`nginx did not start (${reason}): install it with apt-get install nginx`)
    }),
  ])
  return {
    origin: `http://127.0.0.1:${listen}`,
    stop: async () => {
      if (nginx.exitCode === null && nginx.pid !== undefined) {
        nginx.kill('SIGTERM')
        await once(nginx, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
