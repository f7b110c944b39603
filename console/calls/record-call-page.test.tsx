// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleTickets } from '#contract/console/tickets.ts'
import { alertsNow } from '#ui/alert-store.ts'
import { callsEs } from '../messages/calls-es.ts'
import { es } from '../messages/es.ts'
import { RecordCallPage } from './record-call-page.tsx'

const { asked, navigate, guarded } = vi.hoisted(() => ({
  asked: vi.fn<(endpoint: object, input?: unknown, options?: { idempotencyKey?: string }) => Promise<unknown>>(),
  navigate: vi.fn<(to: object) => Promise<void>>(),
  guarded: vi.fn<(guard: { readonly disabled: boolean }) => { readonly status: 'idle' }>(),
}))

vi.mock('../api.ts', () => ({
  call: asked,
  sentenceOf: ({ message }: Error) => message,
  onForbidden: () => undefined,
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
  useBlocker: guarded,
}))

const words = callsEs.record
const CALLER = { client: { code: 1001, name: 'Levante' }, contact: null, installations: ['LEV-01'] }
const company = (code: string) => ({ code, name: `Empresa ${code}` })
const OPTIONS = {
  client: CALLER.client,
  areas: ['main', 'apps'],
  contacts: [{ id: 11, name: 'Lucía Ferrer' }],
  installations: [
    { code: 'LEV-01', version: 'V031', companies: [company('001')] },
    { code: 'LEV-02', version: 'V030', companies: [company('007'), company('008')] },
  ],
}

let records: () => Promise<unknown>
beforeEach(() => {
  records = () => Promise.resolve({ number: 100_123 })
  guarded.mockReturnValue({ status: 'idle' })
  navigate.mockReset()
  navigate.mockResolvedValue()
  asked.mockReset()
  asked.mockImplementation((endpoint) => {
    switch (endpoint) {
      case consoleTickets.callers:
        return Promise.resolve([CALLER])
      case consoleTickets.callOptions:
        return Promise.resolve(OPTIONS)
      case consoleTickets.recordCall:
        return records()
      default:
        return Promise.resolve([{ number: 5, name: 'Contabilidad', area: 'main' }])
    }
  })
})

const recorded = () => asked.mock.calls.filter(([endpoint]) => endpoint === consoleTickets.recordCall)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: words.submit }))
const isGuarded = () => guarded.mock.lastCall?.[0].disabled === false

/** Chooses a caller and goes on to the form. */
async function choose() {
  draw(<RecordCallPage />, es.ui)
  type(words.caller, 'levante')
  fireEvent.click(await screen.findByRole('button', { name: /Levante/ }))
  await screen.findByLabelText(new RegExp(`^${words.subject}`))
}

test('a call is recorded once, however often the button is pressed, and its ticket opens', async () => {
  let arrive = (_data: unknown) => undefined as void
  records = () => new Promise((resolve) => (arrive = resolve))
  await choose()
  expect(document.activeElement).toBe(field(words.subject))
  type(words.subject, 'Recibo duplicado')
  type(words.text, 'El de octubre')
  fireEvent.keyDown(field(words.text), { key: 'Enter', ctrlKey: true })
  send()
  await settle()
  expect(recorded().map(([, input]) => input)).toEqual([
    expect.objectContaining({ client: 1001, installation: 'LEV-01', company: '001', title: 'Recibo duplicado' }),
  ])
  arrive({ number: 100_123 })
  await settle()
  expect(navigate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ params: { number: '100123' } }))
})

test('each choice decides the options of the ones after it', async () => {
  await choose()
  type(words.module, '5')
  type(words.installation, 'LEV-02')
  expect(field(words.company).value).toBe('007')
  type(words.area, 'apps')
  expect(field(words.module).value).toBe('')
})

test('a refusal stays at its field and keeps the typed text; a failed call is sent again as the same act', async () => {
  await choose()
  type(words.subject, 'Recibo duplicado')
  records = () => Promise.reject(new CallFailed(null, 'Sin conexión'))
  send()
  await waitFor(() => expect(alertsNow().at(-1)?.text).toBe('Sin conexión'))
  records = () => Promise.reject(new CallFailed(400, 'No así', { fields: { text: 'Falta el texto' } }))
  send()
  await screen.findByText('Falta el texto')
  expect(alertsNow().at(-1)?.text).toBe('No así')
  expect([document.activeElement, field(words.subject).value]).toEqual([field(words.text), 'Recibo duplicado'])
  const keys = recorded().map(([, , options]) => options?.idempotencyKey)
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
})

test('somebody else called: the typed words stay, and leaving asks first', async () => {
  await choose()
  expect(isGuarded()).toBe(false)
  type(words.subject, 'Recibo duplicado')
  expect(isGuarded()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: words.change }))
  expect(isGuarded()).toBe(true)
  type(words.caller, 'levante')
  fireEvent.click(await screen.findByRole('button', { name: /Levante/ }))
  expect((await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${words.subject}`))).value).toBe(
    'Recibo duplicado',
  )
})
