import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFiles } from '../../scripts/beginning/begin.ts'
import { newEndpoint } from '../../scripts/beginning/new-endpoint-files.ts'
import { newScreen } from '../../scripts/beginning/new-screen-files.ts'
import { UNDESCRIBED, type Written } from '../../scripts/beginning/source.ts'

// The files that recipes write must compile; this is tried in a copy of the project.

const HOUSES = [
  'domain',
  'contract',
  'content',
  'server',
  'importer',
  'scripts',
  'browser',
  'ui',
  'portal',
  'console',
  'e2e',
]

let copy: string
let files: string[]
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portal-beginning-'))
  for (const part of [...HOUSES, 'package.json', 'tsconfig.json']) cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  files = projectFiles()
})
afterAll(() => rmSync(copy, { recursive: true }))

const read = (path: string) => readFileSync(join(copy, path), 'utf8')
const write = (written: Written): string[] => {
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
    files.push(path)
  }
  return Object.keys(written)
}
const OPTIONS = {
  types: ['node', 'vite/client'],
  lib: ['es2024', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  incremental: false,
}
/** The compiler's errors in these files and all that they import. */
function problemsIn(paths: readonly string[]): string {
  const project = { extends: './tsconfig.json', compilerOptions: OPTIONS, files: paths }
  writeFileSync(join(copy, 'tsconfig.written.json'), JSON.stringify(project))
  return spawnSync('npx', ['tsc', '--singleThreaded', '-p', 'tsconfig.written.json'], { cwd: copy, encoding: 'utf8' })
    .stdout
}

test('their files compile, for old and new features of both applications', () => {
  const endpoints = [
    { group: 'tickets', name: 'reopen', method: 'POST', path: '/consultas/reabrir_consulta' },
    { group: 'surveys', name: 'list', method: 'GET', path: '/encuestas/get_lista' },
    { group: 'consoleNotices', name: 'publish', method: 'POST', path: '/console/notices/publish' },
    { group: 'consoleSurveys', name: 'list', method: 'GET', path: '/console/surveys' },
  ] as const
  const written = endpoints.map((endpoint) => write(newEndpoint(endpoint, files, read)))
  expect(written).toEqual([
    ['contract/tickets.ts', 'server/tickets/reopen-routes.ts', 'server/tickets/reopen-routes.test.ts', ...MOUNTED],
    [
      'contract/surveys.ts',
      'contract/api.ts',
      'server/surveys/surveys-routes.ts',
      'server/surveys/surveys-routes.test.ts',
      ...MOUNTED,
    ],
    [
      'contract/console/notices.ts',
      'server/console/masters/publish-routes.ts',
      'server/console/masters/publish-routes.test.ts',
      'server/console/console.ts',
    ],
    [
      'contract/console/surveys.ts',
      'contract/console/api.ts',
      'server/console/surveys/surveys-routes.ts',
      'server/console/surveys/surveys-routes.test.ts',
      'server/console/console.ts',
    ],
  ])
  const screens = (['portal', 'console'] as const).flatMap((application) =>
    write(newScreen({ application, feature: 'open-invoices', address: '/facturas' }, files, read)),
  )
  // Each application has a router of its own, and the compiler knows only one.
  const known = [...written.flat(), ...screens].filter((path) => path !== 'console/routes.tsx')
  expect(problemsIn([...known, 'server/testing/global-setup.ts'])).toBe('')
  expect(read('console/routes.tsx')).toContain('        openInvoices,\n        supervisor.addChildren([\n')
  // The rules of the project fail until somebody has described what the recipe wrote.
  for (const file of ['contract/surveys.ts', 'portal/messages/pages-es.ts', 'console/messages/masters-en.ts']) {
    expect(read(file)).toContain(UNDESCRIBED)
  }
})

const MOUNTED = ['server/app.ts', 'server/isolation/walked-calls.ts']

test('nothing that is there is overwritten', () => {
  const again = { group: 'tickets', name: 'silence', method: 'GET', path: '/consultas/otra' } as const
  expect(() => newEndpoint(again, files, read)).toThrow('server/tickets/silence-routes.ts is there already')
  const screen = { application: 'portal', feature: 'options', address: '/otra' } as const
  expect(() => newScreen(screen, files, read)).toThrow('portal/options/options-page.tsx is there already')
})
