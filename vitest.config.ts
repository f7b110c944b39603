import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One fewer than there are processors would be one alone on two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{domain,contract,browser,portal,console,ui,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/process/**'],
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Starts, kills and restarts the real process; one after another, when all else is done.
          name: 'process',
          include: ['server/process/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
