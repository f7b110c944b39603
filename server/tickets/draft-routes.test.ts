import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, type TestApp, answerOf, form, testApp } from '../testing/test-app.ts'
import { tidy } from '../housekeeping.ts'
import { openFileStore } from '../db/file-store.ts'
import { readSettings } from '../provider-settings.ts'

const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'
const HOUR_MS = 3_600_000

let portal: TestApp
let lucia: string

beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11, { company: '001' }, 'lferrer')
})
afterAll(() => portal.close())

const post = (path: string, sent: object, cookie = lucia) => portal.call(cookie, 'POST', `/consultas/${path}`, sent)
const get = (path: string, sent: object = {}, cookie = lucia) => portal.call(cookie, 'GET', `/consultas/${path}`, sent)
const draftOf = async (sent: object = {}, cookie = lucia) => (await get('get_borrador', sent, cookie)).data

async function stage(): Promise<string> {
  const { payload, headers } = form([
    { name: 'documentos[0][file]', value: '%PDF-1.7 x', filename: 'a.pdf', mime: 'application/pdf' },
  ])
  const url = '/api/consultas/subir_documentacion'
  const answer = answerOf(
    await portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie: lucia } }),
  )
  return answer.data[0].id_temporal
}

async function raise(over: object = {}): Promise<number> {
  const modules = (await get('get_lista_modulos')).data
  const form = {
    modulo: modules[0].shnumreg,
    textoConsulta: TEXT,
    interlocutor: 'Lucía Ferrer',
    email: 'lucia@levante.example',
    ...over,
  }
  const { data } = await post('nueva_consulta', form)
  return data[0].llnumreg
}

test('a draft is kept with its files, per person, over sessions and links', async () => {
  expect(await draftOf()).toBeNull()
  const id = await stage()
  const borrador = { textoConsulta: 'Lo que llevo escrito', tipoConsulta: 'I', urgenciaSeleccionada: '5' }
  const saved = await post('guardar_borrador', { borrador, documentos: [{ id_temporal: id }] })
  expect(saved.data).toEqual({ fecha: NOON.toISOString(), clave: expect.any(String) })
  const expected = {
    borrador,
    fecha: NOON.toISOString(),
    documentos: [{ id_temporal: id, nombre: 'a.pdf', bytes: 10 }],
    clave: saved.data.clave,
  }
  expect(await draftOf()).toEqual(expected)
  const again = await portal.enter('LEV-01', 11, { company: '001' }, 'lferrer')
  expect(await draftOf({}, again)).toEqual(expected)
  const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'otra')
  expect(await draftOf({}, colleague)).toBeNull()
})

test('a user of the portal and a login of the application with one name are two people', async () => {
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  await post('guardar_borrador', { borrador: { textoConsulta: 'de Andrés' } }, andres)
  const namesake = await portal.enter('LEV-01', 11, { company: '001' }, 'andres')
  expect(await draftOf({}, namesake)).toBeNull()
  const made = await portal.enter('LEV-01', 11, { company: '001' })
  await post('guardar_borrador', { borrador: { textoConsulta: 'del contacto' } }, made)
  const imitator = await portal.enter('LEV-01', 11, { company: '001' }, 'contacto-11')
  expect(await draftOf({}, imitator)).toBeNull()
})

test('its files outlive the day after which staged files are swept, and a month ends both', async () => {
  const house = async (hours: number) =>
    tidy(
      {
        database: portal.database,
        staff: portal.staff,
        files: openFileStore(portal.files),
        folder: portal.files,
        log: portal.app.log,
        settings: await readSettings(),
      },
      new Date(NOON.getTime() + hours * HOUR_MS),
    )
  const person = await portal.enter('LEV-01', 11, { company: '001' }, 'paciente')
  const before = lucia
  lucia = person
  await post('guardar_borrador', { borrador: { textoConsulta: 'x' }, documentos: [{ id_temporal: await stage() }] })
  await house(25)
  portal.clock.now = new Date(NOON.getTime() + 26 * HOUR_MS)
  lucia = await portal.enter('LEV-01', 11, { company: '001' }, 'paciente')
  expect((await draftOf()).documentos).toHaveLength(1)
  await house(31 * 24)
  lucia = await portal.enter('LEV-01', 11, { company: '001' }, 'paciente')
  expect(await draftOf()).toBeNull()
  portal.clock.now = NOON
  lucia = before
})

