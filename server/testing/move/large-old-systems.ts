import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import type pg from 'pg'
import { speaker } from './large-folder.ts'
import { OSTICKET_TABLES } from './osticket-tables.ts'
import { REDMINE_TABLES } from './redmine-tables.ts'

// A Redmine and an osTicket of many tickets, filled from one story: each ticket is answered; every second one has a
// reply; nine of ten are closed with a word; one of five has a note, and one of five a file; one of a hundred joins the
// one before.

export interface OldSize {
  readonly tickets: number
  readonly clients: number
  /** Of osTicket alone: people without an organization, with a ticket each, after all others. */
  readonly loners: number
}

const TECHNICIANS = 20
const OF_A_CLIENT = 5
const FIRST_CUSTOMER = 101
const AT_ONCE = 1000
const HOUR_MS = 3_600_000

/** One ticket of the story, with the people who take part. */
interface Told {
  readonly number: number
  readonly client: number
  readonly author: number
  readonly technician: number
  readonly isClosed: boolean
  readonly isReplied: boolean
  readonly isNoted: boolean
  readonly hasFile: boolean
  readonly joins: boolean
  /** The moment, some hours after the ticket began, as both databases write it. */
  readonly at: (hours: number) => string
}

/** The ticket with this number, for `perClient` tickets of each client. */
function told(number: number, perClient: number): Told {
  const client = 1 + Math.floor((number - 1) / perClient)
  const start = Date.UTC(2015, 0, 1) + number * 3_000_000
  return {
    number,
    client,
    author: FIRST_CUSTOMER + (client - 1) * OF_A_CLIENT + (number % OF_A_CLIENT),
    technician: 1 + (number % TECHNICIANS),
    isClosed: number % 10 !== 0,
    isReplied: number % 2 === 0,
    isNoted: number % 5 === 0,
    hasFile: number % 5 === 1,
    joins: number % 100 === 3,
    at: (hours) => new Date(start + hours * HOUR_MS).toISOString().slice(0, 19).replace('T', ' '),
  }
}

