// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { report } from '#contract/report.ts'
import { es } from '../messages/es.ts'
import { ReportReaders } from './report-readers.tsx'

const { asked } = vi.hoisted(() => ({ asked: vi.fn<(endpoint: object, input?: unknown) => Promise<unknown>>() }))

vi.mock('../api.ts', () => ({ call: asked, sentenceOf: ({ message }: Error) => message }))

let chosen: boolean
let answer: PromiseWithResolvers<unknown>

beforeEach(() => {
  chosen = true
  answer = Promise.withResolvers()
  asked.mockReset()
  asked.mockImplementation((endpoint) =>
    endpoint === report.chooseReader
      ? answer.promise
      : Promise.resolve({
          readers: [{ contact: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', chosen, declined: false }],
        }),
  )
})

const lucia = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Lucía Ferrer' })

async function press() {
  draw(<ReportReaders />, es.ui)
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
  fireEvent.click(lucia())
  // At once: a box that turns back for a moment reads as a press that did nothing.
  expect(lucia().checked).toBe(false)
}

test('a choice shows from the press on, and as the server has it afterwards', async () => {
  await press()
  await settle()
  expect(lucia().checked).toBe(false)
  chosen = false
  answer.resolve({})
  await settle()
  expect(lucia().checked).toBe(false)
})

test('a colleague’s choice is shown in its place', async () => {
  await press()
  answer.resolve({})
  await waitFor(() => expect(lucia().checked).toBe(true))
})

test('a choice that was refused is taken back', async () => {
  await press()
  answer.reject(new CallFailed(403, 'No tiene permiso'))
  await waitFor(() => expect(lucia().checked).toBe(true))
})
