// `npm run coverage`: compares docs/coverage.md with the record of the tests that have run. `UPDATE=1` writes it from that record, and
// leaves rows alone whose test's file has not run; after a whole run `UPDATE=all` writes every row.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SHOWN, type Shown } from '#server/testing/specified.ts'
import { type Row, chosen, faultsOf, readPage, writePage } from './coverage/coverage-page.ts'

const PAGE = 'docs/coverage.md'

const run: Shown[] = existsSync(SHOWN)
  ? readFileSync(SHOWN, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : []
const page = readPage(readFileSync(PAGE, 'utf8'))
const update = process.env.UPDATE
const hasRun = ({ shownBy }: Row) => !shownBy || run.some(({ file }) => file === shownBy.file)
const rows =
  update === undefined
    ? page
    : chosen(page, run, new Map()).map((row, place) => {
        const before = page[place]
        return update === 'all' || !before || hasRun(before) ? row : before
      })
if (update !== undefined) writeFileSync(PAGE, writePage(rows))
const faults = faultsOf(update === '1' ? rows.filter(hasRun) : rows, run)
for (const fault of faults) console.error(fault)
console.log(`${rows.length - faults.length} of ${rows.length} rows shown`)
process.exitCode = faults.length > 0 ? 1 : 0
