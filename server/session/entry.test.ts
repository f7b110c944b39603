import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customersEndpoints } from '#contract/openapi.ts'
import { EFFORT } from '../testing/effort.ts'
import { secondServer } from '../testing/second-server.ts'
import { NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { TEST_MS, WAIT_MS } from '../testing/patience.ts'

const REFUSED = 'El acceso no es correcto, el login no se ha llevado a cabo'
const PATH = '/login/nuevo_ticket'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = NOON
})

type Json = Record<string, unknown>

const base64url = (value: Json | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url')
const hmac = (signed: string, secret: string | Buffer, hash = 'sha256') =>
  createHmac(hash, secret).update(signed).digest()
const secretOf = (installation: string) => `demo-secret-${installation}-not-for-production`
const secondsAt = (offset = 0) => Math.floor(NOON.getTime() / 1000) + offset

const HEADER = { alg: 'HS256', typ: 'acceso+jwt', kid: 'demo-LEV-01' }

/** LEV-01's entry for Lucía, unless told otherwise. */
const claims = (changes: Json = {}): Json => ({
  iss: 'erp:LEV-01',
  aud: 'soporte',
  sub: '11',
  usr: 'lferrer',
  iat: secondsAt(),
  exp: secondsAt(300),
  jti: randomBytes(16).toString('hex'),
  ...changes,
})

function token(changes: Json = {}, header: Json = {}, secret: string | Buffer = secretOf('LEV-01')): string {
  const signed = `${base64url({ ...HEADER, ...header })}.${base64url(claims(changes))}`
  return `${signed}.${base64url(hmac(signed, secret))}`
}

const send = (sent: object, cookie: string | null = null, headers: Record<string, string> = {}) =>
  portal.call(cookie, 'POST', PATH, sent, headers)

async function expectRefused(sent: object, reason?: string) {
  const before = await count('session')
  const { status, message, data, raw } = await send(sent)
  expect({ status, message, data }).toEqual({ status: 401, message: REFUSED, data: null })
  expect(raw.cookies).toEqual([])
  expect(await count('session')).toBe(before)
  if (reason) expect(portal.logged.at(-1)).toContain(`"security":"entry-refused","reason":"${reason}`)
}

async function expectAccepted(sent: object) {
  const answer = await send(sent)
  expect(answer.status, answer.message).toBe(200)
  return answer
}

async function count(table: 'session' | 'used_entry' | 'failed_login' | 'person'): Promise<number> {
  const { rows } = await portal.owner.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

const cookieIn = ({ raw }: { raw: { cookies: { name: string; value: string }[] } }) =>
  `${raw.cookies[0]?.name}=${raw.cookies[0]?.value}`

describe('the account that a signed entry opens', () => {
  test('is the contact, the person and the context of the link', async () => {
    const ctx = { empresa: '001', llvers: 'V031.4', origen: 'VENTAS', pmmodulo: 'Ventas', pmprograma: 'PREF' }
    const { data } = await expectAccepted({ t: token({ ctx, nombre: 'Lucía Ferrer Gil' }) })
    expect(data).toEqual({
      usuario: 'lferrer',
      usuarioLlamada: 'lferrer',
      codigoCliente: 1001,
      codigoInstalacion: 'LEV-01',
      version: 'V031.4',
      empresa: '001',
      areas: ['RE', 'APPS', 'ASPRO'],
      mostrarOpciones: false,
      limitada: false,
      clienteData: { clapec: 'Constructora Levante, S.A.', clefemail: expect.any(String) },
      contacto: { csnreg: 11, csapec: 'Lucía Ferrer', csemai: expect.any(String), cstelf: expect.any(String) },
      programa: { pmmodulo: 'Ventas', pmprograma: 'PREF' },
    })
  })

  test('has the installation’s version, no program and, among several companies, none', async () => {
    const { data } = await expectAccepted({ t: token() })
    expect(data).toMatchObject({ version: 'V031', empresa: null, programa: null })
  })

  test('has the only company where there is one', async () => {
    const t = token({ iss: 'erp:DUE-01', sub: '21' }, { kid: 'demo-DUE-01' }, secretOf('DUE-01'))
    expect((await expectAccepted({ t })).data).toMatchObject({ codigoCliente: 1002, empresa: '001' })
  })

  test('two people under one contact are two, and one person who comes twice is one', async () => {
    const people = await count('person')
    for (const usr of ['ana', 'berta', 'ana']) await expectAccepted({ t: token({ usr }) })
    expect(await count('person')).toBe(people + 2)
  })

  test('calls the person as the last entry did that told, else as the contact', async () => {
    const nameAfter = async (changes: Json) => {
      await expectAccepted({ t: token({ usr: 'named', ...changes }) })
      return (await portal.owner.query(`select name from person where login = 'named'`)).rows[0].name
    }
    expect(await nameAfter({})).toBe('Lucía Ferrer')
    expect(await nameAfter({ nombre: 'Nadia' })).toBe('Nadia')
    expect(await nameAfter({ nombre: '' })).toBe('Nadia')
    expect(await nameAfter({ nombre: 'Nadia Gómez' })).toBe('Nadia Gómez')
  })

  test('is an administrator’s when the contact is one', async () => {
    const { data } = await expectAccepted({ t: token({ sub: '12' }) })
    expect(data).toMatchObject({ mostrarOpciones: true, contacto: { csnreg: 12 } })
  })

  test('is the client’s own without a contact, an administrator’s only if the key allows it', async () => {
    await portal.owner.query(`update signing_key set client_administrator = false where kid = 'demo-LEV-01'`)
    const plain = await expectAccepted({ t: token({ sub: 'cliente' }) })
    expect(plain.data).toMatchObject({ usuario: 'lferrer', contacto: null, mostrarOpciones: false, limitada: false })
    await portal.owner.query(`update signing_key set client_administrator = true where kid = 'demo-LEV-01'`)
    const administrator = await expectAccepted({ t: token({ sub: 'cliente' }) })
    expect(administrator.data).toMatchObject({ contacto: null, mostrarOpciones: true })
  })

  test('needs somebody who is calling, except where the key does without', async () => {
    await portal.owner.query(`update signing_key set caller_optional = false where kid = 'demo-LEV-01'`)
    await expectRefused({ t: token({ usr: undefined }) }, 'no-caller')
    await portal.owner.query(`update signing_key set caller_optional = true where kid = 'demo-LEV-01'`)
    expect((await expectAccepted({ t: token({ usr: undefined }) })).data.usuario).toBe('contacto-11')
    expect((await expectAccepted({ t: token({ usr: undefined, sub: 'cliente' }) })).data.usuario).toBe('cliente')
  })

  test('T-SSO-09: an e-mail or a name of somebody else changes nobody’s identity', async () => {
    const ctx = { email: 'andres.molina@levante.example', csnreg: 12, sub: '12' }
    const t = token({ ctx, email: 'andres.molina@levante.example', nombre: 'Andrés Molina', codigoCliente: 1002 })
    const { data } = await expectAccepted({ t, interlocutor: 'Andrés Molina' })
    expect(data).toMatchObject({ codigoCliente: 1001, mostrarOpciones: false })
    expect(data.contacto).toMatchObject({ csnreg: 11, csapec: 'Lucía Ferrer' })
    expect(data.contacto.csemai).not.toBe('andres.molina@levante.example')
  })
})

describe('a forged entry', () => {
  test('T-SSO-01: none at all, or an empty one', async () => {
    await expectRefused({}, 'unsigned')
    await expectRefused({ renuinst: 'LEV-01' }, 'unsigned')
    await expectRefused({ t: '' }, 'malformed')
  })

  test('T-SSO-02: with one bit flipped, anywhere', async () => {
    const good = token()
    const before = await count('session')
    let tried = 0
    for (let at = 0; at < good.length; at += 1) {
      for (const bit of [0, 1, 2, 3, 4, 5, 6]) {
        // Every bit of the signature, and a sample of the others.
        if (at < good.lastIndexOf('.') && (at + bit) % 5 !== 0) continue
        const flipped = String.fromCharCode(good.charCodeAt(at) ^ (1 << bit))
        const { status } = await send({ t: good.slice(0, at) + flipped + good.slice(at + 1) })
        if (status !== 401 && !(flipped === '\0' && status === 400)) expect({ at, bit, status }).toEqual('refused')
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(600)
    expect(await count('session')).toBe(before)
    await expectAccepted({ t: good })
  })

  test('T-SSO-03: with no algorithm, another one, or a public key taken for a secret', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const unsigned = `${base64url({ ...HEADER, alg })}.${base64url(claims())}.`
      await expectRefused({ t: unsigned })
      await expectRefused({ t: token({}, { alg }) }, 'signature')
    }
    const signed = `${base64url({ ...HEADER, alg: 'HS512' })}.${base64url(claims())}`
    await expectRefused({ t: `${signed}.${base64url(hmac(signed, secretOf('LEV-01'), 'sha512'))}` }, 'signature')

    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    await addKey('ed-LEV-01', 'EdDSA', raw)
    for (const secret of [raw, publicKey.export({ format: 'pem', type: 'spki' }), raw.toString('base64url')]) {
      await expectRefused({ t: token({}, { kid: 'ed-LEV-01' }, secret) }, 'signature')
    }
    const edSigned = (header: Json) => {
      const text = `${base64url({ ...HEADER, kid: 'ed-LEV-01', ...header })}.${base64url(claims())}`
      return `${text}.${base64url(sign(null, Buffer.from(text), privateKey))}`
    }
    await expectRefused({ t: edSigned({ alg: 'HS256' }) }, 'signature')
    await expectRefused({ t: edSigned({ alg: 'EdDSA', kid: 'demo-LEV-01' }) }, 'signature')
    await expectAccepted({ t: edSigned({ alg: 'EdDSA' }) })
    await portal.owner.query(`update signing_key set revoked_at = '${NOON.toISOString()}' where kid = 'ed-LEV-01'`)
  })

  test('T-SSO-04: signed by another installation, of another client or the same', async () => {
    await expectRefused({ t: token({}, { kid: 'demo-DUE-01' }, secretOf('DUE-01')) }, 'issuer')
    await expectRefused({ t: token({ iss: 'erp:LEV-02' }) }, 'issuer')
    await expectRefused({ t: token({ iss: 'LEV-01' }) }, 'issuer')
  })

  test('T-SSO-05: by a key that is unknown, or revoked', async () => {
    await expectRefused({ t: token({}, { kid: 'demo-LEV-99' }, secretOf('LEV-99')) }, 'unknown-key')
    await expectRefused({ t: token({}, { kid: 'a\0b' }) }, 'header')
    await addKey('old-LEV-01', 'HS256', Buffer.from('an-old-secret-of-thirty-two-bytes-or-more'), NOON)
    const t = token({}, { kid: 'old-LEV-01' }, 'an-old-secret-of-thirty-two-bytes-or-more')
    await expectRefused({ t }, 'unknown-key')
  })

  test('T-SSO-06: that ended, lasts too long, or says when in another way', async () => {
    await expectRefused({ t: token({ iat: secondsAt(-120), exp: secondsAt(-1) }) }, 'expired')
    await expectAccepted({ t: token({ iat: secondsAt(-120), exp: secondsAt(1) }) })
    await expectRefused({ t: token({ exp: secondsAt(301) }) }, 'life')
    await expectRefused({ t: token({ iat: secondsAt(30), exp: secondsAt(30) }) }, 'life')
    for (const exp of [undefined, null, String(secondsAt(60)), 1e99, secondsAt(60) + 0.5, -1, [secondsAt(60)], {}]) {
      await expectRefused({ t: token({ exp }) })
    }
    for (const iat of [undefined, null, String(secondsAt()), -1e99, secondsAt() - 0.5, true]) {
      await expectRefused({ t: token({ iat }) })
    }
    await expectRefused({ t: token({ nbf: secondsAt(120) }) }, 'ahead')
    await expectRefused({ t: token({ nbf: secondsAt(), iat: secondsAt(61), exp: secondsAt(120) }) }, 'ahead')
    await expectRefused({ t: token({ nbf: 'now' }) }, 'claims')
  })

  test.each([
    [-301, 'too-old'],
    [-299, null],
    [59, null],
    [61, 'ahead'],
  ])('T-SSO-07: issued %i s from now', async (offset, reason) => {
    const t = token({ iat: secondsAt(offset), exp: secondsAt(offset + 300) })
    if (reason) await expectRefused({ t }, reason)
    else await expectAccepted({ t })
  })

  test('T-SSO-08: for another audience, or of another type', async () => {
    for (const aud of ['tienda', 'Soporte', ['soporte'], undefined]) await expectRefused({ t: token({ aud }) })
    for (const typ of ['JWT', 'ACCESO+JWT', 'application/acceso+jwt', undefined])
      await expectRefused({ t: token({}, { typ }) })
  })

  test('T-SSO-10: for somebody who may not enter', async () => {
    await portal.owner.query(`insert into contact (client_id, contact_id, name, email, active)
      values (1001, 19, 'Gone', 'gone@levante.example', false) on conflict do nothing`)
    await portal.owner.query(`insert into contact_installation values (1001, 19, 'LEV-01') on conflict do nothing`)
    const subjects = ['19', '21', '13', '99', '0', '-1', '011', ' 11', '11 ', '1e1', '١١', 'Cliente', '*', '', '11,12']
    for (const sub of subjects) await expectRefused({ t: token({ sub }) })
    for (const sub of [11, null, undefined, ['11'], { id: 11 }, true])
      await expectRefused({ t: token({ sub }) }, 'claims')
    // Lucía belongs to LEV-01 alone.
    await expectRefused({ t: token({ iss: 'erp:LEV-02' }, { kid: 'demo-LEV-02' }, secretOf('LEV-02')) }, 'contact')
  })

  test('naming a company that is not the contact’s', async () => {
    await expectRefused({ t: token({ ctx: { empresa: '999' } }) }, 'company')
    await expectRefused({ t: token({ sub: '12', ctx: { empresa: '002' } }) }, 'company')
    await expectAccepted({ t: token({ sub: '12', ctx: { empresa: '001' } }) })
  })

  test('with a header that says more, or a context of other types', async () => {
    const more = [
      { crit: ['exp'] },
      { crit: [] },
      { b64: false, crit: ['b64'] },
      { jwk: { kty: 'oct' } },
      { jku: 'https://x' },
    ]
    for (const header of more) await expectRefused({ t: token({}, header) }, 'header')
    for (const header of [{ kid: undefined }, { kid: 7 }, { alg: undefined }, { kid: 'k'.repeat(101) }]) {
      await expectRefused({ t: token({}, header) }, 'header')
    }
    for (const ctx of [
      'x',
      [],
      null,
      { empresa: 1 },
      { llvers: {} },
      { pmmodulo: 'x'.repeat(101) },
      { origen: 'a\0b' },
    ]) {
      await expectRefused({ t: token({ ctx }) }, 'claims')
    }
    for (const usr of ['', 7, 'x'.repeat(201), 'a\0b', '\ud800']) await expectRefused({ t: token({ usr }) }, 'claims')
    for (const jti of [undefined, '', 7, 'x'.repeat(201)]) await expectRefused({ t: token({ jti }) }, 'claims')
  })

  test('in another spelling: padded, spaced, in parts, as JSON', async () => {
    const good = token()
    const [head, body, signature] = good.split('.')
    for (const t of [
      `${good}=`,
      `${good}\n`,
      ` ${good}`,
      `${good}.`,
      `${head}.${body}`,
      `${head}.${body}.`,
      `.${body}.${signature}`,
      `${head}..${signature}`,
      `${good}.${good}`,
      JSON.stringify({ protected: head, payload: body, signature }),
      `${head}.${body}.${Buffer.from(signature ?? '', 'base64url').toString('base64')}`,
    ]) {
      await expectRefused({ t })
    }
    await expectAccepted({ t: good })
  })

  test('T-SSO-15: of 4 KB at most', async () => {
    await expectRefused({ t: 'x'.repeat(100_000) }, 'too-long')
    const t = token({ relleno: 'x'.repeat(3000) })
    expect(t.length).toBeGreaterThan(4096)
    await expectRefused({ t }, 'too-long')
    await expectAccepted({ t: token({ relleno: 'x'.repeat(2000) }) })
  })

  test(
    'in a thousand random ways and more',
    async () => {
      const before = await count('session')
      const used = await count('used_entry')
      const good = token()
      const random = randomFrom(20_261_118)
      const accepted: string[] = []
      for (let tried = 0; tried < 1000 * EFFORT; tried += 1) {
        const t = mutated(good, random)
        if (t === good) continue
        const { status } = await send({ t })
        if (status !== 401) accepted.push(`${status}: ${t}`)
      }
      expect(accepted).toEqual([])
      expect([await count('session'), await count('used_entry')]).toEqual([before, used])
    },
    TEST_MS * EFFORT,
  )
})

describe('an entry is used once', () => {
  test('T-SSO-11: not again, not in another browser, not while it would still be valid', async () => {
    const t = token()
    const first = await expectAccepted({ t })
    await expectRefused({ t }, 'used')
    expect((await send({ t }, cookieIn(first))).status).toBe(401)
    portal.clock.now = new Date(NOON.getTime() + 299_000)
    await expectRefused({ t }, 'used')
    await portal.call(cookieIn(first), 'POST', '/login/logout')
    await expectRefused({ t }, 'used')
  })

  test('T-SSO-11: fifty at once, at two servers, open exactly one session', async () => {
    const t = token()
    const before = await count('session')
    const other = await secondServer(portal)
    const sendToOther = async () =>
      answerOf(await other.inject({ method: 'POST', url: `/api${PATH}`, payload: { t } })).status
    // Every request with a connection waits at the use of the entry until the last one is there.
    await portal.owner.query('begin; lock table person in exclusive mode')
    const racing = Array.from({ length: 50 }, async (_, index) =>
      index % 2 === 0 ? (await send({ t })).status : sendToOther(),
    )
    const waiting = async () => {
      await portal.owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await portal.owner.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].count
    }
    // A client may hold half of the connections: four of the one's eight, two of the other's four.
    try {
      await expect.poll(waiting, { timeout: WAIT_MS, interval: 20 }).toBe(6)
    } finally {
      await portal.owner.query('commit')
    }
    const statuses = await Promise.all(racing)
    await other.close()
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 49 }, () => 401)])
    expect(await count('session')).toBe(before + 1)
  })

  test('T-SSO-11: not after a restart, nor at another server of the same portal', async () => {
    const t = token()
    await expectAccepted({ t })
    const other = await secondServer(portal)
    expect(answerOf(await other.inject({ method: 'POST', url: `/api${PATH}`, payload: { t } })).status).toBe(401)
    await other.close()
  })

  test('T-SSO-12: what fails after it was used leaves it unused', async () => {
    const t = token({ usr: 'somebody-who-was-never-here' })
    await portal.owner.query(`create function stop() returns trigger language plpgsql as $$ begin raise 'stop'; end $$`)
    await portal.owner.query('create trigger stop before insert on session for each row execute function stop()')
    expect((await send({ t })).status).toBe(500)
    await portal.owner.query('drop function stop() cascade')
    await expectAccepted({ t })
    await expectRefused({ t }, 'used')
  })

  test('T-SSO-22: looking at it does not use it', async () => {
    const t = token()
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      for (const url of [`/api${PATH}?t=${t}`, `/public/home?t=${t}`, `/public/nuevo-ticket?t=${t}`]) {
        const { cookies } = await portal.app.inject({ method, url })
        expect(cookies).toEqual([])
      }
    }
    await expectAccepted({ t })
  })
})

