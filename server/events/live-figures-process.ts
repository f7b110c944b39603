// A server of a test's portal in a process of its own, for measuring: DATABASE_URL, the moment, the built web. Writes
// its address, and tells how much memory it holds after garbage collection. It needs --expose-gc.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { withoutBudgets } from '../testing/without-budgets.ts'

const [url = '', moment = '', web = ''] = process.argv.slice(2)
const settings = await readSettings()
const { app } = await buildApp({
  database: openDatabase(url),
  staff: openDatabase(url, { role: 'portal_staff', connections: 4 }),
  directUrl: url,
  log: pino({ level: 'silent' }),
  origin: 'http://portal.test',
  secretKey: Buffer.alloc(32, 'tested'),
  files: '/nonexistent',
  pdfs: '/nonexistent',
  web,
  // The moment stands still: all calls are of the same minute.
  settings: { ...settings, limits: withoutBudgets(settings.limits) },
  simulateTechnician: true,
  trustsProxy: () => true,
  clock: () => new Date(moment),
})
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('message', () => void tell())
process.on('disconnect', () => process.exit())

async function tell(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await sleep(100)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, held: heapUsed + external })
}
