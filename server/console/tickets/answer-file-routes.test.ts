import { expect, test } from 'vitest'
import { act, answer, audited, raul, read, sonia, ticketOf, openSupportDesk } from '../../testing/support-desk.ts'
import { PNG, get, lucia, portal, post, raised, stage } from '../../testing/ticket-desk.ts'
import { answerOf, form } from '../../testing/test-app.ts'

openSupportDesk()

const upload = (ticket: number, cookie = sonia, name = 'pasos.png', bytes: Uint8Array = PNG, mime = 'image/png') =>
  send('/ticket/files', { name: 'ticket', value: String(ticket) }, { value: bytes, filename: name, mime }, cookie)
const uploadToWork = (number: number, cookie = sonia, filename = 'informe.png', value: Uint8Array = PNG) =>
  send('/work/files', { name: 'number', value: String(number) }, { value, filename, mime: 'image/png' }, cookie)

interface Sent {
  readonly value: Uint8Array
  readonly filename: string
  readonly mime: string
}

async function send(path: string, about: { name: string; value: string }, file: Sent, cookie: string) {
  const { payload, headers } = form([about, { name: 'documentos[0][file]', ...file }])
  return answerOf(
    await portal.app.inject({ method: 'POST', url: `/api/console${path}`, payload, headers: { ...headers, cookie } }),
  )
}
const staged = async (ticket: number, cookie = sonia): Promise<string> => (await upload(ticket, cookie)).data[0].id
const download = (file: string, cookie = sonia) => portal.console(cookie, 'GET', '/file', { file })

test("a technician's file goes with the answer, and the customer downloads it", async () => {
  const number = await raised()
  const file = await staged(number)
  expect((await get('get_documento', { iaimagen: file })).status).toBe(404)
  expect((await answer(number, { files: [file] })).status).toBe(200)
  const { timeline } = await ticketOf(number)
  expect(timeline.at(-1).attachments).toMatchObject([{ id: file, name: 'pasos.png', mime: 'image/png' }])
  const { raw } = await get('get_documento', { iaimagen: file })
  expect(raw.rawPayload.equals(PNG)).toBe(true)
  expect((await get('get_documentacion', { llnumreg: number })).data).toMatchObject([{ iaimagen: file }])
})

test("a customer's file is any technician's to read, and that is written down", async () => {
  const number = await raised({ documentos: [{ id_temporal: await stage() }] })
  const [{ id }] = (await ticketOf(number)).timeline[0].attachments
  const { raw } = await download(id)
  expect(raw.statusCode).toBe(200)
  expect(raw.rawPayload.equals(PNG)).toBe(true)
  expect(raw.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  })
  expect(await audited('/file', number)).toMatchObject([{ username: 'sonia', details: { file: 'captura.png' } }])
})

test("a waiting file is its sender's alone: no colleague reads or sends it, no customer reaches it", async () => {
  const number = await raised()
  const file = await staged(number)
  expect((await download(file)).status).toBe(200)
  expect((await download(file, raul)).status).toBe(404)
  expect((await download('nothing-of-the-kind')).status).toBe(404)
  expect((await portal.console(lucia, 'GET', '/file', { file })).status).toBe(403)
  const refused = await answer(number, { files: [file] }, raul)
  expect(refused).toMatchObject({ status: 422, data: { errores: { files: expect.any(String) } } })
  const reply = await post('anadir_informacion', { llnumreg: number, llobse: 'x', documentos: [{ id_temporal: file }] })
  expect(reply.status).toBe(422)
  expect((await ticketOf(number)).timeline).toHaveLength(1)
})

test('a file waits at one client and goes with no answer to another', async () => {
  const nuria = await portal.enter('DUE-01', 21)
  const { rows } = await portal.owner.query(
    'select number::int from ticket where client_id = 1002 and not accepted limit 1',
  )
  const [{ number: foreign }] = rows
  const file = await staged(await raised())
  expect((await answer(foreign, { files: [file] })).status).toBe(422)
  expect((await portal.call(nuria, 'GET', '/consultas/get_documento', { iaimagen: file })).status).toBe(404)
})

test('a draft keeps its files', async () => {
  const number = await raised()
  const file = await staged(number)
  await act('/ticket/draft', { ticket: number, text: 'Adjunto los pasos', files: [file] })
  expect((await ticketOf(number)).draft).toMatchObject({
    text: 'Adjunto los pasos',
    files: [{ id: file, name: 'pasos.png', bytes: PNG.length }],
  })
  await answer(number, { files: [file] })
  expect((await read('/ticket/draft', { ticket: number })).data).toBe(null)
})

test.each([
  ['what it is not', 'pasos.pdf', PNG, 'application/pdf', 415],
  ['a program', 'pasos.exe', Buffer.from('MZ'), 'application/octet-stream', 415],
  ['nothing', 'pasos.png', Buffer.alloc(0), 'image/png', 422],
])('the same checks as for customers: %s is refused', async (_case, name, bytes, mime, status) => {
  expect((await upload(await raised(), sonia, name, bytes, mime)).status).toBe(status)
})

test('a file for a ticket that is not there is refused, and so is one of nobody', async () => {
  expect((await upload(999_999_999)).status).toBe(404)
  expect((await upload(await raised(), lucia)).status).toBe(403)
})

test('eleven files are too many for an answer', async () => {
  const number = await raised()
  const files: string[] = []
  // A technician, too, may have at most ten forms under way.
  for (let file = 0; file < 11; file += 1) files.push(await staged(number))
  expect(await answer(number, { files })).toMatchObject({
    status: 422,
    data: { errores: { files: 'Sólo se pueden adjuntar 10 archivos' } },
  })
})

test.each(['incident', 'development'] as const)(
  'a file of an %s is among its files on both sides, and written down with its tickets',
  async (kind) => {
    const ticket = await raised()
    const { number } = (await act('/work/create', { kind, ticket })).data
    expect((await uploadToWork(number)).status).toBe(200)
    const { attachments, files } = (await read('/work/one', { number })).data
    expect(attachments).toMatchObject([{ name: 'informe.png', mime: 'image/png', bytes: PNG.length }])
    expect(files).toBe(1)
    const [{ id }] = attachments
    expect((await get('get_documentacion', { pcnpet: number })).data).toMatchObject([{ iaimagen: id }])
    expect((await get('get_documento', { iaimagen: id })).raw.rawPayload.equals(PNG)).toBe(true)
    const nuria = await portal.enter('DUE-01', 21)
    expect((await portal.call(nuria, 'GET', '/consultas/get_documento', { iaimagen: id })).status).toBe(404)
    const { data } = await read('/audit', { ticket, act: '/console/work/files' }, raul)
    expect(data.items).toMatchObject([{ technician: { username: 'sonia' }, client: { code: 1001 } }])
  },
)

test('a file for work that is not there, a wrong one and one of nobody are refused, and leave nothing', async () => {
  const { number } = (await act('/work/create', { kind: 'incident', ticket: await raised() })).data
  expect((await uploadToWork(999_999_999)).status).toBe(404)
  expect((await uploadToWork(number, sonia, 'informe.exe', Buffer.from('MZ'))).status).toBe(415)
  expect((await uploadToWork(number, lucia)).status).toBe(403)
  expect((await read('/work/one', { number })).data.attachments).toEqual([])
})
