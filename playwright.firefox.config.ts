import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { launchOptions: _, ...use } = chromium.use ?? {}

/** What WebDriver BiDi or Firefox cannot do for a test yet; in each case the portal itself does it in Firefox. */
const BEYOND_REACH = [
  // No event says that a download has begun.
  'the manual of the portal is downloaded',
  // A paste that a script makes up carries no files.
  'a pasted screenshot is sent four acts after the link',
  // Past the last stop of a page the window is left without the focus, for good.
  'a form is left by Esc, which asks first',
  'filters, order, pages and tabs of the list',
  // Of two windows only one has the focus.
  'a password is changed: the other session ends',
]

/** The journeys that matter most, in Debian's Firefox over WebDriver BiDi: see e2e/playwright-on-firefox.mjs. */
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
