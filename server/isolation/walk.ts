import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import { type Endpoint, takesKey } from '#contract/endpoint.ts'
import { customersEndpoints as endpoints } from '#contract/openapi.ts'
import { type Identity, type Shape, shapeOf } from '#contract/wire.ts'
import { ENTRY_AUDIENCE, issuerOf } from '#contract/entry-codec.ts'
import { signDemoEntry, signEntry, demoKey } from '../demo/entry-link.ts'
import { EFFORT } from '../testing/effort.ts'
import { CALLS, ownReads } from './walked-calls.ts'
import { type Sent, type Wire, faceOf, send } from './request.ts'
import {
  type Attacker,
  IDEMPOTENCY_KEY,
  type Kind,
  NEVER,
  PROVIDERS,
  USED_ENTRY,
  type Value,
} from './isolation-cast.ts'
import { ITEM, type InputNode, isTriedIn, nodesOf, put } from './input-nodes.ts'
import type { Server, World } from './world.ts'

export interface Walked {
  readonly endpoints: number
  /** Places in inputs that name a record. */
  readonly positions: number
  readonly attackers: number
  readonly requests: number
  /** The leaks: callers who learn of somebody else's records, or change them. */
  readonly leaks: readonly string[]
}

export type Step = 'own reads' | 'signed entries' | 'others' | 'nobody' | 'spilled'

interface Options {
  /** By default, all. */
  readonly only?: readonly Step[]
  /** Stops at the first leak. */
  readonly stopAtFirst?: boolean
  /** Simulates a portal that checks less of a request than it should. */
  readonly tamper?: (sent: Sent) => Sent
  /** SQL that runs before the first request. */
  readonly sabotage?: string
}

