// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleTickets } from '#contract/console/tickets.ts'
import { alertsNow } from '#ui/alert-store.ts'
import { leaving, meanwhile, unfilled } from '../layout/behind-the-first.ts'
import { es } from '../messages/es.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import type { TicketView } from './ticket-queries.ts'

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(endpoint: object, input?: unknown, options?: { idempotencyKey?: string }) => Promise<unknown>>(),
}))

vi.mock('#browser/leave-guard.tsx', () => ({
  LeaveGuard: ({ dirty }: { dirty: boolean }) => dirty && <p>Se pregunta</p>,
}))
vi.mock('../api.ts', () => ({
  call: asked,
  upload: asked,
  download: asked,
  addressOf: () => '',
  sentenceOf: ({ message }: Error) => message,
}))

/** The calls to one endpoint: their input and options. */
const sentTo = (endpoint: object) => asked.mock.calls.filter(([to]) => to === endpoint)

beforeAll(() => Promise.all([meanwhile.load(), unfilled.load(), leaving.load()]))

let answers: () => Promise<unknown>
beforeEach(() => {
  sessionStorage.clear()
  answers = () => Promise.resolve({})
  asked.mockReset()
  asked.mockImplementation((endpoint: object) =>
    endpoint === consoleTickets.answer || endpoint === consoleTickets.note ? answers() : Promise.resolve({ items: [] }),
  )
})

const BEGUN = { text: 'A medias', files: [], savedAt: new Date('2026-11-22T10:00:00Z') }
const onSent = vi.fn()

