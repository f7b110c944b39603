import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '../db/file-places.ts'
import { EFFORT } from '../testing/effort.ts'
import { connected, type MovingDesk, openMovingDesk, stateOf } from '../testing/move/moving-desk.ts'
import { fieldOf, KINDS } from './kinds.ts'
import { LINES } from './lines.ts'

let desk: MovingDesk

beforeAll(async () => {
  desk = await openMovingDesk()
})
afterAll(() => desk.close())

test('each field of each kind has its rule, in the order of the export', () => {
  expect(Object.entries(LINES).map(([name, { shape }]) => [name, Object.keys(shape)])).toEqual(
    KINDS.map(({ name, columns }) => [name, columns.map(fieldOf)]),
  )
})

test('the demo comes out of an empty portal as it went in, and a second import changes nothing', async () => {
  await desk.take('demo')
  const place = await desk.emptyPortal()
  const before = await stateOf(place)
  const rehearsed = await desk.bringIn('demo', place, { isRehearsal: true })
  expect(await stateOf(place)).toEqual(before)
  const first = await desk.bringIn('demo', place)
  expect(first).toEqual(rehearsed)
  expect([first.said, first.refused]).toEqual([[], 0])
  await desk.take('again', place)
  expect(await desk.contentOf('again')).toEqual(await desk.contentOf('demo'))
  const after = await stateOf(place)
  const second = await desk.bringIn('demo', place)
  expect(second).toMatchObject({ said: [], refused: 0 })
  expect(Object.values(second.kinds).every(({ read, placed, there }) => placed === 0 && there === read)).toBe(true)
  expect(await stateOf(place)).toEqual(after)
})

test('so does what the demo lacks, of all clients and of single ones', async () => {
  await enrich()
  await desk.take('rich')
  const place = await desk.emptyPortal()
  expect(await desk.bringIn('rich', place)).toMatchObject({ said: [], refused: 0 })
  await desk.take('rich-again', place)
  expect(await desk.contentOf('rich-again')).toEqual(await desk.contentOf('rich'))
  expect((await desk.bringIn('rich', place)).said).toEqual([])
  const { rows } = await desk.portal.owner.query<{ id: string }>(
    'select client_id::text as id from client order by client_id',
  )
  expect(rows.length).toBeGreaterThan(2)
  const another = await desk.emptyPortal()
  for (const { id } of EFFORT > 1 ? rows : rows.slice(0, 2)) {
    await desk.take(`one-${id}`, undefined, BigInt(id))
    expect(await desk.bringIn(`one-${id}`, another)).toMatchObject({ said: [], refused: 0 })
    await desk.take(`one-${id}-again`, another, BigInt(id))
    expect(await desk.contentOf(`one-${id}-again`)).toEqual(await desk.contentOf(`one-${id}`))
  }
})

test('nothing that was imported happened now, is unread, or opens by a password', async () => {
  await enrich()
  await desk.take('quiet')
  const place = await desk.emptyPortal()
  await desk.bringIn('quiet', place)
  const there = await connected(place.superuserUrl)
  const count = async (from: string) =>
    (await there.query<{ count: number }>(`select count(*)::int from ${from}`)).rows[0]?.count
  expect(await count('event')).toBe(0)
  expect(await count('mail')).toBe(0)
  expect(await count('person p where p.came_after_entry < newest_entry(p.client_id)')).toBe(0)
  expect(await count('technician t where t.came_after_entry < newest_entry_of_all()')).toBe(0)
  expect(await count('technician where password_hash is not null')).toBe(0)
  const { rows: hashes } = await there.query<{ hash: string }>('select password_hash as hash from credential')
  const { rows: known } = await desk.portal.owner.query<{ hash: string }>(
    'select password_hash as hash from credential',
  )
  expect(hashes.length).toBeGreaterThan(0)
  for (const { hash } of hashes)
    expect([hash.startsWith('$argon2id$'), known.some((own) => own.hash === hash)]).toEqual([true, false])
  // The search finds its words, as if each record had been written by itself, and Support's newest answer is known.
  const words = async () => [
    (await there.query('select client_id, place, stem, number from search_place order by 1, 2, 3, 4')).rows,
    (await there.query('select client_id, word, stem, reversed from search_word order by 1, 2')).rows,
  ]
  const kept = await words()
  await there.query('truncate search_place, search_word')
  await there.query('call fill_search_words()')
  expect(kept).toEqual(await words())
  expect(kept.every((rows) => rows.length > 500)).toBe(true)
  expect(
    await count(`ticket t where newest_answer <> (select coalesce(max(e.entry_id), 0) from entry e
      where e.client_id = t.client_id and e.ticket_number = t.number and e.kind in ('answer', 'merge'))`),
  ).toBe(0)
  // The next assigned number lies above all of them.
  for (const [counter, numbers] of [
    ['ticket_number', 'entry'],
    ['incident_number', 'incident'],
    ['valuation_number', 'valuation'],
  ] as const) {
    const { rows } = await there.query<{ isAbove: boolean }>(
      `select nextval('${counter}') > (select max(number) from ${numbers}) as "isAbove"`,
    )
    expect({ counter, rows }).toEqual({ counter, rows: [{ isAbove: true }] })
  }
})

