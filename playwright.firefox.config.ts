import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

/** The journeys that matter most in Debian's Firefox, over WebDriver BiDi (npm run e2e:firefox). */
const { launchOptions: _, ...use } = chromium.use ?? {}

export default defineConfig({
  ...chromium,
  timeout: 60_000,
  use: {
    ...use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
  },
})
