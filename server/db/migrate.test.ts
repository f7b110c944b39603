import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { migrate } from './migrate.ts'
import { patient } from '../testing/patience.ts'

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
  expect(performance.now() - before).toBeLessThan(patient(2500))
  // The lock was still held.
  await holder.query('commit')
  await migrated
  expect((await owner.query("select from migration where name = '9999_waits.sql'")).rowCount).toBe(1)
})

test('two portals with different owners share a PostgreSQL, once its superuser lets the second one have the roles', async () => {
  const { url: of, owner: superuser, drop } = await freshDatabase()
  const name = `second_${process.pid}`
  await superuser.query(`create role ${name} login createrole password 'x'`)
  await superuser.query(`create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await superuser.query(`drop database ${name} with (force)`)
    await superuser.query(`drop role ${name}`)
    await drop()
  })
  const url = Object.assign(new URL(of), { pathname: `/${name}`, username: name, password: 'x' }).href
  const refusal = await migrate(url).then(() => '', String)
  const [, grant = ''] = /«(.*)»/.exec(refusal) ?? []
  expect(grant).toBe(
    `grant portal_app, portal_backup, portal_door, portal_jobs, portal_staff to ${name} with admin option`,
  )
  await superuser.query(grant)
  await migrate(url)
  await migrate(url)
})

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
