import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, type Answer, type TestApp, testApp } from '../../testing/test-app.ts'

// Each master as its endpoints describe it, on a real PostgreSQL.

let portal: TestApp
let sonia: string
let raul: string
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
  raul = await portal.consoleLogIn('raul')
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = NOON
})

const get = (cookie: string, path: string, sent: object = {}) => portal.console(cookie, 'GET', path, sent)
const post = (cookie: string, path: string, sent: object = {}) => portal.console(cookie, 'POST', path, sent)
const done = ({ status, data, raw }: Answer) => {
  expect(status, raw.body).toBe(200)
  return data
}
const lives = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/check_session')).data.valida
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)
const noted = async (act: string) => {
  const { rows } = await portal.owner.query(
    'select username, client_id, ticket_number, details from audit where act = $1 order by audit_id desc limit 1',
    [act],
  )
  return rows[0]
}

/** All rows of a list, part by part; every part but the last is full. */
async function whole(cookie: string, path: string, sent: object = {}) {
  const items: { [name: string]: unknown }[] = []
  let after: string | undefined
  for (let parts = 0; parts < 20; parts += 1) {
    const part = done(await get(cookie, path, { ...sent, limit: 25, ...(after && { after }) }))
    items.push(...part.items)
    if (part.next === null) return items
    expect(part.items).toHaveLength(25)
    after = part.next
  }
  throw new Error('The list has no end')
}

describe('clients', () => {
  test('are listed by name in parts, as Spanish sorts, and found without accents', async () => {
    await portal.owner.query(`
      insert into client (client_id, name, email, areas)
      select 5000 + n, case n when 1 then 'Ñuble' when 2 then 'Nuevo' when 3 then 'Óptima' else 'Ociosa ' || n end, '', '{main}'
      from generate_series(1, 60) n`)
    const all = await whole(sonia, '/clients')
    const names = all.map(({ name }) => String(name))
    expect(names).toHaveLength(63)
    expect(new Set(all.map(({ code }) => code)).size).toBe(63)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')))
    expect(names.indexOf('Nuevo')).toBeLessThan(names.indexOf('Ñuble'))
    expect(done(await get(sonia, '/clients', { search: 'OPTIMA' })).items).toMatchObject([{ code: 5003 }])
    expect(done(await get(sonia, '/clients', { search: '1002' })).items).toMatchObject([
      { code: 1002, name: 'Inmobiliaria Duero, S.L.', areas: ['main'], installations: 1, contacts: 2, active: true },
    ])
    expect((await get(sonia, '/clients', { after: 'nonsense' })).status).toBe(400)
    await portal.owner.query('delete from client where client_id > 5000')
  })

  test('are made and changed by supervisors; of two changes at once the second is told how it stands', async () => {
    const form = { name: 'Nueva, S.A.', email: 'nueva@nueva.example', areas: ['main', 'main'] }
    expect((await post(sonia, '/clients/create', { code: 2001, ...form })).status).toBe(403)
    const made = done(await post(raul, '/clients/create', { code: 2001, ...form, name: ' Nueva, S.A.\n' }))
    expect(made).toMatchObject({ code: 2001, areas: ['main'], active: true, revision: 1 })
    expect(await noted('/console/clients/create')).toMatchObject({ username: 'raul', client_id: '2001' })
    const again = await post(raul, '/clients/create', { code: 2001, ...form })
    expect([again.status, again.data]).toEqual([422, { errores: { code: 'Ese código ya existe' } }])
    const wrong = await post(raul, '/clients/create', { code: 2002, ...form, email: 'nobody' })
    expect([wrong.status, wrong.data]).toEqual([422, { errores: { email: 'Formato email incorrecto' } }])

    const change = { client: 2001, ...form, active: true, revision: 1 }
    const changed = done(await post(raul, '/clients/change', { ...change, name: 'Una, S.A.' }))
    expect(changed).toMatchObject({ name: 'Una, S.A.', revision: 2 })
    expect((await noted('/console/clients/change')).details).toEqual({
      name: { from: 'Nueva, S.A.', to: 'Una, S.A.' },
    })
    const late = await post(raul, '/clients/change', { ...change, name: 'Otra, S.A.' })
    expect([late.status, late.message]).toEqual([409, 'Alguien lo ha cambiado mientras tanto'])
    expect(late.data.current).toEqual(changed)
    expect((await post(raul, '/clients/change', { ...change, client: 999_888 })).status).toBe(404)
  })

  test('one that is deactivated has nobody inside, and lets nobody in', async () => {
    const idaira = await portal.enter('TEI-01', 31)
    const { code: client, name, email, areas, revision } = done(await get(raul, '/client', { client: 1003 }))
    const off = done(await post(raul, '/clients/change', { client, name, email, areas, active: false, revision }))
    expect(await lives(idaira)).toBe(false)
    await expect(portal.enter('TEI-01', 31)).rejects.toThrow('401')
    const unsigned = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
    expect(unsigned.status).toBe(401)
    done(await post(raul, '/clients/change', { client, name, email, areas, active: true, revision: off.revision }))
    expect(await lives(await portal.enter('TEI-01', 31))).toBe(true)
  })
})

