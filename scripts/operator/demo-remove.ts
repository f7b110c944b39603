// `npm run demo:remove`: removes the demo's clients, technicians and texts. It works beside a running portal or without
// one.
import { readEnvironment } from '#server/env.ts'
import { removeDemo } from '#server/demo/remove-demo.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase } from '#server/store-identity.ts'
import { runCommand } from './command.ts'

await runCommand(async () => {
  if (process.argv.length > 2) throw new StartProblem('Usage: npm run demo:remove')
  const env = readEnvironment()
  const { databaseUrl, files, close } = await openOperatorDatabase(env)
  try {
    await insistOnOwnDatabase(databaseUrl, files)
    const { clients, tickets, tried, kept, hasSupervisor } = await removeDemo(databaseUrl, new Date())
    return [
      clients === 0
        ? 'There is no client of the demo'
        : `${clients} clients of the demo are removed, with ${tickets} tickets, ${tried} of them written since it was loaded`,
      ...(kept.length > 0
        ? [`${kept.join(' and ')} can no longer enter, and stay because other records name them`]
        : []),
      ...(hasSupervisor ? [] : ['no supervisor is left: npm run admin -- supervisor NAME']),
      ...(env.demo ? ['start with DEMO=0, or the next start loads the demo again'] : []),
    ].join('; ')
  } finally {
    await close()
  }
})
