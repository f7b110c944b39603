import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { consoleEndpoints, customersEndpoints } from '#contract/openapi.ts'
import { shapeOf } from '#contract/wire.ts'
import { makeAttackers } from '../isolation/attackers.ts'
import { CALLS } from '../isolation/walked-calls.ts'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { consoleCalls } from '../isolation/console-calls.ts'
import { PNG, type Wire, send } from '../isolation/request.ts'
import { withoutBudgets } from '../testing/without-budgets.ts'
import { EFFORT } from '../testing/effort.ts'
import { keepDatabase } from '../testing/kept-database.ts'
import { isTriedIn, nodesOf, put } from '../isolation/input-nodes.ts'
import { ODD_HEADERS, type Raw, oddBodies, oddForms, oddQueries, oddValues } from '../testing/odd-input.ts'
import { type TestApp, form, testApp } from '../testing/test-app.ts'
import { TEST_MS, patient } from '../testing/patience.ts'

// Odd input to every endpoint of both applications is answered as api.md says: never with 5xx, always in the envelope,
// soon, and a refusal changes nothing. Each odd call varies a successful one, so that input that passes the codecs
// reaches handlers and PostgreSQL.

/** A different seed draws different values in a different order. */
const SEED = 20_261_122
/** How many values to try for each field, accepted and refused ones; below one, that share of the fields. */
const TAKEN = EFFORT > 1 ? EFFORT : 1 / 6
const REFUSED = TAKEN / 4
const ODD_VALUES = oddValues(SEED, 50 * EFFORT)
/** How many values to try for a field that accepts hardly any. */
const TRIED = 30 * EFFORT
/** The share of inputs that are odd as a whole, for each endpoint. */
const SHARE = EFFORT > 1 ? Math.min(1, EFFORT / 20) : 1 / 64
/** After this many changes with odd input, all lists and views are read. */
const READ_AFTER = 25
/** Far longer than any call takes on a busy machine. */
const HUNG_MS = patient(20_000)

interface Call {
  readonly name: string
  readonly endpoint: Endpoint
  readonly cookie: string | null
  readonly wire: Wire
}

let portal: TestApp
let calls: readonly Call[]
let kept: Awaited<ReturnType<typeof keepDatabase>>
const slowest = { ms: 0, what: '' }
let requests = 0
let changes = 0
/** Rotates, so that a small share does not pick the same ones every time. */
let turn = 0

beforeAll(async () => {
  portal = await testApp({
    settings: (settings) => ({
      ...settings,
      assistant: { ...settings.assistant, questionsPerHour: 1e9 },
      limits: withoutBudgets(settings.limits),
    }),
  })
  await portal.owner.query(`insert into company values (${LEVANTE}, 'LEV-01', '003', 'Levante Alquileres')`)
  calls = [...(await customersCalls()), ...(await consoleCalls(portal))]
  kept = await keepDatabase(portal.owner)
})
afterAll(async () => {
  process.stdout.write(
    `${requests} requests, ${changes} changes; the slowest took ${Math.round(slowest.ms)} ms: ${slowest.what}\n`,
  )
  await portal.close()
})

/** An administrator's calls: everything that needs a session is open to them. */
async function customersCalls(): Promise<Call[]> {
  const administrator = (await makeAttackers(portal)).find((attacker) => attacker.administrator)
  if (!administrator) throw new Error('There is no administrator')
  // The first request for the key creates it, whatever else the request holds.
  await portal.call(administrator.cookie, 'GET', '/consultas/get_clave_borradores')
  const found: Call[] = []
  for (const { name, endpoint } of customersEndpoints()) {
    const { inputs = [], browser } = CALLS[name] ?? {}
    const cookie = browser === 'none' ? null : administrator.cookie
    if (name === 'session.useMailCode') {
      found.push({ name, endpoint, cookie, wire: { enlace: 'de nadie', codigo: '123456' } })
    }
    for (const input of inputs) {
      const wire = await input(administrator.own)
      if (wire) found.push({ name, endpoint, cookie, wire })
    }
  }
  return found
}

/** The status of the successful call, if not 200. */
const NOT_200: Readonly<Record<string, number>> = {
  // No mail of the demo has a code.
  'session.useMailCode': 401,
  // The portal of this test sends no mail.
  'session.forgotPassword': 409,
  'consoleSession.forgotPassword': 409,
  // The next endpoint replaced its link.
  'session.checkPasswordLink': 401,
  'session.checkAddressLink': 401,
  // No identity provider is set up.
  'consoleSession.startOpenId': 302,
  'consoleSession.finishOpenId': 302,
  'consoleSession.finishOpenIdByCode': 401,
  // The right code depends on the time.
  'consoleSession.confirmSecondFactor': 422,
  'consoleSession.renewRecoveryCodes': 422,
}