function compose(draft: TicketView['draft'] = null) {
  onSent.mockReset()
  const ref = createRef<ComposerHandle>()
  const ticket = { number: 100_001, state: 'open', accepted: false, joinedTo: null, contactName: 'Lucía', raisedBy: '' }
  const view = { ticket, contact: null, draft, latestEntry: 7 } as unknown as TicketView
  const idle = () => undefined
  return draw(
    <Composer ref={ref} view={view} onTyped={idle} onEmptied={idle} onRefresh={idle} onSent={onSent} />,
    es.ui,
  )
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>(es.composer.replyText)
const type = (value: string) => fireEvent.change(text(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const lastAlert = () => alertsNow().at(-1)?.text

test('begins with the kept draft; sending leaves an empty one', async () => {
  compose(BEGUN)
  expect(text().value).toBe('A medias')
  press(es.composer.send)
  await settle()
  expect(onSent).toHaveBeenCalledOnce()
  expect(text().value).toBe('')
})

test('an answer is sent once, however often the button is pressed', async () => {
  let arrive = (_data: unknown) => undefined as void
  answers = () => new Promise((resolve) => (arrive = resolve))
  compose()
  type('Ya está')
  press(es.composer.send)
  fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true })
  press(es.composer.sendAndClose)
  await settle()
  const sent = sentTo(consoleTickets.answer)
  expect(sent.map(([, input]) => input)).toEqual([
    { ticket: 100_001, text: 'Ya está', closes: false, files: [], seen: 7 },
  ])
  arrive({})
  await settle()
  expect([onSent.mock.calls.length, lastAlert()]).toEqual([1, es.composer.sent(100_001)])
})

test('an answer that did not arrive stays, and is the same act when it is sent again', async () => {
  answers = () => Promise.reject(new CallFailed(null, 'Sin conexión'))
  compose()
  type('Ya está')
  press(es.composer.send)
  // It is asked for once more by itself.
  await waitFor(() => expect(lastAlert()).toBe('Sin conexión'))
  expect([text().value, onSent.mock.calls.length]).toEqual(['Ya está', 0])
  answers = () => Promise.resolve({})
  press(es.composer.send)
  await settle()
  const keys = sentTo(consoleTickets.answer).map(([, , options]) => options?.idempotencyKey)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(onSent).toHaveBeenCalledOnce()
})

test('an empty answer is not sent, nor one with an unknown field without a question', async () => {
  compose()
  press(es.composer.send)
  expect(lastAlert()).toBe(es.composer.empty)
  type('Hola {{apellido}}')
  press(es.composer.send)
  await settle()
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(sentTo(consoleTickets.answer)).toEqual([])
})

test('an answer that was left is found again: it is saved at once, even if the page closes', async () => {
  const { unmount } = compose()
  type('Lo que iba a')
  unmount()
  await settle()
  expect(sentTo(consoleTickets.saveDraft)).toEqual([
    [
      consoleTickets.saveDraft,
      { ticket: 100_001, text: 'Lo que iba a', files: [], writer: expect.any(String), since: null },
      { outlivesPage: true },
    ],
  ])
})

test('a note stays in the tab until it is saved, apart from the answer', async () => {
  const { unmount } = compose(BEGUN)
  const note = () => screen.getByLabelText<HTMLTextAreaElement>(es.composer.noteText)
  const toNote = () => fireEvent.click(screen.getByRole('tab', { name: new RegExp(es.composer.note) }))
  toNote()
  fireEvent.change(note(), { target: { value: 'Ojo' } })
  unmount()
  compose(BEGUN)
  toNote()
  expect(note().value).toBe('Ojo')
  answers = () => Promise.reject(new CallFailed(503, 'Ahora no'))
  press(es.composer.addNote)
  await settle()
  expect([note().value, lastAlert()]).toEqual(['Ojo', 'Ahora no'])
  answers = () => Promise.resolve({})
  press(es.composer.addNote)
  await settle()
  expect(note().value).toBe('')
})

test('a draft that another page has saved since is not overwritten: that is told once, and the text stays', async () => {
  const told = () => alertsNow().filter(({ text: said }) => said === 'Desde otro sitio').length
  const saves: unknown[] = []
  asked.mockImplementation((endpoint, input) => {
    if (endpoint !== consoleTickets.saveDraft) return Promise.resolve({ items: [] })
    saves.push(input)
    const savedAt = new Date('2026-11-22T10:00:05Z')
    return saves.length > 1 ? Promise.reject(new CallFailed(409, 'Desde otro sitio')) : Promise.resolve({ savedAt })
  })
  const written = async (value: string) => {
    type(value)
    globalThis.dispatchEvent(new Event('pagehide'))
    await settle()
  }
  compose(BEGUN)
  for (const value of ['A medias, y', 'A medias, y más', 'A medias, y más aún']) await written(value)
  const [first, second, third] = saves.map((input) => input as { writer: string; since: Date })
  expect(first?.since).toEqual(BEGUN.savedAt)
  expect([second?.since, third?.since]).toEqual([new Date('2026-11-22T10:00:05Z'), undefined])
  expect(new Set([first?.writer, second?.writer, third?.writer]).size).toBe(1)
  expect([told(), text().value]).toEqual([1, 'A medias, y más aún'])
  expect(screen.getByText(es.composer.draft.failed)).toBeDefined()
  // Nothing keeps this text: whoever leaves is asked, also while it is typed on.
  const isAsked = () => screen.queryByText('Se pregunta') !== null
  expect(isAsked()).toBe(true)
  type('A medias, y mucho más')
  expect(isAsked()).toBe(true)
  type('')
  expect(isAsked()).toBe(false)
})

test('whoever goes on after sending a text that was not kept is not asked', async () => {
  asked.mockImplementation((endpoint) =>
    endpoint === consoleTickets.saveDraft
      ? Promise.reject(new CallFailed(409, 'Desde otro sitio'))
      : Promise.resolve({ items: [] }),
  )
  compose(BEGUN)
  type('A medias, y más')
  globalThis.dispatchEvent(new Event('pagehide'))
  await settle()
  expect(screen.queryByText('Se pregunta')).not.toBe(null)
  const asks: boolean[] = []
  onSent.mockImplementation(() => void asks.push(screen.queryByText('Se pregunta') !== null))
  press(es.composer.send)
  await settle()
  expect(asks).toEqual([false])
})
