// `npm run falsify`, the last part of `npm run test:long`: for each row of docs/coverage.md it gives a false answer to
// the row's test, which must fail. First every test runs alone with true answers, because a test that fails then proves
// nothing. `-- WORD` takes only rows that contain the word. With `UPDATE=1` a row whose test noticed nothing gets
// another test, if the last run recorded one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SHOWN, type Shown, nameOf } from '#server/testing/specified.ts'
import { type Row, chosen, readPage, writePage } from './coverage/coverage-page.ts'

const PAGE = 'docs/coverage.md'
const FOLDER = '.cache/falsified'
/** Stands for no row: then all answers are true. */
const NOTHING = 'nothing'

type Shower = Pick<Shown, 'file' | 'test'>
interface Trial {
  readonly row: string
  readonly shownBy: Shower
}

const word = process.argv[2] ?? ''
mkdirSync(FOLDER, { recursive: true })
const run: Shown[] = existsSync(SHOWN)
  ? readFileSync(SHOWN, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : []
const blind = new Map<string, Set<string>>()
const noticed = new Set<string>()
let page = readPage(readFileSync(PAGE, 'utf8'))

for (;;) {
  const trials = trialsOf(page)
  if (trials.length === 0) break
  const steady = steadyOf(trials)
  for (const trial of trials.filter(({ shownBy }) => !steady.has(nameOf(shownBy)))) report(trial, 'is red by itself')
  for (const round of roundsOf(trials.filter(({ shownBy }) => steady.has(nameOf(shownBy))))) {
    const outcomes = tried(round.map(({ row, shownBy }) => [nameOf(shownBy), row]))
    for (const trial of round) {
      if (outcomes.get(nameOf(trial.shownBy)) === 'failed') noticed.add(trial.row)
      else report(trial, 'does not notice')
    }
  }
  if (process.env.UPDATE === undefined) break
  page = chosen(page, run, blind)
  writeFileSync(PAGE, writePage(page))
}
const asked = readPage(readFileSync(PAGE, 'utf8')).filter(isAsked)
const left = asked.filter(({ row }) => !noticed.has(row))
for (const { row } of left) console.log(`✗ ${row}`)
console.log(`${asked.length - left.length} of ${asked.length} rows turn their test red when falsified`)
rmSync(FOLDER, { recursive: true })
process.exitCode = left.length > 0 ? 1 : 0

function isAsked({ row }: Row): boolean {
  return row.includes(word)
}

function trialsOf(rows: readonly Row[]): Trial[] {
  return rows
    .filter(isAsked)
    .flatMap(({ row, shownBy }) =>
      shownBy && !noticed.has(row) && !blind.get(row)?.has(nameOf(shownBy)) ? [{ row, shownBy }] : [],
    )
}

function report({ row, shownBy }: Trial, what: string): void {
  console.log(`«${row}»: ${nameOf(shownBy)} ${what}`)
  blind.set(row, (blind.get(row) ?? new Set()).add(nameOf(shownBy)))
}

/** Tests that pass alone and with true answers. */
function steadyOf(trials: readonly Trial[]): Set<string> {
  const outcomes = tried(trials.map(({ shownBy }) => [nameOf(shownBy), NOTHING]))
  return new Set([...outcomes].flatMap(([name, outcome]) => (outcome === 'passed' ? [name] : [])))
}

/** A test gets a false answer for one row at a time. */
function roundsOf(trials: readonly Trial[]): Trial[][] {
  const byTest = Map.groupBy(trials, ({ shownBy }) => nameOf(shownBy))
  const most = Math.max(0, ...[...byTest.values()].map((rows) => rows.length))
  return Array.from({ length: most }, (_, place) => [...byTest.values()].flatMap((rows) => rows[place] ?? []))
}

/** The result of each test that got a false answer for its row. */
function tried(shown: readonly (readonly [name: string, row: string])[]): Map<string, 'passed' | 'failed'> {
  const FALSIFIED = `${FOLDER}/rows.json`
  writeFileSync(FALSIFIED, JSON.stringify(Object.fromEntries(shown)))
  const files = [...new Set(shown.map(([name]) => name.split(' › ')[0] ?? ''))]
  const journeys = files.filter((file) => file.endsWith('.e2e.ts'))
  const tests = files.filter((file) => !file.endsWith('.e2e.ts'))
  return new Map([
    ...(tests.length > 0 ? vitest(tests, FALSIFIED) : []),
    ...(journeys.length > 0 ? playwright(journeys, FALSIFIED) : []),
  ])
}

type Outcome = [name: string, outcome: 'passed' | 'failed']

function vitest(files: readonly string[], FALSIFIED: string): Outcome[] {
  const report = `${FOLDER}/vitest.json`
  const args = ['vitest', 'run', '--project', 'server', '--reporter=json', `--outputFile.json=${report}`, ...files]
  const { testResults = [] } = reported(report, args, { FALSIFIED })
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ ancestorTitles, title, status }): Outcome[] => {
      const test = nameOf({ file: name.slice(process.cwd().length + 1), test: [...ancestorTitles, title].join(' > ') })
      return status === 'passed' || status === 'failed' ? [[test, status]] : []
    }),
  )
}

interface Suite {
  readonly title: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[]
}

function playwright(files: readonly string[], FALSIFIED: string): Outcome[] {
  const report = `${FOLDER}/playwright.json`
  const args = ['playwright', 'test', '--reporter=json', ...files]
  const { suites = [] } = reported(report, args, { FALSIFIED, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const outcomesIn = (suite: Suite, titles: readonly string[]): Outcome[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.flatMap(({ status }): Outcome[] => {
        const [file, ...within] = [...titles, title]
        const name = nameOf({ file: `e2e/${file}`, test: within.join(' > ') })
        if (status === 'skipped') return []
        return [[name, status === 'expected' ? 'passed' : 'failed']]
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => outcomesIn(inner, [...titles, inner.title])),
  ]
  return suites.flatMap((suite) => outcomesIn(suite, [suite.title]))
}

interface Report {
  readonly testResults?: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

function reported(report: string, args: readonly string[], env: Record<string, string>): Report {
  rmSync(report, { force: true })
  spawnSync('npx', args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}