describe('plain parameters beside the entry', () => {
  const ctx = {
    empresa: '001',
    llvers: 'V031',
    origen: 'VENTAS',
    pmmodulo: 'Ventas',
    pmprograma: 'PREF',
    telefono: '960',
    interlocutor: 'Lucía',
  }
  const agreeing = { renuinst: 'LEV-01', ...ctx, email: 'lucia@levante.example' }

  test('may repeat what it says', async () => {
    await expectAccepted({ t: token({ ctx, email: agreeing.email }), ...agreeing })
  })

  test.each(Object.keys(agreeing))(
    'T-SSO-13: refuse it when they contradict it (%s), which stays unused',
    async (name) => {
      const t = token({ ctx, email: agreeing.email })
      await expectRefused({ t, ...agreeing, [name]: name === 'empresa' ? '002' : 'DUE-01' }, 'contradicted')
      await expectAccepted({ t })
    },
  )

  test.each(Object.keys(agreeing))('T-SSO-14: refuse it when given twice (%s)', async (name) => {
    const t = token({ ctx, email: agreeing.email })
    await expectRefused({ t, [name]: ['LEV-01', 'LEV-01'] }, 'given-twice')
    await expectRefused({ t: [t, t] }, 'given-twice')
    await expectAccepted({ t })
  })

  test('fill in what it leaves open, but never the company', async () => {
    const { data } = await expectAccepted({ t: token(), pmmodulo: 'Compras', llvers: 'V032', empresa: '001' })
    expect(data).toMatchObject({ programa: { pmmodulo: 'Compras', pmprograma: '' }, version: 'V032', empresa: null })
  })

  test('are kept for filling in forms, after what was signed', async () => {
    const sent = {
      t: token({ nombre: 'Lucía', usr: 'prefill' }),
      interlocutor: 'Somebody',
      telefono: '961',
      email: 'a@b.es',
    }
    await expectAccepted(sent)
    const { rows } = await portal.owner.query(
      `select s.entry from session s join person p using (client_id, person_id) where p.login = 'prefill'`,
    )
    expect(rows).toEqual([{ entry: { name: 'Lucía', contactName: 'Lucía', phone: '961', email: 'a@b.es' } }])
  })

  test('that nobody named are a request that is not correct', async () => {
    expect((await send({ t: token(), csnreg: 12 })).status).toBe(400)
    expect((await send({ t: token(), pmmodulo: 7 })).status).toBe(400)
  })
})

