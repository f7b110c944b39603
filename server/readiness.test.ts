import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { secondServer } from './testing/second-server.ts'
import { type TestApp, testAppForThisTest } from './testing/test-app.ts'

const FINE = { server: 'ok', database: 'ok', files: 'ok', jobs: 'ok', mail: 'ok' }

/** A server with a folder of its own. The test can tell it to leave, or that its volume is full. */
async function watched(portal: TestApp) {
  const files = await mkdtemp(join(tmpdir(), 'portal-ready-'))
  await writeFile(join(files, 'database.id'), 'its own\n')
  const state = { leaving: false, room: true }
  const app = await secondServer(portal, {
    files,
    smtpUrl: 'smtp://127.0.0.1:1',
    isLeaving: () => state.leaving,
    room: async () => state.room,
  })
  onTestFinished(async () => {
    await app.close()
    await rm(files, { recursive: true, force: true })
  })
  const ask = async () => {
    const answer = await app.inject('/api/ready')
    return { status: answer.statusCode, ...answer.json() }
  }
  /** The answer after it has looked again. */
  const says = (status: number, parts: object) =>
    expect.poll(ask).toEqual({ status, ok: status === 200, parts: { ...FINE, ...parts } })
  return { files, state, says }
}

test('ready tells each part’s state; only what another server may do better makes it unready', async () => {
  const portal = await testAppForThisTest()
  const { files, state, says } = await watched(portal)
  await says(200, {})
  state.room = false
  await says(200, { files: 'full' })
  state.room = true
  // The folder's mount is lost: the files left there are not this database's.
  await rename(join(files, 'database.id'), join(files, 'moved'))
  await says(503, { files: 'away' })
  await rename(join(files, 'moved'), join(files, 'database.id'))
  await portal.owner.query("update job_clock set late = '{silence}', late_since = now()")
  await says(200, { jobs: 'late' })
  await portal.owner.query("update job_clock set stopped_at = now(), reason = 'apart'")
  await says(200, { jobs: 'stopped' })
  await portal.owner.query("update job_clock set stopped_at = null, reason = null, late = '{}', late_since = null")
  state.leaving = true
  await says(503, { server: 'leaving' })
  state.leaving = false
  await rm(files, { recursive: true })
  await says(503, { files: 'away' })
})

test('mails that should have left a quarter of an hour ago are late, and the database away is told without a word of it', async () => {
  const portal = await testAppForThisTest()
  const { says } = await watched(portal)
  const insert = (kind: string, created: string, due: string, attempts: number) =>
    portal.owner.query(
      `insert into mail (client_id, kind, cause, reader, email, language, message_name, created_at, due_at, attempts)
      values (1001, 'answer', $1, '11', 'lucia@levante.example', 'es', $1, now() - $2::interval, now() + $3::interval, $4)`,
      [kind, created, due, attempts],
    )
  await insert('for the evening', '3 hours', '2 hours', 0)
  await insert('tried once', '2 minutes', '1 minute', 1)
  await says(200, {})
  await insert('tried for long', '40 minutes', '20 minutes', 4)
  await says(200, { mail: 'late' })
  await portal.owner.query("delete from mail where cause = 'tried for long'")
  await says(200, {})
  await insert('nobody sends', '20 minutes', '-20 minutes', 0)
  await says(200, { mail: 'late' })

  await portal.owner.query('alter table job_clock rename to job_clock_away')
  await says(503, { database: 'away', jobs: 'unknown', mail: 'unknown' })
  await portal.owner.query('alter table job_clock_away rename to job_clock')
})
