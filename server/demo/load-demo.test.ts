import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { contentMatches } from '#domain/attachment.ts'
import { type IncidentState, isBlocking } from '#domain/incident.ts'
import { mayAddInformation, mayClaim, mayConclude, mayReply, mayWithdraw } from '#domain/ticket-actions.ts'
import { MAX_TITLE, MIN_TEXT } from '#domain/ticket-draft.ts'
import {
  type Standing,
  type StandingEntry,
  afterEntry,
  isTalking,
  openingStanding,
  standingOf,
} from '#domain/ticket.ts'
import { countsDown } from '#domain/silence.ts'
import { loadDemo } from './load-demo.ts'
import { instantOf } from './script-moment.ts'
import { DEMO } from './scripts.ts'
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts'
import { type Database, openDatabase } from '../db/sql.ts'

const NOW = new Date('2026-11-18T11:00:00.000Z')

describe('the demo, once loaded', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
    expect(await loadDemo({ database: fresh.db, staff: fresh.staff }, NOW, fresh.files)).toBe('loaded')
  })
  afterAll(() => fresh.drop())

  const list = <Row extends unknown[]>(text: string) => fresh.list<Row>(text)

  test('has the three clients with their installations and companies', async () => {
    expect(await list('select client_id, name, areas from client order by 1')).toEqual([
      [1001, 'Constructora Levante, S.A.', ['main', 'apps', 'aspro']],
      [1002, 'Inmobiliaria Duero, S.L.', ['main']],
      [1003, 'Promociones Teide, S.A.', ['main', 'apps']],
    ])
    expect(await list('select client_id, code, version, entry_mode from installation order by 1, 2')).toEqual([
      [1001, 'LEV-01', 'V031', 'signed'],
      [1001, 'LEV-02', 'V030', 'signed'],
      [1002, 'DUE-01', 'V030', 'signed'],
      [1003, 'TEI-01', 'V030', 'limited'],
    ])
    expect(await list('select installation_code, code, name from company order by client_id, 1, 2')).toEqual([
      ['LEV-01', '001', 'Levante Obras'],
      ['LEV-01', '002', 'Levante Patrimonio'],
      ['LEV-02', '001', 'Levante Obras'],
      ['LEV-02', '002', 'Levante Patrimonio'],
      ['DUE-01', '001', 'Duero'],
      ['TEI-01', '001', 'Teide'],
    ])
  })

  test('has every contact, with what it belongs to and may see', async () => {
    const contacts = await list(`
      select k.client_id, k.contact_id, k.name, k.visibility, k.active,
        array(select i.installation_code from contact_installation i
          where i.client_id = k.client_id and i.contact_id = k.contact_id),
        array(select c.installation_code || ' ' || c.company_code from contact_company c
          where c.client_id = k.client_id and c.contact_id = k.contact_id order by 1)
      from contact k order by 1, 2`)
    expect(contacts).toEqual([
      [1001, 11, 'Lucía Ferrer', 'installation', true, ['LEV-01'], ['LEV-01 001', 'LEV-01 002']],
      [1001, 12, 'Andrés Molina', 'client', true, ['LEV-01'], ['LEV-01 001']],
      [1001, 13, 'Marta Gil', 'client', true, [], []],
      [1001, 14, 'Teo Ruiz', 'client', true, ['LEV-01'], []],
      [1002, 21, 'Nuria Santos', 'installation', true, ['DUE-01'], ['DUE-01 001']],
      [1002, 22, 'Pablo Vega', 'client', true, ['DUE-01'], ['DUE-01 001']],
      [1003, 31, 'Idaira Luján', 'installation', true, ['TEI-01'], ['TEI-01 001']],
    ])
  })

  test('lets the administrators and the technicians in with their passwords, kept as Argon2id', async () => {
    const credentials = await list<[string, number, string]>(
      'select username, contact_id, password_hash from credential order by 2',
    )
    expect(credentials.map(([username, contact]) => [username, contact])).toEqual([
      ['andres', 12],
      ['marta', 13],
      ['teo', 14],
      ['pablo', 22],
    ])
    const technicians = await list<[string, string, string, string]>(
      'select username, name, role, password_hash from technician order by 1',
    )
    expect(technicians.map(([username, name, role]) => [username, name, role])).toEqual([
      ['raul', 'Raúl Ibáñez', 'supervisor'],
      ['sonia', 'Sonia Campos', 'technician'],
    ])
    for (const [username, , hash] of [
      ...credentials,
      ...technicians.map(([name, , , hash]) => [name, 0, hash] as const),
    ]) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await verify(hash, `Demo-${username}-1`)).toBe(true)
    }
  })

  test('has one key for each installation', async () => {
    const keys = await list(`
      select kid, algorithm, convert_from(key_bytes, 'UTF8'), caller_optional, client_administrator, revoked_at
      from signing_key order by client_id, 1`)
    expect(keys).toEqual(
      ['LEV-01', 'LEV-02', 'DUE-01', 'TEI-01'].map((code) => [
        `demo-${code}`,
        'HS256',
        `demo-secret-${code}-not-for-production`,
        true,
        false,
        null,
      ]),
    )
  })

  test('has an incident of LEV-01 in every state, a delivered situation, and all the numbers of claims', async () => {
    const states = await list(`
      select state, situation from incident where installation_code = 'LEV-01' order by 1, 2 nulls first`)
    expect(states).toEqual([
      ['cancelled', null],
      ['clarified', null],
      ['clarified', 'ENTREGADO'],
      ['delivered', null],
      ['expired', null],
      ['in-progress', null],
      ['installed-in-production', null],
      ['installed-in-test', null],
      ['pending', null],
      ['planned', null],
      ['resolved', null],
      ['returned', null],
      ['supervised', null],
      ['valuation', null],
    ])
    const claims = await list<[string, number, Date | null]>(`
      select i.state, count(c)::int, max(c.at) from incident i
      left join incident_claim c on c.client_id = i.client_id and c.incident_number = i.number
      where i.installation_code = 'LEV-01' and i.state in ('pending', 'planned', 'resolved', 'supervised')
        and i.situation is null
      group by 1 order by 2, 3 desc`)
    expect(
      claims.map(([state, count, last]) => [state, count, last && (NOW.getTime() - last.getTime()) / 3_600_000]),
    ).toEqual([
      ['pending', 0, null],
      ['planned', 1, 1 / 3],
      ['resolved', 1, 48],
      ['supervised', 3, expect.any(Number)],
    ])
  })

  test('has a development of LEV-01 in every state, and three valuations of Levante', async () => {
    expect(await list(`select state from development where installation_code = 'LEV-01' order by 1`)).toEqual(
      [
        'cancelled',
        'clarified',
        'delivered',
        'expired',
        'installed-in-production',
        'installed-in-test',
        'pending',
        'planned',
        'resolved',
        'returned',
        'supervised',
        'valuation',
      ].map((state) => [state]),
    )
    const installed = await list(`
      select state, test_installed_on is not null, production_installed_on is not null from development
      where state ~ '^installed' or test_installed_on is not null or production_installed_on is not null order by 1`)
    expect(installed).toEqual([
      ['installed-in-production', false, true],
      ['installed-in-test', true, false],
    ])
    expect(await list('select client_id, count(*)::int from valuation group by 1 order by 1')).toEqual([
      [1001, 3],
      [1002, 1],
    ])
  })

  test('has developments that Lucía asked for, some that nobody did, and files of two', async () => {
    const developments = await list(`
      select d.contact_id, d.person_id is not null, count(distinct d.number)::int, count(a)::int from development d
      left join attachment a on a.client_id = d.client_id and a.development_number = d.number
      where d.installation_code = 'LEV-01' group by 1, 2 order by 1`)
    expect(developments).toEqual([
      [11, true, 4, 1],
      [null, false, 8, 2],
    ])
    const withFiles = await list(
      'select distinct development_number from attachment where development_number is not null',
    )
    expect(withFiles).toHaveLength(2)
  })

  test.each([
    ['pending, answered', `state = 'pending' and last_entry_kind = 'answer'`],
    ['pending, waiting', `state = 'pending' and last_entry_kind = 'query'`],
    ['waiting after replies', `state = 'pending' and last_entry_kind = 'reply' and not from_assistant`],
    [
      'claimed days ago',
      `claims_in_a_row = 1 and last_claim_at < timestamptz '${NOW.toISOString()}' - interval '2 days'`,
    ],
    ['just claimed', `claims_in_a_row = 1 and last_claim_at > timestamptz '${NOW.toISOString()}' - interval '1 hour'`],
    ['claimed three times in a row', 'claims_in_a_row = 3'],
    [
      'closed, awaiting conformity',
      `state = 'closed' and not accepted and blocking_incident is null and incidents = '{}'`,
    ],
    ['closed, undelivered incident', `state = 'closed' and blocking_incident is not null and incidents = '{pending}'`],
    ['closed, delivered incident', `state = 'closed' and blocking_incident is null and incidents = '{delivered}'`],
    [
      'closed, incident in situation delivered',
      `state = 'closed' and blocking_incident is null and incidents = '{clarified}'`,
    ],
    ['closed, ended incident', `state = 'closed' and blocking_incident is null and incidents = '{cancelled}'`],
    ['closed, two incidents', `blocking_incident is not null and incidents = '{delivered,in-progress}'`],
    ['pending, open incident', `state = 'pending' and blocking_incident is not null`],
    ['rejected', `state = 'pending' and last_entry_kind = 'rejection' and closed_at is null`],
    ...[1, 2, 3, 4, 5].map((rating): [string, string] => [
      `accepted with ${rating}`,
      `accepted and rating = ${rating}`,
    ]),
    ['solved by the assistant', 'from_assistant and accepted and rating is null'],
    ['not solved by the assistant', `from_assistant and state = 'pending'`],
    [
      'accepted by silence, which may still be undone',
      `accepted_by_silence and accepted and last_entry_at > timestamptz '${NOW.toISOString()}' - interval '20 days'`,
    ],
    ['with a picture and a PDF', `files = '{application/pdf,image/png}'`],
    ['by phone', `origin = 'P' and not transcribed`],
    ['by mail', `origin = 'X'`],
    ['transcribed', 'transcribed'],
    ['technical support', `area = 'technical'`],
    ['apps', `area = 'apps'`],
    ['BC', `area = 'aspro'`],
    ['custom development', 'custom_development'],
    ['of kind incident, with its file', `kind = 'incident' and files <> '{}'`],
    ['blocking urgency', `urgency = '6'`],
    ['an old urgency', `urgency = 'A'`],
    ['a long text', 'longest > 2500'],
    ['a phone call asked for', `phone_assistance and phone <> ''`],
    ['the second company', `company_code = '002'`],
  ])('has a ticket of Lucía: %s', async (_state, condition) => {
    const found = await list<[string]>(`
      select title from (
        select t.*,
          array(select i.state from incident_ticket l
            join incident i on i.client_id = l.client_id and i.number = l.incident_number
            where l.client_id = t.client_id and l.ticket_number = t.number order by 1) as incidents,
          array(select a.mime from attachment a
            where a.client_id = t.client_id and a.ticket_number = t.number order by 1) as files,
          (select bool_or(e.transcribed) and not t.from_assistant from entry e
            where e.client_id = t.client_id and e.ticket_number = t.number) as transcribed,
          (select max(length(e.text)) from entry e
            where e.client_id = t.client_id and e.ticket_number = t.number) as longest
        from ticket t where t.contact_id = 11 and t.installation_code = 'LEV-01') t
      where ${condition}`)
    expect(found).not.toEqual([])
  })

  test('has tickets of others, so that isolation can be seen', async () => {
    const counts = await list(`
      select installation_code, contact_id, count(*)::int from ticket
      where contact_id is distinct from 11 group by 1, 2 order by 1, 2`)
    expect(counts).toEqual([
      ['DUE-01', 21, 3],
      ['DUE-01', 22, 2],
      ['LEV-01', 12, 3],
      ['LEV-02', null, 2],
      ['TEI-01', 31, 3],
    ])
  })

  test('keeps for every ticket the standing that its timeline gives', async () => {
    const tickets = (await fresh.owner.query<Standing & { number: number; title: string }>(STANDINGS)).rows
    const entries = (await fresh.owner.query<StandingEntry & { ticket: number }>(ENTRIES)).rows
    const incidents = (await fresh.owner.query<LinkedIncident>(LINKED_INCIDENTS)).rows
    expect(tickets.length).toBeGreaterThan(50)
    for (const { number, title, ...standing } of tickets) {
      const timeline = entries.filter(({ ticket }) => ticket === number)
      const blocking = incidents.find((incident) => incident.ticket === number && isBlocking(incident))
      expect({ title, ...standing }).toEqual({ title, ...standingOf(timeline, blocking?.number ?? null) })
    }
  })

  test('numbers tickets and replies, and incidents and developments, in the order in which they came about', async () => {
    const messages = await list('select client_id, number from entry where number is not null order by 1, at')
    expect(messages).toEqual(messages.toSorted(byClientAndNumber))
    const work = await list(`
      select client_id, number from (
        select client_id, number, installation_code, created_at from incident
        union all select client_id, number, installation_code, created_at from development) w
      order by client_id, installation_code, created_at`)
    expect(work).toEqual(work.toSorted(byClientAndNumber))
    expect(new Set(work.map(([, number]) => number)).size).toBe(work.length)
    const opening = await list(
      'select t.number from ticket t join entry e using (client_id, number) where e.ticket_number = t.number',
    )
    expect(opening.length).toBe((await list('select from ticket')).length)
  })

  test('names a module, a company of the person and a title that fits for every ticket', async () => {
    expect(await list(`select title from ticket where module_number is null or length(title) > ${MAX_TITLE}`)).toEqual(
      [],
    )
    const misplaced = await list(`
      select t.title from ticket t join module m on m.number = t.module_number
      where m.area <> t.area and t.area <> 'technical'`)
    expect(misplaced).toEqual([])
    const foreign = await list(`
      select t.title from ticket t where t.contact_id is not null and not exists (
        select from contact_company c where c.client_id = t.client_id and c.contact_id = t.contact_id
          and c.installation_code = t.installation_code and c.company_code = t.company_code)`)
    expect(foreign).toEqual([])
  })

  test('has attachments whose bytes are there and are what their names say', async () => {
    const attachments = await list<[string, string, number, Buffer]>(
      'select attachment_id, name, bytes::int, sha256 from attachment',
    )
    expect(attachments.length).toBeGreaterThanOrEqual(7)
    for (const [id, name, bytes, sha256] of attachments) {
      const content = await readFile(join(fresh.files, id.slice(0, 2), id))
      expect(content.length).toBe(bytes)
      expect(createHash('sha256').update(content).digest()).toEqual(sha256)
      expect(contentMatches(name.endsWith('.png') ? 'png' : 'pdf', content)).toBe(true)
    }
  })

  test('stays as it is when it is loaded again', async () => {
    const before = await list('select count(*)::int from entry')
    expect(await loadDemo({ database: fresh.db, staff: fresh.staff }, new Date(), fresh.files)).toBe('already')
    expect(await list('select count(*)::int from entry')).toEqual(before)
  })
})

