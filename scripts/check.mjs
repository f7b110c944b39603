// `npm run check`: the quick checks and the related tests, for the changes since the last commit; for everything if
// there are none, or with `-- all`. Types and unused code concern everything; TypeScript remembers its earlier checks.
// The types take as long as all the others together: they have a core of their own.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const isEverything = process.argv.includes('all')
const changed = isEverything ? [] : changedFiles()
const sources = changed.filter((file) => /\.(tsx?|mjs)$/.test(file))
const isAll = changed.length === 0
const lint = ['oxlint', '--type-aware', '--deny-warnings', ...sources]
const tests = ['vitest', 'related', '--run', '--project', 'pure', ...sources, 'conventions.test.ts']
const format = ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed]
const types = ['npm', 'run', '--silent', 'types']
const others = [...(isAll || sources.length > 0 ? [lint] : []), ['knip'], ...(isAll ? [] : [tests])]
const isGood =
  (await goWell([format])) && (await Promise.all([goWell([types]), goWell(others)])).every((wentWell) => wentWell)
process.exit(isGood ? 0 : 1)

/**
 * Takes one step after the other until one fails. The output of each comes at its end, so that two do not mix.
 * @param {string[][]} steps
 */
async function goWell(steps) {
  for (const [command = '', ...args] of steps) {
    const begun = performance.now()
    const { status, output } = await ended(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
    process.stdout.write(
      `${output}${[command, ...args.slice(0, 3)].join(' ')}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`,
    )
    if (status !== 0) return false
  }
  return true
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function ended(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** The changed and new files that still exist, according to git. */
function changedFiles() {
  const of = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
  const names = [...of('diff', '--name-only', 'HEAD'), ...of('ls-files', '--others', '--exclude-standard')]
  return names.filter((name) => name !== '' && existsSync(name))
}
