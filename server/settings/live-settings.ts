import type { FastifyBaseLogger } from 'fastify'
import { type Settings, withChanges } from '#domain/settings.ts'
import type { Runner } from '../db/sql.ts'
import { changedSettings, newestChanges } from './settings-store.ts'

/** The settings of a running server. */
export interface LiveSettings {
  /**
   * The settings in force. It is one object for the whole server and changes in place, so code that needs a value of a
   * changeable group reads it there each time.
   */
  readonly now: Settings
  /** The same settings in the files. */
  readonly files: Settings
  /** Reads the changes of supervisors, made here or at another server. */
  refresh(): Promise<void>
}

/** @param now the settings in the files; becomes the settings in force */
export function liveSettings(now: Settings, runner: Runner, log: Pick<FastifyBaseLogger, 'warn'>): LiveSettings {
  const files = structuredClone(now)
  let newest = 0
  return {
    now,
    files,
    async refresh() {
      const changes = await newestChanges(runner)
      const latest = changes[0]?.change ?? 0
      if (latest === newest) return
      newest = latest
      const changed = changedSettings(changes, (group) =>
        log.warn({ group }, 'a setting changed at the console is not understood by this version: the file counts'),
      )
      Object.assign(now, withChanges(files, changed))
    },
  }
}