describe('T-SSO-17: a link without a signature', () => {
  test('opens a limited session where the installation allows it', async () => {
    const { data } = await expectAccepted({ renuinst: 'TEI-01', interlocutor: 'Idaira', pmmodulo: 'Ventas' })
    expect(data).toMatchObject({
      codigoCliente: 1003,
      codigoInstalacion: 'TEI-01',
      empresa: '001',
      contacto: null,
      limitada: true,
      mostrarOpciones: false,
      programa: { pmmodulo: 'Ventas' },
    })
  })

  test('is told codes, and no name or address of the client’s, whatever it asks', async () => {
    const cookie = cookieIn(await expectAccepted({ renuinst: 'TEI-01' }))
    const { rows } = await portal.owner.query(`
      select name as told from client where client_id = 1003
      union all select email from client where client_id = 1003
      union all select name from company where client_id = 1003
      union all select name from contact where client_id = 1003
      union all select email from contact where client_id = 1003`)
    const names = rows.map(({ told }) => told).filter((told) => told !== '')
    expect(names).toContain('Promociones Teide, S.A.')
    for (const { endpoint } of customersEndpoints()) {
      if (endpoint.path.includes('logout') || endpoint.path.includes('evento')) continue
      const { raw } = await portal.call(cookie, endpoint.method, endpoint.path, {})
      for (const name of names) expect(raw.body, endpoint.path).not.toContain(name)
    }
    const { data } = await portal.call(cookie, 'GET', '/login/check_session')
    expect(data.usuario).toMatchObject({ codigoCliente: 1003, clienteData: { clapec: '', clefemail: '' } })
    expect((await portal.call(cookie, 'GET', '/login/get_empresas')).data).toEqual([{ empresa: '001', nombre: '' }])
  })

  test('fills in the forms of its session for as long as that lives, and of no other', async () => {
    const said = { interlocutor: 'Idaira', email: 'idaira@teide.example', telefono: '+34600000000' }
    const prefillFor = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_entrada')).data
    const cookie = cookieIn(await expectAccepted({ renuinst: 'TEI-01', ...said }))
    expect(await prefillFor(cookie)).toEqual({ empresa: null, ...said })
    const other = cookieIn(await expectAccepted({ renuinst: 'TEI-01' }))
    expect(await prefillFor(other)).toEqual({ empresa: null, interlocutor: null, email: null, telefono: null })
    await portal.call(cookie, 'POST', '/login/logout', {})
    expect((await portal.call(cookie, 'GET', '/login/get_entrada')).status).toBe(403)
  })

  test('is refused by every other installation, and for a company that is not there', async () => {
    await expectRefused({ renuinst: 'LEV-01' }, 'unsigned')
    await expectRefused({ renuinst: 'TEI-99' }, 'unsigned')
    await expectRefused({ renuinst: 'tei-01' }, 'unsigned')
    await expectRefused({ renuinst: ['TEI-01', 'TEI-01'] }, 'given-twice')
    await expectRefused({ renuinst: 'TEI-01', empresa: '777' }, 'company')
  })

  test('is a person of its own each time, and the same one in the same browser', async () => {
    const first = await expectAccepted({ renuinst: 'TEI-01' })
    const second = await expectAccepted({ renuinst: 'TEI-01' })
    expect(second.data.usuario).not.toBe(first.data.usuario)
    const sessions = await count('session')
    const again = await send({ renuinst: 'TEI-01', pmmodulo: 'Compras' }, cookieIn(first))
    expect(again.data).toMatchObject({ usuario: first.data.usuario, programa: { pmmodulo: 'Compras' } })
    expect(cookieIn(again)).not.toBe(cookieIn(first))
    expect(await isAlive(cookieIn(first))).toBe(false)
    expect(await isAlive(cookieIn(again))).toBe(true)
    expect(await count('session')).toBe(sessions)
  })

  test('does not keep a signed one from opening a full session', async () => {
    const t = token({ iss: 'erp:TEI-01', sub: '31' }, { kid: 'demo-TEI-01' }, secretOf('TEI-01'))
    expect((await expectAccepted({ t, renuinst: 'TEI-01' })).data).toMatchObject({
      limitada: false,
      contacto: { csnreg: 31 },
    })
  })
})

