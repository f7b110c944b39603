import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrlOf, runPortal, startPortal } from '../testing/portal-process.ts'
import { freshFolder, startedFolder } from './data-folders.ts'

test('two portals with different owners run on one PostgreSQL, and neither reaches the other', async () => {
  const [folder, place] = [await startedFolder(), await freshFolder()]
  const first = await startPortal({ DATA_DIR: folder })
  onTestFinished(async () => void (await first.stop()))
  const cluster = await databaseUrlOf(folder)
  const superuser = new pg.Client({ connectionString: cluster })
  await superuser.connect()
  const name = 'soporte2'
  await superuser.query(`create role ${name} login createrole password 'x'`)
  await superuser.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`)
  const url = Object.assign(new URL(cluster), { pathname: `/${name}`, username: name, password: 'x' })
  const variables = { DATA_DIR: place, DATABASE_URL: url.href }

  const refused = await runPortal(variables)
  const [, grant = ''] = /«(grant .*)»/.exec(refused.stderr) ?? []
  expect([refused.code, grant]).toEqual([1, expect.stringMatching(/ to soporte2 with admin option$/)])
  await superuser.query(grant)
  await superuser.query(`revoke connect on database ${name}, ${new URL(cluster).pathname.slice(1)} from public`)
  await superuser.end()
  const second = await startPortal(variables)
  onTestFinished(async () => void (await second.stop()))
  for (const { origin } of [first, second]) {
    const ready = await fetch(`${origin}/api/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ok: true, parts: expect.objectContaining({ jobs: 'ok' }) },
    ])
  }
  const other = new pg.Client({ connectionString: Object.assign(url, { pathname: new URL(cluster).pathname }).href })
  await expect(other.connect()).rejects.toThrow('permission denied')
})
