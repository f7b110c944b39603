// `npm run test:times`: writes docs/test-times.md. Runs every test of `npm test` one file at a time, so that the processor time
// spent meanwhile, by databases and browsers as well, is that file's. `-- NAME…`: only files with such a name; the others keep
// their earlier figures.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Spent } from './test-times-reporter.ts'

const PAGE = 'docs/test-times.md'
const FOLDER = '.cache/test-times'
const REPORTER = './scripts/test-times-reporter.ts'
/** Files below this many seconds of processor time share one row. */
const LEAST = 4

const RUNNERS = {
  vitest: [
    'vitest',
    'run',
    '--project=!long*',
    '--maxWorkers=1',
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${REPORTER}`,
  ],
  playwright: ['playwright', 'test', '--workers=1', '--pass-with-no-tests', `--reporter=list,${REPORTER}`],
}
const only = process.argv.slice(2)

mkdirSync(FOLDER, { recursive: true })
const said = Object.entries(RUNNERS).map(([runner, args]) => {
  const [kept, now] = [`${FOLDER}/${runner}.jsonl`, `${FOLDER}/${runner}.now.jsonl`]
  rmSync(now, { force: true })
  const { status } = spawnSync('npx', [...args, ...only], { stdio: 'inherit', env: { ...process.env, TIMES: now } })
  if (status !== 0) throw new Error(`${runner} failed: nothing is written`)
  const measured = read(now)
  const before = only.length > 0 ? read(kept) : []
  const all = [...before.filter(({ file }) => measured.every((each) => each.file !== file)), ...measured]
  writeFileSync(kept, all.map((each) => `${JSON.stringify(each)}\n`).join(''))
  return table(runner, byFile(all))
})
const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
/** Written by hand. */
const moved = page.slice(page.search(/^## Only in/m))
const revision = spawnSync('git', ['log', '-1', '--format=%h of %cs']).stdout.toString().trim()
writeFileSync(
  PAGE,
  `# Where the time of the tests goes

Written by \`npm run test:times\`: one file at a time, last at commit ${revision}, on ${cpus().length} × ${cpus()[0]?.model}.
*CPU* is the processor time of everything that ran meanwhile, its server, database and browser included; *wall* is the time that
it took. \`npm test\` runs both runners at once, two files at a time each, so that one works while others wait: on two processors it
takes little more than half the sum of the CPU. If the machine has other work, the wall time says nothing, and the CPU is more as
well. The first file of a runner includes its set-up.

${said.join('\n')}
${moved}`,
)

function read(path: string): Spent[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line): Spent => JSON.parse(line))
}

function byFile(all: readonly Spent[]): Spent[] {
  const files = Map.groupBy(all, ({ file }) => file)
  return [...files].map(([file, spent]) => sumOf(file, spent)).toSorted((a, b) => b.cpu - a.cpu)
}

function sumOf(file: string, spent: readonly Spent[]): Spent {
  const sum = (of: 'tests' | 'cpu' | 'wall') => spent.reduce((all, each) => all + each[of], 0)
  return { file, tests: sum('tests'), cpu: sum('cpu'), wall: sum('wall') }
}

function table(runner: string, files: readonly Spent[]): string {
  const short = files.filter(({ cpu }) => cpu < LEAST)
  const rows = [
    sumOf(`**${runner}, ${files.length} files**`, files),
    ...files.filter(({ cpu }) => cpu >= LEAST).map((spent) => ({ ...spent, file: `\`${spent.file}\`` })),
    ...(short.length > 0 ? [sumOf(`${short.length} others`, short)] : []),
  ]
  const lines = rows.map(
    ({ file, tests, cpu, wall }) => `| ${file} | ${tests} | ${cpu.toFixed(1)} | ${wall.toFixed(1)} |`,
  )
  return `| File | Tests | CPU, s | Wall, s |\n|---|--:|--:|--:|\n${lines.join('\n')}\n`
}
