import type pg from 'pg'
import { expect, test } from 'vitest'
import { codeAt } from './session/totp.ts'
import { sealSecrets } from './console/door/sealed-secret-store.ts'
import { secretBox } from './secret-box.ts'
import { demoKey } from './session/entry-link.ts'
import { fromBase32 } from './testing/base32.ts'
import { type Answer, NOON, TEST_KEY, type TestApp, testAppForThisTest } from './testing/test-app.ts'

const PASSWORD = 'una contraseña larga'

test('a dump of the database holds no secret in a form that forges an entry, opens a session or makes a code', async () => {
  const portal = await testAppForThisTest()
  const secrets = await secretsOf(portal)
  const log = { warn: () => undefined, error: () => undefined }
  await sealSecrets(portal, secretBox(TEST_KEY), { lost: false, hasPrevious: false, log }, NOON)
  const dump = await everything(portal.owner)
  // What is no secret is found, as text and as bytes: the search sees all.
  for (const known of ['andres', demoKey('LEV-01').kid.toLowerCase()]) expect(dump).toContain(known)
  expect(secrets.size).toBeGreaterThan(20)
  for (const [what, secret] of secrets) {
    expect(secret.length, what).toBeGreaterThan(5)
    for (const form of formsOf(secret)) expect(dump.includes(form.toLowerCase()), what).toBe(false)
  }
})

/** Everything secret that anybody was given or typed, by what it is; with an Idempotency-Key wherever one may come. */
async function secretsOf(portal: TestApp): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  const post = async (cookie: string | null, path: string, sent: object): Promise<Answer> => {
    const headers = { 'idempotency-key': `key ${path} ${secrets.size}` }
    const answer = await portal.call(cookie, 'POST', path, sent, headers)
    expect(answer.status, `${path}: ${answer.message}`).toBe(200)
    for (const { name, value } of answer.raw.cookies) secrets.set(`cookie ${name} of ${path} ${secrets.size}`, value)
    return answer
  }
  const tokenIn = ({ data }: Answer) => /[?#&]t=([\w-]+)/.exec(data.address)?.[1] ?? ''

  for (const installation of ['LEV-01', 'TEI-01']) secrets.set(`key of ${installation}`, demoKey(installation).secret)
  for (const username of ['andres', 'pablo', 'sonia', 'raul'])
    secrets.set(`password of ${username}`, `Demo-${username}-1`)
  secrets.set('cookie of an entry', valueOf(await portal.enter('LEV-01', 11)))
  const { raw } = await post(null, '/login/login', { usuario: 'andres', password: 'Demo-andres-1' })
  const andres = raw.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const next = 'Otra-andres-22'
  await post(andres, '/login/modificar_password', {
    password: 'Demo-andres-1',
    passwordNueva: next,
    passwordNuevaRepetida: next,
  })
  secrets.set('new password', next)

  const pablo = { usuario: 'pablo', password: 'Demo-pablo-1' }
  const { data: factor } = await post(null, '/login/nuevo_segundo_factor', pablo)
  secrets.set("second factor of a client's", factor.secreto)
  const codigoVerificacion = codeAt(fromBase32(factor.secreto), portal.clock.now)
  const { data: own } = await post(null, '/login/confirmar_segundo_factor', { ...pablo, codigoVerificacion })
  for (const each of own.codigosRecuperacion) secrets.set(`recovery code of a client's ${secrets.size}`, each)

  const { data: drafts } = await portal.call(andres, 'GET', '/consultas/get_clave_borradores')
  secrets.set('key of the drafts in a browser', drafts.clave)

  const raul = await portal.consoleLogIn('raul')
  secrets.set("cookie of the supervisor's", valueOf(raul))
  const made = await post(raul, '/console/signing-keys/create', {
    installation: 'TEI-01',
    publicKey: null,
    clientAdministrator: false,
    callerOptional: true,
  })
  secrets.set('made key', made.data.secret)
  const created = await post(raul, '/console/technicians/create', {
    username: 'ana.gil',
    name: 'Ana',
    role: 'technician',
  })
  secrets.set('used link', tokenIn(created))
  await post(null, '/console/password-link/use', { token: tokenIn(created), next: PASSWORD, repeated: PASSWORD })
  secrets.set("technician's password", PASSWORD)
  secrets.set('open link', tokenIn(await post(raul, '/console/technicians/password-link', { username: 'sonia' })))
  const ana = await portal.consoleLogIn('ana.gil', PASSWORD)
  const { data } = await post(ana, '/console/second-factor', {})
  secrets.set('second factor', data.secret)
  const code = codeAt(fromBase32(data.secret), portal.clock.now)
  const confirmed = await post(ana, '/console/second-factor/confirm', { code })
  for (const each of confirmed.data.recoveryCodes) secrets.set(`recovery code ${secrets.size}`, each)
  return secrets
}

const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

/** As text, without what was put in to be read by, and as the bytes that it stands for, the way PostgreSQL writes them. */
function formsOf(secret: string): string[] {
  const bare = secret.replaceAll('-', '')
  const bytes = [Buffer.from(secret), Buffer.from(bare), Buffer.from(secret, 'base64url'), fromBase32(bare)]
  return [
    secret,
    bare,
    ...bytes.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')]),
  ].filter((form) => form.length > 5)
}

/** Every row of every table, in small letters. */
async function everything(owner: pg.Client): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(name, ...rows.map(({ row }) => row))
  }
  return texts.join('\n').toLowerCase()
}
