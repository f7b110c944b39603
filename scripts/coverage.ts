// `npm run coverage`: compares docs/coverage.md with the record of the last run of the tests; `UPDATE=1` writes it from that
// record.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SHOWN, type Shown } from '#server/testing/specified.ts'
import { chosen, faultsOf, readPage, writePage } from './coverage/coverage-page.ts'

const PAGE = 'docs/coverage.md'

const run: Shown[] = existsSync(SHOWN)
  ? readFileSync(SHOWN, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : []
const page = readPage(readFileSync(PAGE, 'utf8'))
const rows = process.env.UPDATE === undefined ? page : chosen(page, run, new Map())
if (process.env.UPDATE !== undefined) writeFileSync(PAGE, writePage(rows))
const faults = faultsOf(rows, run)
for (const fault of faults) console.error(fault)
console.log(`${rows.length - faults.length} of ${rows.length} rows shown`)
process.exitCode = faults.length > 0 ? 1 : 0
