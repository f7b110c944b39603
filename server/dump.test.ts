import { expect, onTestFinished, test } from 'vitest'
import { type Endpoint, consoleInput, endpoint, query } from '#contract/endpoint.ts'
import { endpoints } from '#contract/openapi.ts'
import { type Shape, shapeOf, text, wireObject } from '#contract/wire.ts'
import { bindConsole } from './console/door/console-binding.ts'
import { sealSecrets } from './console/door/sealed-secret-store.ts'
import { findTechnician } from './console/door/technician-session.ts'
import { codeAt } from './session/totp.ts'
import { atOnce } from './http/at-once.ts'
import { bind } from './http/bind.ts'
import { budgets } from './http/budgets.ts'
import { aboutMail } from './mail/outbox-mail.ts'
import { sendMails } from './mail/post-office.ts'
import { readSettings } from './provider-settings.ts'
import { secretBox } from './secret-box.ts'
import { openSessions } from './session/live-session.ts'
import { demoKey } from './demo/entry-link.ts'
import { fromBase32 } from './testing/base32.ts'
import { mailOffice } from './testing/mail-office.ts'
import { mailServer } from './testing/mail-server.ts'
import { newCustomer } from './testing/new-customer.ts'
import { type Answer, NOON, TEST_KEY, type TestApp, testAppForThisTest, tokenOf } from './testing/test-app.ts'

const PASSWORD = 'una contraseña larga'

test('no secret stays in the database or the log, in a form that forges an entry, opens a session or makes a code', async () => {
  const portal = await testAppForThisTest()
  const { secrets, answered } = await secretsOf(portal)
  const log = { warn: () => undefined, error: () => undefined }
  await sealSecrets(portal, secretBox(TEST_KEY), { lost: false, hasPrevious: false, log }, NOON)
  const kept = await everything(portal)
  // Checks the search itself: it finds known text that is not secret, as text and as bytes.
  for (const known of ['andres', demoKey('LEV-01').kid.toLowerCase(), 'a session was opened']) {
    expect(kept).toContain(known)
  }
  expect(secrets.size).toBeGreaterThan(20)
  for (const [what, secret] of secrets) expect(isIn(kept, secret), what).toBe(false)
  // Checks that every endpoint whose answer holds a secret was called.
  const answering = endpoints().flatMap(({ endpoint: { path, answersSecret } }) => (answersSecret ? [path] : []))
  expect([...answered].toSorted()).toEqual(answering.toSorted())
})

test('the search finds a secret that is kept, in a column of any type and in the log', async () => {
  const portal = await testAppForThisTest()
  await portal.owner.query('create table planted (a_text text, a_json jsonb, bytes bytea)')
  const code = 'MFRG-GZDF-MZTW-Q2LK'
  const token = Buffer.alloc(32, 'un secreto').toString('base64url')
  const columns: readonly [column: string, secret: string, value: unknown][] = [
    ['a_text', code, `Su código es ${code}.`],
    ['a_text', code, code.replaceAll('-', '')],
    ['a_text', token, Buffer.from(token).toString('base64')],
    ['a_json', token, JSON.stringify({ answer: { link: `https://portal.example/#t=${token}` } })],
    ['bytes', PASSWORD, Buffer.from(`${PASSWORD}\0`)],
    ['bytes', code, fromBase32(code.replaceAll('-', ''))],
    ['bytes', token, Buffer.from(token, 'base64url')],
  ]
  for (const [column, secret, value] of columns) {
    expect(isIn(await everything(portal), secret), column).toBe(false)
    await portal.owner.query(`insert into planted (${column}) values ($1)`, [value])
    expect(isIn(await everything(portal), secret), `${column} ${String(value)}`).toBe(true)
    await portal.owner.query('delete from planted')
  }
  portal.logged.push(JSON.stringify({ msg: `entered with ${code}` }))
  expect(isIn(await everything(portal), code)).toBe(true)
})

