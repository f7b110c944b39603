// `npm run demo`: loads the demo's cast into the database of DATABASE_URL.
import { prepareDataFolder } from '#server/data-folder.ts'
import { checkDatabase, insistOnSessions } from '#server/db/check-database.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { insistOnLeastPrivilege, openDatabase } from '#server/db/sql.ts'
import { readEnvironment } from '#server/env.ts'
import { StartProblem } from '#server/start-problem.ts'
import { insistOnOwnDatabase, insistOnOwnFiles } from '#server/store-identity.ts'

try {
  await loadIntoNamedDatabase()
  console.log('The demo is loaded.')
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}

async function loadIntoNamedDatabase(): Promise<void> {
  const { databaseUrl, directUrl = databaseUrl, dataFolder, contentFolder: content } = readEnvironment()
  if (databaseUrl === undefined || directUrl === undefined) {
    throw new StartProblem(
      'DATABASE_URL is not set: it names the database to load the demo into. Without one, npm start loads the demo by itself.',
    )
  }
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