describe('T-SSO-19: a browser that has a session already', () => {
  test('is asked before it becomes somebody else’s, and the entry stays unused', async () => {
    const lucia = cookieIn(await expectAccepted({ t: token() }))
    const other = { iss: 'erp:DUE-01', sub: '21', usr: 'nsantos' }
    const t = token(other, { kid: 'demo-DUE-01' }, secretOf('DUE-01'))
    const used = await count('used_entry')
    const asked = await send({ t }, lucia)
    expect([asked.status, asked.data]).toEqual([409, { codigo: 'otra_sesion' }])
    expect(asked.raw.cookies).toEqual([])
    expect(await count('used_entry')).toBe(used)
    expect((await send({ t, cambiar: false }, lucia)).status).toBe(409)
    expect(await isAlive(lucia)).toBe(true)

    const switched = await send({ t, cambiar: true }, lucia)
    expect(switched.data).toMatchObject({ usuario: 'nsantos', codigoCliente: 1002 })
    expect(await isAlive(lucia)).toBe(false)
    expect(await isAlive(cookieIn(switched))).toBe(true)
  })

  test('asks for a colleague, for whoever has the same login elsewhere, and for a limited session', async () => {
    const lucia = cookieIn(await expectAccepted({ t: token() }))
    const elsewhere = token({ iss: 'erp:DUE-01', sub: '21' }, { kid: 'demo-DUE-01' }, secretOf('DUE-01'))
    expect((await send({ t: elsewhere }, lucia)).status).toBe(409)
    expect((await send({ t: token({ usr: 'colega' }) }, lucia)).status).toBe(409)
    expect((await send({ renuinst: 'TEI-01' }, lucia)).status).toBe(409)
  })

  test('does not ask with an entry that is refused anyway', async () => {
    const lucia = cookieIn(await expectAccepted({ t: token() }))
    const t = token({ usr: 'colega' })
    await expectAccepted({ t })
    expect((await send({ t }, lucia)).status).toBe(401)
    expect((await send({ t: token({ usr: 'colega', aud: 'tienda' }) }, lucia)).status).toBe(401)
    expect(await isAlive(lucia)).toBe(true)
  })

  test('just begins anew when the same person comes again', async () => {
    const first = cookieIn(await expectAccepted({ t: token({ usr: 'repite' }) }))
    const sessions = await count('session')
    const again = await send({ t: token({ usr: 'repite' }) }, first)
    expect(again.status).toBe(200)
    expect(await isAlive(first)).toBe(false)
    expect(await count('session')).toBe(sessions)
  })
})