describe('installations', () => {
  test('are made, found and changed; signed only ends the sessions that came without a signature', async () => {
    const made = done(
      await post(raul, '/installations/create', {
        client: 1003,
        code: 'TEI-02',
        version: 'V031',
        entryMode: 'limited',
      }),
    )
    expect(made).toMatchObject({ code: 'TEI-02', client: { code: 1003 }, companies: 0, keys: 0, revision: 1 })
    for (const code of ['TEI-02', 'tei 2', '']) {
      const refused = await post(raul, '/installations/create', {
        client: 1003,
        code,
        version: '',
        entryMode: 'signed',
      })
      expect([400, 422], code).toContain(refused.status)
    }
    done(await post(raul, '/companies/create', { installation: 'TEI-02', code: '001', name: 'Teide Dos' }))
    const limited = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-02' })
    const cookie = `${limited.raw.cookies[0]?.name}=${limited.raw.cookies[0]?.value}`
    expect(await lives(cookie)).toBe(true)

    const change = { installation: 'TEI-02', version: 'V031', entryMode: 'signed', active: true, revision: 1 }
    expect((await post(sonia, '/installations/change', change)).status).toBe(403)
    expect(done(await post(raul, '/installations/change', change))).toMatchObject({ entryMode: 'signed', revision: 2 })
    expect((await post(raul, '/installations/change', change)).data.current).toMatchObject({ revision: 2 })
    expect(await lives(cookie)).toBe(false)
    expect((await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-02' })).status).toBe(401)

    const found = done(await get(sonia, '/installations', { client: 1003 }))
    expect(found.items.map(({ code }: { code: string }) => code)).toEqual(['TEI-01', 'TEI-02'])
    expect(done(await get(sonia, '/installations', { search: 'duero' })).items).toMatchObject([{ code: 'DUE-01' }])
  })

  test('one that is inactive ends its sessions; its company that is inactive takes no ticket', async () => {
    const nuria = await portal.enter('DUE-01', 21)
    const change = { installation: 'DUE-01', version: 'V030', entryMode: 'signed', revision: 1 }
    done(await post(raul, '/installations/change', { ...change, active: false }))
    expect(await lives(nuria)).toBe(false)
    await expect(portal.enter('DUE-01', 21)).rejects.toThrow('401')
    done(await post(raul, '/installations/change', { ...change, active: true, revision: 2 }))

    const again = await portal.enter('DUE-01', 21)
    const company = { installation: 'DUE-01', company: '001', name: 'Duero', revision: 1 }
    done(await post(raul, '/companies/change', { ...company, active: false }))
    expect(await lives(again)).toBe(false)
    const without = await portal.enter('DUE-01', 21)
    expect((await portal.call(without, 'GET', '/login/get_empresas')).data).toEqual([])
    const refused = await portal.call(without, 'POST', '/consultas/nueva_consulta', { empresa: '001' })
    expect([refused.status, refused.message]).toEqual([422, 'No se puede crear ticket: El usuario no tiene empresa'])
    expect(done(await get(sonia, '/companies', { installation: 'DUE-01', active: 'false' })).items).toHaveLength(1)
    done(await post(raul, '/companies/change', { ...company, active: true, revision: 2 }))
    expect((await portal.call(without, 'GET', '/login/get_empresas')).data).toHaveLength(1)
  })
})

describe('signing keys', () => {
  const sign = async (kid: string, algorithm: 'HS256' | 'EdDSA', key: Parameters<CompactSign['sign']>[0]) => {
    const iat = Math.floor(portal.clock.now.getTime() / 1000)
    const payload = {
      iss: 'erp:LEV-02',
      aud: 'soporte',
      sub: 'cliente',
      usr: 'obra.lev02',
      iat,
      exp: iat + 300,
      jti: `${kid}-${iat}-${Math.random()}`,
      ctx: { empresa: '001' },
    }
    const t = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: algorithm, typ: 'acceso+jwt', kid })
      .sign(key)
    const answer = await portal.call(null, 'POST', '/login/nuevo_ticket', { t })
    return { status: answer.status, cookie: `${answer.raw.cookies[0]?.name}=${answer.raw.cookies[0]?.value}` }
  }
  const withSecret = ({ kid, secret }: { kid: string; secret: string }) =>
    sign(kid, 'HS256', new TextEncoder().encode(secret))
  const keys = async () => done(await get(raul, '/signing-keys', { installation: 'LEV-02' })).items

  test('rotate without a gap, end at the moment they were told to, and are revoked with what they opened', async () => {
    expect((await get(sonia, '/signing-keys', { installation: 'LEV-02' })).status).toBe(403)
    const before = await portal.enter('LEV-02', 'cliente', { company: '001' })
    expect(await keys()).toMatchObject([
      { kid: 'demo-LEV-02', algorithm: 'HS256', publicKey: null, live: true, sessions: 1 },
    ])

    const oldUntil = minutes(30).toISOString()
    for (const moment of [NOON.toISOString(), minutes(60 * 24 * 91).toISOString()]) {
      expect((await post(raul, '/signing-keys/rotate', { kid: 'demo-LEV-02', oldUntil: moment })).status).toBe(422)
    }
    const rotated = done(await post(raul, '/signing-keys/rotate', { kid: 'demo-LEV-02', oldUntil }))
    expect(rotated.secret).toMatch(/^[\w-]{43}$/)
    expect(rotated.kid).toMatch(/^LEV-02-/)
    const { details } = await noted('/console/signing-keys/rotate')
    expect(JSON.stringify(details)).not.toContain(rotated.secret)
    // Both keys are valid, and a third is refused.
    expect((await withSecret(rotated)).status).toBe(200)
    expect(await lives(await portal.enter('LEV-02', 'cliente', { company: '001' }))).toBe(true)
    const third = { installation: 'LEV-02', clientAdministrator: false, callerOptional: false }
    expect((await post(raul, '/signing-keys/create', third)).status).toBe(409)

    portal.clock.now = minutes(29)
    expect(await lives(before)).toBe(true)
    portal.clock.now = minutes(31)
    expect(await lives(before)).toBe(false)
    await expect(portal.enter('LEV-02', 'cliente', { company: '001' })).rejects.toThrow('401')
    expect(await keys()).toMatchObject([
      { kid: rotated.kid, live: true },
      { kid: 'demo-LEV-02', live: false, revokedAt: oldUntil, sessions: 0 },
    ])
    expect(
      (await post(raul, '/signing-keys/rotate', { kid: 'demo-LEV-02', oldUntil: minutes(90).toISOString() })).status,
    ).toBe(409)

    const inside = await withSecret(rotated)
    done(await post(raul, '/signing-keys/revoke', { kid: rotated.kid }))
    expect(await lives(inside.cookie)).toBe(false)
    expect((await withSecret(rotated)).status).toBe(401)
    expect((await post(raul, '/signing-keys/revoke', { kid: 'nobody' })).status).toBe(404)
  })

  test('may be the public half of an Ed25519 pair', async () => {
    portal.clock.now = minutes(35)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { x } = publicKey.export({ format: 'jwk' })
    const form = { installation: 'LEV-02', clientAdministrator: true, callerOptional: false }
    expect((await post(raul, '/signing-keys/create', { ...form, publicKey: 'short' })).status).toBe(422)
    const made = done(await post(raul, '/signing-keys/create', { ...form, publicKey: x }))
    expect(made.secret).toBe(null)
    const key = await importJWK(privateKey.export({ format: 'jwk' }), 'EdDSA')
    expect((await sign(made.kid, 'EdDSA', key)).status).toBe(200)
    expect((await keys()).find(({ kid }: { kid: string }) => kid === made.kid)).toMatchObject({
      algorithm: 'EdDSA',
      publicKey: x,
      clientAdministrator: true,
    })
  })
})

