import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, chai } from 'vitest'
import type { Database, Runner, StaffTransaction, Statement } from '../db/sql.ts'
import { CALLS, FALSIFIED, asPattern, falsifiedText, messageIn, nameOf, note } from './specified.ts'

// Records which calls and sentences the expectations of a test compare; docs/coverage.md is written from it. With
// `FALSIFIED` the test gets false answers instead, and must fail.

interface Asked {
  /** The number of expectations before the answer. */
  readonly before: number
  readonly raw: LightMyRequestResponse
}
interface Expectation {
  readonly subject: unknown
  readonly compared: readonly unknown[]
}

/**
 * Further answers to the same call are ignored, because a call that is repeated so often is not the subject of the
 * test.
 */
const MOST_ANSWERS = 40
const MOST_VALUES = 5_000

let answers = new Map<string, Asked[]>()
let expectations: Expectation[] = []
/** The row for which this test gets false answers. */
let falsified: string | undefined

/** Records the tests of the file that calls this. */
export function recordAsserted(): void {
  beforeEach(({ task, skip }) => {
    answers = new Map()
    expectations = []
    falsified = FALSIFIED?.[nameOf({ file: fileOf(task.file.filepath), test: task.fullTestName })]
    if (FALSIFIED && !falsified) skip()
  })

  afterEach(({ task }) => {
    if (task.result?.state === 'fail') return
    note({
      file: fileOf(task.file.filepath),
      test: task.fullTestName,
      rows: [...callsCompared(), ...messagesCompared()],
    })
  })
}

const fileOf = (path: string): string => path.slice(process.cwd().length + 1)

for (const name of Object.getOwnPropertyNames(chai.Assertion.prototype).filter((name) => /^to[A-Z]/.test(name))) {
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    name,
    (expected: (...given: unknown[]) => unknown) =>
      function assert(this: object, ...compared: unknown[]) {
        expectations.push({ subject: chai.util.flag(this, 'object'), compared })
        return expected.apply(this, compared)
      },
  )
}

/**
 * Successful calls whose answers were compared afterwards. An act may show in a later read, and anything but JSON was
 * parsed before it was compared: for these, any later expectation counts. `scripts/falsify.ts` finds out which of them
 * are real.
 */
const callsCompared = (): string[] =>
  [...answers].flatMap(([call, all]) => {
    const asked = all.filter(({ raw }) => raw.statusCode < 300)
    const [first] = asked
    if (!first) return []
    const later = expectations.slice(first.before)
    if (CALLS.get(call)?.changes || !asked.every(({ raw }) => isJson(raw))) return later.length > 0 ? [call] : []
    const answered = new Set(asked.flatMap(({ raw }) => valuesIn(raw.json())))
    return later.some(({ subject }) => valuesIn(subject).some((value) => answered.has(value))) ? [call] : []
  })

/** Messages that an expectation gave to the letter, and that an answer to a customer contained. */
function messagesCompared(): string[] {
  const expected = new Set(expectations.flatMap(({ compared }) => valuesIn(compared)).map(String))
  const messages = [...expected].flatMap((text) => messageIn(text) ?? [])
  if (messages.length === 0) return []
  const said = [...answers].flatMap(([call, asked]) => (CALLS.has(call) ? asked.map(({ raw }) => raw.payload) : []))
  return [...new Set(messages)].filter((message) => said.some((text) => asValue(message).test(text)))
}

/** The message as a whole JSON string of an answer. */
const asValue = (message: string): RegExp => new RegExp(asPattern(JSON.stringify(message), '(?:[^"\\\\]|\\\\.)*'), 'g')

function valuesIn(value: unknown, found: unknown[] = []): unknown[] {
  if (found.length > MOST_VALUES) return found
  if (value === null || typeof value !== 'object') found.push(value)
  else if (!ArrayBuffer.isView(value)) for (const inner of Object.values(value)) valuesIn(inner, found)
  return found
}

const isJson = (raw: LightMyRequestResponse): boolean =>
  raw.payload !== '' && String(raw.headers['content-type']).includes('json')

