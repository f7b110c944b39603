import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())

const hits = async (question: string, kind: string) => {
  const { data } = await portal.console(sonia, 'GET', '/search', { q: question })
  return data.groups.find((group: { kind: string }) => group.kind === kind)?.items ?? []
}

test('a technician reads the section that the search found, with its document', async () => {
  const [hit] = await hits('Preguntar bien', 'manual')
  const { status, data, raw } = await portal.console(sonia, 'GET', '/manual', { document: hit.document })
  expect(status, raw.body).toBe(200)
  const section = data.sections.find(({ id }: { id: string }) => id === hit.section)
  expect(hit.title).toBe(`${data.title}: ${section.title}`)
  expect(section.blocks.length).toBeGreaterThan(0)
})

test('reads pictures, and nothing that is no document', async () => {
  const picture = await portal.app.inject({
    url: '/api/console/manual/image?image=pantalla.png',
    headers: { cookie: sonia },
  })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  for (const image of ['../settings.json', '..%2Fsettings.json', 'no-esta.png'])
    expect(
      (await portal.app.inject({ url: `/api/console/manual/image?image=${image}`, headers: { cookie: sonia } }))
        .statusCode,
    ).toBe(404)
  expect((await portal.console(sonia, 'GET', '/manual', { document: 'manuales/../settings' })).status).toBe(404)
  expect((await portal.console(null, 'GET', '/manual', { document: 'manuales/soporte-online' })).status).toBe(403)
  const lucia = await portal.enter('LEV-01', 11)
  expect((await portal.console(lucia, 'GET', '/manual', { document: 'manuales/soporte-online' })).status).toBe(403)
})
