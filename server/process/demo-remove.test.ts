import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runningPostgres } from '../embedded-postgres.ts'
import { launch, SERVER, startPortal } from '../testing/portal-process.ts'
import { startedFolder } from './data-folders.ts'

const [node = ''] = SERVER
const remove = (variables: Record<string, string>, ...options: string[]) =>
  launch(variables, [node, 'scripts/operator/demo-remove.ts', ...options]).ended

test('demo:remove works beside a running portal, and again without one', async () => {
  const DATA_DIR = await startedFolder()
  const portal = await startPortal({ DATA_DIR, DEMO: '0' })
  onTestFinished(async () => void (await portal.stop()))
  const logIn = async () => {
    const answer = await fetch(`${portal.origin}/api/console/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'raul', password: 'Demo-raul-1' }),
    })
    return answer.status
  }
  expect(await logIn()).toBe(200)
  expect(await remove({ DATA_DIR, DEMO: '0' }, '--ensayo')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^3 clients of the demo would be removed \(.+\), with \d+ tickets, 0 of them .+; nothing was removed: npm run demo:remove does it\n$/,
    ),
  })
  expect(await logIn()).toBe(200)

  const database = new pg.Client({ connectionString: await runningPostgres(join(DATA_DIR, 'postgres')) })
  await database.connect()
  await database.query('update ticket set created_at = now() where number = (select min(number) from ticket)')
  await database.end()
  expect(await remove({ DATA_DIR, DEMO: '0' })).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^3 clients of the demo are removed \(.+\), with \d+ tickets, 1 of them written since it was loaded; .+ comes back only from a backup: none of the last day is known; no supervisor is left: .+\n$/,
    ),
  })
  expect(await logIn()).toBe(401)
  await portal.stop()
  expect(await remove({ DATA_DIR })).toMatchObject({
    code: 0,
    stderr: '',
    stdout:
      'There is no client of the demo; no supervisor is left: npm run admin -- supervisor NAME; start with DEMO=0, or the next start loads the demo again\n',
  })
  expect(await remove({ DATA_DIR: '/nowhere/at/all' })).toMatchObject({ code: 1, stdout: '' })
})