/** The same application, with its answers recorded or falsified. */
export function noted(app: FastifyInstance): FastifyInstance {
  const ask = app.inject.bind(app) as (asked: InjectOptions | string) => Promise<LightMyRequestResponse>
  const inject = async (asked: InjectOptions | string) => {
    const call = callOf(asked)
    const before = expectations.length
    const isFalse = falsified !== undefined && call === falsified
    // This is called within the call, because injection only starts when somebody waits for it.
    const raw = await (isFalse ? withoutDoing.run(true, async () => await ask(asked)) : ask(asked))
    if (isFalse && raw.statusCode < 300) answerFalsely(raw, falsifiedBody)
    else if (falsified !== undefined && !CALLS.has(falsified)) {
      const message = falsified
      answerFalsely(raw, (payload) =>
        payload.replaceAll(asValue(message), (text) => `"${falsifiedText(text.slice(1, -1))}"`),
      )
    }
    const asks = answers.get(call) ?? []
    if (asks.length < MOST_ANSWERS) answers.set(call, [...asks, { before, raw }])
    return raw
  }
  return Object.assign(app, { inject })
}

function callOf(asked: InjectOptions | string): string {
  const { method = 'GET', url = '' } = typeof asked === 'string' ? { url: asked } : asked
  const path = (typeof url === 'string' ? url : url.pathname).replace(/^\/api/, '').split('?')[0]
  return `${method} ${path}`
}

/** Set while a call runs that must leave nothing behind. */
const withoutDoing = new AsyncLocalStorage<true>()

/** The same database, but once a falsified call is answered, its effects are undone. */
export function undoing(database: Database): Database {
  if (!FALSIFIED) return database
  const isUndone = () => withoutDoing.getStore() === true
  const alone = (runner: Runner): Runner => ({
    rows: <Row>(statement: Statement) =>
      isUndone() ? undo<StaffTransaction, Row[]>(across, (tx) => tx.rows(statement)) : runner.rows<Row>(statement),
    row: <Row>(statement: Statement) =>
      isUndone() ? undo<StaffTransaction, Row>(across, (tx) => tx.row(statement)) : runner.row<Row>(statement),
    maybe: <Row>(statement: Statement) =>
      isUndone()
        ? undo<StaffTransaction, Row | undefined>(across, (tx) => tx.maybe(statement))
        : runner.maybe<Row>(statement),
  })
  const across = (work: (tx: StaffTransaction) => Promise<never>) => database.acrossClients(work)
  return {
    ...database,
    ...alone(database),
    inLineOf: (whom) => alone(database.inLineOf(whom)),
    inClient: (client, work, person, proof) =>
      isUndone() ? undo((act) => database.inClient(client, act), work) : database.inClient(client, work, person, proof),
    acrossClients: (work) => (isUndone() ? undo(across, work) : database.acrossClients(work)),
  }
}

async function undo<Tx, T>(
  transaction: (work: (tx: Tx) => Promise<never>) => Promise<never>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done: T[] = []
  const undone = new Error('Undone')
  await transaction(async (tx) => {
    done.push(await work(tx))
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return done[0] as T
}

function answerFalsely(
  raw: LightMyRequestResponse,
  falsify: (payload: string, raw: LightMyRequestResponse) => string,
): void {
  const payload = falsify(raw.payload, raw)
  if (payload === raw.payload) return
  const bytes = Buffer.from(payload)
  Object.assign(raw, { payload, body: payload, rawPayload: bytes, json: () => JSON.parse(payload) })
}

/** The same structure with every value changed. */
function falsifiedBody(payload: string, raw: LightMyRequestResponse): string {
  if (!isJson(raw)) {
    return /^data: /m.test(payload)
      ? payload.replaceAll(
          /^data: (\{.*)$/gm,
          (_, json: string) => `data: ${JSON.stringify(falsifiedValue(JSON.parse(json)))}`,
        )
      : falsifiedText(payload)
  }
  const body = JSON.parse(payload)
  const isWrapped = !Array.isArray(body) && body.data !== undefined
  return JSON.stringify(
    isWrapped
      ? { ...body, message: falsifiedText(body.message ?? ''), data: falsifiedValue(body.data) }
      : falsifiedValue(body),
  )
}

function falsifiedValue(value: unknown): unknown {
  if (value === 'S') return 'N'
  if (value === 'N') return 'S'
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${falsifiedText(value)}~`
  if (Array.isArray(value)) return value.length === 0 ? ['~'] : value.map(falsifiedValue)
  if (value === null || value === undefined) return '~'
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, falsifiedValue(inner)]))
}
