// `npm test`: sets the clone up, runs every check, and ends with one line: `N passed, N failed`.
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CHROMIUM_PACKAGES, findChromium, hasLightChromium, insistOnChromium } from './chromium.mjs'
import { npm, productNode, root, run, setUp } from './setup.mjs'

const reports = join(root, '.cache/tests')
const bin = join(root, 'node_modules/.bin')
const IN_TIME = [
  '-q',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=15',
  '-o',
  'Acquire::https::Timeout=15',
]

/** The processor time for `STEPS` on the machine for which the tests' time limits were set. */
const QUIET_MS = 560
const STEPS = 500_000_000

/**
 * Every Node that we start keeps its compiled modules here for the next one, so a portal starts in two thirds of the
 * time.
 */
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')

/** The tools that have not ended. */
const running = new Set()

const tally = { passed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) }

process.env.TEST_PATIENCE ??= String(measuredPatience())
console.log(`Patience: ${process.env.TEST_PATIENCE}`)
rmSync(reports, { recursive: true, force: true })
const problem = await setUp()
if (problem) {
  console.error(problem)
  tally.failures.push(`set-up: ${problem}`)
} else {
  await checkWithEach(['format:check', 'lint', 'types', 'unused', 'size'])
  const path = await chromium().catch((/** @type {Error} */ { message }) => {
    tally.failures.push(`playwright: ${message}`)
  })
  // Both run at the same time: one works while the other waits. The journeys' output follows.
  const tests = vitest()
  await (path ? Promise.all([tests, journeys(path, tests)]) : tests)
  await checkWith('coverage')
}
summarise()

/** Twice the machine's slowness, because two runners share it, and server and browser are slow, too. */
function measuredPatience() {
  const begun = performance.now()
  let last = begun
  for (let step = 0; step < STEPS; step += 1) last = (Math.imul(last, 1_664_525) + 1_013_904_223) | 0
  // The result must be used, or the compiler would drop the computation.
  const slowness = Number.isInteger(last) ? (performance.now() - begun) / QUIET_MS : 1
  return slowness < 1.3 ? 2 : Math.ceil(2 * slowness)
}

/**
 * At the same time: each uses one processor for most of its time. Their outputs follow one another.
 * @param {string[]} scripts
 */
async function checkWithEach(scripts) {
  /** @type {Promise<void>} */
  let before = Promise.resolve()
  for (const script of scripts) before = checkWith(script, before)
  await before
}

/**
 * @param {string} script of package.json
 * @param {Promise<void>} [before] whose output comes first
 */
async function checkWith(script, before) {
  const [command = 'npm', ...args] = npm()
  const { code } = await tool(script, command, [...args, 'run', '--silent', script], {}, before)
  if (code === 0) tally.passed += 1
  else tally.failures.push(script)
}

async function vitest() {
  const report = join(reports, 'vitest.json')
  const cli = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project=!long*', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await tool('vitest', productNode(), [cli, ...args])
  const { testResults: files = [] } = read(report)
  const tests = files.flatMap((/** @type {any} */ file) =>
    file.assertionResults.map((/** @type {any} */ test) => ({
      name: `${file.name.slice(root.length)} > ${test.fullName}`,
      status: test.status,
    })),
  )
  // A file that fails to load has no tests and would go unnoticed.
  for (const file of files) {
    if (
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed')
    ) {
      tests.push({ name: `${file.name.slice(root.length)}: ${file.message.split('\n')[0]}`, status: 'failed' })
    }
  }
  count('vitest', code, tests)
}

/**
 * @param {string} path of Chromium
 * @param {Promise<void>} before whose output comes first
 */
async function journeys(path, before) {
  const report = join(reports, 'playwright.json')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const env = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await tool(
    'playwright',
    productNode(),
    [cli, 'test', '--reporter=list,json,./e2e/asserted-reporter.ts'],
    env,
    before,
  )
  /** @type {Record<string, string>} */
  const statuses = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' }
  const testsIn = (/** @type {any} */ suite, path = '') => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => ({
        name: `${path}${spec.title}`,
        status: statuses[test.status],
      })),
    ),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => testsIn(inner, `${path}${inner.title} > `)),
  ]
  count('playwright', code, testsIn(read(report)))
}

/**
 * Installs the lighter Chromium when it is missing and we may, else the other.
 * @throws one sentence when there is none even so
 */
async function chromium() {
  const mayInstall = !process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!hasLightChromium() && mayInstall) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await tool('looking for Chromium', 'apt-get', ['update', ...IN_TIME], env)
    for (const name of CHROMIUM_PACKAGES) {
      // The heavier one will do if the lighter cannot be installed.
      if (hasLightChromium() || (name !== CHROMIUM_PACKAGES[0] && findChromium())) break
      await tool('installing Chromium', 'apt-get', ['install', ...IN_TIME, '-y', '--no-install-recommends', name], env)
    }
  }
  return insistOnChromium()
}

/**
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {Promise<void>} [before] its output waits in a file for this
 */
async function tool(title, command, args, env, before) {
  const said = before ? join(reports, `${title}.log`) : undefined
  if (said === undefined) console.log(`\n── ${title}`)
  else mkdirSync(reports, { recursive: true })
  const output = said === undefined ? 'inherit' : openSync(said, 'w')
  const PATH = `${bin}${delimiter}${process.env.PATH}`
  const ending = run(command, args, { env: { ...process.env, PATH, ...env }, stdio: ['ignore', output, output] })
  running.add(ending)
  const ended = await ending
  running.delete(ending)
  if (ended.stopped) {
    await Promise.allSettled(running)
    process.exit(130)
  }
  await before
  if (said !== undefined) console.log(`\n── ${title}\n${readFileSync(said, 'utf8')}`)
  return ended
}

/**
 * @param {string} runner
 * @param {number | null} code
 * @param {{ name: string, status: string }[]} tests
 */
function count(runner, code, tests) {
  const named = (/** @type {string} */ status) => tests.filter((test) => test.status === status)
  const failed = named('failed')
  const passed = named('passed').length
  tally.passed += passed
  tally.skipped += tests.length - passed - failed.length
  tally.failures.push(...failed.map(({ name }) => name))
  if (passed + failed.length === 0) tally.failures.push(`${runner}: no test was run`)
  else if (code !== 0 && failed.length === 0) tally.failures.push(`${runner}: ended with exit code ${code}, see above`)
}

/**
 * What a runner reported; nothing when it crashed before.
 * @param {string} report
 */
function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}

function summarise() {
  const { passed, skipped, failures } = tally
  console.log('')
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