test('every endpoint is called with something that is right', async () => {
  const without = [...customersEndpoints(), ...consoleEndpoints()].filter(
    ({ name }) => !calls.some((call) => call.name === name),
  )
  expect(without).toEqual([])
  const right = new Set<string>()
  const others: string[] = []
  for (const call of calls) {
    const { statusCode, body } = await send(portal.app, call)
    await kept.restore()
    if (statusCode === (NOT_200[call.name] ?? 200)) right.add(call.name)
    else others.push(`${call.name} ${statusCode} ${body}`)
  }
  expect(others.filter((other) => !right.has(other.split(' ')[0] ?? ''))).toEqual([])
})

describe('nothing odd breaks', () => {
  const names = [...customersEndpoints(), ...consoleEndpoints()].map(({ name }) => name)

  test.each(names)(
    '%s',
    async (name) => {
      const found: string[] = []
      const of = calls.filter((call) => call.name === name)
      const wires = of.map(({ wire }) => wire)
      for (const [index, call] of of.entries()) {
        for (const node of nodesOf(shapeOf(call.endpoint.input))) {
          if (isTriedIn(wires, index, node)) found.push(...(await fieldIn(call, node.path)))
        }
      }
      const [call] = of
      if (call) found.push(...(await wholeOf(call)))
      expect(found).toEqual([])
    },
    TEST_MS * EFFORT,
  )
})

const MARK = '@odd@'

/** Tries a field with one value after another, then without it. */
async function fieldIn(call: Call, position: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const about = `${call.name} ${position.join('.')}`
  const left = { taken: nextOf(TAKEN), refused: nextOf(REFUSED) }
  turn += 1
  const isLeftOut = nextOf(REFUSED) > 0
  const isEnough = () => left.taken + left.refused === 0
  if (isEnough() && !isLeftOut) return found
  for (const raw of isEnough() ? [] : inSomeOrder(ODD_VALUES).slice(0, TRIED)) {
    const sent = withValue(call, position, raw)
    const kind = isTaken(call.endpoint, sent) ? 'taken' : 'refused'
    if (left[kind] === 0) continue
    left[kind] -= 1
    found.push(
      ...(await insist(call, sent, `${about} = ${raw.length > 80 ? `${raw.slice(0, 60)}… (${raw.length})` : raw}`)),
    )
    if (isEnough()) break
  }
  if (isLeftOut) {
    const without = put(call.wire, position, undefined, 'first') as Wire
    found.push(...(await insist(call, asSent(call.endpoint, without), `${about} left out`)))
  }
  return [...found, ...(await insistOnNothingChanged(about))]
}

/** A whole number that averages to `many` over the turns. */
const nextOf = (many: number): number => Math.floor(many * (turn + 1)) - Math.floor(many * turn)

/** A share of the list, from a different start each time. */
function inSomeOrder<T>(all: readonly T[]): T[] {
  const start = Math.imul(turn, SEED) >>> 0
  // A prime step reaches each element once.
  return all.map((_, index) => all[(start + index * 7919) % all.length]).filter((one) => one !== undefined)
}

/** A request: an address, or a body with its headers. */
interface Odd {
  readonly query?: string
  readonly payload?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const isForm = ({ kind }: Endpoint) => kind === 'upload'

function withValue({ endpoint, wire }: Call, position: readonly string[], raw: Raw): Odd {
  const marked = put(wire, position, MARK, 'first') as Wire
  const splice = (text: string) => text.replace(JSON.stringify(MARK), () => raw)
  if (endpoint.method === 'POST' && !isForm(endpoint)) return inJson(splice(JSON.stringify(marked)))
  return inText(
    endpoint,
    Object.entries(marked).map(([name, value]) => {
      if (value === MARK) return [name, unquoted(raw)] as const
      return [name, typeof value === 'string' ? value : splice(JSON.stringify(value))] as const
    }),
  )
}

const inJson = (payload: string): Odd => ({ payload, headers: { 'content-type': 'application/json' } })

function inText(endpoint: Endpoint, fields: readonly (readonly [string, string])[]): Odd {
  // oddQueries covers the values that an address cannot encode.
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
  if (!isForm(endpoint)) return { query: fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&') }
  return form([
    ...fields.map(([name, value]) => ({ name, value })),
    { name: 'documentos[0][file]', value: PNG, filename: 'captura.png', mime: 'image/png' },
  ])
}

function asSent(endpoint: Endpoint, wire: Wire): Odd {
  if (endpoint.method === 'POST' && !isForm(endpoint)) return inJson(JSON.stringify(wire))
  return inText(
    endpoint,
    Object.entries(wire).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
    ),
  )
}

/** A text without its quotes, or any other value unchanged. */
function unquoted(raw: Raw): string {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    return raw
  }
}

/** Whether the codec accepts it, so that the handler runs. */
function isTaken({ input }: Endpoint, { query, payload }: Odd): boolean {
  if (query === undefined && typeof payload !== 'string') return false
  try {
    const wire: unknown =
      query === undefined
        ? JSON.parse(String(payload))
        : Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
    return z.safeDecode(input, wire).success
  } catch {
    return false
  }
}

