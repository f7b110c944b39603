// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '#browser/testing/draw.tsx'
import { es } from '../messages/es.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

test('the help says that the key of the urgency is followed by a digit, and what the first and the last one mean', () => {
  const urgency = { keys: 'u', group: 'ticket', words: 'Cambiar la urgencia', run: () => undefined } as const
  draw(<ShortcutsDialog shortcuts={[urgency]} onClose={() => undefined} />, es.ui)
  const key = screen.getByText('u').closest('dt')
  expect(key?.textContent).toBe('u y después 1…6')
  expect(key?.nextElementSibling?.textContent).toBe('Cambiar la urgencia: Muy baja … Bloqueante')
})
