// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { assistant } from '#contract/assistant.ts'
import { tickets } from '#contract/tickets.ts'
import type { Account } from '#domain/account.ts'
import { alertsNow, dismissAlert } from '#ui/alert-store.ts'
import { es } from '../messages/es.ts'
import { setSession } from '../session/session-store.ts'
import type { FormNeeds } from './form-needs.ts'
import { type NewTicket, useNewTicket } from './use-new-ticket.ts'

const { asked, configured } = vi.hoisted(() => ({
  configured: { saveClosedChats: false },
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

vi.mock('../session/configuration.ts', () => ({ useConfiguration: () => ({ data: configured }) }))

const sentTo = (endpoint: object) => asked.mock.calls.filter(([to]) => to === endpoint).map(([, input]) => input)

const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'
const ACCOUNT = {
  username: 'lferrer',
  callingUser: 'lferrer',
  client: 1001,
  installation: 'LEV-01',
  version: 'V031',
  company: '001',
  areas: ['main'],
  administrator: false,
  // Saves nothing here: drafts have tests of their own.
  limited: true,
  clientDetails: { name: 'Levante', email: 'levante@levante.example' },
  contact: { id: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', phone: '' },
  program: null,
  personName: 'Lucía Ferrer',
} as const satisfies Account
const NEEDS = {
  account: ACCOUNT,
  prefill: {},
  modules: [{ number: 7, name: 'Contabilidad', area: 'main' }],
  flags: { checkLength: true, checkIncidentFiles: true, maxFiles: 3 },
  companies: [],
  saved: null,
} as unknown as FormNeeds

let create: () => Promise<unknown>
let isOperative: boolean
const onDone = vi.fn()
const onLeave = vi.fn()
beforeEach(() => {
  setSession({ is: 'open', account: ACCOUNT })
  create = () => Promise.resolve([{ number: 100_002, nextOpening: null }])
  isOperative = false
  configured.saveClosedChats = false
  asked.mockReset()
  asked.mockImplementation((endpoint) => {
    if (endpoint === tickets.create || endpoint === assistant.createTicket) return create()
    return Promise.resolve(endpoint === assistant.operative ? { operative: isOperative } : {})
  })
  onDone.mockReset()
  onLeave.mockReset()
  for (const { id } of alertsNow()) dismissAlert(id)
})

let form: NewTicket
const seen = (now: NewTicket) => void (form = now)
function Form({ needs }: { needs: FormNeeds }) {
  const ticket = useNewTicket(needs, { technical: false, onDone, onLeave })
  useLayoutEffect(() => seen(ticket))
  const { form: element, problemOf } = ticket
  return (
    <form ref={element}>
      <textarea aria-invalid={problemOf('text') !== null} />
    </form>
  )
}
const begin = (needs: Partial<FormNeeds> = {}) => draw(<Form needs={{ ...NEEDS, ...needs }} />, es.ui)
const fill = (part: Parameters<NewTicket['change']>[0] = { module: 7, text: TEXT }) => act(() => form.change(part))
const submit = async () => {
  await act(() => form.submit())
  await settle()
}
const lastAlert = () => alertsNow().at(-1)?.text

test('an empty form is not sent: after Enviar each problem appears beside its field', async () => {
  begin()
  expect(form.problemOf('text')).toBeNull()
  await submit()
  expect(sentTo(tickets.create)).toEqual([])
  expect(form.problemOf('text')).not.toBeNull()
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  fill()
  expect(form.problemOf('text')).toBeNull()
})

test('a whole form is sent once, however often it is asked for', async () => {
  let arrive = (_data: unknown) => undefined as void
  create = () => new Promise((resolve) => (arrive = resolve))
  begin()
  fill()
  act(() => void form.submit())
  await settle()
  await submit()
  expect(onDone).not.toHaveBeenCalled()
  arrive([{ number: 100_002, nextOpening: null }])
  await settle()
  expect(sentTo(tickets.create)).toMatchObject([
    { module: 7, text: TEXT, title: null, email: 'lucia@levante.example', files: [], relatedTicket: null },
  ])
  expect(onDone).toHaveBeenCalledOnce()
  expect(lastAlert()).toBe(es.tickets.form.done(100_002))
  expect(form.leaving.dirty).toBe(false)
})

test('a refusal of the server stands beside its field until the field changes', async () => {
  create = () => Promise.reject(new CallFailed(422, 'Revise', { fields: { email: 'No es un correo' } }))
  begin()
  fill()
  await submit()
  expect([form.problemOf('email'), lastAlert(), onDone.mock.calls]).toEqual(['No es un correo', 'Revise', []])
  fill({ email: 'otra@levante.example' })
  expect(form.problemOf('email')).toBeNull()
  expect(form.draft.text).toBe(TEXT)
})

test.each([
  ['before a try without an answer', ['K1', 'K2'], true],
  ['after a try without an answer', [null, 'K2'], true],
  ['before the only try', ['K1'], false],
])('a draft that was saved %s is gone once the ticket is sent', async (_when, keys, isRemoved) => {
  setSession({ is: 'open', account: { ...ACCOUNT, limited: false } })
  let key: string | null = null
  const answered = asked.getMockImplementation()
  asked.mockImplementation(async (endpoint, input) =>
    endpoint === tickets.saveDraft ? { key, savedAt: new Date('2026-11-22T10:00:00Z') } : answered?.(endpoint, input),
  )
  begin()
  for (const [index, next] of keys.entries()) {
    key = next
    fill({ module: 7, text: `${TEXT} ${index}` })
    if (key !== null) globalThis.dispatchEvent(new Event('online'))
    await settle()
    create = () =>
      index < keys.length - 1
        ? Promise.reject(new CallFailed(null, 'Sin conexión'))
        : Promise.resolve([{ number: 100_002, nextOpening: null }])
    await submit()
  }
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sentTo(tickets.discardDraft)).toEqual(isRemoved ? [expect.objectContaining({ ticket: null, key: 'K2' })] : [])
})

test('a person who has lost the installation meanwhile is sent away', async () => {
  create = () => Promise.reject(new CallFailed(422, 'Sin instalación', { fields: { installation: 'Falta' } }))
  begin()
  fill()
  await submit()
  expect([lastAlert(), onLeave.mock.calls.length]).toEqual(['Sin instalación', 1])
})

test('the assistant is offered once; a person who leaves it without an answer wants somebody at Support', async () => {
  isOperative = true
  begin()
  fill()
  await waitFor(() => expect(form.asksAssistant).toBe(true))
  await submit()
  expect(form.assistant?.asksAtOnce).toBe(true)
  expect([sentTo(tickets.create), form.assistant?.draft.text]).toEqual([[], TEXT])
  await act(async () => form.assistant?.onCarry({ text: `${TEXT} Es urgente.`, module: 7, conversation: null }))
  await settle()
  expect(form.assistant).toBeNull()
  expect(sentTo(tickets.create)).toMatchObject([{ text: `${TEXT} Es urgente.` }])
})

test('a conversation that was left after an answer goes into the ticket that the form then sends', async () => {
  isOperative = true
  begin()
  fill()
  await waitFor(() => expect(form.asksAssistant).toBe(true))
  await submit()
  act(() => form.assistant?.onLeave({ id: 'c-1', asked: TEXT }))
  expect([form.assistant, form.holdsConversation]).toEqual([null, true])
  await submit()
  expect(sentTo(tickets.create)).toEqual([])
  expect(sentTo(assistant.createTicket)).toMatchObject([{ conversation: 'c-1', solved: false, module: 7 }])
  expect(sentTo(tickets.addInformation)).toEqual([])
})

test('a conversation that was left and has a ticket takes more text, but not another urgency', async () => {
  isOperative = true
  configured.saveClosedChats = true
  begin()
  fill()
  await waitFor(() => expect(form.asksAssistant).toBe(true))
  await submit()
  act(() => form.assistant?.onLeave({ id: 'c-1', asked: TEXT }))
  fill({ text: `${TEXT} También en pruebas.` })
  expect(form.holdsConversation).toBe(true)
  fill({ urgency: '1' })
  expect(form.holdsConversation).toBe(false)
  await submit()
  expect(sentTo(tickets.create)).toMatchObject([{ urgency: '1', text: `${TEXT} También en pruebas.` }])
  expect(sentTo(assistant.createTicket)).toEqual([])
})

test('a person who was not told that an AI answers, or wrote too much for a question, presses Enviar once more', async () => {
  isOperative = true
  begin()
  fill()
  await submit()
  expect(form.assistant?.asksAtOnce).toBe(false)
  act(() => form.assistant?.onLeave(null))
  expect(form.asksAssistant).toBe(false)
  begin()
  fill({ module: 7, text: 'Remesa '.repeat(300) })
  await waitFor(() => expect(form.asksAssistant).toBe(true))
  await submit()
  expect(form.assistant?.asksAtOnce).toBe(false)
})

const SAVED = {
  content: { text: 'A medias', module: 7 },
  files: [],
  savedAt: new Date('2026-11-22T10:00:00Z'),
  key: 'k',
  base: null,
  place: null,
  other: {
    content: { text: 'Desde otro equipo' },
    files: [],
    savedAt: new Date('2026-11-22T11:00:00Z'),
    place: { name: 'new/aside', by: 'a' },
  },
} as FormNeeds['saved']

test('a draft begins the form; it may be discarded, and that undone until something is typed', () => {
  begin({ saved: SAVED })
  expect([form.draft.text, form.draft.module]).toEqual(['A medias', 7])
  expect([form.leaving.dirty, form.notice.onUndo]).toEqual([false, null])
  act(() => form.notice.onDiscard())
  expect([form.draft.text, form.notice.savedAt]).toEqual(['', null])
  act(() => form.notice.onUndo?.())
  expect(form.draft.text).toBe('A medias')
  act(() => form.notice.onDiscard())
  fill({ text: 'Otra cosa' })
  expect(form.notice.onUndo).toBeNull()
})

test('the version of another device is exchanged with this one, and back', () => {
  begin({ saved: SAVED })
  act(() => form.notice.other?.onUse())
  expect([form.draft.text, form.draft.module]).toEqual(['Desde otro equipo', null])
  act(() => form.notice.other?.onUse())
  expect([form.draft.text, form.draft.module]).toEqual(['A medias', 7])
})
