// `npm run import -- FOLDER [--ensayo]`: reads the neutral format of docs/move.md into the portal. `--from redmine` writes such a folder.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/env.ts'
import { makeImport } from '#server/move/make-import.ts'
import { convertRedmine } from '#server/move/redmine/convert-redmine.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { readSettings } from '#server/provider-settings.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand, shownSteps } from './command.ts'

const USAGE = `Usage: npm run import -- FOLDER [--ensayo]
FOLDER: what npm run export wrote, or another program in the same format.
--ensayo: only says what would become of each line, and writes nothing.

       npm run import -- FOLDER --from redmine --ficheros FILES [--tecnicos GROUP]
FOLDER: the folder to write, from the PostgreSQL database of REDMINE_URL.
--ficheros: Redmine's folder of attachments.
--tecnicos: the group of those who answer, beside the administrators.`

const progress = shownSteps()
const report = (said: string) => console.log(said)

await runCommand(async (signal) => {
  const { folder, isRehearsal, from } = readArguments()
  return from ? convert(folder, from, signal) : bringIn(folder, isRehearsal, signal)
})

async function bringIn(folder: string, isRehearsal: boolean, signal: AbortSignal): Promise<string> {
  const env = readEnvironment()
  const { also } = (await readSettings(env.contentFolder)).files
  const { databaseUrl, files, close } = await openOperatorDatabase(env)
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const { kinds, refused } = await makeImport(folder, {
      databaseUrl,
      files,
      isScanned: env.clamavUrl !== undefined,
      also,
      isRehearsal,
      progress,
      report,
      signal,
    })
    for (const [name, { read, placed, there }] of Object.entries(kinds)) {
      if (read > 0)
        report(`${name}: ${read} lines, ${placed} new, ${there} there already, ${read - placed - there} refused`)
    }
    const sum = (of: 'placed' | 'there') => Object.values(kinds).reduce((total, fates) => total + fates[of], 0)
    const said = `${folder}: ${sum('placed')} records ${isRehearsal ? 'would be' : 'were'} imported, ${sum('there')} were there already`
    if (refused > 0) throw new StartProblem(`${said}; ${refused} lines or files have no place and are listed above.`)
    return `${said}.`
  } finally {
    await close()
  }
}

async function convert(folder: string, from: { readonly files: string; readonly group?: string }, signal: AbortSignal) {
  const url = process.env['REDMINE_URL']
  if (!url) throw new StartProblem('REDMINE_URL is not set: the address of a PostgreSQL with a database of Redmine.')
  const { issues, journals, attachments, lost, counts } = await convertRedmine(folder, {
    url,
    files: from.files,
    group: from.group,
    also: (await readSettings(readEnvironment().contentFolder)).files.also,
    progress,
    report,
    signal,
  })
  report(`${issues} issues: ${counts['tickets'] ?? 0} tickets`)
  report(
    `${journals} notes and changes: ${counts['entries'] ?? 0} entries, the issues' own among them, and ${counts['internal-notes'] ?? 0} internal notes`,
  )
  report(`${attachments} attachments: ${counts['files'] ?? 0} files`)
  const said = `${folder} is written: look through technicians.jsonl and clients.jsonl, then import it`
  if (lost > 0) throw new StartProblem(`${said}; ${lost} attachments have no place and are listed above.`)
  return `${said}.`
}

function readArguments() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      options: { ensayo: { type: 'boolean' }, from: text, ficheros: text, tecnicos: text },
      allowPositionals: true,
    })
    const [given] = positionals
    const { ensayo: isRehearsal = false, from, ficheros, tecnicos: group } = values
    if (given !== undefined && positionals.length === 1) {
      const folder = resolve(given)
      if (from === undefined && ficheros === undefined && group === undefined) return { folder, isRehearsal }
      if (from === 'redmine' && ficheros !== undefined && !isRehearsal)
        return { folder, isRehearsal, from: { files: resolve(ficheros), ...(group !== undefined && { group }) } }
    }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  throw new StartProblem(USAGE)
}
