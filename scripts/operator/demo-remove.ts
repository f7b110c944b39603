// `npm run demo:remove [-- --si]`: says what would be removed of the demo, its clients, technicians and texts, or removes
// it. It works beside a running portal or without one.
import { parseArgs } from 'node:util'
import { recentBackup } from '#server/checkup/upgrade.ts'
import { type RemovedDemo, removeDemo } from '#server/demo/remove-demo.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand } from './command.ts'

const USAGE = `Usage: npm run demo:remove                        says what would be removed, and removes nothing
       npm run demo:remove -- --si [--copia FILE]  removes it
--copia FILE: a backup that was made by other means.`

await runCommand(async () => {
  const { isRehearsal, backup } = readArguments()
  const env = readEnvironment()
  const now = new Date()
  const { databaseUrl, files, close } = await openOperatorDatabase(env)
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const saved = () => recentBackup(env.dataFolder, backup, now)
    const removed = await removeDemo(databaseUrl, now, {
      isRehearsal,
      // What somebody has written in the demo comes back from a backup alone.
      insist: async ({ tried }) => (tried > 0 ? saved() : undefined),
    })
    return said(removed, { isRehearsal, saved: await saved().catch(() => null), isLoaded: env.demo })
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
    ...(gone.length > 0 ? [`the technicians ${gone.join(' and ')} ${be} removed`] : []),
    ...(kept.length > 0
      ? [
          `${kept.join(' and ')} ${of.isRehearsal ? 'could' : 'can'} no longer enter, and stay because other records name them`,
        ]
      : []),
    ...(tried > 0
      ? [
          `what was written there comes back only from a backup: ${of.saved ?? 'none of the last day is known, make one first (npm run backup -- TARGET)'}`,
        ]
      : []),
    ...(hasSupervisor
      ? []
      : [`no supervisor ${of.isRehearsal ? 'would be' : 'is'} left: npm run admin -- supervisor NAME`]),
    ...(of.isLoaded ? ['start with DEMO=0, or the next start loads the demo again'] : []),
    ...(of.isRehearsal ? ['nothing was removed: npm run demo:remove -- --si does it'] : []),
  ].join('; ')
}

function readArguments(): { readonly isRehearsal: boolean; readonly backup: string | undefined } {
  try {
    const { values } = parseArgs({ options: { si: { type: 'boolean' }, copia: { type: 'string' } } })
    if (values.si || values.copia === undefined) return { isRehearsal: !values.si, backup: values.copia }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  throw new StartProblem(USAGE)
}
