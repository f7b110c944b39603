// `npm run upgrade:check [-- --copia FILE]`: run from the new version, with the environment of the running one, it
// tells what a start would do to the database. It changes nothing; exit 1 if something must be done first.
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { checkUpgrade } from '#server/checkup/upgrade.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { runCommand } from './operator/command.ts'
import { showFinding, verdictOn } from './operator/print-findings.ts'

const USAGE = `Usage: npm run upgrade:check [-- --copia FILE]
--copia: a backup that was made by other means than npm run backup.`

await runCommand(async (signal) => {
  const backup = backupArgument()
  const env = readEnvironment()
  const { databaseUrl, close } = await openOperatorDatabase(env)
  try {
    const volume = env.databaseUrl === undefined ? env.dataFolder : null
    const upgrade = { databaseUrl, dataFolder: env.dataFolder, volume, backup, now: new Date() }
    console.error(`To version ${packageFile.version}:`)
    return verdictOn(await checkUpgrade(upgrade, showFinding, signal))
  } finally {
    await close()
  }
})

function backupArgument(): string | undefined {
  try {
    return parseArgs({ options: { copia: { type: 'string' } } }).values.copia
  } catch {
    throw new StartProblem(USAGE)
  }
}
