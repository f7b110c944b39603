import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { TEST_MS, WAIT_MS } from './server/testing/patience.ts'

const LONG = 'server/**/*.long.test.ts'

const LONGEST = /isolation\.test|answer-stream\.test|hostile-folders\.test|odd-input\.test|stopping\.test/

const PATIENT = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: WAIT_MS } } }

/**
 * The longest tests start first, so that the last worker does not end alone. Those with a page follow one another: a process can only
 * go on with files of the same sort.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = super.sort.bind(this)
    const sorted = await inOrder(files)
    const rankOf = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : hasPage(moduleId) ? 1 : 2)
    const ranks = new Map(sorted.map((file) => [file, rankOf(file)]))
    return sorted.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  }
}

const hasPage = (file: string) => readFileSync(file, 'utf8').startsWith('// @vitest-environment happy-dom')

export default defineConfig({
  test: {
    // The default is one worker fewer than processors: on two, only one. One more than processors works while others wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'pure',
          setupFiles: 'browser/testing/page-setup.ts',
          include: ['{domain,contract,browser,portal,console,ui,scripts,importer}/**/*.test.{ts,tsx}', '*.test.ts'],
          // A process and a page for each file, with React anew, took 130 s of processor time in place of 43 s. The set-up
          // makes our own modules anew for each file.
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/process/**', LONG],
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles: 'server/testing/setup.ts',
          // The files of a process run one after the other, with the modules that are already loaded. Loading them anew
          // takes two seconds for each file.
          isolate: false,
        },
      },
      {
        test: {
          // Starts, kills and restarts the real process, after everything else.
          ...PATIENT,
          name: 'process',
          include: ['server/process/**/*.test.ts'],
          exclude: [LONG],
          globalSetup: 'server/process/process-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
      // Both are only part of `npm run test:long`.
      {
        test: {
          ...PATIENT,
          name: 'long',
          include: [LONG],
          exclude: ['server/process/**'],
          globalSetup: 'server/testing/global-setup.ts',
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'long-process',
          include: ['server/process/**/*.long.test.ts'],
          globalSetup: 'server/process/process-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
