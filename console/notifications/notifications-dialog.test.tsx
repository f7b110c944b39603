// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleNotifications } from '#contract/console/notifications.ts'
import { es } from '../messages/es.ts'
import { NotificationsDialog } from './notifications-dialog.tsx'

const { asked } = vi.hoisted(() => ({ asked: vi.fn<(endpoint: object, input?: unknown) => Promise<unknown>>() }))

vi.mock('../api.ts', () => ({ call: asked, sentenceOf: ({ message }: Error) => message, onForbidden: () => undefined }))

let silenced: string[]
let answer: PromiseWithResolvers<unknown>

beforeEach(() => {
  silenced = []
  answer = Promise.withResolvers()
  asked.mockReset()
  asked.mockImplementation((endpoint) =>
    endpoint === consoleNotifications.silence
      ? answer.promise
      : Promise.resolve({ items: [], next: null, silenced, unmailed: [], email: null }),
  )
})

// The choices are folded.
const ASSIGNED = ['checkbox', { name: 'Asignaciones', hidden: true }] as const
const assigned = () => screen.getByRole<HTMLInputElement>(...ASSIGNED)

async function silenceAssigned() {
  draw(<NotificationsDialog onClose={() => undefined} />, es.ui)
  fireEvent.click(await screen.findByRole(...ASSIGNED))
  // At once: a box that turns back for a moment reads as a press that did nothing.
  expect(assigned().checked).toBe(false)
}

test('a silenced kind shows so from the press on, and stays so', async () => {
  await silenceAssigned()
  silenced = ['assigned']
  answer.resolve({})
  await settle()
  expect(assigned().checked).toBe(false)
})

test('a choice that was refused is taken back', async () => {
  await silenceAssigned()
  answer.reject(new CallFailed(403, 'No tiene permiso'))
  await waitFor(() => expect(assigned().checked).toBe(true))
})
