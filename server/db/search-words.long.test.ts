import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signDemoEntry } from '../demo/entry-link.ts'
import { freshFolder } from '../process/data-folders.ts'
import { startDebianPostgres } from '../testing/debian/debian-postgres.ts'
import { expectWordsFound } from '../testing/words/looked-for.ts'
import { startPortal } from '../testing/portal-process.ts'

// Both searches on clusters of Debian's PostgreSQL, each made with another locale
// (apt-get install postgresql locales; localedef -i es_ES -f UTF-8 es_ES.UTF-8).

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SECRET_KEY = Buffer.alloc(32, 'locales').toString('base64')

/** What is looked for, and words of the title of the first ticket that says so. */
const SEARCHES = [
  ['serie', 'no se puede emitir ninguna factura'],
  ['«SERIE bloqueada»', 'no se puede emitir ninguna factura'],
  ['serei bloqueada', 'no se puede emitir ninguna factura'],
  ['dónde reparto portales', 'reparto de gastos entre portales'],
  ['CERTIFICACIÓN', 'certificación'],
  ['certificaciones', 'certificación'],
] as const

describe.each([
  ['C', ['--locale=C']],
  ['C.UTF-8', ['--locale=C.UTF-8']],
  ['es_ES.UTF-8 of libc', ['--locale=es_ES.UTF-8']],
  ['es-ES of ICU', ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=es-ES']],
])('on a cluster made with %s', (_, locale) => {
  test('customers and technicians find the same', async () => {
    const postgres = await startDebianPostgres(locale)
    onTestFinished(postgres.stop)
    const variables = { DATA_DIR: await freshFolder(), DATABASE_URL: postgres.url, SECRET_KEY }
    await (await startPortal(variables)).stop()
    await promisify(execFile)('npm', ['run', 'demo'], { cwd: ROOT, env: { ...process.env, ...variables } })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    onTestFinished(() => client.end())
    await expectWordsFound(client)

    const portal = await startPortal(variables)
    onTestFinished(async () => void (await portal.stop()))
    const post = async (path: string, sent: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${portal.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })
      expect(answer.status).toBe(200)
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const t = await signDemoEntry({ installation: 'LEV-01', subject: '11', caller: 'lucia', context: {} }, new Date())
    const lucia = await post('/login/nuevo_ticket', { t })
    const sonia = await post('/console/login', { username: 'sonia', password: 'Demo-sonia-1' })
    const found = async (cookie: string, path: string, q: string): Promise<string> => {
      const answer = await fetch(`${portal.origin}/api${path}?q=${encodeURIComponent(q)}`, { headers: { cookie } })
      const { data } = (await answer.json()) as { data: { data: { grupos?: Found[]; groups?: Found[] } } }
      const [first] = data.data.grupos ?? data.data.groups ?? []
      return first?.items[0]?.titulo ?? first?.items[0]?.title ?? ''
    }
    for (const [looked, title] of SEARCHES) {
      expect([looked, await found(lucia, '/buscar', looked)]).toEqual([looked, expect.stringContaining(title)])
      expect([looked, await found(sonia, '/console/search', looked)]).toEqual([looked, expect.stringContaining(title)])
    }
  })
})

interface Found {
  readonly items: readonly { readonly titulo?: string; readonly title?: string }[]
}
