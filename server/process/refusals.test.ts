import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { binaries, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { insistOnReaching } from '../db/check-database.ts'
import { readEnvironment } from '../env.ts'
import { openTrustedProxies } from '../http/trusted-proxies.ts'
import { holdPort } from '../listening.ts'
import { StartProblem } from '../start-problem.ts'
import { type Ended, NPM_START, databaseUrlOf, launch, runPortal, startPortal } from '../testing/portal-process.ts'
import { freshFolder, startedFolder } from './data-folders.ts'

function expectRefusal({ code, stdout, stderr }: Ended, sentence: string | RegExp): void {
  expect(stderr.trim()).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stdout).not.toContain('Ready')
  expect(code).toBe(1)
}

/** A problem of the variables alone, which a start checks first. It is tried here without a process for each. */
function refusalOf(variables: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(variables)
  } catch (error) {
    if (error instanceof StartProblem) return error.message
    throw error
  }
  return 'No refusal'
}

/** A problem of a later step of the start, also tried here without a process. */
async function refusalBy(step: () => Promise<unknown>): Promise<string> {
  const ended = await step().catch((error: unknown) => error)
  if (ended instanceof StartProblem) return ended.message
  throw ended instanceof Error ? ended : new Error('No refusal')
}

test('a wrong variable ends the start with its sentence alone, before a database is made', async () => {
  const folder = await freshFolder()
  const ended = await runPortal({ DATA_DIR: folder, DEMO: 'yes' })
  expectRefusal(ended, refusalOf({ DEMO: 'yes' }))
  expect(ended.stderr).toBe('DEMO must be 0 or 1.\n')
  expect(await readdir(folder)).toEqual([])
})

test('a port in use is refused before a database is made', async () => {
  const rival = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => rival.once('listening', resolve))
  onTestFinished(() => void rival.close())
  const address = rival.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const folder = await freshFolder()
  expectRefusal(await runPortal({ PORT: String(port), DATA_DIR: folder }), `Port ${port} is already in use`)
  expect(existsSync(join(folder, 'postgres/cluster'))).toBe(false)
})

test('a DATA_DIR that cannot be written is refused', async () => {
  const folder = join(await freshFolder(), 'file', 'data')
  await writeFile(join(folder, '..'), '')
  const ended = await runPortal({ DATA_DIR: folder })
  expectRefusal(ended, `DATA_DIR ${folder} cannot be written to (`)
  expect(ended.stderr.trim()).toBe(await refusalBy(() => prepareDataFolder(folder)))
})

test.each(['/proc/portal', '/proc/portal/data'])('so is %s, where a folder never comes about', async (folder) => {
  const refusal = await refusalBy(() => prepareDataFolder(folder))
  expect(refusal).toContain(`DATA_DIR ${folder} cannot be written to (`)
  expect(refusal).not.toContain('\n')
})