describe('contacts', () => {
  const lucia = {
    client: 1001,
    contact: 11,
    name: 'Lucía Ferrer',
    email: 'lucia.ferrer@levante.example',
    phone: '960 000 011',
    visibility: 'installation',
    places: [{ installation: 'LEV-01', companies: ['001', '002'] }],
    active: true,
  }
  const revision = async (contact: number) => done(await get(sonia, '/contact', { client: 1001, contact })).revision

  test('are found by name, address, telephone or code', async () => {
    for (const search of [
      'lucia',
      'FERRER@levante',
      '000 011',
      '960000011',
      '+34 960-00-00-11',
      '(0034) 960.000.011',
      '11',
    ]) {
      const { items } = done(await get(sonia, '/contacts', { search, client: 1001 }))
      expect(
        items.map(({ id }: { id: number }) => id),
        search,
      ).toContain(11)
    }
    expect(done(await get(sonia, '/contacts', { search: 'andres' })).items).toMatchObject([
      { id: 12, username: 'andres', installations: ['LEV-01'], visibility: 'client', client: { code: 1001 } },
    ])
    const at = done(await get(sonia, '/contacts', { installation: 'DUE-01' })).items
    expect(at.map(({ id }: { id: number }) => id).toSorted()).toEqual([21, 22])
    expect(await whole(sonia, '/contacts')).toHaveLength(7)
  })

  test('taking something away from one ends the sessions, giving does not', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    const more = [...lucia.places, { installation: 'LEV-02', companies: [] }]
    const given = done(
      await post(sonia, '/contacts/change', { ...lucia, phone: '1', places: more, revision: await revision(11) }),
    )
    expect(given).toMatchObject({ places: more, phone: '1', sessions: 1 })
    expect(await lives(cookie)).toBe(true)
    const { details, client_id: client } = await noted('/console/contacts/change')
    expect(client).toBe('1001')
    expect(details).toMatchObject({ contact: 11, personal: ['phone'] })
    expect(JSON.stringify(details)).not.toContain('960 000 011')

    done(await post(sonia, '/contacts/change', { ...lucia, revision: await revision(11) }))
    expect(await lives(cookie)).toBe(false)
    const again = await portal.enter('LEV-01', 11)
    done(await post(sonia, '/contacts/change', { ...lucia, active: false, revision: await revision(11) }))
    expect(await lives(again)).toBe(false)
    await expect(portal.enter('LEV-01', 11)).rejects.toThrow('401')
    done(await post(sonia, '/contacts/change', { ...lucia, revision: await revision(11) }))
    const late = await post(sonia, '/contacts/change', { ...lucia, name: 'Otra', revision: 1 })
    expect([late.status, late.data.current.name]).toEqual([409, 'Lucía Ferrer'])
  })

  test('are made administrators by a supervisor alone, whichever way', async () => {
    const { client, contact: _contact, active: _active, ...form } = lucia
    const SENTENCE = 'Solo un supervisor puede dar acceso de administrador'
    const visibility = 'client'
    const refusal = async (path: string, sent: object) => {
      const { status, data } = await post(sonia, path, sent)
      return [status, data.errores]
    }
    const new16 = { client, number: 16, ...form, visibility }
    expect(await refusal('/contacts/create', new16)).toEqual([422, { visibility: SENTENCE }])
    const raised = { ...lucia, visibility, revision: await revision(11) }
    expect(await refusal('/contacts/change', raised)).toEqual([422, { visibility: SENTENCE }])
    expect(portal.logged.at(-1)).toContain('"security":"administrator-by-technician"')
    const { id } = done(await get(sonia, '/contact', { client: 1001, contact: 11 }))
    expect([id, await revision(11)]).toEqual([11, raised.revision])

    // Any technician may maintain and disable an administrator, but not enable one again.
    done(await post(raul, '/contacts/create', new16))
    const admin = { ...lucia, contact: 16, visibility }
    done(await post(sonia, '/contacts/change', { ...admin, phone: '2', revision: 1 }))
    done(await post(sonia, '/contacts/change', { ...admin, active: false, revision: 2 }))
    expect((await noted('/console/contacts/change')).details).toMatchObject({
      contact: 16,
      active: { from: true, to: false },
    })
    expect(await refusal('/contacts/change', { ...admin, revision: 3 })).toEqual([422, { active: SENTENCE }])
    done(await post(raul, '/contacts/change', { ...admin, revision: 3 }))
    done(await post(sonia, '/contacts/change', { ...admin, visibility: 'own', revision: 4 }))
    expect(await refusal('/contacts/change', { ...admin, revision: 5 })).toEqual([422, { visibility: SENTENCE }])
    // A demotion does not open the way to the address that links go to either, once there is a password.
    await portal.owner.query(
      `insert into credential (client_id, contact_id, username, password_hash) values (1001, 16, 'marcos', 'x')`,
    )
    const mine = { ...admin, visibility: 'own', email: 'sonia@provider.example', revision: 5 }
    expect(await refusal('/contacts/change', mine)).toEqual([422, { email: SENTENCE }])
    await portal.owner.query('delete from credential where contact_id = 16')
    done(await post(raul, '/contacts/change', { ...admin, revision: 5 }))
    const { username, details } = await noted('/console/contacts/change')
    expect([username, details]).toMatchObject(['raul', { contact: 16, visibility: { from: 'own', to: 'client' } }])
    await portal.owner.query(`
      delete from contact_company where contact_id = 16; delete from contact_installation where contact_id = 16;
      delete from contact where contact_id = 16`)
  })

  test('are made under the next number, and belong to nothing of another client’s', async () => {
    const { client, contact: _contact, active: _active, ...form } = lucia
    const made = done(await post(sonia, '/contacts/create', { client, ...form, name: 'Olga Prats', places: [] }))
    expect(made).toMatchObject({ id: 15, name: 'Olga Prats', active: true, places: [], dataChanges: 0 })
    expect((await post(sonia, '/contacts/create', { client, number: 15, ...form })).data.errores).toHaveProperty(
      'number',
    )
    for (const places of [
      [{ installation: 'DUE-01', companies: [] }],
      [{ installation: 'LEV-01', companies: ['999'] }],
      [lucia.places[0], lucia.places[0]],
    ]) {
      const refused = await post(sonia, '/contacts/change', { ...lucia, contact: 15, places, revision: 1 })
      expect([refused.status, Object.keys(refused.data.errores)]).toEqual([422, ['places']])
    }
    expect(await revision(15)).toBe(1)
  })
})

