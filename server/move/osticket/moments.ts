import { tzOffset } from '@date-fns/tz/tzOffset'

/** The name of a time zone, such as `Europe/Madrid`. */
export type Zone = string

export const isZone = (zone: string): boolean => Number.isFinite(tzOffset(zone, new Date(0)))

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const MOST_KNOWN = 100_000

/** The moment at which the clock of a zone showed this. In the hour that occurs twice it may be either. */
export function momentIn(zone: Zone, shown: string): string {
  const asUtc = Date.parse(`${shown.replace(' ', 'T')}Z`)
  // osTicket writes «0000-00-00» for a missing date.
  if (Number.isNaN(asUtc)) return new Date(0).toISOString()
  const first = asUtc - offsetAt(zone, asUtc)
  return new Date(asUtc - offsetAt(zone, first)).toISOString()
}

const offsets = new Map<string, number>()

/**
 * Offsets are kept by quarter of an hour, where zones may change: computing each anew would take longer than all the
 * rest.
 */
function offsetAt(zone: Zone, at: number): number {
  const key = `${zone} ${Math.floor(at / QUARTER_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = tzOffset(zone, new Date(at)) * MINUTE_MS
  if (offsets.size >= MOST_KNOWN) offsets.clear()
  offsets.set(key, offset)
  return offset
}
