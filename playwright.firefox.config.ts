import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { launchOptions: _, ...use } = chromium.use ?? {}

/**
 * Journeys for which WebDriver BiDi or Firefox still lacks something; the portal itself works in Firefox in each of these cases.
 */
const BEYOND_REACH = [
  // No event reports the start of a download.
  'the manual of the portal is downloaded',
  // A scripted paste carries no files.
  'a pasted screenshot is sent four acts after the link',
  // After the last stop of a page the window loses the focus for good.
  'a form is left by Esc, which asks first',
  'filters, order, pages and tabs of the list',
  // Of two windows only one has the focus.
  'a password is changed: the other session ends',
]

/** The most important journeys, in Debian's Firefox over WebDriver BiDi: see e2e/playwright-on-firefox.mjs. */
export default defineConfig({
  ...chromium,
  testMatch: ['session', 'ticket-life', 'filters', 'keyboard', 'pages'].map((name) => `${name}.e2e.ts`),
  grepInvert: BEYOND_REACH.map((title) => new RegExp(title)),
  use: {
    ...use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
  },
})