test('a request to change data waits until somebody says that it was handled, once', async () => {
  const waiting = done(await get(sonia, '/data-changes', {})).items
  expect(waiting).toMatchObject([
    { client: { code: 1002 }, contact: { id: 21, name: 'Nuria Santos' }, handledAt: null },
  ])
  const [{ id: request }] = waiting
  expect((await post(sonia, '/data-changes/handle', { client: 1001, request })).status).toBe(404)
  expect(done(await get(sonia, '/contact', { client: 1002, contact: 21 })).dataChanges).toBe(1)
  expect(done(await post(sonia, '/data-changes/handle', { client: 1002, request }))).toMatchObject({
    handledBy: 'Sonia Campos',
    handledAt: NOON.toISOString(),
  })
  const second = await post(raul, '/data-changes/handle', { client: 1002, request })
  expect([second.status, second.data.current.handledBy]).toEqual([409, 'Sonia Campos'])
  expect(done(await get(sonia, '/data-changes')).items).toEqual([])
  expect(done(await get(sonia, '/data-changes', { state: 'handled', search: 'NURIA' })).items).toHaveLength(1)
})

test('the office calendar changes what customers are told at once', async () => {
  const lucia = await portal.enter('LEV-01', 11)
  const now = async () => (await portal.call(lucia, 'GET', '/consultas/get_horario')).data
  expect(await now()).toEqual({ abierto: true, proximaApertura: null })
  const { calendar, revision } = done(await get(sonia, '/office-calendar'))
  expect(calendar.seasons[0].week['1']).toEqual({ opens: '08:30', closes: '18:00' })
  const closed = { ...calendar, daysOff: [...calendar.daysOff, { date: '2026-11-18', name: 'Mudanza' }] }
  expect((await post(sonia, '/office-calendar/change', { calendar: closed, revision })).status).toBe(403)
  const changed = done(await post(raul, '/office-calendar/change', { calendar: closed, revision }))
  expect(changed).toMatchObject({ calendar: closed, changedBy: 'Raúl Ibáñez', changedAt: NOON.toISOString() })
  expect(await now()).toEqual({ abierto: false, proximaApertura: '2026-11-19T07:30:00.000Z' })
  expect((await post(raul, '/office-calendar/change', { calendar, revision })).data.current).toEqual(changed)

  const backwards = structuredClone(calendar)
  backwards.seasons[0].week['1'] = { opens: '18:00', closes: '08:30' }
  const never = { ...calendar, seasons: [{ name: 'normal', week: {} }] }
  const withDay = (day: number) => ({ ...calendar, daysOff: [{ month: 2, day, name: 'Día de más' }] })
  const summer = { name: 'summer', from: { month: 6, day: 31 }, to: { month: 8, day: 31 } }
  for (const [bad, field, sentence = 'No es un calendario válido'] of [
    [withDay(30), 'calendar.daysOff.0.day', 'Ese mes no tiene ese día'],
    [withDay(31), 'calendar.daysOff.0.day', 'Ese mes no tiene ese día'],
    [
      { ...calendar, seasons: [...calendar.seasons, summer] },
      `calendar.seasons.${calendar.seasons.length}.from.day`,
      'Ese mes no tiene ese día',
    ],
    [backwards, 'calendar.seasons.0.week.1'],
    [never, 'calendar', 'Con este calendario la oficina no abriría nunca'],
    [{ ...calendar, zone: 'Marte' }, 'calendar.zone'],
  ]) {
    const refused = await post(raul, '/office-calendar/change', { calendar: bad, revision: changed.revision })
    expect([refused.status, refused.data.errores]).toEqual([422, { [field]: sentence }])
  }
  const leap = done(await post(raul, '/office-calendar/change', { calendar: withDay(29), revision: changed.revision }))
  done(await post(raul, '/office-calendar/change', { calendar, revision: leap.revision }))
  expect(await now()).toEqual({ abierto: true, proximaApertura: null })
})

