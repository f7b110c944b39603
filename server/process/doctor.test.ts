import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { launch, SERVER, startPortal } from '../testing/portal-process.ts'
import { startedFolder } from './data-folders.ts'

const [node = ''] = SERVER
const doctor = (variables: Record<string, string>) =>
  launch(variables, [node, 'scripts/operator/run.mjs', 'doctor']).ended

test('the doctor looks without a portal and beside one, and the start logs the problems that it does not refuse', async () => {
  const DATA_DIR = await startedFolder()
  const alone = await doctor({ DATA_DIR })
  expect(alone).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/\nAll \d+ looks are fine\.\n$/) })
  expect(alone.stdout).toContain(`the embedded one in ${DATA_DIR}`)
  expect(await doctor({ DATA_DIR, PORT: 'many' })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('PORT must be a whole number from 0 to 65535.'),
    stderr: '1 of 1 looks found a problem.\n',
  })

  const wrong = { DATA_DIR, SMTP_URL: 'smtp://soporte:clave-secreta@127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:9' }
  const portal = await startPortal({ ...wrong, DEMO: '0' })
  onTestFinished(async () => void (await portal.stop()))
  const beside = await doctor({ ...wrong, PORT: new URL(portal.origin).port })
  expect(beside).toMatchObject({ code: 1, stderr: expect.stringMatching(/^1 of \d+ looks found a problem\.\n$/) })
  const [, sentence = ''] = /PROBLEM {2}mail +(.*)\n/.exec(beside.stdout) ?? []
  expect(sentence).toMatch(/^SMTP_URL: 127\.0\.0\.1:1 takes no mail .*: check host, port and firewall\.$/)
  await eventually(() => expect(portal.written()).toContain(sentence))
  expect(portal.written() + beside.stdout).not.toContain('clave-secreta')
})