describe('loading the demo', () => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase()
    onTestFinished(() => fresh.drop())
  })
  const clients = () =>
    fresh.list(
      'select c.client_id, count(t)::int from client c left join ticket t using (client_id) group by 1 order by 1',
    )

  test('twice at once loads it once', async () => {
    const other = openDatabase(fresh.url)
    const outcomes = await Promise.all([
      loadDemo({ database: fresh.db, staff: fresh.staff }, NOW, fresh.files),
      loadDemo({ database: other, staff: fresh.staff }, NOW, fresh.files),
    ])
    await other.close()
    expect(outcomes).toContain('loaded')
    expect(await clients()).toEqual(SIZES)
  })

  test('is finished by the next load when it was cut off', async () => {
    const cutOff: Database = {
      ...fresh.db,
      inClient: (client, work) =>
        fresh.db.inClient(client, async (tx) => {
          const result = await work(tx)
          if (client === 1002) throw new Error('cut off')
          return result
        }),
    }
    await expect(loadDemo({ database: cutOff, staff: fresh.staff }, NOW, fresh.files)).rejects.toThrow('cut off')
    expect(await clients()).toEqual(SIZES.slice(0, 1))
    expect(await loadDemo({ database: fresh.db, staff: fresh.staff }, NOW, fresh.files)).toBe('loaded')
    expect(await clients()).toEqual(SIZES)
  })

  test.each([7, 1001])('leaves a database alone in which somebody else has client %i', async (client) => {
    await fresh.owner.query(
      `insert into client values (${client}, 'Obras Propias, S.L.', 'obras@propias.example', '{main}')`,
    )
    expect(await loadDemo({ database: fresh.db, staff: fresh.staff }, NOW, fresh.files)).toBe('already')
    expect(await clients()).toEqual([[client, 0]])
    expect(await fresh.list('select from technician')).toEqual([])
  })
})

