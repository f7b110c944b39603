import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppDependencies, buildApp } from '../app.ts'
import { openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { TEST_KEY, type TestApp } from './test-app.ts'

/**
 * Another process of the same portal, or the same one after a restart: they share the database and nothing else. `url`
 * reaches it another way.
 */
export async function secondServer(
  portal: TestApp,
  dependencies: Partial<AppDependencies> = {},
  url = portal.url,
): Promise<FastifyInstance> {
  const database = openDatabase(url, { connections: 4 })
  const staff = openDatabase(url, { role: 'portal_staff', connections: 2 })
  const { app } = await buildApp({
    database,
    staff,
    directUrl: portal.url,
    log: pino({ level: 'silent' }),
    origin: 'http://portal.test',
    secretKey: TEST_KEY,
    files: '/nonexistent',
    pdfs: '/nonexistent',
    settings: await readSettings(),
    simulateTechnician: true,
    clock: () => portal.clock.now,
    ...dependencies,
  })
  app.addHook('onClose', async () => {
    await staff.close()
    await database.close()
  })
  return app
}
