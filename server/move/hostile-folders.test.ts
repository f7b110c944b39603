import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '../db/file-places.ts'
import { EFFORT } from '../testing/effort.ts'
import {
  connected,
  type MovingDesk,
  namesIn,
  openMovingDesk,
  type Place,
  stateOf,
} from '../testing/move/moving-desk.ts'

type Line = Record<string, unknown>

let desk: MovingDesk
let whole: Map<string, string>
let copies = 0

beforeAll(async () => {
  desk = await openMovingDesk()
  await desk.portal.owner.query(
    `insert into internal_note (client_id, ticket_number, username, text, at) select client_id, min(number), 'raul', 'Nota', now() from ticket group by 1`,
  )
  await desk.take('whole')
  whole = await desk.contentOf('whole')
})
afterAll(() => desk.close())

test('a line that is no record is refused with its reason; mended, it comes with all that named it', async () => {
  const changed = (change: Line) => (line: Line) => JSON.stringify({ ...line, ...change })
  const cases: [said: string, kind: string, write: (line: Line) => string | Buffer][] = [
    ['number is no number', 'tickets', changed({ number: 'A-17' })],
    ['number is no int', 'tickets', changed({ number: 17.5 })],
    ['number is too small: at least 1', 'tickets', changed({ number: 0 })],
    ['number is too large: at most 999999999999', 'tickets', changed({ number: 1e12 })],
    ['number is too large: at most 999999999999', 'entries', changed({ number: 1e12 })],
    ['number is missing', 'tickets', ({ number: _, ...line }) => JSON.stringify(line)],
    ['there is no field "password"', 'log-ins', changed({ password: 'x' })],
    ['there is no field "__proto__"', 'clients', (line) => `{"__proto__":{},${JSON.stringify(line).slice(1)}`],
    ['kind is none of query, incident', 'tickets', changed({ kind: 'toString' })],
    ['createdAt is not written as a datetime', 'tickets', changed({ createdAt: '2026-02-30T10:00:00+00:00' })],
    [
      'createdAt is not in UTC, or finer than a microsecond',
      'tickets',
      changed({ createdAt: '2026-02-01T10:00:00+02:00' }),
    ],
    ['createdAt has a year 0', 'tickets', changed({ createdAt: '0000-02-01T10:00:00Z' })],
    ['plannedDelivery is not written as a date', 'incidents', changed({ plannedDelivery: '2026-13-01' })],
    ['title holds characters that no text can hold', 'tickets', changed({ title: 'a\0b' })],
    [
      'title holds characters that no text can hold',
      'tickets',
      (line) => JSON.stringify({ ...line, title: '*' }).replace('*', String.raw`\ud800`),
    ],
    ['title is too long: at most 1000', 'tickets', changed({ title: 'x'.repeat(1001) })],
    ['rating is too large: at most 5', 'tickets', changed({ rating: 6 })],
    ['is accepted, but not closed', 'tickets', changed({ accepted: true, state: 'pending' })],
    ['code is no code of an installation', 'installations', changed({ code: '../LEV' })],
    [
      'the messages of customers have a number, and nothing else has',
      'entries',
      changed({ kind: 'answer', number: 5 }),
    ],
    ['it is no JSON', 'entries', () => '{"clientId":'],
    ['it is no JSON', 'entries', () => '['.repeat(1_000_000)],
    ['it is no object', 'entries', () => 'null'],
    ['it is no object', 'entries', () => '[]'],
    ['it is no UTF-8', 'entries', () => Buffer.from([0x22, 0xff, 0x22])],
    ['it is too long', 'entries', () => Buffer.alloc(17 * 1024 * 1024, 'x')],
    ['attachmentId is no id of a file', 'files', changed({ attachmentId: '../../../../etc/passwd' })],
    ['attachmentId is no id of a file', 'files', changed({ attachmentId: '..' })],
    ['name is no name of a file', 'files', changed({ name: '../../etc/cron.d/x.png' })],
    ['name is no name of a file', 'files', changed({ name: String.raw`C:\x.png` })],
    ['mime is no type that the portal takes', 'files', changed({ mime: 'text/html' })],
    ['sha256 is no SHA-256 in hexadecimal', 'files', changed({ sha256: '00' })],
  ]
  const kinds = [...new Set(cases.map(([, kind]) => kind))]
  const place = await desk.emptyPortal()
  // From the end, so that something of each kind is left.
  const spoils = kinds.map((kind) => {
    const own = cases.filter((each) => each[1] === kind)
    const spoil = (lines: string[]) =>
      lines.map((line, index) => own[lines.length - 1 - index]?.[2](JSON.parse(line)) ?? line)
    const expected = own.map(([said], back) => `${kind}.jsonl:${linesOf(kind).length - back}: ${said}`)
    return { kind, spoil, expected }
  })
  const name = await spoiled(Object.fromEntries(spoils.map(({ kind, spoil }) => [kind, spoil])))
  const { said } = await imported(name, place)
  for (const { expected } of spoils) for (const each of expected) expect(said).toContain(each)
  await expectWhole(place)
})

