// `npm run backup -- TARGET [--clave FILE]`: writes the database and the files that it names into one file.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readArchiveKey } from '#server/backup/archive-key.ts'
import { noteBackup } from '#server/backup/last-backup.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { archiveArguments, runCommand, shownSteps } from './operator/command.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'

const USAGE = `Usage: npm run backup -- TARGET [--clave FILE]
TARGET: the file to write, or a folder, in which it is named for the moment.
--clave: encrypts for the keys of age in FILE (age1…), or with the passphrase in its first line.`

await runCommand(async (signal) => {
  const { given, keyFile } = archiveArguments(USAGE)
  const key = keyFile === undefined ? undefined : await readArchiveKey(keyFile)
  const target = await fileAt(given, key !== undefined)
  const env = readEnvironment()
  const { databaseUrl, files, close } = await openOperatorDatabase(env)
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const begun = new Date()
    const made = await makeBackup(target, { databaseUrl, files, key, progress: shownSteps(), signal })
    await noteBackup(env.dataFolder, target, begun)
    const amiss = [
      ...(made.missing > 0 ? [`${made.missing} files are missing in ${files}, and so in the backup`] : []),
      ...(made.damaged > 0 ? [`${made.damaged} files in ${files} are not as they were sent`] : []),
    ]
    const said = `${target}: ${made.rows} rows, ${made.files} files, ${made.bytes} bytes before compression`
    return `${[said, ...amiss].join('; ')}.`
  } finally {
    await close()
  }
})

async function fileAt(given: string, encrypted: boolean): Promise<string> {
  const path = resolve(given)
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return isFolder ? join(path, `soporte-${moment}Z.tar.gz${encrypted ? '.age' : ''}`) : path
}
