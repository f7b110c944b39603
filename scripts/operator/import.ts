// `npm run import -- FOLDER [--ensayo]`: reads the neutral format of docs/move.md into the portal.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/env.ts'
import { makeImport } from '#server/move/make-import.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand, shownSteps } from './command.ts'

const USAGE = `Usage: npm run import -- FOLDER [--ensayo]
FOLDER: what npm run export wrote, or another program in the same format.
--ensayo: only says what would become of each line, and writes nothing.`

await runCommand(async (signal) => {
  const { folder, isRehearsal } = readArguments()
  const { databaseUrl, files, close } = await openOperatorDatabase(readEnvironment())
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const { kinds, refused } = await makeImport(folder, {
      databaseUrl,
      files,
      isRehearsal,
      progress: shownSteps(),
      report: (said) => console.log(said),
      signal,
    })
    for (const [name, { read, placed, there }] of Object.entries(kinds)) {
      if (read > 0)
        console.log(`${name}: ${read} lines, ${placed} new, ${there} there already, ${read - placed - there} refused`)
    }
    const sum = (of: 'placed' | 'there') => Object.values(kinds).reduce((total, fates) => total + fates[of], 0)
    const said = `${folder}: ${sum('placed')} records ${isRehearsal ? 'would be' : 'were'} imported, ${sum('there')} were there already`
    if (refused > 0) throw new StartProblem(`${said}; ${refused} lines or files have no place and are listed above.`)
    return `${said}.`
  } finally {
    await close()
  }
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { ensayo: { type: 'boolean' } }, allowPositionals: true })
    const [given] = positionals
    if (given !== undefined && positionals.length === 1)
      return { folder: resolve(given), isRehearsal: values.ensayo ?? false }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  throw new StartProblem(USAGE)
}