describe('of two pages that write the same draft', () => {
  const save = async (escritor: string, textoConsulta: string, over: object = {}) =>
    post('guardar_borrador', { borrador: { textoConsulta }, escritor, ...over })
  const textOf = async (sent: object = {}) => (await draftOf(sent))?.borrador.textoConsulta
  const send = async (key: string) => {
    const modules = (await get('get_lista_modulos')).data
    const filled = { modulo: modules[0].shnumreg, textoConsulta: TEXT, interlocutor: 'L', email: 'l@levante.example' }
    return portal.call(lucia, 'POST', '/consultas/nueva_consulta', filled, { 'idempotency-key': key })
  }
  const enter = async (who: string) => {
    lucia = await portal.enter('LEV-01', 11, { company: '001' }, who)
  }

  test('neither overwrites what the other has saved', async () => {
    await enter('dos-paginas')
    const first = await save('a', 'Consulta A')
    const refused = await save('b', 'Consulta B')
    expect([refused.status, refused.message]).toEqual([
      409,
      'Este borrador se ha guardado después desde otro sitio: no se ha sobrescrito',
    ])
    expect(await textOf()).toBe('Consulta A')
    expect((await save('a', 'Consulta A, más')).status).toBe(200)
    expect((await save('b', 'Consulta B', { clave: first.data.clave })).status).toBe(409)
    expect(await textOf()).toBe('Consulta A, más')
  })

  test('the browser with the last version goes on with it, and then the other one does not', async () => {
    await enter('la-ultima')
    await save('a', 'A')
    const { clave } = await draftOf()
    expect((await save('b', 'A y B', { clave })).status).toBe(200)
    expect((await save('a', 'A otra vez', { clave })).status).toBe(409)
    expect(await textOf()).toBe('A y B')
  })

  test('a text that is saved already is not refused, and stays its writer’s', async () => {
    await enter('lo-mismo')
    const { data } = await save('a', 'A')
    expect((await save('b', 'A')).data.clave).toBe(data.clave)
    expect((await save('a', 'A, más')).status).toBe(200)
    expect((await save('b', 'A, otra')).status).toBe(409)
  })

  test('a page sends and discards its own version alone', async () => {
    await enter('envia-una')
    const mine = await save('a', 'A')
    const { clave } = await draftOf()
    const theirs = await save('b', 'A y B', { clave })
    await send(mine.data.clave)
    await send('a form without a draft')
    await post('borrar_borrador', { escritor: 'a', clave: mine.data.clave })
    expect(await textOf()).toBe('A y B')
    await send(theirs.data.clave)
    expect(await draftOf()).toBeNull()
  })

  test('after it was sent or discarded the other page may save its text', async () => {
    await enter('despues')
    await save('a', 'A')
    expect((await save('b', 'B')).status).toBe(409)
    await post('borrar_borrador', { escritor: 'a' })
    expect((await save('b', 'B')).status).toBe(200)
    expect(await textOf()).toBe('B')
  })

  test('so it is with a reply', async () => {
    await enter('responden')
    const llnumreg = await raise()
    await post('crear_respuesta_falsa', { llnumreg, respuesta: '¿Qué periodo?', cerrar: 'N' })
    const mine = await save('a', 'Octubre', { llnumreg })
    expect((await save('b', 'Noviembre', { llnumreg })).status).toBe(409)
    const { clave } = await draftOf({ llnumreg })
    await save('b', 'Octubre y noviembre', { llnumreg, clave })
    const reply = { llpadre: llnumreg, llobse: 'Octubre' }
    await portal.call(lucia, 'POST', '/consultas/responder_consulta', reply, { 'idempotency-key': mine.data.clave })
    expect(await textOf({ llnumreg })).toBe('Octubre y noviembre')
  })
})

test('raising the ticket, or replying, ends the draft it came from and no other', async () => {
  lucia = await portal.enter('LEV-01', 11, { company: '001' }, 'redactora')
  const llnumreg = await raise()
  await post('guardar_borrador', { borrador: { textoConsulta: 'nuevo' } })
  await post('guardar_borrador', { llnumreg, borrador: { textoConsulta: 'respuesta' } })
  await post('crear_respuesta_falsa', { llnumreg, respuesta: '¿Qué periodo?', cerrar: 'N' })
  await post('responder_consulta', { llpadre: llnumreg, llobse: 'Octubre' })
  expect(await draftOf({ llnumreg })).toBeNull()
  expect((await draftOf()).borrador).toEqual({ textoConsulta: 'nuevo' })
  await raise()
  expect(await draftOf()).toBeNull()
})

test('saying why an answer does not do ends the draft that was begun for the ticket', async () => {
  const llnumreg = await raise()
  await post('crear_respuesta_falsa', { llnumreg, respuesta: 'Hecho', cerrar: 'S' })
  await post('guardar_borrador', { llnumreg, borrador: { textoConsulta: 'Sigue igual' } })
  await post('marcar_no_conforme', { llnumreg, respuesta: 'Sigue igual' })
  expect(await draftOf({ llnumreg })).toBeNull()
})

test('a draft may be discarded, and one of a ticket that is not there is not there', async () => {
  await post('guardar_borrador', { borrador: {} })
  expect((await post('borrar_borrador', {})).status).toBe(200)
  expect(await draftOf()).toBeNull()
  expect((await get('get_borrador', { llnumreg: 999_999 })).status).toBe(404)
  expect((await post('guardar_borrador', { llnumreg: 999_999, borrador: {} })).status).toBe(404)
  expect((await post('guardar_borrador', { borrador: { llesta: 'C' } })).status).toBe(400)
})

