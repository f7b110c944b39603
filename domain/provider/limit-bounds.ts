import type { ChangeableSettings } from '../settings.ts'

/** The least and the most that a number may be. */
export type Bounds = readonly [least: number, most: number]

export const MEBIBYTE = 1024 * 1024
const STORED: Bounds = [20 * MEBIBYTE, 1024 * 1024 * MEBIBYTE]
const CALLS: Bounds = [20, 100_000]
const UNSIGNED: Bounds = [1, 100_000]

type Numbers<Group> = {
  readonly [Name in keyof Group as Group[Name] extends number | object ? Name : never]: Group[Name] extends number
    ? Bounds
    : Numbers<Group[Name]>
}

/**
 * The bounds within which supervisors may set limits. They are wide: they only keep a typing error from locking out everybody,
 * the supervisor included, or from letting the disk fill up. The settings' file is not bound by them.
 */
export const LIMIT_BOUNDS: Numbers<Pick<ChangeableSettings, 'limits' | 'assistant'>> = {
  limits: {
    attachmentBytes: [MEBIBYTE, 200 * MEBIBYTE],
    attachments: [1, 50],
    sessionIdleMinutes: [5, 1440],
    sessionHours: [1, 168],
    consoleIdleMinutes: [5, 1440],
    consoleSessionHours: [1, 168],
    creationsPerMinute: [2, 100_000],
    uploadsPerMinute: [5, 100_000],
    readsPerMinute: [120, 1_000_000],
    writesPerMinute: CALLS,
    draftsPerMinute: CALLS,
    entriesPerMinute: CALLS,
    changesPerHour: [60, 1_000_000],
    colleagues: [1, 10_000],
    storage: {
      personPerDay: STORED,
      clientPerDay: STORED,
      staged: STORED,
      technicianPerDay: STORED,
      limitedLinksPerDay: STORED,
    },
    limitedLinks: {
      entriesPerHour: UNSIGNED,
      creationsPerHour: UNSIGNED,
      uploadsPerHour: UNSIGNED,
      writesPerHour: UNSIGNED,
    },
  },
  assistant: {
    questionsPerHour: [1, 10_000],
    modelAnswersPerDay: [1, 1_000_000],
    abandonedAfterMinutes: [5, 1440],
    streams: [10, 100_000],
  },
}

/** The bounds of a number by its path, `limits.storage.staged`; undefined if it has none. */
export function boundsAt(path: string): Bounds | undefined {
  let found: unknown = LIMIT_BOUNDS
  for (const name of path.split('.')) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return isBounds(found) ? found : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBounds = (value: unknown): value is Bounds => Array.isArray(value)
