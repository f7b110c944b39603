import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { currentTicket } from '#contract/ticket-codec.ts'
import type { Account } from '#domain/account.ts'
import { CallFailed, addressOf, call, onForbidden, upload } from './api.ts'
import { setSession } from './session/session-store.ts'

const lucia: Account = {
  username: 'lferrer',
  callingUser: 'lferrer',
  client: 1001,
  installation: 'LEV-01',
  version: 'V031',
  company: '001',
  areas: ['main'],
  administrator: false,
  limited: false,
  clientDetails: { name: 'Constructora Levante, S.A.', email: 'info@levante.example' },
  contact: { id: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', phone: '960000000' },
  program: null,
  personName: 'Lucía Ferrer',
}

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('fetch', fetched)
  setSession({ is: 'unknown' })
})
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const answer = (status: number, body: unknown) =>
  fetched.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const ok = (data: unknown) => answer(200, { ok: true, message: '', data: { data } })
const refuse = (status: number, message: string, data: unknown = null) =>
  answer(status, { ok: false, message, data: { data } })

const sent = () => {
  const [address, request] = fetched.mock.lastCall ?? []
  return { address, request, body: JSON.parse(typeof request?.body === 'string' ? request.body : 'null') as unknown }
}

const failureOf = async (running: Promise<unknown>): Promise<CallFailed> => {
  const error: unknown = await running.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallFailed)) throw new Error(`Not a CallFailed: ${String(error)}`)
  return error
}

const claim = () => call(api.tickets.claim, { ticket: 7 })

test('a change is sent in wire names, with the person whom this tab assumes, in the portal’s language', async () => {
  setSession({ is: 'open', account: lucia })
  ok([{ llnumreg: 7, receptor: 'Raúl Ibáñez' }])
  expect(await call(api.tickets.claim, { ticket: 7 }, { idempotencyKey: 'k1' })).toEqual([
    { number: 7, recipient: 'Raúl Ibáñez' },
  ])
  const { address, request, body } = sent()
  expect(address).toBe('/api/consultas/reclamar_consulta')
  expect(body).toEqual({ llnumreg: 7, codigoCliente: 1001, codigoInstalacion: 'LEV-01', usuarioLlamada: 'lferrer' })
  expect(request?.headers).toEqual({
    'Accept-Language': 'es',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k1',
  })
})

test('a read puts its input into the address and omits absent values', async () => {
  setSession({ is: 'open', account: { ...lucia, installation: null } })
  ok({ items: [], totalItems: 0 })
  await call(api.tickets.list, { tab: 'pending', page: 2, filter: { mine: true } })
  const { address, request } = sent()
  expect(address).toBe(
    '/api/consultas/get_lista?codigoCliente=1001&usuarioLlamada=lferrer&estado=P&filtros=%7B%22mias%22%3Atrue%7D&page=2',
  )
  expect(request?.body).toBeNull()
})

test('a call that anybody may make says nothing of the person', async () => {
  setSession({ is: 'open', account: lucia })
  refuse(401, 'Usuario o contraseña incorrectos')
  const failure = await failureOf(call(api.session.login, { username: 'andres', password: 'x' }))
  expect(sent().body).toEqual({ usuario: 'andres', password: 'x' })
  expect(failure).toMatchObject({ status: 401, message: 'Usuario o contraseña incorrectos', code: null, fields: {} })
})

test('problems of fields come back under their readable names', async () => {
  refuse(422, 'Compruebe los campos en rojo', {
    errores: { textoConsulta: 'Obligatorio', email: 'Formato email incorrecto' },
  })
  const failure = await failureOf(call(api.tickets.create, { text: '' }))
  expect(failure.fields).toEqual({ text: 'Obligatorio', email: 'Formato email incorrecto' })
})

test('the loser of a race learns the ticket’s present state', async () => {
  refuse(409, 'El ticket está cerrado', {
    llnumreg: 7,
    llesta: 'C',
    llvbcli: 'S',
    accionesConsulta: { puedeResponder: false, puedeReclamar: false, puedeConformar: false, motivos: {} },
  })
  expect((await failureOf(claim())).told(currentTicket)).toMatchObject({ number: 7, state: 'closed', accepted: true })
})

