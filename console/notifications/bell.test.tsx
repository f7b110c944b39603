// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleNotifications } from '#contract/console/notifications.ts'
import { es } from '../messages/es.ts'
import { Bell } from './bell.tsx'

const { asked, shown } = vi.hoisted(() => ({
  asked: vi.fn<(endpoint: object, input?: object) => Promise<unknown>>(),
  shown: {} as { number?: string },
}))
vi.mock('../api.ts', () => ({ call: asked, sentenceOf: String, onForbidden: () => undefined }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  useParams: () => shown,
}))

const notice = (id: number) => ({
  id,
  kind: 'mentioned',
  subject: 'ticket',
  number: 100_042,
  title: 'No cuadra',
  at: new Date(),
  read: false,
})
let unread: { unread: number; newest: object | null }
const read = () =>
  asked.mock.calls.flatMap(([endpoint, input]) => (endpoint === consoleNotifications.read ? [input] : []))

/** As if this page went out of sight, or came back into sight. */
async function setHidden(hidden: boolean): Promise<void> {
  const state = { visibilityState: hidden ? 'hidden' : 'visible', hidden }
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(document, name, { configurable: true, get: () => value })
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
  })
}

beforeEach(async () => {
  shown.number = '100042'
  unread = { unread: 1, newest: notice(1) }
  asked.mockReset()
  asked.mockImplementation((endpoint) => {
    if (endpoint === consoleNotifications.read) unread = { unread: 0, newest: null }
    return Promise.resolve(unread)
  })
  await setHidden(false)
})

test('a notification about the record on the screen counts as read once the page is in sight, and not before', async () => {
  await setHidden(true)
  draw(<Bell />, es.ui)
  await screen.findByRole('button', { name: 'Una notificación sin leer' })
  await settle()
  expect(read()).toEqual([])
  await setHidden(false)
  await screen.findByRole('button', { name: 'Notificaciones' })
  expect(read()).toEqual([{ subject: 'ticket', number: 100_042 }])
})

test('a screen reader announces a new notification, and none of the earlier ones', async () => {
  delete shown.number
  vi.useFakeTimers({ shouldAdvanceTime: true })
  draw(<Bell />, es.ui)
  await screen.findByRole('button', { name: 'Una notificación sin leer' })
  expect(screen.getByRole('status').textContent).toBe('')
  unread = { unread: 2, newest: notice(2) }
  // The bell also asks by itself.
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  await screen.findByRole('button', { name: '2 notificaciones sin leer' })
  expect(screen.getByRole('status').textContent).toBe('Lo mencionan en una nota: Ticket 100042 · No cuadra')
  vi.useRealTimers()
})