test.each([
  ['PORT', 'many', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
  ['DEMO', 'yes', 'DEMO must be 0 or 1.'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of /],
  ['PUBLIC_URL', 'portal', 'PUBLIC_URL must be a web address such as https://portal.example.com.'],
  [
    'PUBLIC_URL',
    'https://portal.example.com/soporte',
    'PUBLIC_URL must have no path: the portal needs a host name of its own.',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/99',
    /^TRUSTED_PROXIES must be addresses, networks such as 10\.0\.0\.0\/8, or host names/,
  ],
  ['HSTS', 'for ever', 'HSTS must look like max-age=31536000; includeSubDomains.'],
  ['OIDC_ISSUER', 'soporte', 'OIDC_ISSUER must be a web address such as https://login.example.com.'],
  ['OIDC_ISSUER', 'https://login.example.com', 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.'],
  ['LLM_BASE_URL', 'modelo', 'LLM_BASE_URL must be a web address such as https://models.example.com/v1.'],
  ['LLM_BASE_URL', 'https://models.example.com/v1', 'LLM_BASE_URL and LLM_MODEL go together.'],
  [
    'SMTP_URL',
    'smtp://mail.example.com:587/?requireTLS=false',
    'SMTP_URL must have no ? part: it could switch off what protects the mail.',
  ],
  ['SECRET_KEY', 'secret', 'SECRET_KEY must be 32 bytes as base64.'],
  ['SECRET_KEY_PREVIOUS', 'secret', 'SECRET_KEY_PREVIOUS must be 32 bytes as base64, or «lost».'],
  ['SUPERVISOR', 'Raúl', 'SUPERVISOR must be a user name: 2 to 100 lower-case letters, digits, dots or hyphens.'],
  ['DATABASE_URL', 'mydatabase', 'DATABASE_URL must look like postgres://user:password@host:5432/database.'],
])('a wrong %s is refused: %s', (name, value, sentence) => {
  const refusal = refusalOf({ [name]: value })
  expect(refusal).toMatch(sentence)
  expect(refusal).not.toContain('\n')
})

test('a DATABASE_URL that leads nowhere is refused', async () => {
  const databaseUrl = 'postgres://a:b@127.0.0.1:1/x'
  const ended = await runPortal({ DATA_DIR: await freshFolder(), DATABASE_URL: databaseUrl })
  expectRefusal(ended, /^DATABASE_URL: no usable PostgreSQL at 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)\.$/)
  expect(ended.stderr.trim()).toBe(await refusalBy(() => insistOnReaching(databaseUrl, databaseUrl)))
})

const NOWHERE = 'postgres://a:b@nowhere.invalid/x'

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'HOST',
    () => holdPort(0, '203.0.113.1'),
    /^The portal cannot listen on 203\.0\.113\.1, port 0 \(.*\): check HOST and PORT\.$/,
  ],
  [
    'TRUSTED_PROXIES',
    () => openTrustedProxies(['nowhere.invalid']),
    /^TRUSTED_PROXIES: the name nowhere\.invalid leads to no address \(.*\): correct it/,
  ],
  [
    'DATABASE_URL with a name',
    () => insistOnReaching(NOWHERE, NOWHERE),
    /^DATABASE_URL: no usable PostgreSQL at nowhere\.invalid:5432 \(.*\)\.$/,
  ],
])('so is a %s that leads nowhere', async (_name, step, sentence) => {
  const refusal = await refusalBy(step)
  expect(refusal).toMatch(sentence)
  expect(refusal).not.toContain('\n')
})

test('a DATABASE_URL with a wrong password or database is refused, and the password is not shown', async () => {
  const postgres = await startEmbeddedPostgres({ folder: await freshFolder(), durable: false })
  onTestFinished(postgres.stop)
  const refusal = async (change: Partial<URL>) => {
    const url = Object.assign(new URL(postgres.url), change)
    const ended = await runPortal({ DATA_DIR: await freshFolder(), DATABASE_URL: url.href })
    expect(ended.stderr).not.toContain(url.password)
    return ended
  }
  expectRefusal(await refusal({ password: 'mistaken-word' }), 'does not let the user "postgres" in')
  expectRefusal(await refusal({ pathname: '/nothere' }), 'there is no database "nothere"')
})

const PUBLIC_URL = 'https://soporte.example'
const KNOWN_TO_EVERYBODY = (instead: string) =>
  `The demo's passwords and keys are known to everybody: start with ${instead} or, to show it at ${PUBLIC_URL} all the same, with DEMO=1 and DEMO_IN_PUBLIC=soporte.example.`

/** Whoever did not ask for the demo has mostly forgotten their database. */
const BY_DEFAULT = 'DATABASE_URL, with DEMO=0'

test.each([
  ['the demo', {}, BY_DEFAULT],
  ['the demo, said once', { DEMO: '1' }, 'DEMO=0'],
  ['the demo for another address', { DEMO: '1', DEMO_IN_PUBLIC: 'otro.example' }, 'DEMO=0'],
  ['the demo as if by default', { DEMO_IN_PUBLIC: 'soporte.example' }, BY_DEFAULT],
])('at a public address %s is refused', (_case, said, instead) => {
  expect(refusalOf({ PUBLIC_URL, ...said })).toBe(KNOWN_TO_EVERYBODY(instead))
})