test('T-SSO-18: another site cannot enter a browser into an account', async () => {
  const t = token()
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const { status, data, raw } = await send({ t }, null, headers)
    expect([status, data, raw.cookies]).toEqual([403, { codigo: 'origen' }, []])
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const payload = `{"t":"${t}"}`
    const raw = await portal.app.inject({
      method: 'POST',
      url: `/api${PATH}`,
      headers: { 'content-type': type },
      payload,
    })
    expect([400, 415]).toContain(raw.statusCode)
    expect(raw.cookies).toEqual([])
  }
  expect((await send({ t }, null, { origin: 'http://portal.test', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('T-SSO-20: two keys rotate without a gap, and a revoked one ends its sessions at once', async () => {
  const secret = 'the-next-secret-of-LEV-01-thirty-two-bytes'
  await addKey('next-LEV-01', 'HS256', Buffer.from(secret))
  const old = cookieIn(await expectAccepted({ t: token() }))
  const next = cookieIn(await expectAccepted({ t: token({}, { kid: 'next-LEV-01' }, secret) }))
  await portal.owner.query(`update signing_key set revoked_at = '${NOON.toISOString()}' where kid = 'demo-LEV-01'`)
  await expectRefused({ t: token() }, 'unknown-key')
  expect([await isAlive(old), await isAlive(next)]).toEqual([false, true])
  await expectAccepted({ t: token({}, { kid: 'next-LEV-01' }, secret) })
  await portal.owner.query(`update signing_key set revoked_at = '${NOON.toISOString()}' where kid = 'next-LEV-01'`)
  await portal.owner.query(`update signing_key set revoked_at = null where kid = 'demo-LEV-01'`)
})

test('T-SSO-21: no log line holds an entry, nor a session’s token', async () => {
  const t = token()
  const cookie = cookieIn(await expectAccepted({ t }))
  await expectRefused({ t }, 'used')
  await portal.app.inject({ method: 'GET', url: `/public/home?t=${t}` })
  const log = portal.logged.join('')
  expect(log).toContain('entry-refused')
  expect(log).not.toContain(t.split('.')[1])
  expect(log).not.toContain(t.split('.')[2])
  expect(log).not.toContain(cookie.split('=')[1])
})

test('entries that are refused are no failed log-ins', async () => {
  const before = await count('failed_login')
  for (let time = 0; time < 15; time += 1) await expectRefused({ t: token({ aud: 'tienda' }) })
  expect(await count('failed_login')).toBe(before)
  await expectAccepted({ t: token() })
})

test('a refusal is said in the language of whoever asks', async () => {
  const { message } = await send({}, null, { 'accept-language': 'en-GB,en;q=0.9' })
  expect(message).not.toBe(REFUSED)
  expect(message).toMatch(/^[A-Z][a-z ,’']+$/)
})

async function isAlive(cookie: string): Promise<boolean> {
  return (await portal.call(cookie, 'GET', '/login/check_session')).data.valida
}

async function addKey(kid: string, algorithm: string, bytes: Buffer, revoked: Date | null = null) {
  await portal.owner.query(
    `insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, created_at, revoked_at)
     values (1001, $1, 'LEV-01', $2, $3, now(), $4)`,
    [kid, algorithm, bytes, revoked],
  )
}

function mutated(text: string, random: () => number): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  const pick = (max: number) => Math.floor(random() * max)
  let result = text
  for (let changes = 1 + pick(3); changes > 0; changes -= 1) {
    const at = pick(result.length)
    const letter = ALPHABET[pick(ALPHABET.length)] ?? 'A'
    const other = pick(result.length)
    const ways = [
      () => result.slice(0, at) + letter + result.slice(at + 1),
      () => result.slice(0, at) + letter + result.slice(at),
      () => result.slice(0, at) + result.slice(at + 1),
      () => result.slice(0, Math.min(at, other)) + result.slice(Math.max(at, other)),
      () => result.slice(0, at) + result.slice(Math.min(at, other), Math.max(at, other)) + result.slice(at),
      () => withPart(result, pick(3), (part) => part.split('').toReversed().join('')),
      () => withPart(result, pick(3), () => base64url(randomBytes(pick(60)))),
      () => withPart(result, 1, () => base64url(claims({ sub: '12', jti: String(random()) }))),
      () => withPart(result, 0, () => base64url({ ...HEADER, alg: ['none', 'HS384', 'EdDSA', 'HS256'][pick(4)] })),
    ]
    result = ways[pick(ways.length)]?.() ?? result
  }
  return result
}

const withPart = (text: string, which: number, change: (part: string) => string) =>
  text
    .split('.')
    .map((part, index) => (index === which ? change(part) : part))
    .join('.')

/** The same numbers every time (mulberry32), so that a failure repeats. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