/** The number of records that a folder made of it holds. */
export function expectedLines({ tickets, clients, loners }: OldSize) {
  const all = Array.from({ length: tickets }, (_, index) => told(index + 1, (tickets - loners) / clients))
  const ofClients = tickets - loners
  const count = (holds: (each: Told) => boolean) => all.filter(holds).length
  const joined = count(({ joins, number }) => joins && number <= ofClients)
  const closed = count(({ isClosed }) => isClosed)
  const [notes, replies] = [count(({ isNoted }) => isNoted), count(({ isReplied }) => isReplied)]
  return {
    /** The messages after the first. */
    entries: tickets + replies + closed + notes,
    counts: {
      clients: clients + loners,
      contacts: clients * OF_A_CLIENT + loners,
      tickets,
      entries: tickets + tickets + replies + closed + joined + (closed - joined),
      'internal-notes': notes,
      files: count(({ hasFile }) => hasFile),
    },
    kinds: { query: tickets, answer: tickets + closed, reply: replies, merge: joined, silence: closed - joined },
    joined,
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function pictureOf(number: number): Buffer {
  const bytes = Buffer.alloc(500 + ((number * 7919) % 8000), `captura ${number} `)
  bytes.set(PNG)
  return bytes
}

/** Fills an empty database, and the folder of its attachments. */
export async function fillRedmine(database: pg.Client, folder: string, { tickets, clients }: OldSize): Promise<void> {
  const say = speaker()
  await database.query(REDMINE_TABLES)
  await database.query(`
    insert into users (id, login, firstname, lastname, type)
      select n, case when n <= ${TECHNICIANS} then 'tec' || n else 'cli' || n end, 'Nombre', 'Apellido ' || n, 'User'
      from generate_series(1, ${FIRST_CUSTOMER - 1 + clients * OF_A_CLIENT}) n where n <= ${TECHNICIANS} or n >= ${FIRST_CUSTOMER};
    insert into users (id, lastname, type) values (50, 'Soporte', 'Group');
    insert into groups_users select 50, n from generate_series(1, ${TECHNICIANS}) n;
    insert into email_addresses (user_id, address, is_default) select id, login || '@x.example', true from users where type = 'User';
    insert into projects (id, name) select n, 'Promotora ' || n from generate_series(1, ${clients}) n;
    insert into trackers (id, name) values (1, 'Error'), (2, 'Consulta');
    insert into issue_statuses (id, name, is_closed) values (1, 'Nueva', false), (5, 'Cerrada', true);
    insert into enumerations (id, name, position, is_default, type) values (1, 'Normal', 1, true, 'IssuePriority'),
      (2, 'Alta', 2, false, 'IssuePriority')`)
  await mkdir(join(folder, '2015/01'), { recursive: true })
  let journal = 0
  for (let from = 1; from <= tickets; from += AT_ONCE) {
    const rows: Record<'issues' | 'journals' | 'journal_details' | 'issue_relations' | 'attachments', object[]> = {
      issues: [],
      journals: [],
      journal_details: [],
      issue_relations: [],
      attachments: [],
    }
    for (let number = from; number < from + AT_ONCE && number <= tickets; number += 1) {
      const { client, author, technician, at, ...is } = told(number, tickets / clients)
      rows.issues.push({
        id: number,
        tracker_id: 1 + (number % 2),
        project_id: client,
        subject: say(7),
        description: say(60),
        status_id: is.isClosed ? 5 : 1,
        assigned_to_id: technician,
        priority_id: 1 + (number % 2),
        author_id: author,
        created_on: at(0),
        updated_on: at(is.isClosed ? 24 : 5),
        closed_on: is.isClosed ? at(24) : null,
      })
      const note = (user: number, hours: number, words: number, isPrivate = false) => {
        journal += 1
        rows.journals.push({
          id: journal,
          journalized_id: number,
          journalized_type: 'Issue',
          user_id: user,
          notes: say(words),
          created_on: at(hours),
          private_notes: isPrivate,
        })
      }
      if (is.isNoted) note(technician, 1, 20, true)
      note(technician, 2, 60)
      if (is.isReplied) note(author, 5, 40)
      if (is.isClosed) {
        note(technician, 24, 30)
        rows.journal_details.push({
          id: journal,
          journal_id: journal,
          property: 'attr',
          prop_key: 'status_id',
          old_value: '1',
          value: '5',
        })
      }
      if (is.joins)
        rows.issue_relations.push({
          id: number,
          issue_from_id: number,
          issue_to_id: number - 1,
          relation_type: 'duplicates',
        })
      if (!is.hasFile) continue
      const disk = `150101_${number}.png`
      await writeFile(join(folder, '2015/01', disk), pictureOf(number))
      rows.attachments.push({
        id: number,
        container_id: number,
        container_type: 'Issue',
        filename: `captura ${number}.png`,
        disk_filename: disk,
        author_id: author,
        created_on: at(0),
        disk_directory: '2015/01',
      })
    }
    for (const [table, all] of Object.entries(rows))
      await database.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(all),
      ])
  }
  await database.query('analyze')
}