test('a link that waits for the mail server does not lie readable in the outbox', async () => {
  const portal = await testAppForThisTest({ dependencies: { smtpUrl: 'smtp://127.0.0.1:9' } })
  await portal.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility)
    values (1001, 16, 'Rosa', 'rosa@levante.example', 'client')`)
  const rosa = { client: 1001, contact: 16, username: 'rosa' }
  const raul = await portal.consoleLogIn('raul')
  expect((await portal.console(raul, 'POST', '/password-links', rosa)).status).toBe(200)
  const { rows } = await portal.owner.query<{ secret: Buffer; name: string }>(
    'select secret, message_name as name from mail where secret is not null',
  )
  const [waiting] = rows
  const token = waiting && secretBox(TEST_KEY).open(waiting.secret, aboutMail(waiting.name))?.toString()
  expect(await portal.call(null, 'POST', '/login/ver_enlace_password', { t: token })).toMatchObject({ status: 200 })
  expect(isIn(await everything(portal), token ?? '')).toBe(false)
})

test('the name typed at «He olvidado la contraseña», and the links that it sends, are readable nowhere', async () => {
  const server = await mailServer()
  onTestFinished(server.close)
  const portal = await testAppForThisTest({ dependencies: { smtpUrl: server.url } })
  await portal.owner.query(`
    update contact set email = 'andres@levante.example' where client_id = 1001 and contact_id = 12;
    update technician set email = 'sonia@soporte.example' where username = 'sonia'`)
  const typed = 'Contraseña tecleada como usuario'
  for (const usuario of [typed, 'andres']) await portal.call(null, 'POST', '/login/olvidada', { usuario })
  for (const username of [typed, 'sonia']) await portal.console(null, 'POST', '/forgotten-password', { username })
  expect(isIn(await everything(portal), typed)).toBe(false)
  // Made, but not sent: the mail server is away.
  server.behaviour.at = () => 421
  const office = await mailOffice(portal.staff, server.url)
  await sendMails(office, () => portal.clock.now)
  const { rows } = await portal.owner.query<{ secret: Buffer; name: string }>(`
    select secret, message_name as name from mail where secret is not null
    union all select secret, message_name from technician_mail where secret is not null`)
  const tokens = rows.map(({ secret, name }) => secretBox(TEST_KEY).open(secret, aboutMail(name))?.toString() ?? '')
  expect(tokens).toHaveLength(2)
  const kept = await everything(portal)
  for (const token of tokens) expect(isIn(kept, token)).toBe(false)
  const raul = await portal.consoleLogIn('raul')
  const seen = JSON.stringify((await portal.console(raul, 'GET', '/outbox', {})).data)
  expect(seen).toContain('password-link')
  for (const token of tokens) expect(seen).not.toContain(token)
})

test('an answer that holds a secret would be kept if its endpoint did not say so', async () => {
  const portal = await testAppForThisTest()
  const canary = 'canario-que-nadie-guarda'
  const made = (path: Endpoint['path'], answersSecret: boolean) => ({
    method: 'POST' as const,
    path,
    summary: 'Made for this test',
    answersSecret,
    data: wireObject({ secret: text(100) }),
  })
  const settings = await readSettings()
  const { app, database, staff } = portal
  const options = { settings, limits: settings.limits, secure: false }
  const mounting = {
    app,
    clock: () => portal.clock.now,
    bound: new Set<string>(),
    simulation: false,
    budgets: budgets(settings.limits),
    atOnce: atOnce(),
  }
  const customers = { ...mounting, database, ...openSessions(database, options) }
  const technicians = {
    ...mounting,
    staff,
    findTechnician: findTechnician(staff, options),
    findProgram: async () => null,
  }
  const answer = async () => ({ secret: canary })
  for (const says of [true, false]) {
    bind(customers, endpoint({ ...made(`/made/${says}`, says), input: query({}) }), answer)
    const access = 'technician' as const
    bindConsole(
      technicians,
      endpoint({ ...made(`/console/made/${says}`, says), access, input: consoleInput({}) }),
      answer,
    )
  }
  const [lucia, raul] = [await portal.enter('LEV-01', 11), await portal.consoleLogIn('raul')]
  const foundAfter = async (cookie: string, path: string) => {
    const { data } = await portal.call(cookie, 'POST', path, {}, { 'idempotency-key': path })
    expect(data).toEqual({ secret: canary })
    return isIn(await everything(portal), canary)
  }
  expect(await foundAfter(lucia, '/made/true')).toBe(false)
  expect(await foundAfter(raul, '/console/made/true')).toBe(false)
  expect(await foundAfter(lucia, '/made/false')).toBe(true)
  await portal.owner.query('delete from idempotency')
  expect(await foundAfter(raul, '/console/made/false')).toBe(true)
})

test('an answer with a field that is called like a secret says that it holds one', () => {
  const silent = endpoints().filter(
    ({ endpoint: { data, answersSecret } }) =>
      !answersSecret && namesIn(shapeOf(data)).some((name) => /^(secret|password|recoveryCodes|token)$/.test(name)),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

/** Every secret that somebody received or typed, by name. Each call carries an Idempotency-Key where it may. */
async function secretsOf(portal: TestApp): Promise<{ secrets: Map<string, string>; answered: Set<string> }> {
  const secrets = new Map<string, string>()
  const answered = new Set<string>()
  const post = async (cookie: string | null, path: string, sent: object): Promise<Answer> => {
    const headers = { 'idempotency-key': `key ${path} ${secrets.size}` }
    const answer = await portal.call(cookie, 'POST', path, sent, headers)
    expect(answer.status, `${path}: ${answer.message}`).toBe(200)
    for (const { name, value } of answer.raw.cookies) secrets.set(`cookie ${name} of ${path} ${secrets.size}`, value)
    return answer
  }
  /** Picks the secrets out of a call's answer. */
  const given = (path: string, ...found: readonly string[]) => {
    answered.add(path)
    for (const secret of found) secrets.set(`${path} ${secrets.size}`, secret)
  }

  for (const installation of ['LEV-01', 'TEI-01']) secrets.set(`key of ${installation}`, demoKey(installation).secret)
  for (const username of ['andres', 'pablo', 'sonia', 'raul'])
    secrets.set(`password of ${username}`, `Demo-${username}-1`)
  // Typed where the user name belongs.
  for (const [path, field] of [
    ['/login/login', 'usuario'],
    ['/login/nuevo_segundo_factor', 'usuario'],
    ['/console/login', 'username'],
  ] as const) {
    const typed = `Tecleada de más ${field} ${path}`
    expect((await portal.call(null, 'POST', path, { [field]: typed, password: 'andres' })).status).toBe(401)
    secrets.set(`password typed as user name at ${path}`, typed)
  }
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
  given('/login/nuevo_segundo_factor', factor.secreto)
  const codigoVerificacion = codeAt(fromBase32(factor.secreto), portal.clock.now)
  const { data: own } = await post(null, '/login/confirmar_segundo_factor', { ...pablo, codigoVerificacion })
  given('/login/confirmar_segundo_factor', ...own.codigosRecuperacion)

  const { data: drafts } = await portal.call(andres, 'GET', '/consultas/get_clave_borradores')
  given('/consultas/get_clave_borradores', drafts.clave)
  const { data: demos } = await portal.call(andres, 'GET', '/login/get_demos')
  given('/login/get_demos', demos.password)

  const raul = await portal.consoleLogIn('raul')
  secrets.set("cookie of the supervisor's", valueOf(raul))
  const made = await post(raul, '/console/signing-keys/create', {
    installation: 'TEI-01',
    publicKey: null,
    clientAdministrator: false,
    callerOptional: true,
  })
  given('/console/signing-keys/create', made.data.secret)
  const oldUntil = new Date(portal.clock.now.getTime() + 60_000).toISOString()
  const rotated = await post(raul, '/console/signing-keys/rotate', { kid: 'demo-LEV-02', oldUntil })
  given('/console/signing-keys/rotate', rotated.data.secret)

  const takenOn = await post(raul, '/console/clients/take-on', newCustomer(2001))
  given('/console/clients/take-on', takenOn.data.secret)

  const apiKey = { name: 'CRM', scopes: ['tickets-read'], expiresAt: '2027-01-01T00:00:00.000Z' }
  const program = await post(raul, '/console/api-keys/create', apiKey)
  given('/console/api-keys/create', program.data.secret)
  const another = await post(raul, '/console/api-keys/rotate', { key: program.data.key.id, oldUntil })
  given('/console/api-keys/rotate', another.data.secret)
  const hook = { name: 'CRM', address: 'https://crm.example.com/hook', kinds: ['answer'] }
  const told = await post(raul, '/console/webhooks/create', hook)
  given('/console/webhooks/create', told.data.secret, told.data.secret.replace('whsec_', ''))
  const { data: signed } = await post(raul, '/console/webhooks/rotate', { webhook: told.data.webhook.id })
  given('/console/webhooks/rotate', signed.secret, signed.secret.replace('whsec_', ''))

  await portal.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility) values (1001, 16, 'Rosa', '', 'client')`)
  const rosa = { client: 1001, contact: 16, username: 'rosa' }
  given('/console/password-links', tokenOf(await post(raul, '/console/password-links', rosa)))

  const created = await post(raul, '/console/technicians/create', {
    username: 'ana.gil',
    name: 'Ana',
    role: 'supervisor',
  })
  given('/console/technicians/create', tokenOf(created))
  await post(null, '/console/password-link/use', { token: tokenOf(created), next: PASSWORD, repeated: PASSWORD })
  secrets.set("technician's password", PASSWORD)
  const forSonia = await post(raul, '/console/technicians/password-link', { username: 'sonia' })
  given('/console/technicians/password-link', tokenOf(forSonia))
  const enrolling = await portal.consoleLogIn('ana.gil', PASSWORD)
  const { data } = await post(enrolling, '/console/second-factor', {})
  given('/console/second-factor', data.secret)
  const code = codeAt(fromBase32(data.secret), portal.clock.now)
  const confirmed = await post(enrolling, '/console/second-factor/confirm', { code })
  given('/console/second-factor/confirm', ...confirmed.data.recoveryCodes)
  const ana = confirmed.raw.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  const again = { password: PASSWORD, code: codeAt(fromBase32(data.secret), portal.clock.now) }
  given('/console/recovery-codes', ...(await post(ana, '/console/recovery-codes', again)).data.recoveryCodes)
  const asked = await post(ana, '/console/password-links', { client: 1001, contact: 12, username: null })
  expect(asked.data).toBeNull()
  // Long enough ago for Ana to count as another supervisor.
  await portal.owner.query(`update audit set at = at - interval '1 year' where username = 'raul'`)
  const approved = { client: 1001, contact: 12, approved: true }
  given('/console/password-links/decide', tokenOf(await post(raul, '/console/password-links/decide', approved)))
  const changed = 'otra contraseña larga'
  await post(ana, '/console/password', { current: PASSWORD, next: changed, repeated: changed })
  secrets.set("technician's new password", changed)
  return { secrets, answered }
}

const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

/** A secret's text without separators, and the bytes it encodes in PostgreSQL's notation. */
function formsOf(secret: string): string[] {
  const bare = secret.replaceAll('-', '')
  const bytes = [Buffer.from(secret), Buffer.from(bare), Buffer.from(secret, 'base64url'), fromBase32(bare)]
  return [
    secret,
    bare,
    ...bytes.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')]),
  ].filter((form) => form.length > 5)
}

const isIn = (kept: string, secret: string): boolean => {
  expect(secret.length).toBeGreaterThan(5)
  return formsOf(secret).some((form) => kept.includes(form.toLowerCase()))
}

const namesIn = (shape: Shape): string[] => {
  if ('list' in shape) return namesIn(shape.list)
  if ('identity' in shape) return []
  return Object.entries(shape.fields).flatMap(([name, field]) => [name, ...namesIn(field.shape)])
}

/** Every row of every table including the audit, and every line of the log, in lower case. */
async function everything({ owner, logged }: Pick<TestApp, 'owner' | 'logged'>): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(name, ...rows.map(({ row }) => row))
  }
  return [...texts, ...logged].join('\n').toLowerCase()
}