test('an install without the embedded database says what has removed it', async () => {
  expect(await refusalBy(async () => binaries('linux-none'))).toBe(
    'DATABASE_URL is not set, and no embedded PostgreSQL for linux-none is installed (npm prune --omit=dev removes it): set DATABASE_URL.',
  )
})

test('at a public address a database that holds the demo is refused, unless it was meant twice', async () => {
  const folder = await startedFolder()
  const later = { DATA_DIR: folder, PUBLIC_URL, DEMO: '0' }
  expectRefusal(await runPortal(later), KNOWN_TO_EVERYBODY('another DATA_DIR or DATABASE_URL'))
  const meant = await startPortal({ ...later, DEMO: '1', DEMO_IN_PUBLIC: 'soporte.example' })
  expect(meant.ready).toContain(`Ready: ${PUBLIC_URL}/public/`)
  await meant.stop()
})

test('at a public address the command that loads the demo is refused as well', async () => {
  const variables = { PUBLIC_URL, DATABASE_URL: 'postgres://soporte@127.0.0.1:9/soporte' }
  const { code, stderr } = await launch(variables, [process.execPath, 'scripts/operator/run.mjs', 'demo']).ended
  expect(stderr.trim()).toBe(KNOWN_TO_EVERYBODY('a database without it'))
  expect(code).toBe(1)
})

test.each(['127.0.0.1:3310', 'https://scanner.example.com', 'unix:clamd.ctl', 'tcp://'])(
  'a scanner needs an address of its kind: %s',
  (CLAMAV_URL) => {
    expect(refusalOf({ CLAMAV_URL })).toBe(
      'CLAMAV_URL must look like tcp://127.0.0.1:3310 or unix:///var/run/clamav/clamd.ctl.',
    )
  },
)

test.each(['http://models.example.com/v1', 'http://192.168.1.20:8000/v1', 'http://127.0.0.1.example.com/v1'])(
  'the key of a language model is not sent in clear: %s',
  (LLM_BASE_URL) => {
    const model = { LLM_BASE_URL, LLM_MODEL: 'uno', LLM_API_KEY: 'a key of the tests alone' }
    expect(refusalOf(model)).toBe('LLM_API_KEY is sent to https:// alone unless LLM_BASE_URL is on this machine.')
  },
)

test.each(['http://portal:a-key-alone@192.0.2.2/v1', 'https://a-key-alone@models.example.com/v1'])(
  'nor is a key taken within the address of the model: %s',
  (LLM_BASE_URL) => {
    expect(refusalOf({ LLM_BASE_URL, LLM_MODEL: 'uno' })).toBe(
      'LLM_BASE_URL must have no user or password in it: the key goes into LLM_API_KEY.',
    )
  },
)

test('a second start on the folder of a living portal is refused, names it, and does it no harm', async () => {
  const folder = await startedFolder()
  const portal = await startPortal({ DATA_DIR: folder })
  onTestFinished(async () => void (await portal.stop()))
  expectRefusal(await runPortal({ DATA_DIR: folder }), `in use by a running portal (process ${portal.pid})`)
  expect((await fetch(`${portal.origin}/api/ready`)).status).toBe(200)
})

test('a new database in a folder with the attachments of another one is refused, and they stay', async () => {
  const folder = await startedFolder()
  const before = await readdir(join(folder, 'files'), { recursive: true })
  expect(before.length).toBeGreaterThan(9)
  await rm(join(folder, 'postgres'), { recursive: true })
  const ended = await runPortal({ DATA_DIR: folder })
  expectRefusal(
    ended,
    /holds the attachments of another database, and this one has none of the portal's records: check DATABASE_URL and DATA_DIR, restore the/,
  )
  expect(await readdir(join(folder, 'files'), { recursive: true })).toEqual(before)
})