test('a line twice, a number twice, and what names somebody who is gone', async () => {
  const name = await spoiled({
    technicians: (lines) => lines.filter((line) => !line.includes('"raul"')),
    persons: (lines) => lines.toSpliced(1, 1),
    tickets: (lines) => [...lines, lines[3] ?? ''],
    entries: (lines) => {
      const [first, other] = lines.map((line): Line => JSON.parse(line)).filter(({ number }) => number !== null)
      return [...lines, JSON.stringify({ ...other, entryId: 999_999, number: first?.['number'] })]
    },
  })
  const place = await desk.emptyPortal()
  const { said, kinds } = await imported(name, place)
  const person: Line = JSON.parse(linesOf('persons')[1] ?? '')
  expect(said).toContainEqual(expect.stringMatching(/^tickets\.jsonl:55: line 4 has the same number$/))
  expect(said).toContainEqual(expect.stringMatching(/^entries\.jsonl:134: line \d+ has the same number$/))
  expect(said).toContainEqual(
    expect.stringMatching(/^tickets\.jsonl:\d+: assignee raul is not in technicians\.jsonl, or was refused there$/),
  )
  expect(said).toContainEqual(
    expect.stringMatching(/^internal-notes\.jsonl:\d+: username raul is not in technicians\.jsonl/),
  )
  expect(said).toContainEqual(
    expect.stringMatching(
      new RegExp(`^tickets\\.jsonl:\\d+: personId ${String(person['personId'])} is not in persons\\.jsonl`),
    ),
  )
  expect(said).toContainEqual(
    expect.stringMatching(/^entries\.jsonl:\d+: ticketNumber \d+ is not in tickets\.jsonl, or was refused there$/),
  )
  expect(kinds['tickets']?.placed).toBeGreaterThan(0)
  await expectWhole(place)
})

test('a ticket that does not stand where its entries leave it is refused, and one without its first message', async () => {
  const pending = linesOf('tickets')
    .map((line): Line => JSON.parse(line))
    .find(({ state }) => state === 'pending')
  const number = Number(pending?.['number'])
  const place = await desk.emptyPortal()
  const ofIt = (change: Line) => ({ tickets: changing((line) => line['number'] === number && change) })
  for (const [said, spoils] of [
    ['state is closed, and its entries make it pending', ofIt({ state: 'closed' })],
    ['lastEntryKind is claim', ofIt({ lastEntryKind: 'claim' })],
    ['lastEntryAt is not when its last', ofIt({ lastEntryAt: '2020-01-01T00:00:00Z' })],
    ['closedAt is not when its entries closed it', ofIt({ closedAt: '2020-01-01T00:00:00Z' })],
    ['is none of its incidents', ofIt({ blockingIncident: JSON.parse(linesOf('incidents')[0] ?? '').number })],
    ['no entry has its number', { entries: changing((line) => line['number'] === number && { number: 900_000 }) }],
  ] as const) {
    const found = await desk.bringIn(await spoiled(spoils), place, { isRehearsal: true })
    expect(
      found.said.filter((each) => each.startsWith('tickets.jsonl:') && each.includes(said)),
      said,
    ).toHaveLength(1)
    expect(found.said).toContainEqual(
      expect.stringContaining(`ticketNumber ${number} is not in tickets.jsonl, or was refused there`),
    )
  }
})

