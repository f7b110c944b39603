import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = 'server/**/*.long.test.ts'

const LONGEST = /isolation\.test|answer-stream\.test|stopping\.test/

/** What takes longest begins first, so that the last worker does not end alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    const inOrder = super.sort.bind(this)
    return [...(await inOrder(files.filter(isLong))), ...(await inOrder(files.filter((file) => !isLong(file))))]
  }
}

export default defineConfig({
  test: {
    // One fewer than there are processors would be one alone on two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{domain,contract,browser,portal,console,ui,scripts,importer}/**/*.test.{ts,tsx}', '*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/process/**', LONG],
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles: 'server/testing/asserted.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Starts, kills and restarts the real process, when all else is done.
          name: 'process',
          include: ['server/process/**/*.test.ts'],
          globalSetup: 'server/process/global-setup.ts',
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Part of `npm run test:long` alone.
          name: 'long',
          include: [LONG],
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
