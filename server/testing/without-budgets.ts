import type { Settings } from '#domain/settings.ts'

const PLENTY = 1e9

/** For tests whose clock stands still during more calls than anybody makes in a minute. */
export const withoutBudgets = (limits: Settings['limits']): Settings['limits'] => ({
  ...limits,
  creationsPerMinute: PLENTY,
  entriesPerMinute: PLENTY,
  uploadsPerMinute: PLENTY,
  readsPerMinute: PLENTY,
  writesPerMinute: PLENTY,
  draftsPerMinute: PLENTY,
  changesPerHour: PLENTY,
  limitedLinks: { entriesPerHour: PLENTY, creationsPerHour: PLENTY, uploadsPerHour: PLENTY, writesPerHour: PLENTY },
})
