// `npm run lighthouse`: Google Lighthouse's phone measurements of the five screens that people meet first, on a portal
// of its own with the demo. It writes docs/lighthouse.md, and fails if a target is missed. npx fetches Lighthouse,
// because as a package it would be a sixth of all packages.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { startPortal } from '#server/testing/portal-process.ts'
import { pathOfTicket } from '#portal/paths.ts'
import { CHROMIUM_FLAGS, insistOnChromium } from './chromium.mjs'
import { buildWeb, npm, run } from './setup.mjs'

const VERSION = '13.5.0'
const ROUNDS = 3
const TARGET = { performance: 0.9, accessibility: 1, 'best-practices': 1 }
const REPORT = fileURLToPath(new URL('../docs/lighthouse.md', import.meta.url))
const SCREENS = [
  { name: 'Log-in', path: () => 'login', isPublic: true },
  { name: 'Home', path: () => '' },
  { name: 'Tickets', path: () => 'tickets/lista' },
  { name: 'A ticket', path: (ticket: number) => pathOfTicket(ticket).slice(1) },
  { name: 'New ticket', path: () => 'tickets/nuevo' },
]

const score = z.object({ score: z.number() })
const measure = z.object({ numericValue: z.number() })
const measured = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: z.object({
    'first-contentful-paint': measure,
    'largest-contentful-paint': measure,
    'total-blocking-time': measure,
    'cumulative-layout-shift': measure,
  }),
})
const list = z.object({ data: z.object({ data: z.object({ items: z.array(z.object({ llnumreg: z.number() })) }) }) })
type Measured = z.infer<typeof measured>

const problem = await buildWeb()
if (problem) throw new Error(problem)
const folder = await mkdtemp(join(tmpdir(), 'portal-lighthouse-'))
const portal = await startPortal({ DATA_DIR: folder })
try {
  const cookie = await logIn()
  const ticket = await newestTicket(cookie)
  const results: { name: string; median: Measured }[] = []
  for (const { name, path, isPublic } of SCREENS) {
    const rounds: Measured[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await look(path(ticket), isPublic ? null : cookie))
    rounds.sort((one, two) => one.categories.performance.score - two.categories.performance.score)
    const median = rounds[ROUNDS >> 1]
    if (median) results.push({ name, median })
  }
  const report = reportOf(results)
  console.log(report)
  await writeFile(REPORT, report)
  if (!results.every(({ median }) => isOnTarget(median))) process.exitCode = 1
} finally {
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${portal.origin}/api/login/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: portal.origin },
    body: JSON.stringify({ usuario: 'andres', password: 'Demo-andres-1' }),
  })
  if (!answer.ok) throw new Error(`The log-in was refused: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function newestTicket(cookie: string): Promise<number> {
  const answer = await fetch(`${portal.origin}/api/consultas/get_lista`, { headers: { Cookie: cookie } })
  const [newest] = list.parse(await answer.json()).data.data.items
  if (!newest) throw new Error('The demo has no ticket')
  return newest.llnumreg
}

async function look(path: string, cookie: string | null): Promise<Measured> {
  const output = join(folder, 'lighthouse.json')
  const [command = 'npm', ...args] = npm()
  const { code } = await run(
    command,
    [
      ...args,
      'exec',
      '--yes',
      `--package=lighthouse@${VERSION}`,
      '--',
      'lighthouse',
      `${portal.origin}/public/${path}`,
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=${['--headless', ...CHROMIUM_FLAGS].join(' ')}`,
      ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { env: { ...process.env, CHROME_PATH: insistOnChromium() } },
  )
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  return measured.parse(JSON.parse(await readFile(output, 'utf8')))
}

function isOnTarget({ categories }: Measured): boolean {
  return (
    categories.performance.score >= TARGET.performance &&
    categories.accessibility.score >= TARGET.accessibility &&
    categories['best-practices'].score >= TARGET['best-practices']
  )
}

function reportOf(results: readonly { name: string; median: Measured }[]): string {
  const rows = results.map(({ name, median: { categories, audits, environment } }) => {
    const percent = (of: keyof typeof categories) => Math.round(categories[of].score * 100)
    const seconds = (of: keyof typeof audits) => `${(audits[of].numericValue / 1000).toFixed(1)} s`
    return [
      name,
      percent('performance'),
      percent('accessibility'),
      percent('best-practices'),
      seconds('first-contentful-paint'),
      seconds('largest-contentful-paint'),
      `${Math.round(audits['total-blocking-time'].numericValue)} ms`,
      audits['cumulative-layout-shift'].numericValue.toFixed(3),
      Math.round(environment.benchmarkIndex),
    ].join(' | ')
  })
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# Lighthouse

Written by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node},
${availableParallelism()} cores: Lighthouse ${VERSION}, Debian's Chromium, its phone (a slow 4G, a processor four times slower), the
median of ${ROUNDS}. The targets are 90, 100 and 100.

| | Performance | Accessibility | Best practices | First paint | Largest paint | Blocked | Shift | Processor |
|---|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}

«Processor» is Lighthouse's own measure of the machine at that moment: what else it is doing weighs on the performance.
`
}
