import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { archive } from '../testing/zip-archive.ts'
import {
  PNG,
  type Sent,
  get,
  lucia,
  portal,
  post,
  raise,
  raised,
  stage,
  upload,
  openTicketDesk,
} from '../testing/ticket-desk.ts'

openTicketDesk()

/** Simulates a system that refuses one file operation, because tests may run as root, whom permissions do not stop. */
async function whileRefused(step: 'mkdir' | 'open' | 'rename', code: string, act: () => Promise<void>): Promise<void> {
  const refused = vi.spyOn(fs, step).mockImplementation(() => Promise.reject(Object.assign(new Error(code), { code })))
  syncBuiltinESMExports()
  try {
    await act()
  } finally {
    refused.mockRestore()
    syncBuiltinESMExports()
  }
}

describe('documents', () => {
  test('staged files become part of the ticket, once', async () => {
    const [a, b] = [await stage('uno.png'), await stage('año dos.pdf', Buffer.from('%PDF-1.7 x'), 'application/pdf')]
    const llnumreg = await raised({ documentos: [{ id_temporal: a }, { id_temporal: b }] })
    const { data } = await get('get_documentacion', { llnumreg })
    expect(data.map(({ fimagen }: { fimagen: { imdesc: string } }) => fimagen.imdesc)).toEqual([
      'uno.png',
      'año dos.pdf',
    ])
    const before = (await get('get_contadores')).data.consultas
    const again = await raise({ documentos: [{ id_temporal: a }] })
    expect([again.status, Object.keys(again.data.errores)]).toEqual([422, ['documentos']])
    expect((await get('get_contadores')).data.consultas).toBe(before)
  })

  test('they stand in the order in which they were sent, not in that of their uploads', async () => {
    const ids: string[] = []
    for (const name of ['uno.png', 'dos.png', 'tres.png']) ids.push(await stage(name))
    const [uno, dos, tres] = ids
    const sent = [tres, uno, dos].map((id) => ({ id_temporal: id }))
    await post('guardar_borrador', { borrador: { titulo: 'En orden' }, documentos: sent })
    const kept = (await get('get_borrador', {})).data
    expect(kept.documentos.map(({ id_temporal }: { id_temporal: string }) => id_temporal)).toEqual([tres, uno, dos])
    const llnumreg = await raised({ documentos: sent })
    const { data } = await get('get_documentacion', { llnumreg })
    expect(data.map(({ fimagen }: { fimagen: { imdesc: string } }) => fimagen.imdesc)).toEqual([
      'tres.png',
      'uno.png',
      'dos.png',
    ])
  })

  test("a colleague's staged file is not there", async () => {
    const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'otra')
    const id = await stage('suya.png', PNG, 'image/png', colleague)
    expect((await raise({ documentos: [{ id_temporal: id }] })).status).toBe(422)
  })

  test('a download is typed by us, in a sandbox, and never in a cache', async () => {
    const llnumreg = await raised({ documentos: [{ id_temporal: await stage('año "1".png') }] })
    const [{ iaimagen }] = (await get('get_documentacion', { llnumreg })).data
    const { raw } = await get('get_documento', { iaimagen })
    expect(raw.rawPayload.equals(PNG)).toBe(true)
    expect(raw.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="ano _1_.png"; filename*=UTF-8''a%C3%B1o%20%221%22.png`,
    })
  })

  test('files may be added to a ticket that exists', async () => {
    const llnumreg = await raised()
    const { status } = await upload([{ name: 'tarde.png', bytes: PNG, mime: 'image/png' }], {
      llnumreg: String(llnumreg),
    })
    expect(status).toBe(200)
    expect((await get('get_documentacion', { llnumreg })).data).toMatchObject([{ fimagen: { imdesc: 'tarde.png' } }])
  })

  test.each([
    ['EROFS', 503, 'Hubo un error subiendo la documentación'],
    ['EACCES', 503, 'Hubo un error subiendo la documentación'],
    ['ENOSPC', 507, 'Ahora no queda espacio para guardar esto: no se ha guardado nada. Inténtelo más tarde'],
  ])("%s of the files' folder is told to who uploads; everything else goes on", async (code, status, message) => {
    const llnumreg = await raised({ documentos: [{ id_temporal: await stage() }] })
    const [{ iaimagen }] = (await get('get_documentacion', { llnumreg })).data
    for (const step of ['mkdir', 'rename'] as const) {
      await whileRefused(step, code, async () => {
        const answer = await upload([png])
        expect(answer).toMatchObject({ status, message, data: null })
        expect(answer.raw.headers['retry-after']).toBe(status === 503 ? '60' : undefined)
        expect([(await raise()).status, (await get('get_documento', { iaimagen })).status]).toEqual([200, 200])
      })
      expect((await upload([png])).status).toBe(200)
    }
  })

  test('a file that may not be read is a 503: it is there', async () => {
    const llnumreg = await raised({ documentos: [{ id_temporal: await stage() }] })
    const [{ iaimagen }] = (await get('get_documentacion', { llnumreg })).data
    await whileRefused('open', 'EACCES', async () => {
      const { status, raw } = await get('get_documento', { iaimagen })
      expect([status, raw.headers['retry-after']]).toEqual([503, '2'])
    })
    expect((await get('get_documento', { iaimagen })).status).toBe(200)
  })

  const png = { name: 'a.png', bytes: PNG, mime: 'image/png' }
  test.each<[string, Sent[], number, string]>([
    ['eleven files', Array.from({ length: 11 }, () => png), 422, 'Sólo se pueden adjuntar 10 archivos'],
    ['a long name', [{ ...png, name: `${'a'.repeat(97)}.png` }], 422, 'El nombre del archivo es demasiado largo'],
    ['nothing in it', [{ ...png, bytes: Buffer.alloc(0) }], 422, 'El archivo está vacío'],
    ['a long extension', [{ ...png, name: 'a.jpeg2' }], 422, 'El formato del archivo no es válido'],
    [
      'a type that is not allowed',
      [{ ...png, name: 'a.svg', mime: 'image/svg+xml' }],
      415,
      'Sólo archivos jpg, pdf, png, excels o words',
    ],
    ['no type', [{ ...png, mime: '' }], 415, 'Sólo archivos jpg, pdf, png, excels o words'],
    [
      'other content than its type',
      [{ ...png, bytes: Buffer.from('<svg/>') }],
      415,
      'Sólo archivos jpg, pdf, png, excels o words',
    ],
    [
      'too much in it',
      [{ ...png, bytes: Buffer.concat([PNG, Buffer.alloc(20_971_520 + 1024)]) }],
      413,
      'El tamaño del archivo no puede superar los 20971520 bytes',
    ],
    [
      'a long name and a wrong type',
      [{ ...png, name: `${'a'.repeat(97)}.exe` }],
      422,
      'El nombre del archivo es demasiado largo',
    ],
  ])('%s: refused', async (_case, files, status, message) => {
    expect(await upload(files)).toMatchObject({ status, message })
  })

  test.each<[string, string, Uint8Array, number]>([
    ['a document', 'a.docx', archive('word/document.xml'), 200],
    ['a document with an embedded sheet', 'a.docx', archive('word/document.xml', 'word/embeddings/a.xlsx'), 200],
    ['a sheet', 'a.xlsx', archive('xl/workbook.xml'), 200],
    ['a sheet that calls itself a document', 'a.docx', archive('xl/workbook.xml'), 415],
    ['any archive', 'a.docx', archive('readme.txt'), 415],
    ['an archive in it', 'a.docx', archive('word/document.xml', 'word/more.zip'), 415],
    ['too many parts', 'a.docx', archive(...Array.from({ length: 2001 }, (_, index) => `word/${index}`)), 415],
    ['a bomb', 'a.xlsx', archive('xl/workbook.xml', 4_000_000_000), 415],
    ['no archive after its first bytes', 'a.xlsx', Buffer.from('PK\u0003\u0004 and nothing more'), 415],
  ])('an office file that is %s', async (_case, name, bytes, status) => {
    const kind = name.endsWith('docx') ? 'wordprocessingml.document' : 'spreadsheetml.sheet'
    expect(
      (await upload([{ name, bytes, mime: `application/vnd.openxmlformats-officedocument.${kind}` }])).status,
    ).toBe(status)
  })

  test('none, or more than ten, is said of the list of documents', async () => {
    const eleven = Array.from({ length: 11 }, () => png)
    for (const path of ['subir_documentacion', 'subir_imagen_portapapeles']) {
      const none = await upload([], {}, lucia, path)
      expect([none.status, none.data.errores]).toEqual([422, { documentos: 'Obligatorio' }])
    }
    const many = await upload(eleven)
    expect([many.status, many.data.errores]).toEqual([422, { documentos: 'Sólo se pueden adjuntar 10 archivos' }])
    expect((await upload([...eleven, png, png])).data.errores).toEqual(many.data.errores)
    const llnumreg = String(await raised())
    await upload(eleven.slice(0, 6), { llnumreg })
    expect((await upload(eleven.slice(0, 6), { llnumreg })).data.errores).toEqual(many.data.errores)
  })

  test('a pasted image is named by its moment in the office, and only an image is taken', async () => {
    const pasted = await upload([{ ...png, name: 'image.png' }], {}, lucia, 'subir_imagen_portapapeles')
    expect(pasted.data[0].nombre).toBe('captura-2026-11-18-12-00-00.png')
    const before = { ...png, name: 'captura-2026-11-18-11-47-09.png' }
    const waited = await upload([before], {}, lucia, 'subir_imagen_portapapeles')
    expect(waited.data[0].nombre).toBe(before.name)
    const other = await upload(
      [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7'), mime: 'application/pdf' }],
      {},
      lucia,
      'subir_imagen_portapapeles',
    )
    expect([other.status, other.message]).toEqual([415, 'Solo se admiten imágenes'])
  })

  test.each([
    [
      'cut off',
      '--b\r\nContent-Disposition: form-data; name="documentos[0][file]"; filename="a.png"\r\n\r\nx',
      'multipart/form-data; boundary=b',
    ],
    ['none at all', 'nothing of the kind', 'multipart/form-data; boundary=b'],
    [
      'made of parts without names',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
    ['without a boundary', '--b--', 'multipart/form-data'],
  ])('a form that is %s is malformed', async (_case, payload, type) => {
    const request = {
      method: 'POST',
      url: '/api/consultas/subir_documentacion',
      payload,
      headers: { 'content-type': type, cookie: lucia },
    } as const
    const { statusCode, body } = await portal.app.inject(request)
    expect([400, 422]).toContain(statusCode)
    expect(body).not.toContain('undefined')
  })

  test('no more than ten fit beside a message, also when they come at once', async () => {
    const llnumreg = await raised()
    const six = Array.from({ length: 6 }, () => png)
    const answers = await Promise.all([1, 2, 3].map(() => upload(six, { llnumreg: String(llnumreg) })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect((await get('get_documentacion', { llnumreg })).data).toHaveLength(6)
  })

  test('nothing is added to a ticket that is over', async () => {
    const llnumreg = await raised()
    await post('retirar_consulta', { llnumreg })
    expect((await upload([png], { llnumreg: String(llnumreg) })).status).toBe(409)
  })

  test('a form that is none is refused', async () => {
    expect((await post('subir_documentacion', {})).status).toBe(415)
  })
})
