import { describe, expect, test } from 'vitest'
import { NOON } from '../testing/test-app.ts'
import {
  TEXT,
  enterAgain,
  get,
  lucia,
  portal,
  post,
  raise,
  raised,
  simulate,
  stage,
  view,
  openTicketDesk,
} from '../testing/ticket-desk.ts'

openTicketDesk()

const SATURDAY = new Date('2026-11-21T11:00:00.000Z')

describe('raising a ticket', () => {
  test('is answered with its number, and shows in the list and in its view', async () => {
    const { status, data } = await raise({ titulo: 'Cierre de octubre' })
    expect(status).toBe(200)
    expect(data).toEqual([{ llnumreg: expect.any(Number), checkDate: 'OK', contacto: 'Lucía Ferrer' }])
    const [{ llnumreg }] = data
    const list = await get('get_lista', { estado: 'P' })
    expect(list.data.items[0]).toMatchObject({
      llnumreg,
      llobse: 'Cierre de octubre',
      llarea: 'RE',
      llmodu: 'Contabilidad',
      estado: 'P',
      icono: 'enCurso',
      ultimaInteraccion: 'cliente',
      fecalta: NOON.toISOString(),
      puedeReclamar: true,
      puedeResponder: false,
      motivos: { responder: { codigo: 'espera_respuesta' } },
    })
    const { consultas, fcontsopor } = await view(llnumreg)
    expect(consultas).toHaveLength(1)
    expect(consultas[0]).toMatchObject({
      llobse: `Cierre de octubre\n\n${TEXT}`,
      renuinst: 'LEV-01',
      empresa: '001',
      horalta: '12:00',
    })
    expect(fcontsopor).toMatchObject([{ tipo: 'consulta', tipoRes: 'usuario', texto: TEXT, autor: 'Lucía Ferrer' }])
  })

  test('a title and a name hold nothing that turns their text around, given or taken from the first line', async () => {
    const { data } = await raise({ titulo: 'Factura \u202Efdp.exe', interlocutor: 'Lucía \u2067Ferrer' })
    expect(data[0].contacto).toBe('Lucía Ferrer')
    const { data: untitled } = await raise({ textoConsulta: `Factura \u202Dfdp\n${TEXT}` })
    const { data: list } = await get('get_lista', { estado: 'P', sortBy: 'llnumreg', sortDesc: 'true' })
    const titleOf = (number: number) =>
      list.items.find(({ llnumreg }: { llnumreg: number }) => llnumreg === number)?.llobse
    expect([titleOf(data[0].llnumreg), titleOf(untitled[0].llnumreg)]).toEqual(['Factura fdp.exe', 'Factura fdp'])
  })

  test('out of hours says when the office opens', async () => {
    portal.clock.now = SATURDAY
    await enterAgain()
    const { data } = await raise()
    expect(data[0].checkDate).toBe('2026-11-23T07:30:00.000Z')
  })

  test('without a title takes its first line, cut on a word', async () => {
    const { consultas } = await view(await raised({ textoConsulta: `${'palabra '.repeat(20)}\nsegunda línea` }))
    expect(consultas[0].titulo).toBe('palabra '.repeat(10).trim())
  })

  test.each([
    ['no text', { textoConsulta: '' }, 'textoConsulta', 'Obligatorio'],
    ['no text at all', { textoConsulta: undefined }, 'textoConsulta', 'Obligatorio'],
    ['only spaces', { textoConsulta: ' '.repeat(60) }, 'textoConsulta', undefined],
    ['a short text', { textoConsulta: 'x'.repeat(49) }, 'textoConsulta', 'Min. 50 caracteres'],
    ['no module', { modulo: null }, 'modulo', 'Obligatorio'],
    ['a module that does not exist', { modulo: 999_999 }, 'modulo', undefined],
    ['no type', { tipoConsulta: null }, 'tipoConsulta', 'Obligatorio'],
    ['an empty type', { tipoConsulta: '' }, 'tipoConsulta', 'Obligatorio'],
    ['no urgency', { urgenciaSeleccionada: null }, 'urgenciaSeleccionada', 'Obligatorio'],
    ['an urgency that does not exist', { urgenciaSeleccionada: '7' }, 'urgenciaSeleccionada', undefined],
    ['no contact', { interlocutor: '' }, 'interlocutor', 'Obligatorio'],
    ['a blank contact', { interlocutor: '   ' }, 'interlocutor', undefined],
    ['a wrong e-mail', { email: 'lucia@' }, 'email', 'Formato email incorrecto'],
    ['phone assistance without a phone', { asistenciaTelefonica: 'S' }, 'telefono', 'Obligatorio'],
    [
      'a phone with letters',
      { asistenciaTelefonica: 'S', telefono: '60x' },
      'telefono',
      'Debe ser un número de teléfono',
    ],
    [
      'a long call window',
      { asistenciaTelefonica: 'S', telefono: '600123456', franjaHoraria: 'x'.repeat(51) },
      'franjaHoraria',
      'Max. 50 caracteres',
    ],
    ['a text that cannot be stored', { textoConsulta: `${TEXT}\0` }, 'textoConsulta', undefined],
  ])('with %s is refused at that field', async (_case, over, field, sentence) => {
    const { status, message, data } = await raise(over)
    expect({ status, message }).toEqual({ status: 422, message: 'Compruebe los campos en rojo' })
    expect(Object.keys(data.errores)).toEqual([field])
    if (sentence) expect(data.errores[field]).toBe(sentence)
  })

  test('with exactly 50 characters is accepted', async () => {
    expect((await raise({ textoConsulta: 'x'.repeat(50) })).status).toBe(200)
  })

  test('with the longest name, origin and program that a link may carry is accepted', async () => {
    expect((await raise({ interlocutor: 'x'.repeat(200), origen: 'x'.repeat(100) })).status).toBe(200)
    expect((await raise({ interlocutor: 'x'.repeat(201) })).status).toBe(422)
    const from = await portal.enter('LEV-01', 11, { company: '001', program: 'P'.repeat(100) })
    expect((await raise({}, {}, from)).status).toBe(200)
  })

  test('takes a title on one line', async () => {
    const { consultas } = await view(await raised({ titulo: 'línea uno\n\nlínea  dos' }))
    expect([consultas[0].titulo, consultas[0].llobse]).toEqual([
      'línea uno línea dos',
      `línea uno línea dos\n\n${TEXT}`,
    ])
  })

  test('leaves out the fields of a call if none is wanted', async () => {
    const hidden = { franjaHoraria: 'x'.repeat(51), telefono: '1'.repeat(21) }
    for (const over of [{ ...hidden, asistenciaTelefonica: 'N' }, hidden]) {
      const { status, data } = await raise(over)
      expect(status).toBe(200)
      const { rows } = await portal.owner.query('select phone, call_window from ticket where number = $1', [
        data[0].llnumreg,
      ])
      expect(rows).toEqual([{ phone: '', call_window: '' }])
    }
  })

  test('takes null for optional fields', async () => {
    expect((await raise({ documentos: null, lldesa: null, asistenciaTelefonica: null, titulo: null })).status).toBe(200)
  })

  test.each([
    ['an unknown key', { llesta: 'C' }],
    ['a forged author', { nombreTecnico: 'Sonia' }],
    ['a number for a text', { textoConsulta: 7 }],
    ['a text for a number', { modulo: '1' }],
    ['a list for a text', { email: ['a@b.example'] }],
    ['an object for a text', { email: { $ne: 1 } }],
  ])('with %s is malformed', async (_case, over) => {
    expect((await raise(over)).status).toBe(400)
  })

  test('as an incident needs a document', async () => {
    const { status, message } = await raise({ tipoConsulta: 'I' })
    expect([status, message]).toEqual([422, 'Es necesario añadir soporte documental a la incidencia'])
    expect((await raise({ tipoConsulta: 'I', documentos: [{ id_temporal: await stage() }] })).status).toBe(200)
  })

  test('for an installation or company that is not the own one finds nothing', async () => {
    const foreign = await Promise.all([
      raise({ renuinst: 'DUE-01' }),
      raise({ renuinst: 'NO-99' }),
      raise({ empresa: '002' }),
      raise({ empresa: '999' }),
    ])
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('needs an installation, then a company, before any field is looked at', async () => {
    const marta = await portal.logIn('marta', 'Demo-marta-1')
    const teo = await portal.logIn('teo', 'Demo-teo-1')
    const empty = { textoConsulta: '' }
    expect(await raise(empty, {}, marta)).toMatchObject({
      status: 422,
      message: 'El usuario no tiene código instalación',
    })
    expect(await raise(empty, {}, teo)).toMatchObject({
      status: 422,
      message: 'No se puede crear ticket: El usuario no tiene empresa',
    })
  })

  test('says so to a caller without a company, even if one is named', async () => {
    const teo = await portal.logIn('teo', 'Demo-teo-1')
    for (const empresa of ['001', '999', ''])
      expect(await raise({ empresa, textoConsulta: '' }, {}, teo)).toMatchObject({
        status: 422,
        message: 'No se puede crear ticket: El usuario no tiene empresa',
      })
  })

  test('with several companies takes the one that the form chose', async () => {
    const undecided = await portal.enter('LEV-01', 11)
    expect(await raise({}, {}, undecided)).toMatchObject({
      status: 422,
      message: 'No se puede crear ticket: El usuario no tiene empresa',
      data: { errores: { empresa: 'Obligatorio' } },
    })
    expect((await raise({ empresa: '999' }, {}, undecided)).status).toBe(404)
    const { data } = await raise({ empresa: '002' }, {}, undecided)
    expect((await view(data[0].llnumreg)).consultas[0].empresa).toBe('002')
  })

  test('for an area that the client lacks is refused', async () => {
    const nuria = await portal.enter('DUE-01', 21)
    const { status, data } = await raise({ aplicacion: 'APPS' }, {}, nuria)
    expect(status).toBe(422)
    expect(Object.keys(data.errores)).toContain('aplicacion')
  })

  test('offers the modules of the areas that the client has, and takes no other, for technical support either', async () => {
    const nuria = await portal.enter('DUE-01', 21)
    const offered = async (cookie: string): Promise<{ shnumreg: number; shcateg: string }[]> =>
      (await get('get_lista_modulos', {}, cookie)).data
    const areasOf = (modules: { shcateg: string }[]) => new Set(modules.map(({ shcateg }) => shcateg))
    expect(areasOf(await offered(nuria))).toEqual(new Set(['RE']))
    const all = await offered(lucia)
    expect(areasOf(all)).toEqual(new Set(['RE', 'APPS', 'ASPRO']))
    const foreign = all.find(({ shcateg }) => shcateg === 'ASPRO')?.shnumreg
    const { status, data } = await raise({ aplicacion: 'TECNICO', modulo: foreign }, {}, nuria)
    expect([status, Object.keys(data.errores)]).toEqual([422, ['modulo']])
    expect((await raise({ aplicacion: 'TECNICO', modulo: foreign })).status).toBe(200)
  })

  test('in English is answered in English', async () => {
    expect((await raise({ email: '' }, { 'accept-language': 'en-GB' })).message).toBe('Check the fields in red')
  })
})

describe('a request that comes twice', () => {
  test('is answered as before, although the ticket takes no reply any more', async () => {
    const ticket = await raised()
    await simulate(ticket)
    const reply = (llobse: string, headers: Record<string, string> = {}) =>
      post('responder_consulta', { llpadre: ticket, llobse }, headers)
    const first = await reply('Sigue igual.', { 'idempotency-key': 'again' })
    expect(first.status).toBe(200)
    expect((await reply('Sigue igual.')).status).toBe(409)
    expect((await reply('Sigue igual.', { 'idempotency-key': 'again' })).data).toEqual(first.data)
    expect((await reply('Otra cosa.', { 'idempotency-key': 'again' })).status).toBe(422)
  })

  test('with the same key raises one ticket', async () => {
    const first = await raise({}, { 'idempotency-key': 'twice' })
    const second = await raise({}, { 'idempotency-key': 'twice' })
    expect(second.raw.body).toBe(first.raw.body)
  })

  test('at once, thirty times, raises one ticket', async () => {
    const before = (await get('get_contadores')).data.consultas
    const answers = await Promise.all(Array.from({ length: 30 }, () => raise({}, { 'idempotency-key': 'thirty' })))
    expect(new Set(answers.map(({ data }) => data[0].llnumreg)).size).toBe(1)
    expect((await get('get_contadores')).data.consultas).toBe(before + 1)
  })

  test('with the same key and other words is refused', async () => {
    await raise({}, { 'idempotency-key': 'other' })
    expect((await raise({ titulo: 'Otra cosa' }, { 'idempotency-key': 'other' })).status).toBe(422)
  })

  test('may be mended after a refusal', async () => {
    await raise({ email: '' }, { 'idempotency-key': 'mended' })
    expect((await raise({}, { 'idempotency-key': 'mended' })).status).toBe(200)
  })

  test("does not meet a colleague's key", async () => {
    const first = await raise({}, { 'idempotency-key': 'shared' })
    const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'otro')
    const second = await raise({}, { 'idempotency-key': 'shared' }, colleague)
    expect(second.data[0].llnumreg).not.toBe(first.data[0].llnumreg)
  })

  test('with a key that is too long is malformed', async () => {
    expect((await raise({}, { 'idempotency-key': 'x'.repeat(101) })).status).toBe(400)
  })
})
