// A server of a test's portal in a process of its own, which the test kills: DATABASE_URL, the moment. Writes its
// address.
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'

const [url = '', moment = ''] = process.argv.slice(2)
const { app } = await buildApp({
  database: openDatabase(url, { connections: 4 }),
  staff: openDatabase(url, { role: 'portal_staff', connections: 2 }),
  directUrl: url,
  log: pino({ level: 'silent' }),
  origin: 'http://portal.test',
  secretKey: Buffer.alloc(32, 'tested'),
  files: '/nonexistent',
  pdfs: '/nonexistent',
  settings: await readSettings(),
  simulateTechnician: true,
  clock: () => new Date(moment),
})
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
// The channel ends it when the test process is killed.
process.on('disconnect', () => process.exit())
