import { defineConfig } from '@playwright/test'
import { TEST_MS, WAIT_MS } from './server/testing/patience.ts'
import { HAS_ALL_JOURNEYS, IS_LONG } from './e2e/long.ts'
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  ...(!HAS_ALL_JOURNEYS && { grepInvert: /@long/ }),
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS, toPass: { timeout: WAIT_MS } },
  reporter: [['list'], ['./e2e/asserted-reporter.ts']],
  forbidOnly: process.env.CI !== undefined,
  use: {
    // The global set-up sets it before the workers read this file.
    ...(process.env.E2E_ORIGIN !== undefined && { baseURL: process.env.E2E_ORIGIN }),
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    // Half of a page's frames are drawn for what moves. `test:long` lets it move, and here whatever says so.
    ...(!IS_LONG && { contextOptions: { reducedMotion: 'reduce' } }),
    locale: 'es-ES',
    // Only a journey about it has one: otherwise requests would pass it by on their way to a journey's own answers.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Madrid',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without one the global set-up says what to install.
      ...(executablePath && { executablePath }),
      // A process less for each browser: two screens opened took 1.03 s of processor time instead of 1.11 s.
      args: [...CHROMIUM_FLAGS, '--in-process-gpu'],
      // Without a language of its own the system keeps no accents in the names of downloads.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
})
