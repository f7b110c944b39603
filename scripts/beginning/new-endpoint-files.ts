import { dirname, relative } from 'node:path/posix'
import { UNDESCRIBED, type Read, type Written, capital, importing, inserted, kebab } from './source.ts'

interface Beginning {
  /** Such as `tickets` or `consoleNotices`; a new one gets a file and a folder of its own. */
  readonly group: string
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Below `/api`; a technicians' one begins with `/console/`. */
  readonly path: string
}

interface Side {
  readonly contract: string
  readonly server: string
  /** Where routes are bound, one line per feature. */
  readonly mounts: string
  readonly imports: (group: string) => string
  readonly input: (method: Beginning['method']) => string
  readonly object: string
  readonly api: string
  readonly bind: string
  readonly binding: string
  readonly door: string
  readonly access: string
}

const CUSTOMERS: Side = {
  contract: 'contract',
  server: 'server',
  mounts: 'server/app.ts',
  imports: () => '#contract/api.ts',
  input: (method) => (method === 'GET' ? 'query' : 'body'),
  object: 'wireObject',
  api: 'api',
  bind: 'bind',
  binding: 'Binding',
  door: 'server/http/bind.ts',
  access: '',
}

const TECHNICIANS: Side = {
  contract: 'contract/console',
  server: 'server/console',
  mounts: 'server/console/console.ts',
  imports: () => '#contract/console/api.ts',
  input: () => 'consoleInput',
  object: 'consoleObject',
  api: 'consoleApi',
  bind: 'bindConsole',
  binding: 'ConsoleBinding',
  door: 'server/console/door/console-binding.ts',
  access: "\n    access: 'technician',",
}

/** The files of CONTRIBUTING's recipe for an endpoint, with a test that fails. */
export function newEndpoint(beginning: Beginning, files: readonly string[], read: Read): Written {
  const { group, name, path } = beginning
  const side = path.startsWith('/console/') ? TECHNICIANS : CUSTOMERS
  const contract = files.find(
    (file) =>
      dirname(file) === side.contract && new RegExp(String.raw`^export const ${group} = \{$`, 'm').test(read(file)),
  )
  const feature = kebab(side === TECHNICIANS ? group.replace(/^console(?=[A-Z])/, '') : group).replace(/^-/, '')
  const homes = files.flatMap((file) =>
    file.endsWith('-routes.ts') && read(file).includes(`${side.api}.${group}`) ? [dirname(file)] : [],
  )
  const own = `${side.server}/${feature}`
  const folder = homes.includes(own) ? own : (homes[0] ?? own)
  const file = `${folder}/${contract ? kebab(name) : feature}-routes.ts`
  const binder = `bind${capital(contract ? name : group)}`
  if (files.includes(file)) throw new Error(`${file} is there already`)
  if (new RegExp(String.raw`\b${binder}\b`).test(read(side.mounts))) throw new Error(`${binder} is there already`)
  return {
    ...(contract
      ? { [contract]: withEndpoint(read(contract), beginning, side) }
      : newGroup(beginning, feature, side, read)),
    [file]: routes(beginning, binder, folder, side),
    [file.replace(/\.ts$/, '.test.ts')]: redTest(beginning, folder, side),
    [side.mounts]: mounted(read(side.mounts), binder, file, side),
    ...(side === CUSTOMERS && {
      'server/isolation/walked-calls.ts': inserted(
        read('server/isolation/walked-calls.ts'),
        `\n  '${group}.${name}': { inputs: [() => ({})] },`,
        '\n} satisfies ',
        'const CALL_OF',
      ),
    }),
  }
}

const described = ({ name, method, path }: Beginning, { access, input, object }: Side) => `
  ${name}: endpoint({
    method: '${method}',
    path: '${path}',
    summary: '${UNDESCRIBED}',${access}
    input: ${input(method)}({}),
    data: nullable(${object}({})),
  }),`

function withEndpoint(text: string, beginning: Beginning, side: Side): string {
  const up = side === TECHNICIANS ? '../' : './'
  const more = inserted(text, described(beginning, side), '\n}\n', `export const ${beginning.group} = {`)
  const importsInput = importing(more, ['endpoint', side.input(beginning.method)], `${up}endpoint.ts`)
  return importing(importsInput, ['nullable', side.object], `${up}wire.ts`)
}

function newGroup(beginning: Beginning, feature: string, side: Side, read: Read): Written {
  const { group } = beginning
  const api = `${side.contract}/api.ts`
  const listed = read(api).replace(/^(export const \w+ = \{[^}]*?),?\s*\}/m, `$1, ${group} }`)
  return {
    [`${side.contract}/${feature}.ts`]: withEndpoint(`export const ${group} = {\n}\n`, beginning, side),
    [api]: importing(listed, [group], `./${feature}.ts`),
  }
}

const from = (folder: string, file: string) => relative(folder, file).replace(/^(?!\.)/, './')

const routes = ({ group, name }: Beginning, binder: string, folder: string, side: Side) => `\
import { ${side.api} } from '${side.imports(group)}'
import { type ${side.binding}, ${side.bind} } from '${from(folder, side.door)}'

/** ${UNDESCRIBED} */
export function ${binder}(binding: ${side.binding}): void {
  ${side.bind}(binding, ${side.api}.${group}.${name}, async () => {
    throw new Error('${group}.${name} does nothing yet')
  })
}
`

function redTest({ group, name, method, path }: Beginning, folder: string, side: Side): string {
  const enters =
    side === CUSTOMERS
      ? "lucia = await portal.enter('LEV-01', 11, { company: '001' })"
      : "sonia = await portal.consoleLogIn('sonia')"
  const who = side === CUSTOMERS ? 'lucia' : 'sonia'
  return `\
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '${from(folder, 'server/testing/test-app.ts')}'

let portal: TestApp
let ${who}: string

beforeAll(async () => {
  portal = await testApp()
  ${enters}
})
afterAll(() => portal.close())

test('${group}.${name} answers', async () => {
  const answer = await portal.call(${who}, '${method}', '${path}')
  expect(answer.status, answer.raw.body).toBe(200)
})

test.todo('a refusal gives its reason')
test.todo("another client's record is not there")
test.todo('bad input is refused beside its field')
`
}

function mounted(text: string, binder: string, file: string, side: Side): string {
  const before = side === CUSTOMERS ? '\n  const feed = openFeed(' : '  bindConsoleEvents(binding, '
  return importing(inserted(text, `  ${binder}(binding)\n`, before), [binder], from(dirname(side.mounts), file))
}
