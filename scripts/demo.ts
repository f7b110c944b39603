// `npm run demo`: loads the demo's cast into the database of DATABASE_URL.
import { prepareDataFolder } from '#server/data-folder.ts'
import { checkDatabase, insistOnSessions } from '#server/db/check-database.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { insistOnLeastPrivilege, openDatabase } from '#server/db/sql.ts'
import { demoInPublic, readEnvironment } from '#server/env.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase, insistOnOwnFiles } from '#server/store-identity.ts'
import { runCommand } from './operator/command.ts'

await runCommand(async () => {
  if (process.argv.length > 2) throw new StartProblem('Usage: npm run demo')
  await loadIntoNamedDatabase()
  return 'The demo is loaded.'
})

async function loadIntoNamedDatabase(): Promise<void> {
  const env = readEnvironment()
  const { databaseUrl, directUrl = databaseUrl, dataFolder, contentFolder: content, demoForbiddenAt } = env
  if (databaseUrl === undefined || directUrl === undefined) {
    throw new StartProblem(
      'DATABASE_URL is not set: it names the database to load the demo into. Without one, npm start loads the demo by itself.',
    )
  }
  // A portal that is running would serve it until its next start, which refuses it.
  if (demoForbiddenAt) throw demoInPublic(demoForbiddenAt, 'a database without it')
  await checkDatabase(databaseUrl)
  await insistOnSessions(directUrl)
  const { files } = await prepareDataFolder(dataFolder)
  await insistOnOwnDatabase(directUrl, files)
  await migrate(directUrl)
  const database = openDatabase(databaseUrl)
  const staff = openDatabase(databaseUrl, { role: 'portal_staff', connections: 1 })
  try {
    for (const pool of [database, staff]) await insistOnLeastPrivilege(pool)
    await insistOnOwnFiles(staff, files, { warn: (_facts: unknown, words?: string) => console.warn(words) })
    await seedProviderData(database, { mails: false, content })
    if ((await loadDemo({ database, staff }, new Date(), files, content)) === 'already') {
      throw new StartProblem(
        'This database has clients already: the demo is only loaded into a database without clients.',
      )
    }
  } finally {
    await staff.close()
    await database.close()
  }
}
