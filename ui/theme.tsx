import {
  type MantineColorSchemeManager,
  MantineProvider,
  createTheme,
  localStorageColorSchemeManager,
} from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { DARK_SHADES, FILLED_SHADE, shadesOf } from './colours.ts'
import './mantine-styles.ts'
import './base.css'
import './font/font.css'

/** The look of both applications: one accent colour, light or dark as the person or the system says. */
export function ThemeProvider({ accent, nonce, children }: { accent: string; nonce: string; children: ReactNode }) {
  const theme = useMemo(() => themeOf(accent), [accent])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={kept}
      getStyleNonce={() => nonce}
      cssVariablesResolver={resolveVariables}
    >
      {children}
    </MantineProvider>
  )
}

/** The browser keeps a chosen theme. The cookie only tells the server, which sends the page before this code runs. */
const browsers = localStorageColorSchemeManager()
const kept: MantineColorSchemeManager = {
  ...browsers,
  set(scheme) {
    browsers.set(scheme)
    document.cookie = `theme=${scheme}; Path=/; Max-Age=31536000; SameSite=Lax`
  },
}

const resolveVariables = () => readableVariables

const themeOf = (accent: string) =>
  createTheme({
    colors: { accent: shadesOf(accent), dark: DARK_SHADES },
    primaryColor: 'accent',
    primaryShade: FILLED_SHADE,
    defaultRadius: 'md',
    fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
  })

/** Places where the library's own colours fall below WCAG AA. */
const readableVariables = {
  variables: {},
  light: {
    '--mantine-color-anchor': 'var(--mantine-color-accent-8)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-9)',
    '--mantine-color-default-border': 'var(--control)',
    '--mantine-color-dimmed': '#545b63',
    '--mantine-color-placeholder': '#646b73',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-green-light-color': '#1b5e2b',
    '--mantine-color-orange-light-color': '#8a3c05',
    '--mantine-color-red-light-color': '#a51d1d',
    '--mantine-color-gray-light-color': '#495057',
  },
  dark: {
    '--mantine-color-anchor': 'var(--mantine-color-accent-3)',
    '--mantine-color-accent-light': 'color-mix(in srgb, var(--mantine-color-accent-4) 24%, transparent)',
    '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--mantine-color-accent-4) 32%, transparent)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-1)',
    '--mantine-color-default-border': 'var(--control)',
    '--mantine-color-dimmed': '#aeb4bb',
    '--mantine-color-placeholder': '#9aa1a9',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
  },
}
