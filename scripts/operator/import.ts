// `npm run import -- FOLDER [--ensayo]`: reads the neutral format of docs/move.md into the portal. `--from` writes such a folder.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/env.ts'
import { convert } from '#server/move/convert/convert.ts'
import type { OldSystem } from '#server/move/convert/old-system.ts'
import { makeImport } from '#server/move/make-import.ts'
import { openOsticket } from '#server/move/osticket/read-osticket.ts'
import { isZone } from '#server/move/osticket/moments.ts'
import { openRedmine } from '#server/move/redmine/read-redmine.ts'
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
--tecnicos: the group of those who answer, beside the administrators.

       npm run import -- FOLDER --from osticket --zona ZONE [--ficheros FILES]
FOLDER: the folder to write, from the MySQL or MariaDB database of OSTICKET_URL.
--zona: the time zone in which that database wrote its times, such as Europe/Madrid.
--ficheros: the folder of the plugin that keeps files outside the database.`

const progress = shownSteps()
const report = (said: string) => console.log(said)

await runCommand(async (signal) => {
  const { folder, isRehearsal, from } = readArguments()
  return from ? writeFolder(folder, from, signal) : bringIn(folder, isRehearsal, signal)
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

async function writeFolder(folder: string, from: From, signal: AbortSignal) {
  const { also } = (await readSettings(readEnvironment().contentFolder)).files
  const { tickets, entries, files, lost, counts } = await convert(folder, from, { also, progress, report, signal })
  report(`${tickets} tickets: ${counts['tickets'] ?? 0} tickets`)
  report(
    `${entries} entries and changes: ${counts['entries'] ?? 0} entries, the tickets' first messages among them, and ${counts['internal-notes'] ?? 0} internal notes`,
  )
  report(`${files} attachments: ${counts['files'] ?? 0} files`)
  const said = `${folder} is written: look through technicians.jsonl and clients.jsonl, then import it`
  if (lost > 0) throw new StartProblem(`${said}; ${lost} attachments have no place and are listed above.`)
  return `${said}.`
}

type From = () => Promise<OldSystem>

/** The address of the other system's database. */
function addressIn(variable: string, database: string): string {
  const url = process.env[variable]
  if (!url) throw new StartProblem(`${variable} is not set: the address of a ${database}.`)
  return url
}

function fromRedmine(files: string, group: string | undefined): From {
  const url = addressIn('REDMINE_URL', 'PostgreSQL with a database of Redmine')
  return () => openRedmine({ url, files: resolve(files), group })
}

function fromOsticket(zone: string, files: string | undefined): From {
  if (!isZone(zone)) throw new StartProblem(`${zone} is no time zone: --zona takes one such as Europe/Madrid.`)
  const url = addressIn('OSTICKET_URL', 'MySQL or MariaDB with a database of osTicket')
  return () => openOsticket({ url, files: files === undefined ? undefined : resolve(files), zone })
}

function readArguments(): { readonly folder: string; readonly isRehearsal: boolean; readonly from?: From } {
  const { given, values } = argumentsGiven()
  if (given === undefined) throw new StartProblem(USAGE)
  const folder = resolve(given)
  const { ensayo: isRehearsal = false, from, ficheros, tecnicos, zona } = values
  const isGiven = (value: unknown) => value !== undefined
  if (from === undefined && ![ficheros, tecnicos, zona].some(isGiven)) return { folder, isRehearsal }
  if (isRehearsal) throw new StartProblem(USAGE)
  if (from === 'redmine' && ficheros !== undefined && zona === undefined)
    return { folder, isRehearsal, from: fromRedmine(ficheros, tecnicos) }
  if (from === 'osticket' && zona !== undefined && tecnicos === undefined)
    return { folder, isRehearsal, from: fromOsticket(zona, ficheros) }
  throw new StartProblem(USAGE)
}

function argumentsGiven() {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      options: { ensayo: { type: 'boolean' }, from: text, ficheros: text, tecnicos: text, zona: text },
      allowPositionals: true,
    })
    const [given] = positionals
    return { given: positionals.length === 1 ? given : undefined, values }
  } catch {
    // An unknown option: the usage lists those that exist.
    throw new StartProblem(USAGE)
  }
}
