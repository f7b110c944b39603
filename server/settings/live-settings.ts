import type { FastifyBaseLogger } from 'fastify'
import { type ProviderFiles, type Settings, inForce } from '#domain/settings.ts'
import type { Runner } from '../db/sql.ts'
import { type Logo, readProvider } from '../provider-settings.ts'
import { pictureStamped } from './logo-store.ts'
import { changedSettings, newestChanges } from './settings-store.ts'

/** The settings of a running server. */
export interface LiveSettings {
  /**
   * The values in force. The settings are one object for the whole server, and change in place: code that needs a value
   * of a changeable group reads it there each time.
   */
  readonly now: ProviderFiles
  /** The values of the files. */
  readonly files: ProviderFiles
  /** A logo by its stamp: the folder's, or one that a supervisor sent, even if it is no longer in force. */
  picture(stamp: string): Promise<Logo | null>
  /** Reads what supervisors changed, here or at another server. */
  refresh(): Promise<void>
}

interface Given {
  /** The settings of the files; they become the settings in force. */
  readonly settings: Settings
  /** The folder of the provider's texts and logo; the shipped one by default. */
  readonly content?: string | undefined
  readonly runner: Runner
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export async function liveSettings({ settings, content, runner, log }: Given): Promise<LiveSettings> {
  const { pictures, ...read } = await readProvider(settings, content)
  const files = structuredClone(read)
  const now: ProviderFiles = { ...read }
  const known = new Map(pictures.map((picture) => [picture.stamp, picture]))
  let newest = 0
  return {
    now,
    files,
    async picture(stamp) {
      const kept = known.get(stamp)
      if (kept) return kept
      const found = (await pictureStamped(runner, stamp)) ?? null
      if (found && known.size < MOST_KEPT) known.set(stamp, found)
      return found
    },
    async refresh() {
      const changes = await newestChanges(runner)
      const latest = changes[0]?.change ?? 0
      if (latest === newest) return
      const changed = changedSettings(changes, (group) =>
        log.warn({ group }, 'a setting changed at the console is not understood by this version: the file counts'),
      )
      const { settings: after, legal, logo } = structuredClone(inForce(files, changed))
      const { limits, ...others } = after
      Object.assign(settings, others)
      // Budgets and sessions hold the object of the limits, so it must stay the same object.
      follow(settings.limits, limits)
      Object.assign(now, { legal, logo })
      newest = latest
    },
  }
}

/** Of 256 kB at most each. */
const MOST_KEPT = 20

function follow(target: object, source: object): void {
  for (const [name, value] of Object.entries(source)) {
    const held: unknown = Reflect.get(target, name)
    if (typeof value === 'object' && value !== null && typeof held === 'object' && held !== null) follow(held, value)
    else Reflect.set(target, name, value)
  }
}