test('modules: what is listed is what customers choose from', async () => {
  const lucia = await portal.enter('LEV-01', 11)
  const offered = async () =>
    (await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')).data.map(
      ({ shdeno }: { shdeno: string }) => shdeno,
    )
  const form = { name: 'Calidad', area: 'main', topic: 'calidad', listed: true }
  expect((await post(sonia, '/modules/create', form)).status).toBe(403)
  const made = done(await post(raul, '/modules/create', form))
  expect(await offered()).toContain('Calidad')
  expect((await post(raul, '/modules/create', form)).data.errores).toEqual({
    name: 'Ya hay un módulo con ese nombre',
  })
  expect((await post(raul, '/modules/create', { ...form, name: 'X', topic: 'Con Espacios' })).status).toBe(422)
  const change = { module: made.number, ...form, listed: false, revision: 1 }
  expect(done(await post(raul, '/modules/change', change))).toMatchObject({ listed: false, revision: 2 })
  expect(await offered()).not.toContain('Calidad')
  expect((await post(raul, '/modules/change', change)).data.current).toMatchObject({ revision: 2 })
  expect(done(await get(sonia, '/modules', { search: 'tesoreria' })).items.length).toBeGreaterThan(1)
  expect((await whole(sonia, '/modules')).length).toBeGreaterThan(50)
})

