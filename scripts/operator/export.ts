// `npm run export -- FOLDER [--cliente N]`: writes the clients' records and files in the neutral format of docs/move.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/env.ts'
import { makeExport } from '#server/move/make-export.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand, shownSteps } from './command.ts'

const USAGE = `Usage: npm run export -- FOLDER [--cliente N]
FOLDER: the folder to write, which must not be there yet.
--cliente: only the client of this number.`

await runCommand(async (signal) => {
  const { folder, client } = readArguments()
  const { databaseUrl, files, close } = await openOperatorDatabase(readEnvironment())
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const { counts, copied, amiss } = await makeExport(folder, {
      databaseUrl,
      files,
      client,
      progress: shownSteps(),
      signal,
    })
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const said = `${folder}: ${records} records, ${counts['tickets'] ?? 0} of them tickets, and ${copied} files`
    return amiss > 0 ? `${said}; ${amiss} files are missing or not as they were sent: see amiss.jsonl.` : `${said}.`
  } finally {
    await close()
  }
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { cliente: { type: 'string' } }, allowPositionals: true })
    const [given] = positionals
    const number = values.cliente
    if (given !== undefined && positionals.length === 1 && (number === undefined || /^[1-9]\d{0,14}$/.test(number))) {
      return { folder: resolve(given), client: number === undefined ? null : BigInt(number) }
    }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  throw new StartProblem(USAGE)
}
