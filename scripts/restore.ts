// `npm run restore -- SOURCE [--clave FILE]`: restores a backup into an empty database and an empty DATA_DIR.
import { resolve } from 'node:path'
import { readArchiveKey } from '#server/backup/archive-key.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { archiveArguments, runCommand, shownSteps } from './operator/command.ts'

const USAGE = `Usage: npm run restore -- SOURCE [--clave FILE]
SOURCE: what npm run backup wrote. It is restored into the empty database of DATABASE_URL, else of DATA_DIR.
--clave: the file with the key of age (AGE-SECRET-KEY-…) or the passphrase.`

await runCommand(async (signal) => {
  const { given, keyFile } = archiveArguments(USAGE)
  const key = keyFile === undefined ? undefined : await readArchiveKey(keyFile)
  const { databaseUrl, files, close } = await openOperatorDatabase(readEnvironment(), { alone: true })
  try {
    const work = { databaseUrl, files, key, progress: shownSteps(), signal }
    const { rows, files: count, madeAt, missing } = await restoreBackup(resolve(given), work)
    const lacking = missing > 0 ? `; ${missing} files were missing when it was made` : ''
    return `Restored as of ${madeAt}, each row and file compared: ${rows} rows, ${count} files${lacking}.`
  } finally {
    await close()
  }
})