test.each([
  ['sesion', 'no-session'],
  ['rol', 'role-missing'],
  ['origen', 'other-site'],
])('a 403 with the code %s is reported with its reason', async (codigo, code) => {
  const told = vi.fn<(code: string | null) => void>()
  onForbidden(told)
  refuse(403, 'No', { codigo })
  await failureOf(claim())
  expect(told.mock.calls).toEqual([[code]])
})

test('a 403 that is not our server’s is reported as well', async () => {
  const told = vi.fn<(code: string | null) => void>()
  onForbidden(told)
  answer(403, '<h1>Forbidden</h1>')
  expect(await failureOf(claim())).toMatchObject({ status: 403, code: 'no-session' })
  expect(told.mock.calls).toEqual([[null]])
})

test('a call without any answer says so', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failureOf(claim())).toMatchObject({ status: null, message: 'Hubo un error al conectar con el servidor' })
})

test('an answer that is not our server’s counts as none', async () => {
  answer(502, '<h1>Bad gateway</h1>')
  expect(await failureOf(claim())).toMatchObject({ status: null, message: 'Hubo un error al conectar con el servidor' })
})

test('a server that cannot serve right now is quoted', async () => {
  refuse(503, 'El servicio no está disponible en este momento: inténtelo de nuevo en unos segundos')
  expect(await failureOf(claim())).toMatchObject({
    status: 503,
    message: 'El servicio no está disponible en este momento: inténtelo de nuevo en unos segundos',
  })
})

test('an answer of another shape is an error, not data', async () => {
  ok([{ llnumreg: 'siete' }])
  expect(await failureOf(claim())).toMatchObject({ status: 200 })
})

test('a stopped call is not reported as a failure', async () => {
  fetched.mockRejectedValueOnce(new DOMException('stopped', 'AbortError'))
  await expect(claim()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a tab of one person makes no call with the session of another', async () => {
  setSession({ is: 'taken', account: lucia, by: { ...lucia, username: 'amolina' } })
  expect(await failureOf(claim())).toMatchObject({ code: 'other-session', message: 'Ha entrado otra persona' })
  expect(await failureOf(upload(api.tickets.upload, [], {}))).toMatchObject({ code: 'other-session' })
  expect(fetched).not.toHaveBeenCalled()
})

test('a link to a file carries its id and nothing of the person', () => {
  setSession({ is: 'open', account: lucia })
  expect(addressOf(api.tickets.download, { file: 'a1' })).toBe('/api/consultas/get_documento?iaimagen=a1')
})

class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  form = new FormData()
  open() {
    FakeRequest.last = this
  }
  setRequestHeader() {}
  send(form: FormData) {
    this.form = form
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
}

test('files are sent under their wire names, and report their progress', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const shares: number[] = []
  const running = upload(
    api.tickets.upload,
    [new File(['abc'], 'foto.PNG', { type: 'image/png' })],
    { ticket: 7 },
    {
      onProgress: (share) => shares.push(share),
    },
  )
  const { form } = FakeRequest.last
  expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
    ['llnumreg', '7'],
    ['documentos[0][nombre]', 'foto.PNG'],
    ['documentos[0][extension]', 'PNG'],
    ['documentos[0][mime]', 'image/png'],
    ['documentos[0][file]', 'foto.PNG'],
  ])
  FakeRequest.last.upload.dispatchEvent(
    Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 4 }),
  )
  FakeRequest.last.answer(200, {
    ok: true,
    message: '',
    data: { data: [{ id_temporal: 's1', nombre: 'foto.PNG', bytes: 3 }] },
  })
  expect(await running).toEqual([{ id: 's1', name: 'foto.PNG', bytes: 3 }])
  expect(shares).toEqual([0.25])
})

test('an upload fails with the server’s sentence, and stops on request', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const refused = upload(api.tickets.upload, [new File([''], 'a.png')], {})
  FakeRequest.last.answer(422, { ok: false, message: 'El archivo está vacío', data: { data: null } })
  expect(await failureOf(refused)).toMatchObject({ status: 422, message: 'El archivo está vacío' })

  const control = new AbortController()
  const stopped = upload(api.tickets.upload, [new File(['x'], 'a.png')], {}, { signal: control.signal })
  control.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
})
