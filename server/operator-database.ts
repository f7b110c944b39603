import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { checkDatabase, insistOnSessions } from './db/check-database.ts'
import { runningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { readEnvironment } from './env.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

/** The database that an operator's command works on, and the folder of attachments beside it. */
export interface OperatorDatabase {
  readonly databaseUrl: string
  readonly files: string
  readonly close: () => Promise<void>
}

/**
 * Finds the portal's database as a start would: the one of DATABASE_URL, or else the embedded one, which the running
 * portal has started, or which this command starts. `alone`: it may be created, and no portal may be running on it.
 */
export async function openOperatorDatabase(
  env: Pick<ReturnType<typeof readEnvironment>, 'directUrl' | 'dataFolder'>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<OperatorDatabase> {
  const { postgres, files } = await prepareDataFolder(env.dataFolder)
  if (env.directUrl !== undefined) {
    await checkDatabase(env.directUrl)
    await insistOnSessions(env.directUrl)
    return { databaseUrl: env.directUrl, files, close: async () => undefined }
  }
  if (!alone && !existsSync(join(postgres, 'cluster'))) {
    throw new StartProblem(`There is no portal in ${env.dataFolder}: set DATA_DIR or DATABASE_URL.`)
  }
  try {
    const release = await lockDataFolder(env.dataFolder)
    const { url, stop } = await startEmbeddedPostgres({ folder: postgres, durable: true }).catch(
      async (error: unknown) => {
        await release()
        throw error
      },
    )
    const close = async () => {
      await stop()
      await release()
    }
    return { databaseUrl: url, files, close }
  } catch (error) {
    if (alone || !(error instanceof FolderInUse)) throw error
    const databaseUrl = await runningPostgres(postgres).catch((reason: unknown) => {
      throw new StartProblem(`The portal's own database is not ready yet: try again (${reasonOf(reason)}).`)
    })
    await checkDatabase(databaseUrl, "the portal's own database")
    return { databaseUrl, files, close: async () => undefined }
  }
}