test('a revision that no record can have is refused as such', async () => {
  const { calendar } = done(await get(sonia, '/office-calendar'))
  const { id } = done(await post(sonia, '/canned-answers/create', { title: 'Título', text: 'Texto' }))
  for (const revision of [2 ** 31, Number.MAX_SAFE_INTEGER, -1]) {
    for (const [path, sent] of [
      ['/clients/change', { client: 1001, name: 'Levante', email: '', areas: ['main'], active: true }],
      ['/canned-answers/change', { cannedAnswer: id, title: 'Título', text: 'Texto' }],
      ['/canned-answers/remove', { cannedAnswer: id }],
      ['/office-calendar/change', { calendar }],
    ] as const) {
      expect([path, (await post(raul, path, { ...sent, revision })).status]).toEqual([path, 400])
    }
  }
  expect((await post(raul, '/canned-answers/remove', { cannedAnswer: id, revision: 2 ** 31 - 1 })).status).toBe(409)
  done(await post(raul, '/canned-answers/remove', { cannedAnswer: id, revision: 1 }))
})

test('canned answers are the technicians’ own', async () => {
  const made = done(await post(sonia, '/canned-answers/create', { title: 'Árbol', text: 'Hola, {{contact}}' }))
  expect(made).toMatchObject({ title: 'Árbol', changedBy: 'Sonia Campos', revision: 1 })
  done(await post(raul, '/canned-answers/create', { title: 'Banco', text: 'Adiós' }))
  const changed = done(
    await post(raul, '/canned-answers/change', { cannedAnswer: made.id, title: 'Árbol', text: 'Buenas', revision: 1 }),
  )
  expect(changed).toMatchObject({ text: 'Buenas', changedBy: 'Raúl Ibáñez', revision: 2 })
  expect((await post(sonia, '/canned-answers/remove', { cannedAnswer: made.id, revision: 1 })).status).toBe(409)
  const titles = done(await get(sonia, '/canned-answers')).items.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['Árbol', 'Banco', 'Corregido, pendiente de instalar', 'Pedir una captura y los pasos'])
  done(await post(sonia, '/canned-answers/remove', { cannedAnswer: made.id, revision: 2 }))
  expect(done(await get(sonia, '/canned-answers', { search: 'ARBOL' })).items).toEqual([])
  expect((await post(sonia, '/canned-answers/remove', { cannedAnswer: made.id, revision: 2 })).status).toBe(404)
})

