// osTicket's database in a real MariaDB (apt-get install mariadb-server).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { expect, onTestFinished, test } from 'vitest'
import { startMariadb } from '../../testing/debian/mariadb.ts'
import { connected, openMovingDesk } from '../../testing/move/moving-desk.ts'
import { OSTICKET_TABLES } from '../../testing/move/osticket-tables.ts'
import { patient } from '../../testing/patience.ts'
import { convert, type ConvertWork } from '../convert/convert.ts'
import { openOsticket } from './read-osticket.ts'

test(
  'an osTicket becomes a folder that has its place line by line, with every ticket, entry and file counted',
  async () => {
    const desk = await openMovingDesk()
    onTestFinished(desk.close)
    const { url, files } = await osticket(desk.folder)
    const said: string[] = []
    const work: ConvertWork = {
      progress: () => undefined,
      report: (line) => void said.push(line),
      signal: new AbortController().signal,
    }
    const open = () => openOsticket({ url, files, zone: 'Europe/Madrid' })
    const told = await convert(join(desk.folder, 'osticket'), open, work)
    expect(told).toMatchObject({ tickets: 7, entries: 9, files: 7, lost: 4 })
    expect(told.counts).toMatchObject({
      clients: 3,
      technicians: 4,
      tickets: 7,
      'internal-notes': 2,
      files: 3,
      contacts: 4,
    })
    expect(said).toEqual([
      'attachments 6 (interno.png): only technicians could read it',
      'attachments 3 (planos.zip): the portal takes no files of its type',
      'attachments 4 (perdido.png): its file is gone',
      'attachments 5 (lejos.png): osTicket keeps it elsewhere (S)',
      'ticket 100207 is deleted, and stays in osTicket.',
      'ticket 100200 is number 100207 now: the title begins with the old one.',
      'ticket A-2024/7 is number 100208 now: the title begins with the old one.',
      '1 entries were changed later, and stay in osTicket as they were.',
    ])

    const place = await desk.emptyPortal()
    const rehearsed = await desk.bringIn('osticket', place, { isRehearsal: true })
    expect([rehearsed.said, rehearsed.refused]).toEqual([[], 0])
    await desk.bringIn('osticket', place)
    const portal = await connected(place.superuserUrl)
    const list = async (text: string) => (await portal.query({ text, rowMode: 'array' })).rows
    expect(
      await list(
        'select number::int, client_id::int, title, state, accepted, last_entry_kind, kind, urgency, assignee, merged_into::int from ticket order by 1',
      ),
    ).toEqual([
      [300, 1, 'Con ceros', 'pending', false, 'query', 'query', '3', null, null],
      [100200, 1, 'No abre', 'closed', true, 'silence', 'incident', '4', null, null],
      [100204, 1, 'Igual', 'pending', false, 'query', 'query', '3', null, 100200],
      [100205, 1, 'Otra', 'pending', false, 'query', 'query', '2', null, null],
      [100206, 2, 'Vuelve', 'pending', false, 'rejection', 'query', '3', null, null],
      [100207, 1, '100200 · Repetida', 'pending', false, 'reply', 'query', '3', null, null],
      [100208, 6, 'A-2024/7 · Urge', 'pending', false, 'answer', 'query', '5', 'sara', null],
    ])
    expect(
      await list(
        `select kind, author, username, closes, text, number::int, to_char(at at time zone 'utc', 'MM-DD HH24:MI') from entry
          where ticket_number = 100200 order by at, entry_id`,
      ),
    ).toEqual([
      ['query', 'Ana Pérez', null, false, 'No abre:\n[captura.png] así.', 100200, '05-01 08:00'],
      ['query', 'Blas Ruiz', null, false, 'Tampoco a mí', 100204, '05-01 09:00'],
      ['reply', 'Quien se fue', null, false, 'Yo también', 100222, '05-01 10:00'],
      ['merge', 'osTicket', null, false, '100204', null, '05-01 10:00'],
      ['answer', 'Sara Gil', 'sara', true, 'Mire esto & dígame', null, '05-02 10:00'],
      ['silence', 'osTicket', null, false, '', null, '05-02 10:00'],
    ])
    // The customer's own words closed it, and then opened it again.
    expect(
      await list('select kind, author, text from entry where ticket_number = 100206 order by at, entry_id'),
    ).toEqual([
      ['query', 'Eva', 'z'],
      ['answer', 'Luis Mora', 'Hecho'],
      ['withdrawal', 'Eva', 'Cerrado'],
      ['rejection', 'Eva', 'Vuelve a pasar'],
    ])
    expect(await list('select ticket_number::int, username, text from internal_note order by note_id')).toEqual([
      [300, 'osticket-3', 'Ojo\nCon este cliente'],
      [300, 'osticket-4', 'Asignado'],
    ])
    expect(
      await list(
        'select name, e.number::int, a.username, bytes::int from attachment a join entry e using (client_id, entry_id) order by a.sequence',
      ),
    ).toEqual([
      ['captura.png', 100200, null, 9],
      ['respuesta.png', null, 'sara', 9],
      ['imagen.png', 100207, null, 9],
    ])
    // Only people who saw a colleague's tickets there see them here.
    expect(
      await list(
        'select client_id::int, contact_id::int, name, email, phone, visibility, active from contact order by client_id, contact_id',
      ),
    ).toEqual([
      [1, 1, 'Ana Pérez', 'ana@uno.example', '600 111 222', 'installation', true],
      [1, 2, 'Blas Ruiz', 'blas@uno.example', '', 'own', false],
      [2, 5, 'Eva', 'eva@dos.example', '', 'installation', true],
      [6, 4, 'Carla', 'carla@c.example', '', 'installation', true],
    ])
    expect(await list('select username, name, active from technician order by username')).toEqual([
      ['luis', 'Luis Mora', false],
      ['osticket-3', 'Ida', false],
      ['osticket-4', 'osTicket', false],
      ['sara', 'Sara Gil', true],
    ])
    expect((await list("select nextval('ticket_number') > (select max(number) from entry)"))[0]).toEqual([true])

    expect(await convert(join(desk.folder, 'again'), open, work)).toEqual(told)
    for (const kind of ['tickets', 'entries', 'files', 'persons'])
      expect(await readFile(join(desk.folder, 'again', `${kind}.jsonl`), 'utf8')).toBe(
        await readFile(join(desk.folder, 'osticket', `${kind}.jsonl`), 'utf8'),
      )
    await expect(
      convert(
        join(desk.folder, 'none'),
        () => openOsticket({ url: url.replace(/osticket$/, 'information_schema'), files, zone: 'UTC' }),
        work,
      ),
    ).rejects.toThrow('it is no database of osTicket')
  },
  patient(120_000),
)

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

