import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { anyFileRecorded, recordedFiles } from './console/tickets/answer-file-store.ts'
import { openFileStore } from './db/file-store.ts'
import { unlessMissing } from './db/file-trash.ts'
import { type Database, sql } from './db/sql.ts'
import { StartProblem } from './start-problem.ts'

/** A crash before the first upload's record leaves one or two files. */
const FEW = 2

/**
 * Checks this before anything is written to the database, because a mistyped address would prepare somebody else's. A
 * folder without an id is judged afterwards, by its files.
 * @throws StartProblem if the folder carries another id than the database, or the database none
 */
export async function insistOnOwnDatabase(databaseUrl: string, folder: string): Promise<void> {
  const found = await idIn(folder)
  if (found === '') return
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ known: boolean }>(
      "select to_regclass('public.store_identity') is not null as known",
    )
    if (!rows[0]?.known) {
      throw new StartProblem(
        `${folder} holds the attachments of another database, and this one has none of the portal's records: check DATABASE_URL and DATA_DIR, restore the database first, or, to go on all the same, remove ${markIn(folder)}.`,
      )
    }
    const { rows: ids } = await client.query<{ id: string }>('select id::text from store_identity')
    const [own] = ids
    if (own && own.id !== found) throw ofAnother(folder, own.id)
  } finally {
    await client.end()
  }
}

/**
 * Gives the folder of attachments the same id as the database, so that no portal tidies up another one's files. A
 * folder without an id takes the database's, unless its files belong to no record there.
 * @throws StartProblem if they do not belong together
 */
export async function insistOnOwnFiles(
  staff: Database,
  folder: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const { id } = await staff.row<{ id: string }>(sql`select i.id::text from store_identity i`)
  const mark = markIn(folder)
  if ((await idIn(folder)) === '') {
    await insistOnAcquaintance(staff, folder, `to go on all the same, write ${id} into ${mark}`, log)
    // Another server may write first: then its id is compared.
    await writeFile(mark, `${id}\n`, { flag: 'wx', mode: 0o600 }).catch(unlessThere)
  }
  if ((await idIn(folder)) !== id) throw ofAnother(folder, id)
}

export const markIn = (folder: string): string => join(folder, 'database.id')

/** Empty if the folder carries none yet. */
export const idIn = async (folder: string): Promise<string> =>
  (await readFile(markIn(folder), 'utf8').catch(unlessMissing(''))).trim()

const ofAnother = (folder: string, id: string) =>
  new StartProblem(
    `${folder} holds the attachments of another database: check DATABASE_URL and DATA_DIR, run npm run restore again if it was interrupted, or, to go on all the same, write ${id} into ${markIn(folder)}.`,
  )

/** Used for a folder from before ids existed. */
async function insistOnAcquaintance(
  staff: Database,
  folder: string,
  remedy: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  let there = 0
  for await (const ids of openFileStore(folder).keptBefore(new Date(8.64e15))) {
    if ((await recordedFiles(staff, ids)).size > 0) return
    there += ids.length
    if (there > 1000) break
  }
  if (there > FEW) {
    throw new StartProblem(
      `${folder} holds attachments of which this database knows none: check DATABASE_URL and DATA_DIR, or, ${remedy}.`,
    )
  }
  if (await anyFileRecorded(staff))
    log.warn({ folder }, 'the database has records of attachments, and the folder has none of them')
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