test('a canned answer with a field that does not exist is put right before it is kept', async () => {
  const refused = await post(sonia, '/canned-answers/create', {
    title: 'Con error',
    text: 'Hola, {{contacto}}: {{noexiste}} y {{modulo}}',
  })
  expect(refused.status).toBe(422)
  expect(refused.message).toBe('No existe {{noexiste}}, {{modulo}}: elija los campos de la lista')
  const made = done(
    await post(sonia, '/canned-answers/create', { title: 'Sin error', text: '{{técnico}} {{Version}} {{client}}' }),
  )
  const change = { cannedAnswer: made.id, title: 'Sin error', revision: 1 }
  expect((await post(sonia, '/canned-answers/change', { ...change, text: '{{contacto' })).status).toBe(422)
  done(await post(sonia, '/canned-answers/remove', { cannedAnswer: made.id, revision: 1 }))
})

describe('notices', () => {
  const form = {
    area: 'apps',
    version: 'V031',
    textEs: 'Aviso de prueba',
    textEn: 'A test notice',
    from: minutes(-60).toISOString(),
    until: minutes(30).toISOString(),
  }
  const shown = async (cookie: string, headers = {}): Promise<string[]> =>
    (await portal.call(cookie, 'GET', '/login/get_avisos', {}, headers)).data.map(
      ({ texto }: { texto: string }) => texto,
    )

  test('are shown from–until to whom they concern, in their language', async () => {
    const { id } = done(await post(sonia, '/notices/create', form))
    const people = {
      // Has apps, and V031.
      lucia: await portal.enter('LEV-01', 11),
      // Has apps, but V030.
      idaira: await portal.enter('TEI-01', 31),
      // Has neither.
      nuria: await portal.enter('DUE-01', 21),
      // Sees the whole client, of which one installation has V031.
      marta: await portal.logIn('marta', 'Demo-marta-1'),
    }
    expect(await shown(people.lucia)).toContain('Aviso de prueba')
    expect(await shown(people.lucia, { 'accept-language': 'en' })).toContain('A test notice')
    expect(await shown(people.idaira)).not.toContain('Aviso de prueba')
    expect(await shown(people.nuria)).not.toContain('Aviso de prueba')
    expect(await shown(people.marta)).toContain('Aviso de prueba')
    done(await post(sonia, '/notices/change', { ...form, version: null, revision: 1, notice: id }))
    expect(await shown(people.idaira)).toContain('Aviso de prueba')
    expect(await shown(people.nuria)).not.toContain('Aviso de prueba')
    const everybody = { ...form, area: null, version: null, revision: 2, notice: id }
    done(await post(sonia, '/notices/change', everybody))
    expect(await shown(people.nuria)).toContain('Aviso de prueba')
    portal.clock.now = minutes(29)
    expect(await shown(people.nuria)).toContain('Aviso de prueba')
    portal.clock.now = minutes(30)
    expect(await shown(people.nuria)).not.toContain('Aviso de prueba')
    expect(done(await get(sonia, '/notices', { search: 'test notice' })).items).toMatchObject([{ id, state: 'past' }])
    expect(
      (await post(sonia, '/notices/change', { ...everybody, revision: 3, until: form.from })).data.errores,
    ).toEqual({
      until: 'Debe ser posterior al comienzo',
    })
    expect((await post(sonia, '/notices/remove', { notice: id, revision: 1 })).status).toBe(409)
    done(await post(sonia, '/notices/remove', { notice: id, revision: 3 }))
    expect((await post(sonia, '/notices/remove', { notice: id, revision: 3 })).status).toBe(404)
  })
})

