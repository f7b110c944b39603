// `npm run demo:remove [-- --ensayo]`: removes the demo, its clients, technicians and texts, or only says what would be
// removed. It works beside a running portal or without one.
import { parseArgs } from 'node:util'
import { recentBackup } from '#server/checkup/upgrade.ts'
import { type RemovedDemo, removeDemo } from '#server/demo/remove-demo.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand } from './command.ts'

const USAGE = `Usage: npm run demo:remove [-- --ensayo]
--ensayo: only says what would be removed.`

await runCommand(async () => {
  const isRehearsal = readRehearsal()
  const env = readEnvironment()
  const now = new Date()
  const { databaseUrl, files, close } = await openOperatorDatabase(env)
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const removed = await removeDemo(databaseUrl, now, { isRehearsal })
    const saved = await recentBackup(env.dataFolder, undefined, now).catch(() => null)
    return said(removed, { isRehearsal, saved, isLoaded: env.demo })
  } finally {
    await close()
  }
})

interface Saying {
  readonly isRehearsal: boolean
  readonly saved: string | null
  readonly isLoaded: boolean
}

function said({ clients, tickets, tried, texts, gone, kept, hasSupervisor }: RemovedDemo, of: Saying): string {
  const be = of.isRehearsal ? 'would be' : 'are'
  return [
    clients.length === 0
      ? 'There is no client of the demo'
      : `${clients.length} clients of the demo ${be} removed (${clients.join(', ')}), with ${tickets} tickets, ${tried} of them written since it was loaded`,
    ...(texts > 0 ? [`${texts} notices and canned answers ${be} removed`] : []),
    ...(gone.length > 0 ? [`technicians who ${be} removed: ${gone.join(', ')}`] : []),
    ...(kept.length > 0
      ? [`technicians who stay without access, because other records name them: ${kept.join(', ')}`]
      : []),
    ...(tried > 0
      ? [`what was written there comes back only from a backup: ${of.saved ?? 'none of the last day is known'}`]
      : []),
    ...(hasSupervisor
      ? []
      : [`no supervisor ${of.isRehearsal ? 'would be' : 'is'} left: npm run admin -- supervisor NAME`]),
    ...(of.isLoaded ? ['start with DEMO=0, or the next start loads the demo again'] : []),
    ...(of.isRehearsal ? ['nothing was removed: npm run demo:remove does it'] : []),
  ].join('; ')
}

function readRehearsal(): boolean {
  try {
    return parseArgs({ options: { ensayo: { type: 'boolean', default: false } } }).values.ensayo
  } catch {
    throw new StartProblem(USAGE)
  }
}
