import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, type MovingDesk, openMovingDesk } from '../../testing/move/moving-desk.ts'
import { REDMINE_TABLES } from '../../testing/move/redmine-tables.ts'
import { convert, type ConvertWork } from '../convert/convert.ts'
import { openRedmine } from './read-redmine.ts'

let desk: MovingDesk

beforeAll(async () => {
  desk = await openMovingDesk()
})
afterAll(() => desk.close())

test('a Redmine becomes a folder that has its place line by line, with every issue, note and file counted', async () => {
  const { url, files } = await redmine()
  const lost: string[] = []
  const folder = join(desk.folder, 'redmine')
  const work: ConvertWork = {
    progress: () => undefined,
    report: (said) => void lost.push(said),
    signal: new AbortController().signal,
  }
  const open = () => openRedmine({ url, files, group: 'Soporte' })
  const told = await convert(folder, open, work)
  expect(told).toMatchObject({ tickets: 6, entries: 9, files: 6, lost: 4 })
  expect(told.counts).toMatchObject({
    clients: 2,
    technicians: 3,
    tickets: 6,
    'internal-notes': 1,
    files: 2,
    contacts: 2,
  })
  expect(lost).toEqual([
    'attachments 3 (planos.zip): the portal takes no files of its type',
    'attachments 4 (perdido.png): it is not in the folder',
    'attachments 5 (passwd.png): it is not in the folder',
    'attachments 6 (interno.png): only technicians could read it',
    '1 notes and 1 files are of no issue, and stay in Redmine.',
  ])

  const place = await desk.emptyPortal()
  const rehearsed = await desk.bringIn('redmine', place, { isRehearsal: true })
  expect([rehearsed.said, rehearsed.refused]).toEqual([[], 0])
  await desk.bringIn('redmine', place)
  const portal = await connected(place.superuserUrl)
  const list = async (text: string) => (await portal.query({ text, rowMode: 'array' })).rows
  expect(
    await list(
      'select number::int, client_id::int, state, accepted, last_entry_kind, kind, urgency, assignee, merged_into::int from ticket order by 1',
    ),
  ).toEqual([
    [101, 1, 'closed', true, 'silence', 'incident', '4', null, null],
    [102, 1, 'pending', false, 'query', 'query', '3', null, 101],
    [103, 1, 'pending', false, 'reply', 'query', '3', 'sara', null],
    [104, 1, 'pending', false, 'rejection', 'query', '3', null, null],
    [105, 2, 'closed', true, 'silence', 'query', '3', null, null],
    [106, 2, 'closed', true, 'withdrawal', 'query', '3', null, null],
  ])
  expect(
    await list(
      'select kind, author, username, text, number::int from entry where ticket_number = 101 order by at, entry_id',
    ),
  ).toEqual([
    ['query', 'Ana Pérez', null, 'No abre. !captura.png!', 101],
    ['query', '', null, 'Tampoco a mí', 102],
    ['answer', 'Sara Gil', 'sara', 'Mire esto', null],
    ['merge', 'Redmine', null, '102', null],
    ['answer', 'Sara Gil', 'sara', 'Cerrada', null],
    ['silence', 'Redmine', null, '', null],
  ])
  expect(await list('select ticket_number::int, username, text from internal_note')).toEqual([
    [103, 'luis', 'Ojo con este cliente'],
  ])
  expect(
    await list(
      'select name, e.number::int, a.username from attachment a join entry e using (client_id, entry_id) order by a.sequence',
    ),
  ).toEqual([
    ['captura.png', 101, null],
    ['respuesta.png', null, 'sara'],
  ])
  // The next one is above all issues and messages.
  expect((await list("select nextval('ticket_number') > (select max(number) from entry)"))[0]).toEqual([true])

  const again = await convert(join(desk.folder, 'again'), open, work)
  expect(again).toEqual(told)
  expect(await readFile(join(desk.folder, 'again', 'entries.jsonl'), 'utf8')).toBe(
    await readFile(join(folder, 'entries.jsonl'), 'utf8'),
  )
  await expect(convert(folder, open, work)).rejects.toThrow('is there already')
  const elsewhere = () => openRedmine({ url: desk.portal.url, files, group: undefined })
  await expect(convert(join(desk.folder, 'none'), elsewhere, work)).rejects.toThrow('it is no database of Redmine')
  expect((await readdir(desk.folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

/** A small Redmine. */
async function redmine() {
  const name = `redmine_${process.pid}`
  await desk.portal.owner.query(`create database ${name}`)
  const url = Object.assign(new URL(desk.portal.url), { pathname: `/${name}` }).href
  const database = await connected(url)
  await database.query(REDMINE_TABLES)
  await fill(database)
  const files = join(desk.folder, 'redmine-files')
  await mkdir(join(files, '2024/05'), { recursive: true })
  for (const each of ['captura.png', 'respuesta.png', 'planos.zip', 'interno.png'])
    await writeFile(join(files, '2024/05', `240501_${each}`), PNG)
  await writeFile(join(files, '..', 'passwd.png'), PNG)
  return { url, files }
}

const fill = (database: pg.Client) =>
  database.query(`
  insert into users (id, login, firstname, lastname, admin, status, type) values
    (1, 'admin', 'Redmine', 'Admin', true, 3, 'User'), (2, '', '', 'Anonymous', false, 0, 'AnonymousUser'),
    (3, 'sara', 'Sara', 'Gil', false, 1, 'User'), (4, 'luis', 'Luis', 'Mora', false, 3, 'User'),
    (5, 'ana', 'Ana', 'Pérez', false, 1, 'User'), (6, 'blas', 'Blas', 'Ruiz', false, 3, 'User'), (9, '', '', 'Soporte', false, 1, 'Group');
  insert into groups_users values (9, 3);
  insert into email_addresses (user_id, address, is_default) values (3, 'Sara@x.example', true), (5, 'ana@y.example', true), (4, 'sara@x.example', true);
  insert into projects (id, name, status) values (1, 'Promotora Uno', 1), (2, 'Promotora Dos', 5), (3, 'Vacía', 1);
  insert into trackers (id, name) values (1, 'Error'), (2, 'Consulta');
  insert into issue_statuses (id, name, is_closed) values (1, 'Nueva', false), (2, 'En curso', false), (5, 'Cerrada', true);
  insert into enumerations (id, name, position, is_default, type) values
    (1, 'Baja', 1, false, 'IssuePriority'), (2, 'Normal', 2, true, 'IssuePriority'), (3, 'Alta', 3, false, 'IssuePriority');
  insert into issues (id, tracker_id, project_id, subject, description, status_id, assigned_to_id, priority_id, author_id, created_on, updated_on, closed_on) values
    (101, 1, 1, 'No abre', 'No abre. !captura.png!', 5, 3, 3, 5, '2024-05-01 08:00', '2024-05-03', '2024-05-03'),
    -- A duplicate by somebody who was deleted.
    (102, 2, 1, 'Igual', 'Tampoco a mí', 5, null, 2, 2, '2024-05-01 09:00', '2024-05-01 11:00', null),
    (103, 2, 1, 'Factura', '', 2, 3, 2, 5, '2024-05-02', '2024-05-04', null),
    -- Closed and opened again.
    (104, 2, 1, 'Vuelve', 'x', 1, null, 2, 5, '2024-05-02', '2024-05-06', null),
    -- Closed without a word, by an author that no account has any more.
    (105, 2, 2, 'Antigua', 'y', 5, null, 2, 77, '2020-01-01', '2020-01-02', '2020-01-02'),
    (106, 2, 2, 'Resuelta por su cliente', 'z', 5, null, 2, 6, '2020-01-01', '2020-01-02', '2020-01-02');
  insert into issue_relations (issue_from_id, issue_to_id, relation_type) values (102, 101, 'duplicates'), (103, 104, 'relates'),
    -- Of another client, and in a circle.
    (106, 101, 'duplicates'), (103, 104, 'duplicates'), (104, 103, 'duplicates');
  delete from issue_relations where relation_type = 'relates';
  insert into journals (id, journalized_id, journalized_type, user_id, notes, created_on, private_notes) values
    (1, 101, 'Issue', 3, 'Mire esto', '2024-05-01 10:00', false), (2, 101, 'Issue', 3, '', '2024-05-03', false),
    (3, 103, 'Issue', 4, 'Ojo con este cliente', '2024-05-02 10:00', true), (4, 103, 'Issue', 3, 'Díganos el número', '2024-05-03', false),
    (5, 103, 'Issue', 5, 'El 7', '2024-05-04', false), (6, 104, 'Issue', 3, 'Hecho', '2024-05-03', false),
    (7, 104, 'Issue', 5, 'Vuelve a pasar', '2024-05-06', false), (8, 106, 'Issue', 6, 'Ya va', '2020-01-02', false),
    (9, 103, 'Issue', 3, null, '2024-05-02 11:00', false), (10, 9999, 'Issue', 3, 'De nadie', '2024-05-02', false),
    (11, 103, 'Issue', 4, '', '2024-05-02 12:00', true), (12, 104, 'Issue', 3, 'Visto', '2024-05-02 12:00', false);
  insert into journal_details (journal_id, property, prop_key, old_value, value) values
    (2, 'attr', 'status_id', '2', '5'), (6, 'attr', 'status_id', '1', '5'), (7, 'attr', 'status_id', '5', '1'),
    (8, 'attr', 'status_id', '1', '5'), (9, 'attr', 'status_id', '1', '2'), (1, 'attachment', '2', null, 'respuesta.png'),
    (11, 'attachment', '6', null, 'interno.png');
  insert into attachments (id, container_id, container_type, filename, disk_filename, author_id, created_on, disk_directory) values
    (1, 101, 'Issue', 'captura.png', '240501_captura.png', 5, '2024-05-01 08:00', '2024/05'),
    (2, 101, 'Issue', 'respuesta.png', '240501_respuesta.png', 3, '2024-05-01 10:00', '2024/05'),
    (3, 101, 'Issue', 'planos.zip', '240501_planos.zip', 5, '2024-05-01 10:00', '2024/05'),
    (4, 103, 'Issue', 'perdido.png', '240501_perdido.png', 5, '2024-05-01 10:00', null),
    (5, 103, 'Issue', 'passwd.png', '../passwd.png', 5, '2024-05-01 10:00', null),
    (6, 103, 'Issue', 'interno.png', '240501_interno.png', 4, '2024-05-02 12:00', '2024/05'),
    (7, 5, 'WikiPage', 'wiki.png', 'x', 4, '2024-05-02', null)`)
