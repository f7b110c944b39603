import { type AnyUrgency, pressing } from './urgency.ts'

/** A requested call and its time window. */
interface AwaitedCall {
  readonly callWindow: string
  readonly urgency: AnyUrgency
  readonly createdAt: Date
}

/** The start of a call window, in minutes of the day; Infinity if the text names no hour. */
export function callFrom(callWindow: string): number {
  const [, hour = '', minutes = '0'] = /(?<!\d)([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?!\d)/iu.exec(callWindow) ?? []
  if (hour !== '') return Number(hour) * 60 + Number(minutes)
  if (/mañana|morning/iu.test(callWindow)) return MORNING
  if (/tarde|afternoon/iu.test(callWindow)) return AFTERNOON
  return Infinity
}

/** Earliest window first; then the higher urgency, then the longer wait. */
export const byCallWindow = (one: AwaitedCall, other: AwaitedCall): number =>
  order(callFrom(one.callWindow), callFrom(other.callWindow)) ||
  order(pressing(other.urgency), pressing(one.urgency)) ||
  order(one.createdAt.getTime(), other.createdAt.getTime())

const MORNING = 8 * 60
const AFTERNOON = 15 * 60

/** The difference of two Infinities is NaN. */
const order = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)
