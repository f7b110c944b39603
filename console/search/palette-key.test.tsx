// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleSession } from '#contract/console/session.ts'
import { es } from '../messages/es.ts'
import { setLanguage } from '../messages/language.ts'
import { type Technician, setSession } from '../session/session-store.ts'
import { PaletteKey } from './palette-key.tsx'
// Loaded beforehand: these tests do not measure how long that takes.
import '../session/password-dialog.tsx'
import './palette.tsx'

const { asked } = vi.hoisted(() => ({ asked: vi.fn<(endpoint: object) => Promise<unknown>>() }))

vi.mock('../api.ts', () => ({
  call: asked,
  sentenceOf: ({ message }: Error) => message,
  onForbidden: () => undefined,
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn() }))

const SONIA: Technician = { name: 'Sonia Campos', username: 'sonia', role: 'technician', enrolling: false }

beforeEach(async () => {
  localStorage.clear()
  await setLanguage('es')
  asked.mockReset()
  asked.mockResolvedValue(null)
  setSession({ is: 'open', technician: SONIA })
  draw(<PaletteKey />, es.ui)
})

const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

/** Opens the palette by its key and types. */
async function type(text: string) {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await expect.poll(() => screen.queryByRole('combobox')).not.toBeNull()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
}

async function choose(text: string) {
  await type(text)
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  await settle()
}

test('technicians change their own password from the palette', async () => {
  await choose('contras')
  expect(await screen.findByRole('dialog', { name: es.passwordChange.title })).toBeDefined()
})

test('a theme is chosen, kept, and no longer offered', async () => {
  await choose('tema osc')
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark')
  await type('tema')
  expect(offered().slice(0, 2)).toEqual(['Tema claro', 'Tema del sistema'])
})

test('the other language is offered under its own name', async () => {
  await choose('english')
  await expect.poll(() => document.documentElement.lang).toBe('en')
  await type('language')
  expect(offered()[0]).toBe('Language: Español')
})

test('«Salir» ends the session', async () => {
  await choose('salir')
  expect(asked).toHaveBeenCalledWith(consoleSession.logout, {})
})