/** Fills an empty MySQL or MariaDB; its files are in the database. */
export async function fillOsticket(url: string, { tickets, clients, loners }: OldSize): Promise<void> {
  const say = speaker()
  const database = await createConnection({ uri: url, multipleStatements: true })
  const add = async (into: string, rows: readonly (readonly unknown[])[]) => {
    if (rows.length > 0) await database.query(`insert into ${into} values ?`, [rows])
  }
  await database.query(OSTICKET_TABLES)
  await database.query(`
    insert into ost_ticket_status (id, name, state, properties) values (1, 'Abierto', 'open', ''), (3, 'Cerrado', 'closed', '');
    insert into ost_ticket_priority (priority_id, priority, priority_urgency) values (2, 'normal', 3), (3, 'high', 2);
    insert into ost_help_topic (topic_id, topic) values (1, 'Error del programa'), (2, 'Consulta');
    insert into ost_form (id, title) values (1, 'Contact'), (2, 'Ticket');
    insert into ost_form_field (id, form_id, label, name, sort) values (3, 1, 'Phone', 'phone', 1),
      (20, 2, 'Summary', 'subject', 1), (22, 2, 'Priority', 'priority', 2);
    insert into ost_event (id, name) values (1, 'created'), (2, 'closed'), (3, 'reopened')`)
  const range = (first: number, many: number) => Array.from({ length: many }, (_, index) => first + index)
  const people = clients * OF_A_CLIENT + loners
  await add(
    'ost_organization (id, name, status)',
    range(1, clients).map((id) => [id, `Promotora ${id}`, 16]),
  )
  await add(
    'ost_staff (staff_id, username, firstname, lastname, email, signature)',
    range(1, TECHNICIANS).map((id) => [id, `tec${id}`, 'Técnico', String(id), `tec${id}@v.example`, '']),
  )
  await add(
    'ost_user (id, org_id, default_email_id, name)',
    range(0, people).map((nth) => {
      const organization = nth < clients * OF_A_CLIENT ? 1 + Math.floor(nth / OF_A_CLIENT) : 0
      return [FIRST_CUSTOMER + nth, organization, FIRST_CUSTOMER + nth, `Nombre ${nth}`]
    }),
  )
  await add(
    'ost_user_email (id, user_id, address)',
    range(FIRST_CUSTOMER, people).map((id) => [id, id, `cli${id}@x.example`]),
  )
  const ofClients = tickets - loners
  let entry = 0
  for (let from = 1; from <= tickets; from += AT_ONCE) {
    const rows = {
      tickets: [] as unknown[][],
      threads: [] as unknown[][],
      entries: [] as unknown[][],
      merged: [] as unknown[][],
      events: [] as unknown[][],
      forms: [] as unknown[][],
      values: [] as unknown[][],
      files: [] as unknown[][],
      chunks: [] as unknown[][],
      attachments: [] as unknown[][],
    }
    for (let number = from; number < from + AT_ONCE && number <= tickets; number += 1) {
      const isLone = number > ofClients
      const { technician, at, ...is } = told(number, ofClients / clients)
      const author = isLone ? FIRST_CUSTOMER + clients * OF_A_CLIENT + (number - ofClients - 1) : is.author
      const joins = is.joins && !isLone
      const status = is.isClosed ? 3 : 1
      const closed = is.isClosed ? at(24) : null
      rows.tickets.push([
        number,
        joins ? number - 1 : null,
        String(100_000 + number),
        author,
        status,
        1 + (number % 2),
        technician,
        joins ? 1 : 0,
        closed,
        closed ?? at(5),
        at(0),
        closed ?? at(5),
      ])
      rows.threads.push([number, number, joins ? 'C' : 'T'])
      rows.forms.push([number, 2, number, 'T'])
      rows.values.push([number, 20, say(7), null], [number, 22, '', 2 + (number % 2)])
      const write = (type: string, by: number, hours: number, words: number, flags = 0) => {
        entry += 1
        const [staff, user] = type === 'M' ? [0, by] : [by, 0]
        const text = `<p>${say(words)} &amp; ${say(2)}</p>`
        const thread = joins ? number - 1 : number
        rows.entries.push([entry, thread, staff, user, type, flags, `Quien ${by}`, '', text, 'html', at(hours)])
        if (joins) rows.merged.push([entry, JSON.stringify({ thread: number })])
      }
      write('M', author, 0, 60, 1)
      if (is.hasFile) {
        const bytes = pictureOf(number)
        rows.files.push([number, 'D', 'image/png', `k${number}`, '', `captura ${number}.png`, at(0)])
        rows.chunks.push([number, 0, bytes.subarray(0, 400)], [number, 1, bytes.subarray(400)])
        rows.attachments.push([number, entry, 'H', number])
      }
      if (is.isNoted) write('N', technician, 1, 20)
      write('R', technician, 2, 60)
      if (is.isReplied) write('M', author, 5, 40)
      if (!is.isClosed) continue
      write('R', technician, 24, 30)
      rows.events.push([number, number, 'T', 2, technician, 0, 0, 0, technician, 'S', closed])
    }
    await add(
      'ost_ticket (ticket_id, ticket_pid, number, user_id, status_id, topic_id, staff_id, flags, closed, lastupdate, created, updated)',
      rows.tickets,
    )
    await add('ost_thread (id, object_id, object_type)', rows.threads)
    await add(
      'ost_thread_entry (id, thread_id, staff_id, user_id, type, flags, poster, title, body, format, created)',
      rows.entries,
    )
    await add('ost_thread_entry_merge (thread_entry_id, data)', rows.merged)
    await add(
      'ost_thread_event (id, thread_id, thread_type, event_id, staff_id, team_id, dept_id, topic_id, uid, uid_type, timestamp)',
      rows.events,
    )
    await add('ost_form_entry (id, form_id, object_id, object_type)', rows.forms)
    await add('ost_form_entry_values (entry_id, field_id, value, value_id)', rows.values)
    await add('ost_file (id, bk, type, `key`, signature, name, created)', rows.files)
    await add('ost_file_chunk (file_id, chunk_id, filedata)', rows.chunks)
    await add('ost_attachment (id, object_id, type, file_id)', rows.attachments)
  }
  await database.end()
}
