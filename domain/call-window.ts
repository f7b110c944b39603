import { type AnyUrgency, pressing } from './urgency.ts'

/** Who waits for a call, and when they said to be there. */
interface AwaitedCall {
  readonly callWindow: string
  readonly urgency: AnyUrgency
  readonly createdAt: Date
}

/** From when on they may be called, in minutes of the day; Infinity where what they typed names no hour. */
export function callFrom(callWindow: string): number {
  const [, hour = '', minutes = '0'] = /(?<!\d)([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?!\d)/iu.exec(callWindow) ?? []
  if (hour !== '') return Number(hour) * 60 + Number(minutes)
  if (/mañana|morning/iu.test(callWindow)) return MORNING
  if (/tarde|afternoon/iu.test(callWindow)) return AFTERNOON
  return Infinity
}

/** Who can be called earliest goes first; at the same hour the more urgent, then who has waited longest. */
export const byCallWindow = (one: AwaitedCall, other: AwaitedCall): number =>
  order(callFrom(one.callWindow), callFrom(other.callWindow)) ||
  order(pressing(other.urgency), pressing(one.urgency)) ||
  order(one.createdAt.getTime(), other.createdAt.getTime())

const MORNING = 8 * 60
const AFTERNOON = 15 * 60

/** Two Infinities have no difference. */
const order = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)
