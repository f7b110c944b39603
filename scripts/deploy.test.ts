import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// No image is built here (docs/long-tests.md says when one was). Everything that can be checked without building one is checked: every path, command, variable
// and port.

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const there = (path: string): boolean => existsSync(new URL(`../${path}`, import.meta.url))
const steps = read('deploy/Containerfile')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ verb: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }))
const of = (verb: string) => steps.filter((step) => step.verb === verb).map(({ rest }) => rest)
const compose = parse(read('deploy/compose.yaml'))

test('every path that the Containerfile copies or starts is in the repository', () => {
  const copied = of('COPY')
    .filter((rest) => !rest.startsWith('--from='))
    .flatMap((rest) => rest.split(' ').slice(0, -1))
  expect(copied).toEqual(['package.json', 'package-lock.json', '.'])
  expect(copied.filter((path) => !there(path))).toEqual([])
  const [start] = of('CMD')
  const [program, script] = JSON.parse(start ?? '[]')
  expect([program, there(script)]).toEqual(['node', true])
})

test('files that do not belong in an image are left out of it', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['node_modules', '.git', 'data', 'dist']))
})

test('it installs and builds by the commands of the page for operators, on the same version of Node', () => {
  const page = read('docs/operation.md')
  const bare = (command: string) => command.replaceAll(/ --no-(audit|fund)/g, '')
  const commands = of('RUN')
    .filter((rest) => rest.startsWith('npm '))
    .flatMap((rest) => bare(rest).split(' && '))
  expect(commands).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
  expect(page).toContain(commands.join(' && '))
  const { engines, scripts } = JSON.parse(read('package.json'))
  expect(scripts).toHaveProperty('build')
  const [major] = of('FROM').map((image) => /^node:(\d+)/.exec(image)?.[1])
  expect(engines.node).toContain(major)
})

test('the compose file names services, volumes, files and variables that exist', () => {
  const { database, portal } = compose.services
  expect(Object.keys(compose.services)).toEqual(['database', 'portal'])
  expect(there(portal.build.dockerfile) && there('deploy/compose.yaml')).toBe(true)
  expect(portal.build.context).toBe('..')
  const volumes = [...database.volumes, ...portal.volumes].map((volume: string) => volume.split(':')[0])
  expect(Object.keys(compose.volumes)).toEqual(volumes)
  expect(of('VOLUME')).toEqual(portal.volumes.map((volume: string) => volume.split(':')[1]))
  expect(portal.ports[0].split(':').at(-1)).toBe(of('EXPOSE')[0])
  expect(portal.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  const named = [
    ...Object.keys(portal.environment),
    ...(of('ENV')[0] ?? '').split(' ').map((each) => each.split('=')[0]),
  ]
  const environment = read('README.md')
  expect(named.filter((variable) => variable !== 'NODE_ENV' && !environment.includes(`\`${variable}\``))).toEqual([])
})

test("the portal's health is looked at the same way where an image's format drops the question, as podman's own does", () => {
  const [asked = ''] = of('HEALTHCHECK')
  const command: unknown = JSON.parse(asked.slice(asked.indexOf('[')))
  expect(['CMD', ...(Array.isArray(command) ? command : [])]).toEqual(compose.services.portal.healthcheck?.test)
  expect(read('deploy/Containerfile')).toContain('podman build --format docker -f deploy/Containerfile')
})

test('the example for nginx serves its own name alone, and leads nobody to the name that they sent', () => {
  const servers = read('deploy/nginx.conf')
    .split(/^server /m)
    .slice(1)
  const named = servers.filter((server) => server.includes('server_name soporte.example.com;'))
  const others = servers.filter((server) => !named.includes(server))
  expect([named.length, others.length]).toEqual([2, 1])
  expect(others[0]).toMatch(/listen 443 ssl http2 default_server;\s+ssl_reject_handshake on;\s+return 421;/)
  expect(servers.filter((server) => /return .*\$(host|http_host)/.test(server))).toEqual([])
})