test.each(fortnight())('every ticket could have come about by %s, each act allowed at its time', (_day, now) => {
  for (const script of DEMO.flatMap(({ tickets }) => tickets).flatMap(({ scripts }) => scripts)) {
    const timeline = script.entries.map((entry) => ({
      ...entry,
      closes: entry.closes ?? false,
      at: instantOf(entry.when, now),
    }))
    const [first, ...rest] = timeline
    if (!first) throw new Error('no entry')
    expect(['query', 'question'].includes(first.kind) && first.text.length >= MIN_TEXT, script.title).toBe(true)
    rest.reduce(
      (standing, entry) => {
        expect(entry.at.getTime(), script.title).toBeGreaterThan(standing.lastEntryAt.getTime())
        expect(isAllowed(standing, entry), `${script.title}: ${entry.kind}`).toBe(true)
        return afterEntry(standing, entry)
      },
      openingStanding(first.at, first.kind),
    )
    expect(timeline.at(-1)?.at.getTime()).toBeLessThan(now.getTime())
  }
})

/** Clients and their numbers of tickets. */
const SIZES = DEMO.map(({ cast, tickets }) => [cast.client, tickets.flatMap(({ scripts }) => scripts).length])

/**
 * The entries that may follow in a timeline: the customer's acts that the rules allow, and answers while the ticket is
 * open.
 */