/** Inputs that are odd as a whole, not in one field: all, or a share of them. */
async function wholeOf(call: Call): Promise<string[]> {
  const { endpoint, name } = call
  const right = asSent(endpoint, call.wire)
  const names = Object.keys(call.wire)
  const share = <T>(all: readonly T[]) =>
    all.filter(() => {
      turn += 1
      return nextOf(SHARE) > 0
    })
  const found: string[] = []
  for (const headers of share(ODD_HEADERS)) {
    found.push(
      ...(await insist(
        call,
        { ...right, headers: { ...right.headers, ...headers } },
        `${name} ${JSON.stringify(headers)}`,
      )),
    )
  }
  const odd: (Odd & { what: string })[] = [
    ...oddQueries(names[0] ?? 'codigoCliente').map((query) => ({
      ...(endpoint.method === 'POST' && right),
      query,
      what: `?${query.slice(0, 80)}`,
    })),
    ...(endpoint.method === 'POST' && !isForm(endpoint) ? oddBodies(String(right.payload)) : []),
    ...(isForm(endpoint) ? [...oddForms(PNG), ...oddBodies('{}')] : []),
  ]
  for (const { what, ...sent } of share(odd)) found.push(...(await insist(call, sent, `${name} ${what.slice(0, 120)}`)))
  return [...found, ...(await insistOnNothingChanged(name))]
}

/** Sends a request and returns what is wrong with the answer. */
async function insist(call: Call, { query, payload, headers = {} }: Odd, about: string): Promise<string[]> {
  const { endpoint, cookie } = call
  requests += 1
  const begun = performance.now()
  const answer = await Promise.race([
    portal.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}${query === undefined ? '' : `?${query}`}`,
      headers: { ...headers, ...(cookie && { cookie }) },
      // From many addresses: failed logins are counted by address.
      remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      ...(payload !== undefined && { payload }),
    }),
    new Promise<null>((resolve) => void setTimeout(resolve, HUNG_MS, null).unref()),
  ])
  const ms = performance.now() - begun
  if (ms > slowest.ms) Object.assign(slowest, { ms, what: about })
  if (!answer) return [`${about}: no answer`]
  const wrong = wrongIn(endpoint, answer)
  if (answer.statusCode < 300 && (endpoint.method === 'POST' || endpoint.changes)) {
    changes += 1
    if (changes % READ_AFTER === 0) wrong.push(...(await readsAfter()))
    await kept.restore()
  }
  return wrong.map((what) => `${about}: ${what}`)
}

const KNOWN = new Set([200, 302, 304, 400, 401, 403, 404, 409, 413, 415, 422])

function wrongIn({ kind, input }: Endpoint, { statusCode, headers, body }: LightMyRequestResponse): string[] {
  const told = `${statusCode} ${body.slice(0, 300)}`
  if (statusCode >= 500) return [`${told} ${portal.logged.at(-1)?.slice(0, 600)}`]
  if (!KNOWN.has(statusCode) && !(statusCode === 429 && headers['retry-after'])) return [told]
  if (statusCode === 302 || statusCode === 304) return []
  if (statusCode === 200 && (kind === 'file' || kind === 'static' || kind === 'stream')) return []
  if (!String(headers['content-type']).startsWith('application/json')) return [`no JSON: ${told}`]
  const answer = ENVELOPE.safeParse(JSON.parse(body))
  if (!answer.success) return [`no envelope: ${told}`]
  const { ok, message, data } = answer.data
  if (ok !== statusCode < 300) return [`ok is ${ok}: ${told}`]
  if (!ok && (message.trim() === '' || /undefined|NaN|Invalid Date|\[object|Error:|\bat .+:\d+/.test(message)))
    return [`no sentence: ${told}`]
  const problems = PROBLEMS.safeParse(data.data)
  if (!problems.success) return []
  // The schema does not describe the files of a form.
  const fields = new Set([
    ...nodesOf(shapeOf(input)).flatMap(({ path }) => path),
    ...(kind === 'upload' ? ['documentos'] : []),
  ])
  return Object.keys(problems.data.errores).flatMap((field) =>
    fields.has(field.split('.')[0] ?? '') ? [] : [`a problem of no field: ${told}`],
  )
}

const ENVELOPE = z.strictObject({
  ok: z.boolean(),
  message: z.string(),
  data: z.strictObject({ data: z.unknown() }),
})
const PROBLEMS = z.object({ errores: z.record(z.string(), z.string()) })

/** After a change, all lists and views can still be read. */
async function readsAfter(): Promise<string[]> {
  const wrong: string[] = []
  for (const call of calls) {
    if (call.endpoint.method !== 'GET' || call.endpoint.changes || call.endpoint.kind === 'file') continue
    const answer = await send(portal.app, call)
    if (answer.statusCode >= 500)
      wrong.push(`then ${call.name}: ${answer.statusCode} ${portal.logged.at(-1)?.slice(0, 600)}`)
  }
  return wrong
}

/** The tables that a refused or read-only call may write to: a record of itself. */
const NOTED = new Set(['audit', 'console_open', 'failed_login', 'session', 'technician_session'])

async function insistOnNothingChanged(about: string): Promise<string[]> {
  const different = (await kept.restore()).filter((table) => !NOTED.has(table))
  return different.length > 0 ? [`${about}: what was refused has changed ${different.join(', ')}`] : []
}