/** The tables and columns of osTicket that are read; with `OSTICKET_SCHEMA`, its own `install-mysql.sql`, they are osTicket's. */
async function osticket(folder: string) {
  const mariadb = await startMariadb()
  onTestFinished(mariadb.stop)
  const database = await createConnection({ uri: mariadb.url, multipleStatements: true })
  const real = process.env['OSTICKET_SCHEMA']
  await database.query(real ? (await readFile(real, 'utf8')).replaceAll('%TABLE_PREFIX%', 'ost_') : OSTICKET_TABLES)
  await database.query(ROWS)
  // A file in two pieces.
  await database.query('insert into ost_file_chunk values (1, 1, ?), (1, 0, ?), (7, 0, ?)', [
    PNG.subarray(5),
    PNG.subarray(0, 5),
    PNG,
  ])
  await database.end()
  const files = join(folder, 'osticket-files')
  await mkdir(join(files, 'k'), { recursive: true })
  await writeFile(join(files, 'k', 'kfolder'), PNG)
  return { url: mariadb.url, files }
}

const ROWS = `
  insert into ost_organization (id, name, status) values (1, 'Promotora Uno', 8), (2, 'Promotora Dos', 16);
  insert into ost_user (id, org_id, default_email_id, status, name, created, updated) values
    (1, 1, 1, 1, 'Ana Pérez', now(), now()), (2, 1, 2, 0, 'Blas Ruiz', now(), now()), (4, 0, 4, 0, 'Carla', now(), now()),
    (5, 2, 5, 0, 'Eva', now(), now());
  insert into ost_user_email (id, user_id, address) values (1, 1, 'ana@uno.example'), (2, 2, 'blas@uno.example'),
    (4, 4, 'carla@c.example'), (5, 5, 'eva@dos.example');
  insert into ost_user_account (id, user_id, status, username) values (1, 1, 1, 'ana'), (2, 2, 3, 'blas');
  insert into ost_staff (staff_id, username, firstname, lastname, email, isactive, signature, created, updated) values
    (1, 'sara', 'Sara', 'Gil', 'Sara@v.example', 1, '', now(), now()), (2, 'luis', 'Luis', 'Mora', '', 0, '', now(), now());
  insert into ost_ticket_status (id, name, state, properties, created, updated) values (1, 'Abierto', 'open', '', now(), now()),
    (3, 'Cerrado', 'closed', '', now(), now()), (5, 'Borrado', 'deleted', '', now(), now());
  insert into ost_ticket_priority (priority_id, priority, priority_urgency) values (1, 'low', 4), (2, 'normal', 3), (3, 'high', 2), (4, 'emergency', 1);
  insert into ost_help_topic (topic_id, topic, created, updated) values (1, 'Error del programa', now(), now()), (2, 'Consulta', now(), now());
  insert into ost_form (id, title, created, updated) values (1, 'Contact', now(), now()), (2, 'Ticket', now(), now());
  insert into ost_form_field (id, form_id, label, name, sort, created, updated) values (3, 1, 'Phone', 'phone', 1, now(), now()),
    (20, 2, 'Summary', 'subject', 1, now(), now()), (22, 2, 'Priority', 'priority', 2, now(), now());
  insert into ost_form_entry (id, form_id, object_id, object_type, created, updated) values (90, 1, 1, 'U', now(), now()),
    (1, 2, 1, 'T', now(), now()), (2, 2, 2, 'T', now(), now()), (3, 2, 3, 'T', now(), now()), (4, 2, 4, 'T', now(), now()),
    (5, 2, 5, 'T', now(), now()), (6, 2, 6, 'T', now(), now()), (7, 2, 7, 'T', now(), now()), (8, 2, 8, 'T', now(), now());
  insert into ost_form_entry_values (entry_id, field_id, value, value_id) values (90, 3, '600 111 222', null), (1, 20, 'No abre', null),
    (1, 22, 'Alta', 3), (2, 20, 'Repetida', null), (3, 20, 'Urge', null), (3, 22, 'Emergencia', 4), (4, 20, 'Igual', null),
    (5, 20, 'Otra', null), (5, 22, 'Baja', 1), (6, 20, 'Vuelve', null), (7, 20, 'Borrada', null), (8, 20, 'Con ceros', null);
  insert into ost_ticket (ticket_id, ticket_pid, number, user_id, status_id, topic_id, staff_id, flags, closed, lastupdate, created, updated) values
    (1, null, '100200', 1, 3, 1, 1, 17, '2024-05-02 12:00:03', '2024-05-02 12:00:03', '2024-05-01 10:00', '2024-05-02 12:00'),
    (2, null, '100200', 2, 1, 2, 0, 0, null, null, '2024-05-03 10:00', '2024-05-03 10:00'),
    (3, null, 'A-2024/7', 4, 1, 2, 1, 0, null, null, '2024-05-03 10:00', '2024-05-03 10:00'),
    (4, 1, '100204', 2, 3, 2, 0, 1, '2024-05-01 12:00', '2024-05-01 12:00', '2024-05-01 11:00', '2024-05-01 12:00'),
    -- A link joins nothing.
    (5, 1, '100205', 2, 1, 2, 0, 8, null, null, '2024-05-03 10:00', '2024-05-03 10:00'),
    (6, null, '100206', 5, 1, 2, 0, 0, null, null, '2024-01-03 10:00', '2024-01-06 10:00'),
    (7, null, '100207', 1, 5, 2, 0, 0, null, null, '2024-05-03 10:00', '2024-05-03 10:00'),
    (8, null, '000300', 1, 1, 2, 0, 0, null, null, '2024-05-03 10:00', '2024-05-03 10:00');
  insert into ost_thread (id, object_id, object_type, created) values (11, 1, 'T', now()), (12, 2, 'T', now()), (13, 3, 'T', now()),
    (14, 4, 'C', now()), (15, 5, 'T', now()), (16, 6, 'T', now()), (17, 7, 'T', now()), (18, 8, 'T', now());
  insert into ost_thread_entry (id, thread_id, staff_id, user_id, type, flags, poster, title, body, format, created, updated) values
    (1, 11, 0, 1, 'M', 1, 'Ana Pérez', 'No abre', '<p>No abre:<br /><img src="cid:kinline" width="3"> así.</p>', 'html', '2024-05-01 10:00', now()),
    (2, 11, 1, 0, 'R', 0, 'Sara Gil', '', '<p>Mire esto &amp; dígame</p>', 'html', '2024-05-02 12:00', now()),
    -- Of the ticket that joined: its opening, and what somebody wrote there who is gone.
    (3, 11, 0, 2, 'M', 1025, 'Blas Ruiz', '', 'Tampoco a mí', 'text', '2024-05-01 11:00', now()),
    (13, 11, 0, 77, 'M', 1056, 'Quien se fue', '', 'Yo también', 'text', '2024-05-01 12:00', now()),
    (4, 12, 0, 2, 'M', 1, 'Blas Ruiz', '', 'Repetida', 'text', '2024-05-03 10:00', now()),
    (5, 12, 0, 2, 'M', 0, 'Blas Ruiz', '', 'Y más', 'text', '2024-05-03 11:00', now()),
    (6, 13, 0, 4, 'M', 1, 'Carla', '', 'Urge', 'text', '2024-05-03 10:00', now()),
    -- Written as a mistake, and changed.
    (7, 13, 1, 0, 'R', 4, 'Sara Gil', '', 'Mal', 'text', '2024-05-03 11:00', now()),
    (8, 13, 1, 0, 'R', 2, 'Sara Gil', '', 'Bien', 'text', '2024-05-03 11:00', now()),
    (9, 15, 0, 2, 'M', 1, 'Blas Ruiz', '', 'Otra', 'text', '2024-05-03 10:00', now()),
    (10, 16, 0, 5, 'M', 1, 'Eva', '', 'z', 'text', '2024-01-03 10:00', now()),
    (11, 16, 2, 0, 'R', 0, 'Luis Mora', '', 'Hecho', 'text', '2024-01-04 10:00', now()),
    (12, 16, 0, 5, 'M', 0, 'Eva', '', 'Vuelve a pasar', 'text', '2024-01-06 10:00', now()),
    (14, 18, 0, 1, 'M', 1, 'Ana Pérez', '', 'Con ceros', 'text', '2024-05-03 10:00', now()),
    (15, 18, 3, 0, 'N', 0, 'Ida', 'Ojo', 'Con este cliente', 'text', '2024-05-03 11:00', now()),
    (16, 18, 0, 0, 'N', 128, 'SYSTEM', '', 'Asignado', 'text', '2024-05-03 12:00', now());
  insert into ost_thread_entry_merge (thread_entry_id, data) values (3, '{"thread":14}'), (13, '{"thread":14}');
  insert into ost_event (id, name) values (1, 'created'), (2, 'closed'), (3, 'reopened');
  insert into ost_thread_event (id, thread_id, thread_type, event_id, staff_id, team_id, dept_id, topic_id, data, uid, uid_type, annulled, timestamp) values
    (1, 11, 'T', 2, 1, 0, 0, 0, '{"status":[3,"Cerrado"]}', 1, 'S', 0, '2024-05-02 12:00:03'),
    (2, 16, 'T', 2, 0, 0, 0, 0, '{"status":[3,"Cerrado"]}', 5, 'U', 0, '2024-01-05 10:00'),
    (3, 16, 'T', 3, 0, 0, 0, 0, null, null, 'S', 0, '2024-01-06 10:00:01'),
    (4, 18, 'T', 2, 1, 0, 0, 0, null, 1, 'S', 1, '2024-05-04 10:00');
  insert into ost_file (id, bk, type, \`key\`, signature, name, created) values (1, 'D', 'image/png', 'kinline', '', 'captura.png', '2024-05-01 10:00'),
    (2, 'F', 'image/png', 'kfolder', '', 'x.png', '2024-05-02 12:00'), (3, 'D', 'application/zip', 'kzip', '', 'planos.zip', '2024-05-01 10:00'),
    (5, 'S', 'image/png', 'kfar', '', 'lejos.png', '2024-05-01 10:00'), (6, 'D', 'image/png', 'knote', '', 'interno.png', '2024-05-03 11:00'),
    (7, 'D', 'image/png', 'kpasted', '', '', '2024-05-03 10:00');
  insert into ost_attachment (id, object_id, type, file_id, name, inline) values (1, 1, 'H', 1, null, 1), (2, 2, 'H', 2, 'respuesta.png', 0),
    (3, 1, 'H', 3, null, 0), (4, 9, 'H', 4, 'perdido.png', 0), (5, 9, 'H', 5, null, 0), (6, 15, 'H', 6, null, 0), (7, 4, 'H', 7, null, 0);`