test('information may be added while the ticket or its incident is open, and changes neither turn nor claim', async () => {
  const llnumreg = await raise()
  const before = (await get('ver_consulta', { llnumreg })).data.accionesConsulta
  const added = await post('anadir_informacion', { llnumreg, llobse: 'También pasa en septiembre' })
  expect(added.status).toBe(200)
  const { fcontsopor, accionesConsulta } = (await get('ver_consulta', { llnumreg })).data
  expect(fcontsopor.at(-1)).toMatchObject({ tipo: 'informacion', tipoRes: 'usuario', llnumreg: added.data[0].llnumreg })
  expect(accionesConsulta).toEqual(before)
  await post('crear_respuesta_falsa', { llnumreg, respuesta: 'Hecho', cerrar: 'S' })
  expect((await post('anadir_informacion', { llnumreg, llobse: 'Más' })).status).toBe(409)
  const other = await raise()
  await post('crear_respuesta_falsa', { llnumreg: other, respuesta: 'Hecho', cerrar: 'S', incidencia: 'S' })
  expect((await post('anadir_informacion', { llnumreg: other, llobse: 'Más' })).status).toBe(200)
})

test('a pending ticket may be withdrawn, and is then in the history', async () => {
  const llnumreg = await raise()
  expect((await post('retirar_consulta', { llnumreg, llobse: 'Era el filtro' })).status).toBe(200)
  const { consultas, fcontsopor } = (await get('ver_consulta', { llnumreg })).data
  expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
  expect(fcontsopor.at(-1)).toMatchObject({ tipo: 'retirada', texto: 'Era el filtro' })
  expect((await get('get_lista', { estado: 'C' })).data.items[0].llnumreg).toBe(llnumreg)
  expect((await post('retirar_consulta', { llnumreg })).status).toBe(409)
})

test('an accepted ticket is gone on from by a related one', async () => {
  const llnumreg = await raise()
  const early = await post('nueva_consulta', { textoConsulta: TEXT, llrelacionada: llnumreg })
  expect(early.status).toBe(409)
  await post('retirar_consulta', { llnumreg })
  const related = await raise({ llrelacionada: llnumreg })
  expect((await get('ver_consulta', { llnumreg: related })).data.consultas[0].llrelacionada).toBe(llnumreg)
  expect((await post('nueva_consulta', { textoConsulta: TEXT, llrelacionada: 999_999 })).status).toBe(404)
})

test('each person has one key for what their browsers keep, whichever session asks, and nobody else the same', async () => {
  const keyFor = async (cookie: string) => (await get('get_clave_borradores', {}, cookie)).data.clave
  const enter = (caller: string) => portal.enter('LEV-01', 11, { company: '001' }, caller)
  const key = await keyFor(await enter('lferrer'))
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(await keyFor(await enter('lferrer'))).toBe(key)
  const [one, same] = await Promise.all([keyFor(await enter('otra')), keyFor(await enter('otra'))])
  expect(one).not.toBe(key)
  expect(same).toBe(one)
  const { rows } = await portal.owner.query<{ sealed: Buffer }>('select sealed from draft_key')
  expect(rows).toHaveLength(2)
  for (const { sealed } of rows) expect(sealed.includes(Buffer.from(key, 'base64'))).toBe(false)
})

test('a person without a signature has no key, and neither has one without a session', async () => {
  const raw = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
  const [cookie] = raw.raw.cookies
  expect((await get('get_clave_borradores', {}, `${cookie?.name}=${cookie?.value}`)).status).toBe(403)
  expect((await portal.call(null, 'GET', '/consultas/get_clave_borradores')).status).toBe(403)
})

test('waiting drafts are listed for their author, as far as they may still be sent', async () => {
  const before = lucia
  lucia = await portal.enter('LEV-01', 11, { company: '001' }, 'con-borradores')
  const [open, over] = [await raise(), await raise()]
  await post('guardar_borrador', { borrador: { textoConsulta: 'nuevo' } })
  await post('guardar_borrador', { llnumreg: over, borrador: { textoConsulta: 'de más' } })
  portal.clock.now = new Date(NOON.getTime() + 60_000)
  await post('guardar_borrador', { llnumreg: open, borrador: { textoConsulta: 'a medias' } })
  await post('retirar_consulta', { llnumreg: over })
  expect((await get('get_borradores')).data).toEqual([
    { llnumreg: open, fecha: portal.clock.now.toISOString() },
    { llnumreg: null, fecha: NOON.toISOString() },
  ])
  const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'sin-borradores')
  expect((await get('get_borradores', {}, colleague)).data).toEqual([])
  portal.clock.now = NOON
  lucia = before
})
