import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { launchOptions: _, ...use } = chromium.use ?? {}

/** The journeys that matter most, in Debian's Firefox over WebDriver BiDi: see e2e/playwright-on-firefox.mjs. */
export default defineConfig({
  ...chromium,
  testMatch: ['session', 'ticket-life', 'filters', 'keyboard', 'pages'].map((name) => `${name}.e2e.ts`),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
  },
})
