import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEFT_OUT } from '../db/backup-role.ts'
import { placeOf } from '../db/file-places.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { fieldOf, KINDS, NOT_EXPORTED } from './kinds.ts'
import { makeExport } from './make-export.ts'

let portal: TestApp
let folder: string

beforeAll(async () => {
  portal = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'portal-export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each column of each table is exported, or known not to be, and docs/move.md names each field', async () => {
  const { rows } = await portal.owner.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname order by c.relname collate "C"`,
  )
  const left = new Set<string>(Object.values(NOT_EXPORTED).flat())
  const found = Object.fromEntries(
    rows.filter(({ name }) => !left.has(name)).map(({ name, columns }) => [name, columns]),
  )
  const told = KINDS.map(({ table, columns, omitted = [] }) => [table, [...columns, ...omitted].toSorted()])
  expect(Object.fromEntries(told)).toEqual(found)
  expect([...left].filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  // The exporting role sees nothing else.
  expect(KINDS.filter(({ table }) => table in LEFT_OUT)).toEqual([])
  const described = await readFile(new URL('../../docs/move.md', import.meta.url), 'utf8')
  const lines = KINDS.map(({ name, columns }) => `| \`${name}\` | ${columns.map(fieldOf).join(', ')} |`)
  expect(
    described
      .slice(described.indexOf('## Fields'))
      .split('\n')
      .filter((line) => line.startsWith('| `')),
  ).toEqual(lines)
})

test('two exports of one state are the same bytes, whole and without a secret', async () => {
  const [changed] = (
    await portal.owner.query<{ text: string }>(
      `update entry set text = E'back\\\\slash "quote" line\\nbreak tab\\t \\\\n \\u00f1 ' where entry_id = (select min(entry_id) from entry) returning text`,
    )
  ).rows
  const report = await take('one')
  expect(await take('two')).toEqual(report)
  expect(report).toMatchObject({ amiss: 0, copied: report.counts['files'] })
  const [one, two] = [await contentOf('one'), await contentOf('two')]
  expect(two).toEqual(one)
  const entries = linesOf(one, 'entries')
  expect(entries.map((entry) => entry['text'])).toContain(changed?.text)
  for (const { name, table, where = 'true' } of KINDS) {
    const { rows } = await portal.owner.query<{ count: number }>(`select count(*)::int from ${table} where ${where}`)
    expect([name, linesOf(one, name).length]).toEqual([name, rows[0]?.count])
  }
  expect(JSON.stringify([...one])).not.toMatch(/\$argon2|\$scrypt|password|secret|token/i)
})

test('an export of one client holds its own records alone', async () => {
  const { rows } = await portal.owner.query<{ id: string }>(
    'select client_id::text as id from ticket order by 1 limit 1',
  )
  const client = BigInt(rows[0]?.id ?? 0)
  await take('mine', { client })
  const mine = await contentOf('mine')
  for (const { name, columns } of KINDS.filter((kind) => kind.columns.includes('client_id'))) {
    expect(columns[0]).toBe('client_id')
    for (const line of linesOf(mine, name)) expect(line['clientId']).toBe(Number(client))
  }
  expect(linesOf(mine, 'tickets').length).toBeGreaterThan(0)
  await expect(take('nobody', { client: 999_999n })).rejects.toThrow('There is no client 999999.')
})

test('a file that is missing or has changed is listed', async () => {
  const { rows } = await portal.owner.query<{ id: string }>(
    'select attachment_id as id from attachment where num_nonnulls(ticket_number, incident_number, development_number) = 1 order by client_id, sequence limit 2',
  )
  const [gone = '', changed = ''] = rows.map(({ id }) => id)
  await rm(placeOf(portal.files, gone))
  await writeFile(placeOf(portal.files, changed), 'something else')
  expect(await take('poor')).toMatchObject({ amiss: 2 })
  expect(linesOf(await contentOf('poor'), 'amiss')).toEqual([
    { attachmentId: gone, reason: 'missing' },
    { attachmentId: changed, reason: 'damaged' },
  ])
})

test('a stopped export leaves nothing behind, and none takes the place of another', async () => {
  for (const step of ['records 5', 'files 1']) {
    const stopping = new AbortController()
    const progress = (said: string) => void (said.startsWith(step) && stopping.abort(new Error('Stopped')))
    await expect(take('stopped', { progress, signal: stopping.signal })).rejects.toThrow('Stopped')
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
  await take('once')
  await expect(take('once')).rejects.toThrow('is there already')
  await expect(take('nowhere/once')).rejects.toThrow('cannot be written')
})

function take(name: string, over: Partial<Parameters<typeof makeExport>[1]> = {}) {
  const work = { databaseUrl: portal.url, files: portal.files, client: null, progress: () => undefined }
  return makeExport(join(folder, name), { ...work, signal: new AbortController().signal, ...over })
}

async function contentOf(name: string): Promise<Map<string, string>> {
  const found = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  const content = new Map<string, string>()
  for (const file of found.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    content.set(path.slice(join(folder, name).length + 1), await readFile(path, 'utf8'))
  }
  return content
}

const linesOf = (content: Map<string, string>, name: string): Record<string, unknown>[] =>
  (content.get(`${name}.jsonl`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
