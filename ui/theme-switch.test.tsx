// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { UI_WORDS } from './preview/sample-words.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { ThemeProvider } from './theme.tsx'
import { UiWordsProvider } from './words.tsx'

afterEach(cleanup)

test('the chosen theme counts at once, is kept, and is passed to the server', () => {
  const draw = () =>
    render(
      <ThemeProvider accent="#1a66cc" nonce="">
        <UiWordsProvider words={UI_WORDS}>
          <ThemeSwitch />
        </UiWordsProvider>
      </ThemeProvider>,
    )
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)
  draw()
  expect(pressed()).toEqual(['System'])
  fireEvent.click(screen.getByRole('button', { name: 'Dark' }))
  expect(pressed()).toEqual(['Dark'])
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
  cleanup()
  draw()
  expect(pressed()).toEqual(['Dark'])
  fireEvent.click(screen.getByRole('button', { name: 'System' }))
  expect(document.cookie).toContain('theme=auto')
})