test('tickets that are merged in a circle, or into one that is merged itself, have no place', async () => {
  const [one, two, three] = linesOf('tickets').map((line) => Number(JSON.parse(line).number))
  const into: Record<number, unknown> = { [one ?? 0]: two, [two ?? 0]: one, [three ?? 0]: one }
  const name = await spoiled({
    tickets: changing(({ number }) => ({ ...(Number(number) in into && { mergedInto: into[Number(number)] }) })),
  })
  const { said } = await imported(name, await desk.emptyPortal())
  for (const line of [1, 2, 3])
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^tickets\\.jsonl:${line}: `)))
})

test('a file that is missing, changed, something else, or no file at all has no place, nor has one that nobody names', async () => {
  const files = linesOf('files').map((line): Line => JSON.parse(line))
  const name = await spoiled({})
  const folder = join(desk.folder, name, 'files')
  const at = (index: number) => placeOf(folder, String(files[index]?.['attachmentId']))
  await rm(at(0))
  await writeFile(at(1), Buffer.alloc(Number(files[1]?.['bytes'])))
  await writeFile(at(2), 'short')
  await rename(at(3), `${at(3)}.away`)
  await symlink(`${at(3)}.away`, at(3))
  await rm(at(4))
  await promisify(execFile)('mkfifo', [at(4)])
  await rm(at(5))
  await mkdir(at(5))
  await rename(join(at(6), '..'), join(desk.folder, `${name}-outside`))
  await symlink(join(desk.folder, `${name}-outside`), join(at(6), '..'))
  await mkdir(join(folder, 'zz'), { recursive: true })
  await writeFile(join(folder, 'zz', `zz${'A'.repeat(22)}`), 'x')
  await writeFile(join(folder, 'zz', 'passwd'), 'x')
  await writeFile(join(folder, 'loose'), 'x')
  await writeFile(join(desk.folder, name, 'sessions.jsonl'), '{}')
  const place = await desk.emptyPortal()
  const { said } = await imported(name, place)
  expect(said.filter((each) => each.startsWith('files.jsonl')).toSorted()).toEqual([
    'files.jsonl:1: its file is missing',
    'files.jsonl:2: its file has another SHA-256',
    `files.jsonl:3: its file has 5 bytes instead of ${Number(files[2]?.['bytes'])}`,
    'files.jsonl:4: its file is missing',
    'files.jsonl:5: its file is missing',
    'files.jsonl:6: its file is missing',
    'files.jsonl:7: its file is missing',
  ])
  for (const expected of [
    'files/loose: no line names it',
    'files/zz/passwd: no line names it',
    `files/zz/zz${'A'.repeat(22)}: no line names it`,
    'sessions.jsonl: it is no part of the format',
  ])
    expect(said).toContain(expected)
  expect(await namesIn(place.files)).toEqual(
    files
      .slice(7)
      .map((file) => String(file['attachmentId']))
      .toSorted(),
  )
  await expectWhole(place)
})

test('a file is none of another type, and of no other ticket', async () => {
  const files = linesOf('files').map((line): Line => JSON.parse(line))
  const [another, moved] = files.filter(({ ticketNumber }) => ticketNumber !== null)
  const other = linesOf('tickets')
    .map((line): Line => JSON.parse(line))
    .find(({ clientId, number }) => clientId === moved?.['clientId'] && number !== moved?.['ticketNumber'])
  const mime = another?.['mime'] === 'image/png' ? 'application/pdf' : 'image/png'
  const name = await spoiled({
    files: changing(({ attachmentId }) => ({
      ...(attachmentId === another?.['attachmentId'] && { mime }),
      ...(attachmentId === moved?.['attachmentId'] && { ticketNumber: other?.['number'] }),
    })),
  })
  const { said } = await desk.bringIn(name, await desk.emptyPortal(), { isRehearsal: true })
  expect(said).toEqual([
    expect.stringMatching(/^files\.jsonl:\d+: its file is no (pdf|png)$/),
    expect.stringMatching(/^files\.jsonl:\d+: entry \d+ is none of ticket \d+$/),
  ])
})

test('another record of the portal under the same number stays, and nothing is added to it', async () => {
  const place = await desk.emptyPortal()
  await desk.bringIn('whole', place)
  const before = await stateOf(place)
  const [client] = linesOf('clients').map((line): Line => JSON.parse(line))
  const another = await spoiled({
    clients: changing(
      ({ clientId }) => clientId === client?.['clientId'] && { name: 'Otra S.A.', email: 'otra@otra.example' },
    ),
    'internal-notes': changing(() => ({ noteId: 900_000 })),
  })
  const { said } = await imported(another, place)
  expect(said).toContainEqual(
    expect.stringMatching(/^clients\.jsonl:\d: the portal has another one with this clientId$/),
  )
  expect(said).toContainEqual(
    expect.stringMatching(
      /^internal-notes\.jsonl:\d: ticketNumber \d+ is not in tickets\.jsonl, or was refused there$/,
    ),
  )
  const ticket = linesOf('tickets')
    .map((line): Line => JSON.parse(line))
    .find(({ state }) => state === 'pending')
  const added = await spoiled({
    tickets: changing(({ number }) => number === ticket?.['number'] && { state: 'closed', title: 'Otro' }),
    entries: (lines) => {
      const entry = lines
        .map((line): Line => JSON.parse(line))
        .find(({ ticketNumber }) => ticketNumber === ticket?.['number'])
      return [
        ...lines,
        JSON.stringify({
          ...entry,
          entryId: 900_000,
          kind: 'answer',
          number: null,
          closes: true,
          at: '2030-01-01T00:00:00Z',
        }),
      ]
    },
  })
  const second = await imported(added, place)
  expect(second.said).toContainEqual(
    expect.stringMatching(
      /^entries\.jsonl:134: with it, of ticket \d+ of the portal, state is pending, and its entries make it closed$/,
    ),
  )
  expect(second.said).toContainEqual(
    expect.stringMatching(/^tickets\.jsonl:\d+: it is in the portal already and has changed there: it stays as it is$/),
  )
  // That line, and one line more than export.json says.
  expect(second.refused).toBe(2)
  const { internal_note: _, counters: __, ...kept } = (await stateOf(place)) as Record<string, unknown>
  expect(before).toMatchObject(kept)
})

test('a folder that lost its end says so; one of another format, or none, is not begun', async () => {
  const name = await spoiled({ entries: (lines) => lines.slice(0, 100) })
  const place = await desk.emptyPortal()
  const { said } = await imported(name, place)
  expect(said).toContain('entries.jsonl: it has 100 lines, and export.json says 133')
  await expectWhole(place)
  const other = await spoiled({})
  await writeFile(join(desk.folder, other, 'export.json'), JSON.stringify({ format: 2 }))
  await expect(desk.bringIn(other, place)).rejects.toThrow('The folder has format 2, and this version reads format 1.')
  await writeFile(join(desk.folder, other, 'export.json'), '{')
  await expect(desk.bringIn(other, place)).rejects.toThrow('is not as docs/move.md describes it')
  await expect(desk.bringIn('nowhere', place)).rejects.toThrow('is no folder that npm run export wrote')
})

test('stopped at any step, an import leaves whole clients and no file too many; the next one goes on', async () => {
  const place = await desk.emptyPortal()
  const steps: string[] = []
  await desk.bringIn('whole', await desk.emptyPortal(), { progress: (step) => void steps.push(step) })
  const writing = steps.findIndex((step) => step === 'provider')
  expect(writing).toBeGreaterThan(20)
  let stopped = 0
  // Ten of the steps at which it writes, two before; `test:long` stops at every third.
  const [early, late] = EFFORT > 1 ? [20, 3] : [60, Math.ceil((steps.length - writing) / 10)]
  for (let at = 1; at < steps.length; at += at < writing - early ? early : late) {
    const stopping = new AbortController()
    let seen = 0
    const progress = () => void ((seen += 1) > at && stopping.abort(new Error('Stopped')))
    const run = desk.bringIn('whole', place, { progress, signal: stopping.signal })
    const ended = await run.then(
      () => 'done',
      (error: unknown) => String(error),
    )
    expect(['done', 'Error: Stopped']).toContain(ended)
    if (ended !== 'done') stopped += 1
    await expectWholeClients(place)
  }
  expect(stopped).toBeGreaterThan(7)
  await expectWhole(place)
})

test('names in the folder say nothing to the terminal, and each refusal stays on its line', async () => {
  const name = await spoiled({
    tickets: changing(({ assignee }) => assignee !== null && { assignee: 'x\ntickets.jsonl:1: fine\u001b[2J' }),
    clients: changing(() => ({ 'a\u001b[31m\n': 1 })),
  })
  const { said } = await desk.bringIn(name, await desk.emptyPortal(), { isRehearsal: true })
  expect(said.filter((each) => /\p{Cc}/u.test(each))).toEqual([])
  expect(said).toContainEqual(
    expect.stringMatching(/^tickets\.jsonl:\d+: assignee x.tickets\.jsonl:1: fine.\[2J is not in/u),
  )
})

test('a refusal by the database is one sentence, and nothing of that client is there', async () => {
  const place = await desk.emptyPortal()
  const owner = await connected(place.superuserUrl)
  await owner.query("alter table entry add constraint not_yet_known check (client_id <> 1002 or kind <> 'answer')")
  await expect(desk.bringIn('whole', place)).rejects.toThrow(
    /^Client 1002 cannot be imported, and nothing of it was \(.*not_yet_known.*\)\. What came before it is there\.$/,
  )
  await expectWholeClients(place)
  await owner.query('alter table entry drop constraint not_yet_known')
  await expectWhole(place)
})

test('two imports at once: one of them waits for its turn to be asked for', async () => {
  const place = await desk.emptyPortal()
  const runs = await Promise.allSettled([desk.bringIn('whole', place), desk.bringIn('whole', place)])
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(runs).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({ message: 'Another import into this portal is running.' }),
    }),
  )
})

/** A rehearsal finds everything that the import finds, and writes nothing. */
async function imported(name: string, place: Place) {
  const before = await stateOf(place)
  const rehearsed = await desk.bringIn(name, place, { isRehearsal: true })
  expect(await stateOf(place)).toEqual(before)
  const found = await desk.bringIn(name, place)
  expect(found).toEqual(rehearsed)
  return found
}

/** The complete folder adds the records that are missing. */
async function expectWhole(place: Place): Promise<void> {
  const last = await desk.bringIn('whole', place)
  expect([last.said, last.refused]).toEqual([[], 0])
  const name = `after-${(copies += 1)}`
  await desk.take(name, place)
  expect(await desk.contentOf(name)).toEqual(whole)
}

async function expectWholeClients(place: Place): Promise<void> {
  const name = `between-${(copies += 1)}`
  await desk.take(name, place)
  const found = new Map(
    [...(await desk.contentOf(name))].map(([path, content]) => [path, Buffer.from(content, 'latin1').toString()]),
  )
  const clients = (found.get('clients.jsonl') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).clientId)
  for (const [path, content] of found) {
    if (!path.endsWith('.jsonl') || ['modules.jsonl', 'technicians.jsonl', 'amiss.jsonl'].includes(path)) continue
    const expected = linesOf(path.replace('.jsonl', '')).filter((line) => clients.includes(JSON.parse(line).clientId))
    expect(content).toBe(expected.map((line) => `${line}\n`).join(''))
  }
  expect(found.get('amiss.jsonl')).toBe('')
  const named: string[] = (found.get('files.jsonl') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).attachmentId)
  expect(await namesIn(place.files)).toEqual(named.toSorted())
}

const linesOf = (kind: string): string[] =>
  Buffer.from(whole.get(`${kind}.jsonl`) ?? '', 'latin1')
    .toString()
    .split('\n')
    .filter((line) => line !== '')

/** The changed line for each line; false for none. */
const changing =
  (change: (line: Line) => Line | false) =>
  (lines: string[]): string[] =>
    lines.map((line) => {
      const changed = change(JSON.parse(line))
      return changed === false ? line : JSON.stringify({ ...JSON.parse(line), ...changed })
    })

/** A copy of the folder with other lines of some kinds. */
async function spoiled(kinds: Readonly<Record<string, (lines: string[]) => (string | Buffer)[]>>): Promise<string> {
  const name = `spoiled-${(copies += 1)}`
  await desk.copy('whole', name)
  for (const [kind, spoil] of Object.entries(kinds)) {
    const path = join(desk.folder, name, `${kind}.jsonl`)
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
    await writeFile(path, Buffer.concat(spoil(lines).flatMap((line) => [Buffer.from(line), Buffer.from('\n')])))
  }
  return name
}
