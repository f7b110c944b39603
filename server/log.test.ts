import { openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a log that cannot be written to stops nobody', () => {
  const log = openLog('info', openSync('/dev/full', 'w'))
  expect(() => {
    for (let line = 0; line < 3000; line += 1) log.error({ text: 'x'.repeat(1000) }, 'a line')
  }).not.toThrow()
})