/** Calls every endpoint of the contract with others' records wherever an input names one. */
export async function walk(
  world: World,
  server: Server,
  { only, stopAtFirst = false, tamper = (sent) => sent, sabotage }: Options = {},
): Promise<Walked> {
  await world.restore()
  if (sabotage) await world.portal.owner.query(sabotage)
  const filesBefore = await world.files()
  const leaks: string[] = []
  let requests = 0
  let tried = 0
  const claimed = new Set<string>()

  const steps: Record<Step, () => Promise<void>> = {
    'own reads': ownReadsStay,
    'signed entries': signedEntries,
    others: othersAreNotThere,
    nobody: nobodyGetsIn,
    spilled: nothingSpilled,
  }
  try {
    for (const [name, step] of Object.entries(steps)) {
      if (!only || only.some((wanted) => wanted === name)) await step()
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  const shapes = endpoints().map(({ endpoint }) => positionsIn(shapeOf(endpoint.input)))
  return {
    endpoints: shapes.length,
    positions: shapes.flat().length + SIGNED.length,
    attackers: world.attackers.length + world.intruders.length,
    requests,
    leaks,
  }

  /** Own reads get the same answers as before anybody shared a number. */
  async function ownReadsStay() {
    for (const attacker of world.attackers) {
      const before = await sumsOfOthers(attacker)
      for (const { id, sent } of await ownReads(attacker)) {
        if (faceOf(await fire(attacker, sent, id)) !== world.readsAlone.get(id)) leak(`${id}: others show in it`)
      }
      await insistOnSums(attacker, before, 'reading')
    }
  }

  /** They all ask for the same, because a refusal leaves it as it was. */
  async function nobodyGetsIn() {
    const [first] = world.intruders
    if (!first) throw new Error('There is no intruder')
    const before = await sumsOfOthers(first)
    for (const { name, endpoint } of endpoints()) {
      if (endpoint.access === 'public') continue
      const wires = (await basesOf(name, first)).map(({ wire }) => wire)
      // They are refused before their input is read, so `npm test` asks with their calls' own inputs alone.
      const positions = EFFORT > 1 ? positionsIn(shapeOf(endpoint.input)) : []
      const inputs = wires.flatMap((wire) => [wire, ...positions.flatMap((at) => foreignInputs(at, wire, first))])
      for (const { name: who, cookie } of world.intruders) {
        for (const wire of inputs) {
          const about = `${who}: ${name} ${JSON.stringify(wire)}`
          insistOnRefusal(await fire(first, { endpoint, cookie, wire }, about), 'sesion', about)
        }
      }
    }
    await insistOnSums(first, before, 'anything')
  }

  async function othersAreNotThere() {
    for (const attacker of world.attackers) {
      let idempotencyKey: string | undefined = IDEMPOTENCY_KEY
      const before = await sumsOfOthers(attacker)
      for (const { name, endpoint } of endpoints()) {
        const bases = await basesOf(name, attacker)
        const wires = () => bases.map(({ wire }) => wire)
        for (const [index, base] of bases.entries()) {
          const mayNot = roleMissing(endpoint, attacker)
          if (!mayNot) {
            const keyed = takesKey(endpoint) && idempotencyKey !== undefined
            await ownCall(attacker, name, endpoint, base, keyed ? idempotencyKey : undefined)
            if (keyed) idempotencyKey = undefined
          }
          for (const position of positionsIn(shapeOf(endpoint.input))) {
            if (!isTriedIn(wires(), index, position) || (isClaim(position) && !isTheirs(name, position, mayNot)))
              continue
            await attack(attacker, name, endpoint, base, position, mayNot)
          }
        }
        if (endpoint.method === 'POST') await insistOnSums(attacker, before, name)
      }
      await insistOnSums(attacker, before, 'the last reads')
    }
  }

  async function ownCall(attacker: Attacker, name: string, endpoint: Endpoint, base: Base, idempotencyKey?: string) {
    const about = `${attacker.name}: own ${name}`
    const sent = { endpoint, cookie: await base.cookie(), wire: base.wire, ...(idempotencyKey && { idempotencyKey }) }
    const answer = await fire(attacker, sent, about)
    if (answer.statusCode !== (CALLS[name]?.status ?? 200))
      leak(`${about} was not done: ${answer.statusCode} ${answer.body}`)
    if (idempotencyKey && !isDeepStrictEqual((await fire(attacker, sent, about)).json(), answer.json())) {
      leak(`${about} again: not the same`)
    }
    await base.renewAfter(answer)
  }

  /** Another's record must be answered exactly like one that never existed. */
  async function attack(
    attacker: Attacker,
    name: string,
    endpoint: Endpoint,
    base: Base,
    position: Position,
    mayNot: boolean,
  ) {
    const { kind, path } = position
    const isChecked = isClaim(position) && !UNCHECKED.test(endpoint.path)
    const all = substitutesFor(kind, attacker)
    const values = EFFORT > 1 ? all : nextOf(all, isClaim(position) ? 1 : 2)
    for (const beside of path.includes(ITEM) ? [false, true] : [false]) {
      const never = await answerTo(NEVER[kind])
      for (const value of values) {
        const about = `${attacker.name}: ${name} ${path.join('.')}=${value}${beside ? ' beside one of their own' : ''}`
        const answer = await answerTo(value, about)
        if (mayNot) insistOnRefusal(answer, 'rol', about)
        else if (faceOf(answer) !== faceOf(never)) {
          leak(`${about}: ${answer.statusCode} ${answer.body} is not ${never.statusCode} ${never.body}`)
        } else if (isChecked && answer.statusCode !== 404) leak(`${about}: ${answer.statusCode} to a contradiction`)
      }

      async function answerTo(value: Value, about = `${attacker.name}: ${name} ${path.join('.')}`) {
        const sent = {
          endpoint,
          cookie: await base.cookie(),
          wire: put(base.wire, path, value, beside ? 'behind' : 'alone') as Wire,
        }
        const answer = await fire(attacker, sent, about)
        await base.renewAfter(answer)
        return answer
      }
    }
  }

  /**
   * Whether a caller tries a call's claims: a single check in the door is for all calls, so in `npm test` only the first one does
   * who may make the call.
   */
  function isTheirs(name: string, { path }: Position, mayNot: boolean): boolean {
    const place = `${name} ${path.join('.')}`
    if (EFFORT > 1) return true
    if (mayNot || claimed.has(place)) return false
    claimed.add(place)
    return true
  }

  /** Each place and caller of `npm test` tries the next ones of the values; `test:long` tries all of them. */
  function nextOf(all: readonly Value[], many: number): Value[] {
    const from = tried
    tried += many
    return all.length <= many ? [...all] : Array.from({ length: many }, (_, at) => all[(from + at) % all.length] ?? '')
  }

  /** The same for signed entries. */
  async function signedEntries() {
    const [attacker] = world.attackers
    const enter = endpoints().find(({ name }) => name === 'session.enter')?.endpoint
    if (!attacker || !enter) throw new Error('There is nobody, or nowhere to enter')
    const before = await sumsOfOthers(attacker)
    for (const { what, never, foreign, sign } of SIGNED) {
      const answerTo = async (value: Value) => {
        const wire = { t: await sign(value, world.portal.clock.now) }
        return fire(attacker, { endpoint: enter, cookie: null, wire }, `an entry with ${what}=${value}`)
      }
      const expected = faceOf(await answerTo(never))
      for (const value of foreign) {
        const answer = await answerTo(value)
        if (answer.statusCode !== 401 || faceOf(answer) !== expected) {
          leak(`an entry with ${what}=${value}: ${answer.statusCode} ${answer.body}`)
        }
      }
    }
    const t = await signed('LEV-01', { id: USED_ENTRY }, world.portal.clock.now)
    const about = 'an entry whose id only another client has had'
    const answer = await fire(attacker, { endpoint: enter, cookie: null, wire: { t } }, about)
    if (answer.statusCode !== 200) leak(`${about}: ${answer.statusCode} ${answer.body}`)
    await insistOnSums(attacker, before, 'entering')
    await insistOnOwnTexts()
  }

  /** No row holds a text of another client. */
  async function insistOnOwnTexts() {
    for (const table of world.tables) {
      const { rows } = await world.portal.owner.query<{ client_id: string; found: string }>(
        `select client_id, substring(x::text from 'CAN-\\d+-\\w+') as found from ${table} x
         where x::text ~ ('CAN-(?!' || x.client_id || '-)')`,
      )
      for (const { client_id: client, found } of rows) leak(`${table} of client ${client} holds ${found}`)
    }
  }

  /** No file holds another's canary, and no file has changed. */
  async function nothingSpilled() {
    await insistOnOwnTexts()
    const filesAfter = await world.files()
    for (const [path, hash] of filesBefore) if (filesAfter.get(path) !== hash) leak(`the file ${path} changed`)
    for (const [path, hash] of filesAfter) {
      if (!filesBefore.has(path) && !hash.endsWith(' ')) leak(`the new file ${path} holds ${hash}`)
    }
  }

  async function fire(attacker: Attacker, sent: Sent, about: string): Promise<LightMyRequestResponse> {
    requests += 1
    const logged = server.logged.length
    const answer = await send(server.app, tamper(sent))
    const told = [JSON.stringify(answer.headers), answer.rawPayload.toString('latin1'), ...server.logged.slice(logged)]
    for (const canary of new Set(told.join('\n').match(/CAN-\d+-\w+/g))) {
      if (!attacker.mayRead.test(canary)) leak(`${about} tells ${canary} (${world.placeOf(canary)})`)
    }
    if (answer.statusCode >= 500) leak(`${about}: ${answer.statusCode} ${told.at(-1)}`)
    return answer
  }

  function insistOnRefusal(answer: LightMyRequestResponse, code: string, about: string) {
    if (answer.statusCode === 403 && answer.json().data?.data?.codigo === code) return
    leak(`${about}: ${answer.statusCode} ${answer.body}, not 403 ${code}`)
  }

  async function sumsOfOthers({ client, others }: Attacker, tables = world.tables): Promise<Map<string, string>> {
    if (tables.length === 0) return new Map()
    const { rows } = await world.portal.owner.query<{ name: string; sum: string }>(
      tables
        .map(
          (table) => `select '${table}' as name, md5(string_agg(x::text, ',' order by x.ctid)) as sum from ${table} x
            where x.client_id <> ${client} or (${others[table] ?? 'false'})`,
        )
        .join(' union all '),
    )
    return new Map(rows.map(({ name, sum }) => [name, sum]))
  }

  /** Tables without a write since the last look are unchanged. */
  async function insistOnSums(attacker: Attacker, before: Map<string, string>, doing: string) {
    const written = await world.written()
    const tables = world.tables.filter((table) => written.has(table))
    for (const [table, sum] of await sumsOfOthers(attacker, tables)) {
      if (before.get(table) !== sum) leak(`${attacker.name}: ${doing} changed others’ rows of ${table}`)
    }
  }

  function leak(what: string): void {
    leaks.push(what)
    if (stopAtFirst) throw new Enough()
  }
}

class Enough extends Error {}

interface Base {
  wire: Wire
  readonly cookie: () => Promise<string | null>
  /** A successful call has used its records up. */
  readonly renewAfter: (answer: LightMyRequestResponse) => Promise<void>
}

export async function basesOf(name: string, { own, cookie }: Attacker): Promise<Base[]> {
  const call = CALLS[name]
  if (!call) throw new Error(`The endpoint ${name} has no call of one's own in calls.ts`)
  const bases: Base[] = []
  for (const input of call.inputs) {
    const wire = await input(own)
    if (!wire) continue
    const base: Base = {
      wire,
      cookie: async () => {
        if (call.browser === 'none') return null
        return call.browser === 'fresh' ? own.freshCookie() : cookie
      },
      renewAfter: async ({ statusCode }) => {
        if (statusCode < 300) base.wire = (await input(own)) ?? base.wire
      },
    }
    bases.push(base)
  }
  return bases
}

export const roleMissing = ({ access }: Endpoint, { limited, administrator }: Attacker): boolean =>
  (access === 'full-session' && limited) || (access === 'administrator' && !administrator)

/** Every call may carry these. */
const CLAIMS = new Set(['codigoCliente', 'codigoInstalacion'])
const isClaim = ({ path }: InputNode): boolean => CLAIMS.has(path.join('.'))
/** Calls that ignore them (api.md, Keys accepted). */
const UNCHECKED = /^\/login\/|^\/consultas\/get_documento$/

interface Position extends InputNode {
  readonly kind: Kind
}

/** The places of an input that name a client's record. */
export function positionsIn(shape: Shape): Position[] {
  return nodesOf(shape).flatMap(({ path, identity }) =>
    identity !== null && isClients(identity) ? [{ kind: identity, path, identity }] : [],
  )
}

/** Whether clients have records of this kind, so that another client might have the record. */
function isClients(identity: Identity): identity is Kind {
  if (identity === 'none' || PROVIDERS.some((kind) => kind === identity)) return false
  if (identity in NEVER) return true
  throw new Error(`The walk knows no record of the kind ${identity}`)
}

/** Records of other kinds than the place expects. */
const OTHER_KINDS: Readonly<Record<Kind, readonly Kind[]>> = {
  client: ['contact'],
  contact: ['client'],
  installation: ['company'],
  company: ['installation'],
  ticket: ['incident'],
  entry: ['ticket'],
  incident: ['ticket', 'development'],
  development: ['incident', 'valuation'],
  valuation: ['development'],
  file: ['staged-file'],
  'staged-file': ['file'],
  conversation: ['file'],
}

function substitutesFor(kind: Kind, { foreign }: Attacker): Value[] {
  if (foreign[kind].length === 0) throw new Error(`There is no ${kind} of another's`)
  return [...foreign[kind], ...OTHER_KINDS[kind].flatMap((other) => foreign[other].slice(0, 1))]
}

const foreignInputs = ({ kind, path }: Position, wire: Wire, { foreign }: Attacker): Wire[] =>
  foreign[kind].slice(0, 1).map((value) => put(wire, path, value, 'alone') as Wire)

/** Records named in a signed entry. The client's own contact 13 belongs to no installation, and 15 has left. */
const SIGNED: readonly {
  readonly what: string
  readonly never: Value
  readonly foreign: readonly Value[]
  readonly sign: (value: Value, now: Date) => Promise<string>
}[] = [
  {
    what: 'sub',
    never: NEVER.contact,
    foreign: [21, 31, 13, 15],
    sign: (value, now) => signDemoEntry({ installation: 'LEV-01', subject: String(value), context: {} }, now),
  },
  {
    what: 'ctx.empresa',
    never: NEVER.company,
    foreign: ['B77', '003'],
    sign: (value, now) =>
      signDemoEntry({ installation: 'LEV-01', subject: '11', context: { company: String(value) } }, now),
  },
  {
    what: 'iss',
    never: NEVER.installation,
    foreign: ['DUE-01', 'LEV-02'],
    sign: (value, now) => signed(String(value), {}, now),
  },
]

function signed(installation: string, over: { id?: string }, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const times = { issuedAt, expiresAt: issuedAt + 60 }
  const id = `isolation-${installation}`
  return signEntry({
    key: demoKey('LEV-01'),
    payload: { issuer: issuerOf(installation), audience: ENTRY_AUDIENCE, subject: '11', id, ...times, ...over },
  })
}