test('a DATABASE_URL that leads to somebody else’s database is refused before anything is written there', async () => {
  const postgres = await startEmbeddedPostgres({ folder: await freshFolder(), durable: false })
  onTestFinished(postgres.stop)
  const owner = new pg.Client(postgres.url)
  await owner.connect()
  onTestFinished(() => owner.end())
  const tables = async () =>
    (await owner.query('select relname from pg_class where relnamespace = $1::regnamespace', ['public'])).rows
  const folder = await freshFolder()
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files/database.id'), '7f1d2a54-9c1e-4a35-8f0e-0f4d6f0f9b11\n')
  const start = () => runPortal({ DATA_DIR: folder, DATABASE_URL: postgres.url })

  // The port belongs to another program.
  await owner.query('create table invoice (number int)')
  const theirs = await tables()
  expectRefusal(
    await start(),
    /holds the attachments of another database, and this one has none of the portal's records/,
  )
  expect(await tables()).toEqual(theirs)

  // The port belongs to another portal, of an older version.
  await owner.query('create table store_identity (id uuid); insert into store_identity values (gen_random_uuid())')
  const older = await tables()
  expectRefusal(
    await start(),
    /holds the attachments of another database: check DATABASE_URL and DATA_DIR, run npm run restore again if it was interrupted, or, to go on all the same, write /,
  )
  expect(await tables()).toEqual(older)
})

test('another SECRET_KEY is refused, unless the one of before comes with it', async () => {
  const folder = await startedFolder()
  const other = { DATA_DIR: folder, SECRET_KEY: Buffer.alloc(32, 'other').toString('base64') }
  expectRefusal(await runPortal(other), /^This database's secrets are sealed with another key: give that one/)
  const before = (await readFile(join(folder, 'secret.key'))).toString('base64')
  const portal = await startPortal({ ...other, SECRET_KEY_PREVIOUS: before })
  expect(portal.written()).toContain('SECRET_KEY_PREVIOUS is of no more use')
  await portal.stop()
  await (await startPortal(other)).stop()
})

test('a database that a newer version has prepared is refused by an older one, however often it is started', async () => {
  const folder = await startedFolder()
  const variables = { DATA_DIR: folder }
  const portal = await startPortal(variables)
  const owner = new pg.Client(await databaseUrlOf(folder))
  await owner.connect()
  await owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
  await owner.end()
  await portal.stop()
  expectRefusal(await runPortal(variables), 'a newer version of the portal has prepared it (9999_of_tomorrow.sql)')
  expectRefusal(await runPortal(variables), 'start that version, or restore a backup from before it')
})

test('a Node that is too old is refused before anything else', async () => {
  const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
  const pretence = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.18.3' })`
  const ended = await runPortal({}, [process.execPath, '--import', pretence, script])
  expectRefusal(ended, 'Node 20.18.3 is too old: the portal needs Node 20.19 or newer')
})

test.each([['server/start.mjs'], ['scripts/operator/run.mjs', 'doctor']])(
  'a Node that cannot run the product is told so by %s',
  async (...command) => {
    const pretence = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.18.0' })`
    const ended = await runPortal({}, [process.execPath, '--import', pretence, ...command])
    expectRefusal(ended, 'Node 22.18.0 is too old: the portal runs on Node 24 or newer')
  },
)

test('npm start passes the refusal on', async () => {
  const { code, stderr } = await runPortal({ DATA_DIR: '/proc/portal' }, NPM_START)
  expect(stderr).toContain('DATA_DIR /proc/portal cannot be written to')
  expect(code).toBe(1)
})

test.each([
  'backup',
  'restore',
  'operator/export',
  'operator/import',
  'doctor',
  'admin',
  'demo',
  'operator/demo-remove',
  'upgrade-check',
])('%s tells its usage when it is asked for help', async (name) => {
  const told = await launch({}, [process.execPath, 'scripts/operator/run.mjs', name, '--help']).ended
  expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: npm run /), stderr: '' })
})
