// A Redmine and an osTicket of 100,000 tickets, moved by the commands (apt-get install mariadb-server).
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMariadb } from '../testing/debian/mariadb.ts'
import { fillOsticket, fillRedmine, expectedLines, type OldSize } from '../testing/move/large-old-systems.ts'
import { connected, type MovingDesk, openMovingDesk } from '../testing/move/moving-desk.ts'
import { patient } from '../testing/patience.ts'
import { launch } from '../testing/portal-process.ts'

const MINUTE_MS = 60_000
const [MOST_TO_CONVERT, MOST_TO_IMPORT] = [5, 15]
/** What the converter's heap may grow to, whatever the size of the old system. */
const HEAP_MB = 200

const SIZE = { tickets: 100_000, clients: 200 }

test(
  'a Redmine of 100,000 tickets is converted in bounded memory and imported, every kind counted',
  async () => {
    const desk = await openMovingDesk()
    onTestFinished(desk.close)
    const name = `redmine_large_${process.pid}`
    await desk.portal.owner.query(`create database ${name}`)
    const url = Object.assign(new URL(desk.portal.url), { pathname: `/${name}` }).href
    const files = join(desk.folder, 'redmine-files')
    await mkdir(files)
    await fillRedmine(await connected(url), files, { ...SIZE, loners: 0 })
    const redmine = { REDMINE_URL: url }
    const from = ['--from', 'redmine', '--ficheros', files, '--tecnicos', 'Soporte']
    await moved(desk, { variables: redmine, from, size: { ...SIZE, loners: 0 } })
  },
  patient(4 * MOST_TO_IMPORT * MINUTE_MS),
)

test(
  'an osTicket of 100,000 tickets is converted in bounded memory and imported, every kind counted',
  async () => {
    const desk = await openMovingDesk()
    onTestFinished(desk.close)
    const { url, stop } = await startMariadb()
    onTestFinished(stop)
    const size = { ...SIZE, loners: 5_000 }
    await fillOsticket(url, size)
    await moved(desk, {
      variables: { OSTICKET_URL: url },
      from: ['--from', 'osticket', '--zona', 'Europe/Madrid'],
      size,
    })
  },
  patient(4 * MOST_TO_IMPORT * MINUTE_MS),
)

interface Old {
  readonly variables: Record<string, string>
  readonly from: readonly string[]
  readonly size: OldSize
}

async function moved(desk: MovingDesk, { variables, from, size }: Old): Promise<void> {
  const expected = expectedLines(size)
  const folder = join(desk.folder, 'old')
  const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, 'scripts/operator/import.ts', folder, ...from]
  const began = performance.now()
  const { code, stdout, stderr } = await launch(variables, command).ended
  const converted = (performance.now() - began) / MINUTE_MS
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`${size.tickets} tickets: ${size.tickets} tickets`)
  expect(stdout).toContain(`${expected.entries} entries and changes: ${expected.counts.entries} entries`)
  expect(stdout).toContain(`${expected.counts.files} attachments: ${expected.counts.files} files`)

  const place = await desk.emptyPortal({ isKept: true })
  const begun = performance.now()
  const { kinds, refused, said } = await desk.bringIn('old', place)
  const imported = (performance.now() - begun) / MINUTE_MS
  process.stdout.write(`converted in ${converted.toFixed(1)} minutes, imported in ${imported.toFixed(1)}\n`)
  expect({ said: said.slice(0, 5), refused }).toEqual({ said: [], refused: 0 })
  for (const [kind, many] of Object.entries(expected.counts))
    expect([kind, kinds[kind]?.read, kinds[kind]?.placed]).toEqual([kind, many, many])
  const portal = await connected(place.superuserUrl)
  const { rows } = await portal.query<{ kind: string; many: number }>(
    'select kind, count(*)::int as many from entry group by kind',
  )
  expect(Object.fromEntries(rows.map(({ kind, many }) => [kind, many]))).toEqual(expected.kinds)
  const { rows: tickets } = await portal.query(
    'select count(*)::int as all, count(merged_into)::int as joined, count(*) filter (where not accepted and merged_into is null)::int as open from ticket',
  )
  expect(tickets).toEqual([{ all: size.tickets, joined: expected.joined, open: size.tickets / 10 }])
  expect(converted).toBeLessThan(patient(MOST_TO_CONVERT))
  expect(imported).toBeLessThan(patient(MOST_TO_IMPORT))
}
