import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { migrate } from './migrate.ts'

test('a database that a newer version has prepared is refused in one sentence, and left as it is', async () => {
  const { url, owner, drop } = await freshDatabase()
  onTestFinished(drop)
  await owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
  await expect(migrate(url)).rejects.toThrow(
    'a newer version of the portal has prepared it (9999_of_tomorrow.sql): start that version, or restore a backup from before it',
  )
})

test('a migration that waits for a table holds up those behind it for a moment alone, and is done once it can', async () => {
  const { url, owner, drop } = await freshDatabase()
  onTestFinished(drop)
  const folder = await migrationsAnd('9999_waits.sql', 'alter table ticket add column tried int')
  const holder = await connected(url)
  await holder.query('begin; lock table ticket in access share mode')
  const migrated = migrate(url, folder)
  const waits = async () => {
    const { rows } = await owner.query('select from pg_locks where not granted')
    return rows.length > 0
  }
  while (!(await waits())) await sleep(20)
  const reader = await connected(url)
  const before = performance.now()
  await reader.query('select from ticket')
  expect(performance.now() - before).toBeLessThan(2500)
  // It was still held.
  await holder.query('commit')
  await migrated
  expect((await owner.query("select from migration where name = '9999_waits.sql'")).rowCount).toBe(1)
}, 30_000)

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function migrationsAnd(name: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
  await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}