describe('the audit', () => {
  test('is read by supervisors, by what it was about and when, and every reading is in it', async () => {
    expect((await get(sonia, '/audit')).status).toBe(403)
    const { rows } = await portal.owner.query('select min(number)::int as number from ticket where client_id = 1001')
    const { number } = rows[0]
    portal.clock.now = minutes(10)
    done(await get(sonia, '/ticket', { number }))
    portal.clock.now = minutes(20)
    const found = done(
      await get(raul, '/audit', {
        client: 1001,
        ticket: number,
        technician: 'sonia',
        act: '/console/ticket',
        from: minutes(10).toISOString(),
        until: minutes(20).toISOString(),
      }),
    )
    expect(found.items).toMatchObject([
      {
        technician: { username: 'sonia', name: 'Sonia Campos' },
        act: '/console/ticket',
        client: { code: 1001, name: 'Constructora Levante, S.A.' },
        ticket: number,
        at: minutes(10).toISOString(),
      },
    ])
    for (const other of [
      { technician: 'raul' },
      { act: '/console/tickets' },
      { client: 1002 },
      { until: minutes(9).toISOString() },
    ]) {
      const none = done(
        await get(raul, '/audit', { ticket: number, from: minutes(5).toISOString(), act: '/console/ticket', ...other }),
      )
      expect(none.items).toEqual([])
    }
    const [reading] = done(await get(raul, '/audit', { act: '/console/audit', technician: 'raul' })).items
    expect(reading).toMatchObject({ technician: { username: 'raul' } })
    expect(reading.details).toContainEqual({ name: 'act', value: '/console/ticket' })
    const [sought] = done(await get(raul, '/audit', { act: '/console/clients/change' })).items
    expect(sought.details).toContainEqual({ name: 'active', value: expect.stringContaining('"to"'), structured: true })
    const all = await whole(raul, '/audit', { until: minutes(20).toISOString() })
    expect(all.length).toBeGreaterThan(50)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})
