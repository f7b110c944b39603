// `npm run check`: the quick checks and the related tests, for the changes since the last commit; for everything if
// there are none, or with `-- all`. Types and unused code concern everything; TypeScript remembers its earlier checks.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isEverything = process.argv.includes('all')
const changed = isEverything ? [] : changedFiles()
const sources = changed.filter((file) => /\.(tsx?|mjs)$/.test(file))
const isAll = changed.length === 0
const lint = ['oxlint', '--type-aware', '--deny-warnings', ...sources]
const tests = ['vitest', 'related', '--run', '--project', 'pure', ...sources, 'conventions.test.ts']
const steps = [
  ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed],
  ...(isAll || sources.length > 0 ? [lint] : []),
  ['npm', 'run', '--silent', 'types'],
  ['knip'],
  ...(isAll ? [] : [tests]),
]
for (const [command = '', ...args] of steps) {
  const begun = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  console.log(`${command}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** The changed and new files that still exist, according to git. */
function changedFiles() {
  const of = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
  const names = [...of('diff', '--name-only', 'HEAD'), ...of('ls-files', '--others', '--exclude-standard')]
  return names.filter((name) => name !== '' && existsSync(name))
}
