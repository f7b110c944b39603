import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Settings } from '#domain/settings.ts'
import type { Caller } from './caller.ts'
import { tooMany, tooManyForNow } from './problems.ts'

type Charged = Pick<Endpoint, 'budget'>
type Charging = Pick<FastifyRequest, 'ip' | 'headers'>

/** Charges a call to the budgets that its endpoint names. If one of them is spent, it refuses with 429 and charges none. */
export interface Budgets {
  /** For a session: the budgets of the person, the client and the address. Those of unsigned links are tighter. */
  readonly customer: (
    endpoint: Charged,
    caller: Pick<Caller, 'person' | 'client' | 'installation' | 'limited'>,
    request: Charging,
    now: Date,
  ) => void
  /** Charges a large answer to a customer as several reads: one for each `READ_BYTES`. */
  readonly answered: (request: Charging, bytes: number, now: Date) => void
  /** Refuses early, before any look-up, a browser that was refused a moment ago and has not waited since. */
  readonly insistOnPatience: (endpoint: Charged, request: Charging, now: Date) => void
  readonly technician: (endpoint: Charged, username: string, now: Date) => void
  /** For a caller without a session. */
  readonly visitor: (endpoint: Charged, address: string, now: Date) => void
  /** For entry by link, which opens a session. Unsigned links may open fewer, since anybody could use them. */
  readonly entry: (
    arrival: { readonly installation: string | null; readonly limited: boolean },
    address: string,
    now: Date,
  ) => void
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Technicians work on everybody's tickets, and fast, by keyboard. */
const TECHNICIAN_TIMES = 10
/**
 * A caller who has used less than this share of their own budget is never refused because of others at the same client or address.
 */
const SPARED_SHARE = 0.2
/** The size of several screens of a list, or of an ordinary ticket. */
export const READ_BYTES = 32 * 1024

/**
 * Each process counts for itself, in calendar minutes and hours. With several processes each grants the whole budget: that
 * protects the service well enough, and nobody has a right to an exact count.
 */
export function budgets(limits: Settings['limits']): Budgets {
  const minute = countingWindow(MINUTE_MS)
  const hour = countingWindow(HOUR_MS)
  // Read at each call: supervisors change them while the server runs.
  const calls = {
    create: () => limits.creationsPerMinute,
    upload: () => limits.uploadsPerMinute,
    read: () => limits.readsPerMinute,
    write: () => limits.writesPerMinute,
    draft: () => limits.draftsPerMinute,
  }
  const { limitedLinks } = limits
  const limitedCalls = {
    create: () => limitedLinks.creationsPerHour,
    upload: () => limitedLinks.uploadsPerHour,
    write: () => limitedLinks.writesPerHour,
    draft: () => limitedLinks.writesPerHour,
  }
  const eachAnHour = (what: string, installation: string | null, address: string, most: number): Measure[] => [
    { window: hour, key: `limited ${what} installation ${installation}`, most },
    { window: hour, key: `limited ${what} address ${networkOf(address)}`, most },
  ]

  /** When a browser's spent budget ends; within a window it never refills. */
  const spentUntil = new Map<string, number>()
  /** The budgets that a read was charged to, until its answer is complete. */
  const charged = new WeakMap<Charging, readonly Measure[]>()
  const keyOf = ({ budget }: Charged, { headers }: Charging) => `${budget} ${headers.cookie ?? ''}`

  return {
    insistOnPatience: (endpoint, request, now) => {
      const until = spentUntil.get(keyOf(endpoint, request)) ?? 0
      if (until > now.getTime()) throw refusal(Math.ceil((until - now.getTime()) / 1000))
    },
    customer: (endpoint, { person, client, installation, limited }, request, now) => {
      const { budget } = endpoint
      const { ip: address } = request
      const most = calls[budget]()
      const own = { window: minute, key: `${budget} person ${person}`, most }
      const spared = minute.count(own.key, now) < most * SPARED_SHARE
      const shared = (whose: string) => ({
        window: minute,
        key: `${budget} ${whose}`,
        most: most * limits.colleagues,
        spared,
      })
      const ofClient = shared(`client ${client}`)
      // These calls accumulate data, while a draft replaces the one before it, and files are counted by their bytes.
      const growing = budget === 'create' || budget === 'write'
      const measures = [
        own,
        ...(growing ? [{ window: hour, key: `changes person ${person}`, most: limits.changesPerHour }] : []),
        ofClient,
        shared(`address ${networkOf(address)}`),
        ...(limited && budget !== 'read' ? eachAnHour(budget, installation, address, limitedCalls[budget]()) : []),
      ]
      const wait = secondsToWait(now, measures)
      if (wait !== null) {
        const key = keyOf(endpoint, request)
        if (spentUntil.size >= MOST_SPENT) spentUntil.clear()
        if (key.length <= LONGEST_KEY) spentUntil.set(key, now.getTime() + wait * 1000)
      }
      take(now, measures)
      // Others at the address, perhaps of another client, do not pay for large answers.
      if (budget === 'read') charged.set(request, [own, ofClient])
    },
    answered: (request, bytes, now) => {
      const more = Math.floor(bytes / READ_BYTES)
      if (more > 0) for (const { window, key } of charged.get(request) ?? []) window.add(key, now, more)
    },
    technician: ({ budget }, username, now) =>
      take(now, [
        { window: minute, key: `${budget} technician ${username}`, most: calls[budget]() * TECHNICIAN_TIMES },
      ]),
    visitor: ({ budget }, address, now) =>
      take(now, [
        { window: minute, key: `${budget} visitor ${networkOf(address)}`, most: calls[budget]() * limits.colleagues },
      ]),
    entry: ({ installation, limited }, address, now) =>
      take(now, [
        { window: minute, key: `entry installation ${installation}`, most: limits.entriesPerMinute },
        ...(limited ? eachAnHour('entry', installation, address, limitedLinks.entriesPerHour) : []),
      ]),
  }
}

/** A limit of calls per window for one key. With `spared`, the call counts but is not refused. */
interface Measure {
  readonly window: CountingWindow
  readonly key: string
  readonly most: number
  readonly spared?: boolean
}

function take(now: Date, measures: readonly Measure[]): void {
  const wait = secondsToWait(now, measures)
  if (wait !== null) throw refusal(wait)
  for (const { window, key } of measures) window.add(key, now)
}

function secondsToWait(now: Date, measures: readonly Measure[]): number | null {
  const spent = measures.filter(({ window, key, most, spared }) => !spared && window.count(key, now) >= most)
  return spent.length === 0 ? null : Math.max(...spent.map(({ window }) => window.secondsLeft(now)))
}

const refusal = (wait: number) => (wait * 1000 > MINUTE_MS ? tooManyForNow(wait) : tooMany(wait))

type CountingWindow = ReturnType<typeof countingWindow>

/** Counts by key in the current calendar minute or hour; a new window starts from nothing. */
function countingWindow(ms: number) {
  let current = 0
  let counts = new Map<string, number>()
  const at = (now: Date) => {
    const window = Math.floor(now.getTime() / ms)
    if (window !== current) {
      current = window
      counts = new Map()
    }
    return counts
  }
  return {
    count: (key: string, now: Date): number => at(now).get(key) ?? 0,
    add: (key: string, now: Date, more = 1): void => {
      const known = at(now)
      // Only a distributed attack has so many keys. Further keys are not counted, so that memory stays bounded.
      if (known.has(key) || known.size < MOST_KEYS) known.set(key, (known.get(key) ?? 0) + more)
    },
    secondsLeft: (now: Date): number => Math.ceil(((current + 1) * ms - now.getTime()) / 1000),
  }
}

const MOST_KEYS = 200_000
const MOST_SPENT = 10_000
const LONGEST_KEY = 300

/** The first half of an IPv6 address: the owner of one address in a network has them all. */
export const networkOf = (address: string): string => prefixOf(address, 4)

/** The most that a provider gives to one customer: the networks of an IPv6 site. */
export const siteOf = (address: string): string => prefixOf(address, 3)

/** `groups`: of 16 bits each, for an IPv6 address. */
function prefixOf(address: string, groups: number): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = '', after] = address.split('::')
  const leading = before.split(':').filter(Boolean)
  const behind = after?.split(':').filter(Boolean) ?? []
  const zeros = after === undefined ? [] : Array.from({ length: 8 - leading.length - behind.length }, () => '0')
  const first = [...leading, ...zeros, ...behind].slice(0, groups)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`
}
