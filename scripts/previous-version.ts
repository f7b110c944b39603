// `npm run test:previous -- COMMIT [PATTERN…]`: the HTTP tests of an earlier version, by its own code, on a database
// with this version's schema. During an update servers of two neighbouring versions run side by side.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = 'server/db/migrations'
/** Tests that call the server as browsers and programs do. Those about the schema itself would compare it with another one. */
const CALLS = ['routes.test']

const [commit, ...patterns] = process.argv.slice(2)
if (commit === undefined) {
  console.error('Usage: npm run test:previous -- COMMIT [PATTERN…]')
  process.exit(2)
}
const folder = join(mkdtempSync(join(tmpdir(), 'portal-previous-')), 'portal')
const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
try {
  git('worktree', 'add', '--detach', folder, commit)
  const known = new Set(git('ls-tree', '--name-only', `${commit}:${MIGRATIONS}`).split('\n'))
  // The code is the earlier one's; its migrations are followed by those that came since.
  cpSync(join(ROOT, MIGRATIONS), join(folder, MIGRATIONS), { recursive: true })
  const isSamePackages = git('diff', '--name-only', commit, '--', 'package-lock.json') === ''
  if (isSamePackages || process.env['PREVIOUS_PACKAGES'] === 'ours')
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  const since = git('ls-files', MIGRATIONS)
    .split('\n')
    .filter((path) => path !== '' && !known.has(path.slice(MIGRATIONS.length + 1)))
  console.log(
    `${git('log', '-1', '--format=%h of %ad', '--date=short', commit).trim()}, and ${since.length} migrations since`,
  )
  const ran = spawnSync('npx', ['vitest', 'run', '--project', 'server', ...(patterns.length > 0 ? patterns : CALLS)], {
    cwd: folder,
    stdio: 'inherit',
  })
  process.exitCode = ran.status ?? 1
} finally {
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder)
  rmSync(join(folder, '..'), { recursive: true, force: true })
}
