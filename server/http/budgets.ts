import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Settings } from '#domain/settings.ts'
import type { Caller } from './caller.ts'
import { tooMany, tooManyForNow } from './problems.ts'

type Charged = Pick<Endpoint, 'budget'>
type Charging = Pick<FastifyRequest, 'ip' | 'headers'>

/**
 * Takes one call out of the budgets that it belongs to, which its endpoint names; refuses with 429, and takes nothing, when
 * one of them is spent.
 */
export interface Budgets {
  /** Somebody with a session: the person's, the client's, the address's; those of links without a signature are tighter. */
  readonly customer: (
    endpoint: Charged,
    caller: Pick<Caller, 'person' | 'client' | 'installation' | 'limited'>,
    request: Charging,
    now: Date,
  ) => void
  /** Counts a large answer to a customer as the reads that it is worth: one for each `READ_BYTES`. */
  readonly answered: (request: Charging, bytes: number, now: Date) => void
  /** Refuses, before anything is looked up, whoever was refused before and does not wait. */
  readonly insistOnPatience: (endpoint: Charged, request: Charging, now: Date) => void
  readonly technician: (endpoint: Charged, username: string, now: Date) => void
  /** Nobody that is known yet. */
  readonly visitor: (endpoint: Charged, address: string, now: Date) => void
  /** A session by a link without a signature, of which anybody could open as many as they like. */
  readonly limitedEntry: (installation: string | null, address: string, now: Date) => void
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Technicians work on everybody's tickets, by keyboard. */
const TECHNICIAN_TIMES = 10
/** Whoever has used less than this part of their own is not refused for what others do at the same client or address. */
const SPARED_SHARE = 0.2
/** Several screens of a list, or an ordinary ticket. */
export const READ_BYTES = 32 * 1024

/**
 * Counted by this process, in calendar minutes and hours. Several processes each give the whole budget: it protects the
 * service, it is no right that could be counted wrong.
 */
export function budgets(limits: Settings['limits']): Budgets {
  const minute = countingWindow(MINUTE_MS)
  const hour = countingWindow(HOUR_MS)
  const { limitedLinks, colleagues } = limits
  const calls = {
    create: limits.creationsPerMinute,
    upload: limits.uploadsPerMinute,
    read: limits.readsPerMinute,
    write: limits.writesPerMinute,
    draft: limits.draftsPerMinute,
  }
  const limitedCalls = {
    create: limitedLinks.creationsPerHour,
    upload: limitedLinks.uploadsPerHour,
    write: limitedLinks.writesPerHour,
    draft: limitedLinks.writesPerHour,
  }
  const eachAnHour = (what: string, installation: string | null, address: string, most: number): Measure[] => [
    { window: hour, key: `limited ${what} installation ${installation}`, most },
    { window: hour, key: `limited ${what} address ${networkOf(address)}`, most },
  ]

  /** Until when a budget of a browser's is spent: within a window it is not filled again. */
  const spentUntil = new Map<string, number>()
  /** What a read that is being answered was charged to. */
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
      const most = calls[budget]
      const own = { window: minute, key: `${budget} person ${person}`, most }
      const spared = minute.count(own.key, now) < most * SPARED_SHARE
      const around = [`client ${client}`, `address ${networkOf(address)}`]
      // What stays and adds up; a draft takes the place of the one before, and files have their bytes counted.
      const growing = budget === 'create' || budget === 'write'
      const measures = [
        own,
        ...(growing ? [{ window: hour, key: `changes person ${person}`, most: limits.changesPerHour }] : []),
        ...around.map((whose) => ({ window: minute, key: `${budget} ${whose}`, most: most * colleagues, spared })),
        ...(limited && budget !== 'read' ? eachAnHour(budget, installation, address, limitedCalls[budget]) : []),
      ]
      const wait = secondsToWait(now, measures)
      if (wait !== null) {
        const key = keyOf(endpoint, request)
        if (spentUntil.size >= MOST_SPENT) spentUntil.clear()
        if (key.length <= LONGEST_KEY) spentUntil.set(key, now.getTime() + wait * 1000)
      }
      take(now, measures)
      if (budget === 'read') charged.set(request, measures)
    },
    answered: (request, bytes, now) => {
      const more = Math.floor(bytes / READ_BYTES)
      if (more > 0) for (const { window, key } of charged.get(request) ?? []) window.add(key, now, more)
    },
    technician: ({ budget }, username, now) =>
      take(now, [{ window: minute, key: `${budget} technician ${username}`, most: calls[budget] * TECHNICIAN_TIMES }]),
    visitor: ({ budget }, address, now) =>
      take(now, [{ window: minute, key: `${budget} visitor ${networkOf(address)}`, most: calls[budget] * colleagues }]),
    limitedEntry: (installation, address, now) =>
      take(now, eachAnHour('entry', installation, address, limitedLinks.entriesPerHour)),
  }
}

/** So many calls under a key in a window. `spared`: counted, but not refused. */
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

/** Counts by key in the current calendar minute or hour, and forgets the one before. */
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
      // Only a flood from everywhere has so many; what comes after them goes uncounted, and memory stays bounded.
      if (known.has(key) || known.size < MOST_KEYS) known.set(key, (known.get(key) ?? 0) + more)
    },
    secondsLeft: (now: Date): number => Math.ceil(((current + 1) * ms - now.getTime()) / 1000),
  }
}

const MOST_KEYS = 200_000
const MOST_SPENT = 10_000
const LONGEST_KEY = 300

/** Of an IPv6 address its first half: whoever has one has the others of that network, too. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = '', after] = address.split('::')
  const groups = before.split(':').filter(Boolean)
  const behind = after?.split(':').filter(Boolean) ?? []
  const zeros = after === undefined ? [] : Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  const first = [...groups, ...zeros, ...behind].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
