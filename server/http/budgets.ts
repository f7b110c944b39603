import type { Budget } from '#contract/endpoint.ts'
import type { Settings } from '#domain/settings.ts'
import { tooMany } from './problems.ts'

const MINUTE_MS = 60_000

/** Takes one call out of the budget of a person (or an address) for this minute; refuses with 429 when it is spent. */
export type TakeFromBudget = (budget: Budget, who: number | string, now: Date) => void

/**
 * Calls a minute a person, counted by this process. Several processes each give the whole budget: it protects the
 * service, it is no right that could be counted wrong.
 */
export function budgets(limits: Settings['limits']): TakeFromBudget {
  const calls = { create: limits.creationsPerMinute, upload: limits.uploadsPerMinute, read: limits.readsPerMinute }
  let minute = 0
  let taken = new Map<string, number>()
  return (budget, who, now) => {
    if (budget === 'none') return
    const current = Math.floor(now.getTime() / MINUTE_MS)
    if (current !== minute) {
      minute = current
      taken = new Map()
    }
    const key = `${budget} ${who}`
    const count = (taken.get(key) ?? 0) + 1
    if (count > calls[budget]) throw tooMany(Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000))
    taken.set(key, count)
  }
}
