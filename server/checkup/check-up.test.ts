import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type Server, type Socket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sealSecrets } from '../console/door/sealed-secret-store.ts'
import { readEnvironment } from '../env.ts'
import { readProvider, readSettings } from '../provider-settings.ts'
import { secretBox } from '../secret-box.ts'
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts'
import { mailServer } from '../testing/mail-server.ts'
import { modelServer } from '../testing/model-server.ts'
import { checkUp } from './check-up.ts'
import { surroundings, tellOfSurroundings } from './surroundings.ts'

const KEY = Buffer.alloc(32, 'right').toString('base64')
const OTHER_KEY = Buffer.alloc(32, 'wrong').toString('base64')

let untouched: FreshDatabase
/** Of this test alone once it has called `changing`. */
let database: FreshDatabase
let folder: string
beforeAll(async () => {
  untouched = await freshDatabase()
})
afterAll(() => untouched.drop())
beforeEach(async () => {
  database = untouched
  folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function changing(): Promise<void> {
  database = await freshDatabase()
  onTestFinished(database.drop)
}

/** The findings of a correct setup with these changes. Whether the web is built depends on the machine. */
async function found(changes: NodeJS.ProcessEnv = {}) {
  const variables = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: KEY, PORT: '0', ...changes }
  const told: string[] = []
  const all = await checkUp(variables, ({ about }) => void told.push(about), new AbortController().signal)
  expect(told).toEqual(all.map(({ about }) => about))
  const looks = all.filter(({ about }) => about !== 'web')
  return {
    ok: Object.fromEntries(looks.flatMap(({ about, isProblem, says }) => (isProblem ? [] : [[about, says]]))),
    problems: looks.flatMap(({ about, isProblem, says }) => (isProblem ? [`${about}: ${says}`] : [])),
  }
}

test('a right setting set has no problem, and nothing is changed by the looks', async () => {
  const smtp = await mailServer()
  onTestFinished(smtp.close)
  const model = await modelServer()
  onTestFinished(model.close)
  const before = await database.list('select relname from pg_class order by 1')
  const { ok, problems } = await found({
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'http://127.0.0.1:9',
    ...modelAt(model.baseUrl),
  })
  expect(problems).toEqual([])
  expect(ok).toMatchObject({
    schema: expect.stringMatching(/^PostgreSQL 18.*, \d+ migrations have run$/),
    sessions: 'connections keep their session, and news arrives',
    roles: 'every statement runs with the rights of its role alone',
    secrets: 'this key opens them',
    totals: 'are what they count',
    mail: expect.stringMatching(/^127\.0\.0\.1:\d+ takes mails, without a login$/),
    mailbox: 'IMAP_URL is not set: no mail is read',
    model: expect.stringContaining('answers'),
    clock: "0 s from the database's",
  })
  expect(smtp.received).toEqual([])
  expect(await readdir(folder)).toEqual([])
  expect(await database.list('select relname from pg_class order by 1')).toEqual(before)
})

const modelAt = (LLM_BASE_URL: string) => ({ LLM_BASE_URL, LLM_MODEL: 'uno' })

test('a wrong variable is the only finding: the others would be of another setting set', async () => {
  expect((await found({ SECRET_KEY: 'secret' })).problems).toEqual([
    'environment: SECRET_KEY must be 32 bytes as base64.',
  ])
})

test.each<[string, Partial<URL>, RegExp]>([
  [
    'a wrong password',
    { password: 'mistaken-word' },
    /^database: DATABASE_URL: PostgreSQL at .* does not let the user "postgres" in/,
  ],
  ['no such database', { pathname: '/nothere' }, /^database: DATABASE_URL: there is no database "nothere" at /],
  ['no server', { port: '1' }, /^database: DATABASE_URL: no usable PostgreSQL at 127\.0\.0\.1:1 \(.*ECONNREFUSED/],
])('a DATABASE_URL with %s is told, without the password', async (_case, change, sentence) => {
  const url = Object.assign(new URL(database.url), change)
  const { problems } = await found({ DATABASE_URL: url.href })
  expect(problems).toEqual([expect.stringMatching(sentence)])
  expect(problems.join('')).not.toContain(url.password)
})

test('a DATABASE_DIRECT_URL that leads to another database is told: it would hear no news', async () => {
  const other = await freshDatabase()
  onTestFinished(other.drop)
  expect((await found({ DATABASE_DIRECT_URL: other.url })).problems).toEqual([
    'sessions: DATABASE_DIRECT_URL does not hear what is notified through DATABASE_URL: both must lead to the same database, and the direct one to PostgreSQL itself.',
  ])
})

test('a user without rights is told which it lacks, one after the other', async () => {
  const name = `weak_${process.pid}`
  const superuser = database.owner
  await superuser.query(`create role ${name} login password 'x'`)
  await superuser.query(`create database ${name} template template0`)
  const url = Object.assign(new URL(database.url), { pathname: `/${name}`, username: name, password: 'x' }).href
  try {
    const grant = `grant portal_app, portal_backup, portal_door, portal_jobs, portal_staff to ${name} with admin option`
    expect((await found({ DATABASE_URL: url })).problems).toEqual([
      `schema: The database could not be prepared: another portal of this PostgreSQL has made its roles: as superuser, «${grant}» (docs/operation.md, two portals).`,
    ])
    await superuser.query(grant)
    const owning = `alter database ${name} owner to ${name}`
    expect((await found({ DATABASE_URL: url })).problems).toEqual([
      `schema: The database could not be prepared: ${name} may not create tables in it: as superuser, «${owning}».`,
    ])
    await superuser.query(owning)
    const { ok, problems } = await found({ DATABASE_URL: url })
    expect(problems).toEqual([])
    expect(ok['schema']).toMatch(/empty, the start runs \d+$/)
  } finally {
    await superuser.query(`drop database ${name} with (force)`)
    await superuser.query(`drop role ${name}`)
  }
})

test('a database whose letters are bytes is told', async () => {
  const name = `bytes_${process.pid}`
  await database.owner.query(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  try {
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href
    expect((await found({ DATABASE_URL: url })).problems).toEqual([
      'schema: The database could not be prepared: its encoding is SQL_ASCII, and the portal needs UTF8: create it anew with «createdb -E UTF8 -T template0».',
    ])
  } finally {
    await database.owner.query(`drop database ${name} with (force)`)
  }
})

test('a newer schema is told, an older one is brought up to date by the start', async () => {
  await changing()
  await database.owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
  expect((await found()).problems).toEqual([
    'schema: The database could not be prepared: a newer version of the portal has prepared it (9999_of_tomorrow.sql): start that version, or restore a backup from before it.',
  ])
  await database.owner.query("delete from migration where name > '0062'")
  const { ok, problems } = await found()
  expect(problems).toEqual([])
  expect(ok['schema']).toMatch(/migrations have run, the start runs \d+$/)
})

test('a key that does not open the secrets is reported, and so is a text that is no key', async () => {
  await changing()
  const log = pino({ level: 'silent' })
  const box = secretBox(Buffer.from(KEY, 'base64'))
  const { db, staff } = database
  await sealSecrets({ database: db, staff }, box, { lost: false, hasPrevious: false, log }, new Date())
  expect((await found()).problems).toEqual([])
  const { problems } = await found({ SECRET_KEY: OTHER_KEY })
  expect(problems).toEqual([expect.stringMatching(/^secrets: This database's secrets are sealed with another key/)])
  await writeFile(join(folder, 'secret.key'), 'short')
  expect((await found({ SECRET_KEY: '' })).problems).toEqual([
    `key: ${join(folder, 'secret.key')} is not a key: it must have 32 bytes.`,
  ])
})

test('the files of another database are told', async () => {
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files/database.id'), '7f1d2a54-9c1e-4a35-8f0e-0f4d6f0f9b11\n')
  const { problems } = await found()
  expect(problems).toEqual([expect.stringMatching(/^files: .* holds the attachments of another database/)])
})

test('a DATA_DIR that cannot be written is told, and a port that another program has', async () => {
  await writeFile(join(folder, 'file'), '')
  const DATA_DIR = join(folder, 'file', 'data')
  const port = await listening(createServer())
  const { problems } = await found({ DATA_DIR, PORT: String(port) })
  expect(problems).toEqual([
    `port: Port ${port} is already in use: stop what uses it, or choose another one with PORT.`,
    expect.stringMatching(
      /^folder: DATA_DIR .* cannot be written to \(E.*\): give it to the user that runs the portal/,
    ),
  ])
})

test('an address, a proxy and names that customers should not meet are told', async () => {
  expect((await found({ PUBLIC_URL: 'http://soporte.constructora.es' })).problems).toEqual([
    expect.stringMatching(/^address: PUBLIC_URL http:\/\/soporte\.constructora\.es is not https/),
  ])
  const { problems } = await found({ PUBLIC_URL: 'https://soporte.constructora.es' })
  expect(problems).toEqual([
    expect.stringMatching(/^proxy: TRUSTED_PROXIES is not set/),
    expect.stringMatching(
      /^names: The sample's values still stand in provider\.name, contact\.phone, .*personalData\.en: /,
    ),
    expect.stringMatching(/^manuals: \d+ manuals and version notes in .*content are the product's samples: /),
  ])
})

test('a mail server that refuses the login, the greeting or is not there is told, without the password', async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  const port = await listening(smtp.server)
  const refused = await mailProblem(`smtp://soporte:clave-secreta@127.0.0.1:${port}`)
  expect(refused).toMatch(
    /^mail: SMTP_URL: 127\.0\.0\.1:\d+ takes no mail \(AUTH PLAIN 535\): check user and password\.$/,
  )
  const greeting = await mailServer()
  onTestFinished(greeting.close)
  greeting.behaviour.at = () => 554
  expect(await mailProblem(greeting.url)).toMatch(/ takes no mail \(.*554.*\): check host, port and firewall\.$/)
  expect(await mailProblem('smtp://127.0.0.1:1')).toMatch(
    /127\.0\.0\.1:1 takes no mail \(.*ECONNREFUSED.*\): check host/,
  )
  const plain = await listening(new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'] }).server)
  expect(await mailProblem(`smtp://soporte:clave-secreta@127.0.0.1:${plain}`)).toMatch(
    /^mail: SMTP_URL: 127\.0\.0\.1:\d+ offers no login, but a user is set: remove it, or take another port\.$/,
  )
})

async function mailProblem(SMTP_URL: string): Promise<string> {
  const { problems } = await found({ SMTP_URL, PUBLIC_URL: 'http://127.0.0.1:9' })
  expect(problems).toHaveLength(1)
  expect(problems[0]).not.toContain('clave-secreta')
  return problems[0] ?? ''
}

test('a mailbox that refuses the login is told, without the password', async () => {
  const port = await listening(createServer(refusingMailbox))
  const { problems } = await found({ IMAP_URL: `imap://soporte:clave-secreta@127.0.0.1:${port}/INBOX` })
  expect(problems).toEqual([`mailbox: IMAP_URL: 127.0.0.1:${port} refuses the login: check user and password.`])
})

/** As much of IMAP as a refusal needs. */
function refusingMailbox(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n')
  socket.on('data', (data) => {
    const [, tag = '', command = ''] = /^(\S+) (\S+)/.exec(data.toString()) ?? []
    if (command === 'CAPABILITY') socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${tag} OK done\r\n`)
    else if (command === 'LOGOUT') socket.end(`* BYE\r\n${tag} OK done\r\n`)
    else socket.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`)
  })
}

test('a model and an identity provider that do not answer are told', async () => {
  const model = await modelServer()
  onTestFinished(model.close)
  model.answer((response) => void response.writeHead(401).end())
  const { problems } = await found({
    ...modelAt(model.baseUrl),
    LLM_API_KEY: 'a key of the tests alone',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'of the tests alone',
    PUBLIC_URL: 'http://127.0.0.1:9',
  })
  expect(problems).toEqual([
    expect.stringMatching(/^model: LLM_BASE_URL: uno at 127\.0\.0\.1:\d+ does not answer \(.*status \(401\)\)/),
    expect.stringMatching(/^log-in: OIDC_ISSUER: 127\.0\.0\.1:1 does not answer as an identity provider/),
  ])
  expect(problems.join('')).not.toContain('tests alone')
})

test('a sample’s address is named as such and never called; one of .test counts where this machine knows it', async () => {
  const { problems } = await found({
    SMTP_URL: 'smtp://soporte:clave-secreta@mail.example.com:587',
    IMAP_URL: 'imaps://soporte:clave-secreta@mail.vendor.test/INBOX',
    CLAMAV_URL: 'tcp://scanner.invalid:3310',
    PUBLIC_URL: 'https://soporte.example.com',
    ...modelAt('https://models.example/v1'),
  })
  const of = (variable: string, host: string) =>
    `${variable}: ${host} is a sample's name, and no server's: enter your own, or leave ${variable} out.`
  expect(problems.filter((each) => each.includes("a sample's name"))).toEqual([
    `address: ${of('PUBLIC_URL', 'soporte.example.com')}`,
    `mail: ${of('SMTP_URL', 'mail.example.com')}`,
    `mailbox: ${of('IMAP_URL', 'mail.vendor.test')}`,
    `scanner: ${of('CLAMAV_URL', 'scanner.invalid')}`,
    `model: ${of('LLM_BASE_URL', 'models.example')}`,
  ])
  expect((await found({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:9' })).problems).toEqual([
    expect.stringContaining('ECONNREFUSED'),
  ])
})

test('a clock that is not the database’s is told, and the start logs the very sentence', async () => {
  // Its clock goes on: a clock that stood still would fall behind while the test runs.
  const now = Date.now.bind(Date)
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 90_000)
  onTestFinished(() => ahead.mockRestore())
  const sentence =
    'The clocks of this machine and of the database are 90 s apart: jobs stand still beyond 60 s: let both keep time by NTP.'
  expect((await found()).problems).toEqual([`clock: ${sentence}`])
  const warned: string[] = []
  const provider = await readProvider(await readSettings())
  const env = readEnvironment({ DATABASE_URL: database.url })
  const around = surroundings({ env, folder, provider, databaseUrl: database.url })
  await tellOfSurroundings(around, { warn: (_facts: unknown, words?: string) => void warned.push(words ?? '') })
  expect(warned).toEqual([sentence])
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('totals that are wrong are told, with the command that mends them, and stay as they are', async () => {
  await changing()
  await database.owner.query(
    "insert into queue_total (place, number) values ('mine', 3) on conflict (place) do update set number = 3",
  )
  const { problems } = await found()
  expect(problems).toEqual([
    "totals: They are wrong (of customers' lists: 0, of the queue: 1, tickets read or unread: 0): `npm run admin -- figures` mends them.",
  ])
  expect((await found()).problems).toEqual(problems)
})
