import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import type { Settings } from '#domain/settings.ts'
import { type AppDependencies, buildApp } from '../app.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { noted, undoing } from './asserted.ts'
import { NOON } from './noon.ts'

export { NOON } from './noon.ts'

/** A few documents of the provider's, for tests that do not concern the shipped ones. */
export const TEST_CONTENT = fileURLToPath(new URL('content', import.meta.url))

/** The key that seals the tests' secrets. */
export const TEST_KEY = Buffer.alloc(32, 'tested')

export interface TestApp {
  readonly app: FastifyInstance
  readonly bound: ReadonlySet<string>
  readonly database: Database
  /** The same, as portal_staff. */
  readonly staff: Database
  /** The database as its owner: a superuser, whom row level security does not restrict. */
  readonly owner: pg.Client
  readonly url: string
  /** The folder of attachments. */
  readonly files: string
  /** The folder of finished PDFs. */
  readonly pdfs: string
  /** The application's time. */
  readonly clock: { now: Date }
  /** The lines of the log, without the line that each request has. */
  readonly logged: string[]
  /** A GET or POST below `/api`, with a session's cookie if given. */
  readonly call: (
    cookie: string | null,
    method: 'GET' | 'POST',
    path: string,
    sent?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Enters as a contact of the demo by a signed link; returns the session's cookie. */
  readonly enter: (
    installation: string,
    contact: number | 'cliente',
    context?: { company?: string; program?: string },
    caller?: string,
  ) => Promise<string>
  /** Logs in by password; returns the session's cookie. */
  readonly logIn: (username: string, password: string) => Promise<string>
  /** The same below `/api/console`, with a technician's cookie if given. */
  readonly console: TestApp['call']
  /** Logs in at the console; the demo's technicians need no password here. */
  readonly consoleLogIn: (username: string, password?: string) => Promise<string>
  readonly close: () => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly message: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a decoded answer, which tests look into
  readonly data: any
  readonly raw: LightMyRequestResponse
}

interface Options {
  readonly dependencies?: Partial<AppDependencies>
  readonly database?: Partial<DatabaseOptions>
  readonly settings?: (settings: Settings) => Settings
  /** The database to copy; by default the demo's. */
  readonly template?: string
}

let copies = 0

/** The real application on a database of its own, with the demo's people and tickets. Closed with the test. */
export async function testApp({
  dependencies,
  database: databaseOptions,
  settings: change,
  template: from,
}: Options = {}): Promise<TestApp> {
  const demo = inject('demo')
  const template = new URL(from ?? demo.url)
  const name = `test_${process.pid}_${(copies += 1)}`
  await asOwner(template.href, 'postgres', (client) =>
    client.query(
      `create database ${name} template ${template.pathname.slice(1)} ${from === undefined ? '' : 'strategy file_copy'}`,
    ),
  )
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href
  const files = await mkdtemp(join(tmpdir(), 'portal-files-'))
  await cp(demo.files, files, { recursive: true })
  const pdfs = await mkdtemp(join(tmpdir(), 'portal-pdfs-'))
  const clock = { now: NOON }
  const database = openDatabase(url, { connections: 8, ...databaseOptions })
  const staff = openDatabase(url, { role: 'portal_staff', connections: 4 })
  const logged: string[] = []
  const write = (line: string) => void (line.includes('"msg":"request"') || logged.push(line))
  const log = pino({ level: 'info' }, { write })
  const settings = await readSettings()
  const origin = 'http://portal.test'
  const { app: built, bound } = await buildApp({
    database: undoing(database),
    staff: undoing(staff),
    directUrl: url,
    // The tests' calls wait for the end of every answer.
    longestStreamMs: 25,
    log,
    origin,
    secretKey: TEST_KEY,
    files,
    pdfs,
    content: TEST_CONTENT,
    settings: change ? change(settings) : settings,
    simulateTechnician: true,
    clock: () => clock.now,
    ...dependencies,
  })
  const app = noted(built)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()

  const call: TestApp['call'] = async (cookie, method, path, sent, headers = {}) => {
    const raw = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(method === 'GET' ? { query: inAddress(sent) } : { payload: sent ?? {} }),
    })
    return answerOf(raw)
  }
  const close = async () => {
    await app.close()
    await staff.close()
    await database.close()
    await owner.end()
    await asOwner(template.href, 'postgres', (client) => client.query(`drop database ${name} with (force)`))
    await rm(files, { recursive: true, force: true })
    await rm(pdfs, { recursive: true, force: true })
  }
  return {
    app,
    bound,
    database,
    staff,
    owner,
    url,
    files,
    pdfs,
    clock,
    logged,
    call,
    enter: async (installation, contact, context = {}, caller) => {
      const entry = { installation, subject: String(contact), context, ...(caller && { caller }) }
      const t = await signDemoEntry(entry, clock.now)
      return cookieOf(await call(null, 'POST', '/login/nuevo_ticket', { t }))
    },
    logIn: async (usuario, password) => cookieOf(await call(null, 'POST', '/login/login', { usuario, password })),
    console: (cookie, method, path, ...rest) => call(cookie, method, `/console${path}`, ...rest),
    consoleLogIn: async (username, password = `Demo-${username}-1`) =>
      cookieOf(await call(null, 'POST', '/console/login', { username, password })),
    close,
  }
}

/** The same for a single test, which closes it at its end. */
export async function testAppForThisTest(options: Options = {}): Promise<TestApp> {
  const app = await testApp(options)
  onTestFinished(app.close)
  return app
}

/** The token in a link for setting a password; browsers never send it to a server in an address. */
export const tokenOf = ({ data }: Answer): string =>
  new URLSearchParams(new URL(data.address).hash.slice(1)).get('t') ?? ''

/** A multipart form, part by part. */
export function form(parts: readonly FormPart[]) {
  const boundary = 'test-boundary-7f3a'
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, value, filename, mime }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${mime === undefined ? '' : `Content-Type: ${mime}\r\n`}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export interface FormPart {
  readonly name: string
  readonly value: string | Uint8Array
  readonly filename?: string
  readonly mime?: string
}

export function answerOf(raw: LightMyRequestResponse): Answer {
  const isJson = String(raw.headers['content-type']).includes('json')
  const body = isJson ? raw.json() : {}
  return { status: raw.statusCode, message: body.message, data: body.data?.data, raw }
}

export function cookieOf({ raw, status, message }: Answer): string {
  const [cookie] = raw.cookies
  if (!cookie) throw new Error(`No session: ${status} ${message}`)
  return `${cookie.name}=${cookie.value}`
}

const inAddress = (sent: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

async function asOwner(url: string, database: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