test('a text written while an import runs stays unread', async () => {
  await enrich()
  await desk.take('later')
  await desk.copy('later', 'sooner')
  await writeFile(join(desk.folder, 'sooner', 'internal-notes.jsonl'), '')
  const place = await desk.emptyPortal()
  await desk.bringIn('sooner', place)
  const writer = await connected(place.superuserUrl)
  await writer.query(`begin;
    insert into entry (client_id, entry_id, ticket_number, number, kind, text, author, origin, at) overriding system value
      select client_id, 1000000000 + number, number, null, 'claim', 'Entretanto', 'Ana', 'SOPORTE30', now()
      from (select client_id, min(number) as number from ticket group by client_id) t`)
  let written: Promise<unknown> | undefined
  const progress = (step: string) => {
    if (step.startsWith('client 1 of')) written ??= writer.query('commit')
  }
  const { kinds } = await desk.bringIn('later', place, { progress })
  await written
  expect(kinds['internal-notes']?.placed).toBeGreaterThan(0)
  const { rows } = await writer.query('select from technician where came_after_entry >= 1000000000')
  expect(rows).toEqual([])
})

let isRich = false

/**
 * Adds records that the demo lacks: a client with another one's numbers, joined tickets, odd letters, and every kind of
 * reference.
 */
async function enrich(): Promise<void> {
  if (isRich) return
  isRich = true
  const { owner } = desk.portal
  await owner.query(String.raw`
    insert into technician (username, name, role, active, of_key) values ('clave-1', 'Nóminas', 'technician', false, true);
    update technician set active = false, email = 'sonia@soporte.example' where username = 'sonia';
    insert into client (client_id, name, email, areas) values (77, 'Gemelos «S.L.»', 'g@gemelos.example', '{}');
    insert into installation values (77, 'GEM-01', 'V031', 'limited', false);
    insert into company values (77, 'GEM-01', '001', '');
    insert into contact (client_id, contact_id, name, email, visibility, active, entered_at, email_changed_at)
      values (77, 11, E'Ana	"\N" \ ñ 😀', '', 'own', false, '2026-01-02 03:04:05.678901+00', '2026-01-02 03:04:05+00');
    insert into contact_installation values (77, 11, 'GEM-01');
    insert into contact_company values (77, 11, 'GEM-01', '001');
    insert into credential (client_id, contact_id, username, password_hash) values (77, 11, 'ana@gemelos', 'x');
    insert into mail_address (client_id, email, language, choice, refused_at, refusal)
      values (77, 'Ana@Gemelos.example', 'en', 'daily', '2026-01-02 03:04:05.6+00', E'550 5.1.1
no such user');
    insert into person (client_id, person_id, installation_code, source, login, name, named) overriding system value
      select 77, min(person_id), null, 'portal', 'ana', '', true from person;
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, area, kind,
        custom_development, module_number, title, contact_name, email, urgency, phone_assistance, version, origin, raised_by, behalf,
        technician, created_at, state, last_entry_kind, last_entry_at, assignee, noted_by, call_minutes, called_back_at)
      select 77, min(t.number), 'GEM-01', '001', (select person_id from person where client_id = 77), 11, 'technical', 'query', true,
        null, E'Back\slash	tab "quote" \N', 'Ana', '', 'N', true, '', '', 'Ana', 'Otra', 'Nóminas', '0099-12-31 23:59:59.999999+00', 'pending',
        'query', '2026-01-02+00', 'clave-1', 'raul', 0, '2026-01-03+00' from ticket t;
    insert into entry (client_id, entry_id, ticket_number, number, kind, text, author, origin, at, original_text, behalf)
        overriding system value
      select 77, (select min(entry_id) from entry), t.number, t.number, 'query', E'línea
  \n \\ {"a":1}
', '', '', '2026-01-02+00', '', ' '
      from ticket t where client_id = 77;
    insert into internal_note (client_id, ticket_number, username, text, at)
      select client_id, min(number), 'clave-1', '', now() from ticket group by client_id;
    insert into incident_claim (client_id, incident_number, sequence, at, author, person_id)
      select i.client_id, max(i.number), 1, now(), 'Otra persona', min(p.person_id) from incident i join person p using (client_id)
      group by i.client_id on conflict do nothing;
    update incident set version = 'V031.1', situation = '', validation = 'failed', planned_test = '2026-12-01'
      where (client_id, number) in (select client_id, min(number) from incident group by 1);
    insert into work_event (client_id, development_number, kind, to_value, reason, author, at)
      select client_id, min(number), 'validation', 'validated', '', 'Ana', now() from development group by 1;
    insert into development_ticket (client_id, development_number, ticket_number)
      select t.client_id, min(d.number), min(t.number) from ticket t join development d using (client_id) group by 1;
    insert into data_change_request (client_id, person_id, contact_id, text, requested_at, handled_at, handled_by)
      values (77, (select person_id from person where client_id = 77), 11, 'Otro teléfono', now(), now(), 'Raúl');
    -- A ticket that goes on from another, and the estimate of a third.
    with three as (select client_id, (array_agg(number order by number))[1:3] as numbers from ticket group by 1 having count(*) > 2)
    update ticket t set related_ticket = numbers[3] from three where t.client_id = three.client_id and t.number = numbers[1];
    update valuation v set decision = 'accepted', decided_by = 'Pablo', decided_at = now(), decision_text = 'Adelante', closed_at = now(),
      ticket_number = (select max(t.number) from ticket t where t.client_id = v.client_id);
    update valuation v set version = 2, valid_until = '2026-12-31',
      lines = '[{"concept": "Back\\slash \t \"comillas\" \\N ñ 😀", "hours": 1250, "price": -6000, "vat": 2100},
        {"concept": "Precio cerrado", "hours": null, "price": 1, "vat": 0}]';
    insert into valuation_event (client_id, valuation_number, kind, version, description, lines, valid_until, text, author, username, at)
      select client_id, number, 'offered', 2, description, lines, valid_until, '', 'Nóminas', 'clave-1', now() from valuation
      union all
      select client_id, number, 'undone', 2, '', '[]', null, E'Back\slash	tab', 'Pablo', null, now() from valuation;
    update ticket t set valuation_number = (select min(v.number) from valuation v where v.client_id = t.client_id)
      where t.number in (select max(number) from ticket group by client_id);
    update module set listed = not listed, name = name || ' (otra)' where number = (select min(number) from module)`)
  // More files of one client than are read at once.
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  for (let number = 1; number <= 250; number += 1) {
    const id = `many-${number}`.padEnd(24, '-')
    const place = placeOf(desk.portal.files, id)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, png)
    await owner.query(
      `insert into attachment (client_id, attachment_id, username, ticket_number, entry_id, name, mime, bytes, sha256, added_at)
      select client_id, $1, 'raul', ticket_number, entry_id, '', 'image/png', $2, sha256($3), now() from entry where client_id = 77`,
      [id, png.length, png],
    )
  }
  const raul = await desk.portal.consoleLogIn('raul')
  const { rows } = await owner.query<{
    numbers: string[]
  }>(`select (array_agg(number::text order by number))[1:3] as numbers from ticket
    where not accepted group by client_id, installation_code having count(*) > 2 order by 1`)
  expect(rows.length).toBeGreaterThan(0)
  for (const { numbers } of rows) {
    const [into, ...others] = numbers.map(Number)
    for (const ticket of others)
      expect(await desk.portal.console(raul, 'POST', '/ticket/merge', { ticket, into })).toMatchObject({ status: 200 })
  }
}