const isAllowed = (standing: Standing, { kind, at }: StandingEntry): boolean =>
  ({
    query: false,
    note: mayAddInformation(standing).allowed,
    withdrawal: mayWithdraw(standing).allowed,
    reply: mayReply(standing).allowed,
    claim: mayClaim(standing, { now: at }).allowed,
    rejection: mayConclude(standing).allowed,
    acceptance: mayConclude(standing).allowed,
    answer: standing.state === 'pending',
    merge: false,
    silence: countsDown(standing),
    abandonment: false,
    question: isTalking(standing),
    assistance: isTalking(standing),
  })[kind]

/** Fourteen days in a row, at hours from midnight on. */
function fortnight(): [string, Date][] {
  return Array.from({ length: 14 }, (_day, index) => {
    const at = new Date(Date.UTC(2026, 1, 20 + index, (index * 5) % 24, 7))
    return [at.toISOString(), at]
  })
}

const STANDINGS = `
  select t.number, t.title, t.state, t.accepted, t.last_entry_kind as "lastEntryKind", t.last_entry_at as "lastEntryAt",
    t.closed_at as "closedAt", t.last_claim_at as "lastClaimAt", t.claims_in_a_row as "claimsInARow",
    t.blocking_incident as "blockingIncident"
  from ticket t`

const ENTRIES = `
  select e.ticket_number as ticket, e.kind, e.at, e.closes from entry e order by e.at, e.entry_id`

interface LinkedIncident {
  readonly ticket: number
  readonly number: number
  readonly state: IncidentState
  readonly situation: string | null
  readonly deliveredOn: string | null
}

const LINKED_INCIDENTS = `
  select l.ticket_number as ticket, i.number, i.state, i.situation, i.delivered_on::text as "deliveredOn"
  from incident_ticket l
  join incident i on i.client_id = l.client_id and i.number = l.incident_number`

const byClientAndNumber = (one: unknown[], other: unknown[]) =>
  Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1])
