// Shared by `npm start` and `npm test`: the packages, the built web, and a Node 24 to hand over to. It runs before anything is
// installed: built-ins only, nothing newer than Node 20.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const installedNode = join(root, 'node_modules/node/bin/node')
const builtFrom = join(root, '.cache/web-built-from')
/** The portal, then the console. */
const CONFIGURATIONS = ['vite.config.ts', 'vite.console.config.ts']
const BUILT = ['dist/index.html', 'dist/console/index.html']

/**
 * Leaves the clone ready to run: packages as in the lock file, the web as in the sources.
 * @param {{ anyBuild?: boolean }} [options] `anyBuild`: a build of other sources will do
 * @returns {Promise<string | undefined>} one sentence when that cannot be done
 */
export async function setUp({ anyBuild = false } = {}) {
  const problem = nodeProblem(process.versions.node)
  if (problem) return problem
  return (
    (packagesAreCurrent() ? undefined : await installPackages()) ??
    (anyBuild && isBuilt() ? undefined : await buildWeb())
  )
}

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} one sentence when this Node is too old to begin with
 */
function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return undefined
  return `Node ${version} is too old: the portal needs Node 20.19 or newer (https://nodejs.org).`
}

/** The Node that runs the product: this one if it is new enough, else the one from the packages. */
export function productNode() {
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : installedNode
}

/**
 * Builds the web into `dist/` unless it was built from exactly these sources.
 * @returns {Promise<string | undefined>} one sentence when that failed
 */
export async function buildWeb() {
  const sources = webSources()
  if (isBuilt() && existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === sources) return undefined
  rmSync(builtFrom, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const ended = await withProgress('Building the web', async () => {
    const codes = []
    // In sequence: the first one empties dist/.
    for (const config of CONFIGURATIONS) {
      const args = [vite, 'build', '--logLevel', 'warn', '--config', config]
      // Test runners set their own value, and the build would be a development build.
      const { code } = await run(productNode(), args, { env: { NODE_ENV: 'production' } })
      codes.push(code)
    }
    return codes
  })
  if (ended.some((code) => code !== 0)) return 'The web could not be built: see the messages above.'
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(builtFrom, sources)
  return undefined
}

const isBuilt = () => BUILT.every((page) => existsSync(join(root, page)))

/** How to call the npm that called us, or the one on the PATH. */
export function npm() {
  const path = process.env.npm_execpath
  return path && basename(path) === 'npm-cli.js' ? [process.execPath, path] : ['npm']
}

/**
 * Runs a command in the clone. Its fate is tied to ours: we pass on the signals that would end us, and outlive it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number | null, signal: string | null, stopped: boolean }>} `stopped`: we were told to end
 */
export function run(command, args, options) {
  const env = { ...process.env, ...options?.env }
  const given = `--import ${pathToFileURL(join(root, 'scripts/ends.mjs')).href} ${env.NODE_OPTIONS ?? ''}`
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
    env: { ...env, NODE_OPTIONS: given.trim() },
  })
  let stopped = false
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    stopped = true
    child.kill(signal)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, passOn)
      resolve({ code, signal, stopped })
    })
  })
}

/** npm writes its own record at the very end, so an interrupted install does not count. */
function packagesAreCurrent() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version : optional
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

async function installPackages() {
  // Overrides settings of the machine or user that would omit packages we run on.
  const flags = [
    '--include=dev',
    '--ignore-scripts=false',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const [command = 'npm', ...args] = npm()
  const { code, stopped } = await withProgress('Installing the packages (npm ci)', () =>
    run(command, [...args, 'ci', ...flags]).catch(() => ({ code: undefined, stopped: false })),
  )
  if (code === undefined) return 'npm was not found: it comes with Node and must be on the PATH.'
  if (stopped) return 'The installation was stopped.'
  if (code !== 0) return 'npm ci failed (see above): the first start needs the npm registry.'
  if (!existsSync(productNode())) return 'npm installed no Node 24 for this machine: use Node 24 or newer.'
  return undefined
}

/** One hash over everything that goes into the built web. */
function webSources() {
  const hash = createHash('sha256')
  const folders = ['portal', 'console', 'browser', 'ui', 'contract', 'domain', 'content']
  const files = folders
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => !/\.test\.tsx?$|\/\.cache\//.test(file))
  for (const file of [...files.toSorted(), ...CONFIGURATIONS, 'package-lock.json']) {
    if (existsSync(join(root, file))) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder relative to the root
 * @returns {string[]}
 */
function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : `${folder}/${entry.name}`,
  )
}

/**
 * Plain lines, readable on a terminal and in a log.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
async function withProgress(what, work) {
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  console.log(`${what} …`)
  const ticking = setInterval(() => console.log(`${what} … ${seconds()} s`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    console.log(`${what}: ${seconds()} s`)
  }
}
