// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { tickets } from '#contract/tickets.ts'
import type { Account } from '#domain/account.ts'
import { alertsNow, dismissAlert } from '#ui/alert-store.ts'
import { es } from '../messages/es.ts'
import { setSession } from '../session/session-store.ts'
import { MessageFields } from './message-fields.tsx'
import { type MessageKind, useMessageForm } from './use-message-form.ts'

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(endpoint: object, input?: unknown) => Promise<unknown>>(),
}))

vi.mock('../api.ts', async () => ({
  CallFailed: (await import('#browser/client.ts')).CallFailed,
  call: asked,
  upload: asked,
  download: asked,
  addressOf: () => '',
  sentenceOf: ({ message }: Error) => message,
  onForbidden: () => undefined,
}))

// Saves nothing here: drafts have tests of their own.
const ACCOUNT = {
  username: 'lferrer',
  callingUser: 'lferrer',
  client: 1001,
  installation: 'LEV-01',
  version: 'V031',
  company: '001',
  areas: ['main'],
  administrator: false,
  limited: true,
  clientDetails: { name: 'Levante', email: 'levante@levante.example' },
  contact: { id: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', phone: '' },
  program: null,
  personName: 'Lucía Ferrer',
} as const satisfies Account

const sentTo = (endpoint: object) => asked.mock.calls.filter(([to]) => to === endpoint).map(([, input]) => input)
const onDone = vi.fn()
let answer: () => Promise<unknown>

beforeEach(() => {
  setSession({ is: 'open', account: ACCOUNT })
  answer = () => Promise.resolve([{ number: 100_003 }])
  asked.mockReset()
  asked.mockImplementation((endpoint) =>
    endpoint === tickets.reply || endpoint === tickets.addInformation ? answer() : Promise.resolve({}),
  )
  onDone.mockReset()
  for (const { id } of alertsNow()) dismissAlert(id)
})

function Form({ kind }: { kind: MessageKind }) {
  const form = useMessageForm({ kind, ticket: 100_002, saved: null, onDone })
  return (
    <form noValidate onSubmit={form.onSubmit(() => !form.busy && form.send())}>
      <MessageFields form={form} />
      <output>{form.words.title}</output>
      <button type="submit">Enviar</button>
    </form>
  )
}

const begin = (kind: MessageKind = 'reply') => draw(<Form kind={kind} />, es.ui)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
async function send() {
  fireEvent.click(screen.getByText('Enviar'))
  await settle()
}
const lastAlert = () => alertsNow().at(-1)?.text

test.each([
  ['', 'required'],
  ['   ', 'blank'],
] as const)('a message «%s» is not sent: after Enviar the field says why, and has the focus', async (text, problem) => {
  begin()
  type('algo')
  type(text)
  expect(field().getAttribute('aria-invalid')).not.toBe('true')
  await send()
  expect(sentTo(tickets.reply)).toEqual([])
  expect(screen.getByText(es.shared.field[problem]())).toBeTruthy()
  expect(document.activeElement).toBe(field())
  type('Sigue igual.')
  expect(screen.queryByText(es.shared.field[problem]())).toBeNull()
})

test('a message is sent once, however often it is asked for', async () => {
  let arrive = (_data: unknown) => undefined as void
  answer = () => new Promise((resolve) => (arrive = resolve))
  begin()
  type('Sigue igual.')
  await send()
  await send()
  expect(onDone).not.toHaveBeenCalled()
  arrive([{ number: 100_003 }])
  await settle()
  expect(sentTo(tickets.reply)).toEqual([{ ticket: 100_002, text: 'Sigue igual.', files: [] }])
  expect([onDone.mock.calls.length, lastAlert()]).toEqual([1, es.tickets.reply.done])
})

test('a refusal leaves the text, and offers the act that the ticket still allows', async () => {
  const current = {
    llnumreg: 100_002,
    llesta: 'P',
    llvbcli: 'N',
    accionesConsulta: {
      puedeResponder: false,
      puedeReclamar: false,
      puedeConformar: false,
      motivos: {},
    },
  }
  answer = () => Promise.reject(new CallFailed(409, 'Soporte ha respondido', {}, current))
  begin()
  type('Sigue igual.')
  await send()
  expect([field().value, lastAlert(), onDone.mock.calls.length]).toEqual(['Sigue igual.', 'Soporte ha respondido', 0])
  fireEvent.click(screen.getByRole('button', { name: /información/i }))
  answer = () => Promise.resolve([{ number: 100_004 }])
  await send()
  expect(sentTo(tickets.addInformation)).toEqual([{ ticket: 100_002, text: 'Sigue igual.', files: [] }])
  expect(onDone).toHaveBeenCalledOnce()
})
