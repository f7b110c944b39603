import { Readable } from 'node:stream'
import pg from 'pg'
import { copyIn } from '../../backup/backup-tables.ts'
import { type EntryKind, MESSAGES, standingOf } from '#domain/ticket.ts'
import { hashOf, newToken } from '../../http/session-cookie.ts'
import { PLACES } from '../../scope/scope.ts'
import { clientName, messageOf, personName, randomNumbers, titleOf, topicOf } from './texts.ts'
import { type Words, knownWords } from './load-words.ts'

/** How much is loaded. */
export interface LoadSize {
  readonly tickets: number
  readonly clients: number
  readonly largest: number
  readonly smallest: number
  readonly ticketsAPerson: number
}

/** One client has a fifth of all tickets, the last client about thirty. */
export const HUNDRED_THOUSAND: LoadSize = {
  tickets: 100_000,
  clients: 200,
  largest: 20_000,
  smallest: 30,
  ticketsAPerson: 50,
}
/**
 * On average a client has a thousand tickets; one has twenty times as many, the last three tickets. About five contacts
 * each.
 */
export const sizeOf = (tickets: number): LoadSize => {
  const clients = Math.max(4, Math.round(tickets / 1000))
  return { tickets, clients, largest: Math.round(tickets / 20), smallest: 3, ticketsAPerson: 270 }
}
/** `carga-0`, `carga-1`…: two thirds of the open tickets are theirs. */
const TECHNICIANS = 20

/** A contact of a loaded client with a live session. */
export interface LoadedPerson {
  readonly client: number
  readonly contact: number
  readonly visibility: 'own' | 'installation' | 'client'
  /** How many tickets the client has. */
  readonly tickets: number
  readonly cookie: string
}

interface Options {
  readonly size?: LoadSize
  /** Whether texts can be searched: `lists` has the indexes by which the technicians' lists search, `words` what the search reads. */
  readonly searchable?: 'no' | 'lists' | 'words' | 'all'
  /** Messages of one sentence each: their words take most of the time. */
  readonly areTextsShort?: boolean
  readonly tell?: (said: string) => void
}

/**
 * Fills a migrated database that has the provider's data with three years' records of clients of very different sizes.
 * Every run is the same, except for the session tokens. The connection must be a superuser's: it writes rows of all
 * clients at once, and skips checking references, which are correct.
 */
export async function load(
  owner: pg.Client,
  now: Date,
  { size = HUNDRED_THOUSAND, searchable = 'no', areTextsShort = false, tell = () => undefined }: Options = {},
): Promise<LoadedPerson[]> {
  const clients = clientSizes(size).map((tickets, index) => ({
    client: FIRST_CLIENT + index,
    tickets,
    people: Math.max(size.smallest < 10 ? 2 : 3, Math.ceil(tickets / size.ticketsAPerson)),
  }))
  await owner.query(SETTINGS)
  const began = performance.now()
  const said = (what: string) => tell(`${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`)
  await insertClients(owner, clients)
  const people = await insertPeople(owner, clients, now)
  const planned = await planTickets(owner, clients, now)
  const textOf = textsOf(areTextsShort)
  said('clients, people and plan')
  const indexes = await takeOffIndexes(owner, ['ticket', 'entry'])
  await copyEntries(owner, planned, textOf)
  said('entries')
  await insertTickets(owner)
  said('tickets')
  await buildIndexes(
    owner,
    indexes.filter(({ isOfWords }) => !isOfWords),
  )
  said('indexes')
  await insertWhatHangsOnTickets(owner)
  await insertWork(owner)
  await insertConversations(owner)
  await insertTally(owner)
  // Autovacuum would do this in time: the statistics, and the visibility map that lets an index answer alone.
  await owner.query('vacuum analyze')
  said('all but the words')
  const hasLists = searchable === 'lists' || searchable === 'all'
  const hasWords = searchable === 'words' || searchable === 'all'
  // They read other tables than the words fill, and most of the time is PostgreSQL's own.
  const ofLists = besideIt(owner, async (beside) => {
    if (!hasLists) return
    await buildIndexes(
      beside,
      indexes.filter(({ isOfWords }) => isOfWords),
    )
    said("the lists' indexes of words")
  })
  if (hasWords) {
    await copyWords(owner, planned, textOf, said)
    said('the words of the search')
  }
  await ofLists
  // Nothing else has changed since, and reading all words once more takes seconds.
  if (hasLists) await owner.query('analyze ticket, entry')
  if (hasWords) await owner.query('vacuum analyze search_place, search_word')
  await owner.query('reset all')
  said('done')
  return people
}

const SETTINGS = `set session_replication_role = 'replica'; set timezone = 'UTC'; set work_mem = '256MB'; set jit = off;
  set maintenance_work_mem = '1GB'; set client_min_messages = warning`

/** Does something over a connection of its own to the same database. */
async function besideIt(owner: pg.Client, work: (beside: pg.Client) => Promise<void>): Promise<void> {
  const { host, port, user, password, database } = owner
  const beside = new pg.Client({
    host,
    port,
    ...(user !== undefined && { user }),
    ...(typeof password === 'string' && { password }),
    ...(database !== undefined && { database }),
  })
  await beside.connect()
  try {
    await beside.query(SETTINGS)
    await work(beside)
  } finally {
    await beside.end()
  }
}

const FIRST_CLIENT = 700_001
const YEARS_MS = 3 * 365 * 86_400_000
/** No story lasts longer than this, so that none ends in the future. */
const NEWEST_MS = 15 * 86_400_000
/** People still work on the newest tenth of the tickets. */
const RECENT_FROM = 0.9
/** Numbers reserved for a ticket and its replies. */
const NUMBERS_A_TICKET = 4

const STEP_HOURS = 30

interface Step {
  readonly kind: EntryKind
  readonly hours: number
  readonly closes: boolean
}
interface Story {
  readonly steps: readonly Step[]
  readonly incident?: 'blocking' | 'delivered'
}

const story = (told: string, incident?: Story['incident']): Story => ({
  ...(incident && { incident }),
  steps: told.split(' ').map((word, index) => ({
    kind: KINDS[word[0] ?? ''] ?? 'query',
    hours: index * STEP_HOURS,
    closes: word === 'A!',
  })),
})
const KINDS: Record<string, EntryKind> = {
  q: 'query',
  r: 'reply',
  n: 'note',
  a: 'answer',
  A: 'answer',
  c: 'claim',
  x: 'rejection',
  y: 'acceptance',
  w: 'withdrawal',
}

/** The acts on tickets; the product's own rule derives the standing. */
const CONCLUDED = ['q A! y', 'q a r a A! y', 'q a r A! y', 'q c a r c A! y', 'q a r w', 'q a r A! x a A! y'].map(
  (told) => story(told),
)
const AFTER_INCIDENT = [story('q a A! y', 'delivered'), story('q a r a n A! y', 'delivered')]
const FORGOTTEN = [story('q A!'), story('q a r A!'), story('q a r a A!', 'blocking')]
const OPEN = ['q n', 'q a', 'q c c', 'q a r a r', 'q a r A! x', 'q c c c', 'q a r a'].map((told) => story(told))
const STORIES = [...CONCLUDED, ...AFTER_INCIDENT, ...FORGOTTEN, ...OPEN]
const placesOf = (stories: readonly Story[]) => stories.map((told) => STORIES.indexOf(told))
const OLD_SHARE = placesOf([...CONCLUDED, ...CONCLUDED, ...AFTER_INCIDENT, ...FORGOTTEN])
const RECENT_SHARE = placesOf([...CONCLUDED.slice(0, 3), ...FORGOTTEN, ...OPEN])

interface Client {
  readonly client: number
  readonly tickets: number
  readonly people: number
}

/** The first client is the largest. The following ones shrink fast, and the last tenth are the smallest. */
function clientSizes({ tickets, clients, largest, smallest }: LoadSize): number[] {
  const small = Math.ceil(clients / 10)
  const weights = Array.from({ length: clients - 1 - small }, (_, index) => (index + 12) ** -1.8)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const shared = tickets - largest - smallest * small
  const middle = weights.map((weight) => Math.min(largest / 2, Math.floor((weight / all) * shared)))
  const left = shared - middle.reduce((sum, each) => sum + each, 0)
  const each = Math.floor(left / middle.length)
  return [
    largest,
    ...middle.map((size, index) => size + each + (index < left - each * middle.length ? 1 : 0)),
    ...Array.from({ length: small }, () => smallest),
  ]
}

const installationsOf = ({ tickets }: Client) => (tickets > 5000 ? 4 : tickets > 500 ? 2 : 1)

async function insertClients(owner: pg.Client, clients: readonly Client[]): Promise<void> {
  await owner.query(`
    insert into technician (username, name, role, second_factor_exempt)
      select 'carga-' || n, 'Técnico ' || n, 'technician', true from generate_series(0, ${TECHNICIANS - 1}) n`)
  await owner.query(
    `create temp table load_client as
       select * from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::text[]) as c (client_id, tickets, people, installations, name)`,
    [
      clients.map(({ client }) => client),
      clients.map(({ tickets }) => tickets),
      clients.map(({ people }) => people),
      clients.map(installationsOf),
      clients.map(({ client }) => clientName(client)),
    ],
  )
  await owner.query(`
    insert into client (client_id, name, email, areas)
      select client_id, name, 'cliente' || client_id || '@carga.example', '{main,apps}' from load_client;
    insert into installation (client_id, code, version)
      select client_id, client_id || '-' || n, 'V030' from load_client, generate_series(1, installations) n;
    insert into company (client_id, installation_code, code, name)
      select client_id, code, '001', 'Empresa de ' || code from installation where client_id >= ${FIRST_CLIENT}`)
}

/**
 * A client's first contact sees everything, and some see only their own tickets. The others see an installation, and a
 * third of them two.
 */
async function insertPeople(owner: pg.Client, clients: readonly Client[], now: Date): Promise<LoadedPerson[]> {
  const persons = clients.flatMap(({ client, people }) =>
    Array.from({ length: people }, (_, index) => ({ client, contact: index + 1, name: personName(client, index + 1) })),
  )
  await owner.query(
    `create temp table load_name as select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as n (client_id, contact_id, name)`,
    [persons.map(({ client }) => client), persons.map(({ contact }) => contact), persons.map(({ name }) => name)],
  )
  await owner.query(`
    create index on load_name (client_id, contact_id);
    create temp table load_person as
      select client_id, k as contact_id, (select n.name from load_name n where n.client_id = c.client_id and n.contact_id = k) as name, client_id || '-' || 1 + k % installations as installation,
        case when k % 3 = 0 then client_id || '-' || 1 + (k + 1) % installations end as second_installation,
        case when k = 1 then 'client' when k % 10 = 2 then 'own' else 'installation' end as visibility
      from load_client c, generate_series(1, people) k;
    create index on load_person (client_id, contact_id);
    insert into contact (client_id, contact_id, name, email, visibility)
      select client_id, contact_id, name, 'p' || contact_id || '@carga.example', visibility from load_person;
    insert into contact_installation (client_id, contact_id, installation_code)
      select client_id, contact_id, installation from load_person
      union select client_id, contact_id, second_installation from load_person where second_installation is not null;
    insert into contact_company (client_id, contact_id, installation_code, company_code)
      select client_id, contact_id, installation_code, '001' from contact_installation where client_id >= ${FIRST_CLIENT};
    insert into person (client_id, installation_code, login, name)
      select client_id, installation, 'u' || contact_id, name from load_person;
    alter table load_person add person_id bigint;
    update load_person l set person_id = p.person_id from person p
      where p.client_id = l.client_id and p.installation_code = l.installation and p.login = 'u' || l.contact_id;
    insert into draft (client_id, person_id, content, saved_at)
      select client_id, person_id, '{}', '${now.toISOString()}' from load_person where contact_id % 2 = 0;
    insert into idempotency (client_id, person_id, key, request_hash, answer, created_at)
      select client_id, person_id, 'carga', sha256('carga'), '[]', '${now.toISOString()}' from load_person`)
  const { rows } = await owner.query<Omit<LoadedPerson, 'tickets' | 'cookie'>>(`
    select client_id::int as client, contact_id::int as contact, visibility from load_person order by client_id, contact_id`)
  const sizes = new Map(clients.map(({ client, tickets }) => [client, tickets]))
  const tokens = rows.map(() => newToken())
  await owner.query(
    `insert into session (client_id, token_hash, person_id, contact_id, installation_code, company_code, administrator, created_at, seen_at)
     select l.client_id, t.hash, l.person_id, l.contact_id, l.installation, '001', l.visibility = 'client', $4::timestamptz, $4::timestamptz
     from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as t (client_id, contact_id, hash)
       join load_person l using (client_id, contact_id)`,
    [rows.map(({ client }) => client), rows.map(({ contact }) => contact), tokens.map(hashOf), now],
  )
  return rows.map((row, index) => ({
    ...row,
    tickets: sizes.get(row.client) ?? 0,
    cookie: `sesion=${tokens[index] ?? ''}`,
  }))
}

/** The plan of a ticket, from which its entries and words are made, the same each time. */
interface Planned {
  readonly number: number
  readonly client: number
  readonly contact: number
  readonly person: number
  readonly author: string
  readonly story: number
  readonly opened: number
}

/** Each ticket's owner and story, oldest first, with the clients mixed as in reality. */
async function planTickets(owner: pg.Client, clients: readonly Client[], now: Date): Promise<Planned[]> {
  const random = randomNumbers(20_261_118)
  const turns = clients.flatMap((client) => Array.from({ length: client.tickets }, () => client))
  for (let last = turns.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [turns[last], turns[other]]
    if (a && b) [turns[last], turns[other]] = [b, a]
  }
  const first = now.getTime() - YEARS_MS
  const pace = (YEARS_MS - NEWEST_MS) / turns.length
  const { rows: persons } = await owner.query<{ key: string; person: string; name: string }>(
    "select client_id || '/' || contact_id as key, person_id as person, name from load_person",
  )
  const personOf = new Map(persons.map(({ key, person, name }) => [key, { person: Number(person), name }]))
  const { rows } = await owner.query<{ ticket: string; incident: string }>(
    'select t.last_value as ticket, i.last_value as incident from ticket_number t, incident_number i',
  )
  const planned = turns.map(({ client, people }, index) => {
    const share = index < turns.length * RECENT_FROM ? OLD_SHARE : RECENT_SHARE
    const { [Math.floor(random() * share.length)]: told } = share
    const contact = 1 + Math.floor(random() * people)
    const { person = 0, name: author = '' } = personOf.get(`${client}/${contact}`) ?? {}
    const number = Number(rows[0]?.ticket) + NUMBERS_A_TICKET * (index + 1)
    return { number, client, contact, person, author, story: told ?? 0, opened: first + Math.floor(index * pace) }
  })
  await owner.query(`create temp table load_plan (position int, number bigint, client_id bigint, contact_id bigint,
    story int, topic int, opened_at timestamptz, title text, incident_number bigint)`)
  let incident = Number(rows[0]?.incident)
  await copyRows(
    owner,
    'load_plan',
    PLAN_COLUMNS,
    lines(planned, ({ number, client, contact, story, opened }, index) => [
      index + 1,
      number,
      client,
      contact,
      story,
      topicOf(number),
      new Date(opened).toISOString(),
      titleOf(number),
      STORIES[story]?.incident ? (incident += 1) : null,
    ]),
  )
  await owner.query(`create temp table load_ticket as
    select p.*, l.installation, l.person_id, l.name from load_plan p join load_person l using (client_id, contact_id);
    analyze load_ticket`)
  return planned
}
const PLAN_COLUMNS = [
  'position',
  'number',
  'client_id',
  'contact_id',
  'story',
  'topic',
  'opened_at',
  'title',
  'incident_number',
]

/** Rows in the text of COPY. */
function* lines<Each>(
  each: Iterable<Each>,
  rowOf: (each: Each, index: number) => readonly (string | number | boolean | null)[],
): Generator<string> {
  let index = 0
  for (const one of each) {
    yield `${rowOf(one, index)
      .map((value) => value ?? '\\N')
      .join('\t')}\n`
    index += 1
  }
}

const PIECE = 1 << 18

/** Lines in large pieces. */
function* pieces(each: Iterable<string>): Generator<Buffer> {
  let piece = ''
  for (const line of each) {
    piece += line
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

const copyRows = (owner: pg.Client, name: string, columns: readonly string[], rows: Iterable<string>): Promise<void> =>
  copyIn(owner, { name, columns: [...columns] }, Readable.from(pieces(rows)))

const HOUR_MS = 3_600_000

interface PlannedEntry {
  readonly ticket: Planned
  readonly step: number
  readonly at: number
}

/** The entries of all tickets in the order of writing, so that those of one ticket lie apart, as in reality. */
function* entriesInTime(planned: readonly Planned[]): Generator<PlannedEntry> {
  const longest = Math.max(...STORIES.map(({ steps }) => steps.length))
  // A step comes the same time after the beginning of each ticket. So the entries of a step are in order, and only the
  // steps have to be merged.
  const heads = Array.from({ length: longest }, (_, step) => {
    const entries = entriesOfStep(planned, step)
    const next = () => {
      const { value, done } = entries.next()
      return done ? undefined : value
    }
    return { next, entry: next() }
  })
  for (;;) {
    let soonest: { next: () => PlannedEntry | undefined; entry: PlannedEntry | undefined } | undefined
    for (const head of heads) {
      if (head.entry && (!soonest?.entry || head.entry.at < soonest.entry.at)) soonest = head
    }
    if (!soonest?.entry) return
    yield soonest.entry
    soonest.entry = soonest.next()
  }
}

function* entriesOfStep(planned: readonly Planned[], step: number): Generator<PlannedEntry, undefined> {
  for (const ticket of planned) {
    const told = STORIES[ticket.story]?.steps[step]
    if (told) yield { ticket, step, at: ticket.opened + told.hours * HOUR_MS }
  }
}

/** The text of an entry. */
const textsOf =
  (areShort: boolean) =>
  ({ number, story }: Planned, step: number): string => {
    const kind = STORIES[story]?.steps[step]?.kind
    if (kind === 'claim' || kind === 'acceptance') return ''
    return messageOf(number, step, kind === 'answer' ? 'support' : 'customer', areShort)
  }
type Texts = ReturnType<typeof textsOf>

async function copyEntries(owner: pg.Client, planned: readonly Planned[], textOf: Texts): Promise<void> {
  const rows = lines(entriesInTime(planned), ({ ticket, step, at }) => {
    const { steps } = STORIES[ticket.story] ?? { steps: [] }
    const { kind, closes } = steps[step] ?? { kind: 'query', closes: false }
    const isAnswer = kind === 'answer'
    const earlier = steps.slice(0, step).filter((each) => MESSAGES.includes(each.kind)).length
    return [
      ticket.client,
      ticket.number,
      MESSAGES.includes(kind) ? ticket.number + earlier : null,
      kind,
      closes,
      textOf(ticket, step),
      isAnswer ? `Técnico ${ticket.number % 12}` : ticket.author,
      '',
      isAnswer ? null : ticket.person,
      new Date(at).toISOString(),
      // Two of three answers are in time.
      isAnswer ? new Date(at + (ticket.number % 3 === 0 ? -1 : 1) * 3_600_000).toISOString() : null,
    ]
  })
  await copyRows(owner, 'entry', ENTRY_COLUMNS, rows)
}
const ENTRY_COLUMNS = [
  'client_id',
  'ticket_number',
  'number',
  'kind',
  'closes',
  'text',
  'author',
  'origin',
  'person_id',
  'at',
  'promised_at',
]

/** Inserts each story once, with the standing that the product derives, then each ticket by its story. */
async function insertTickets(owner: pg.Client): Promise<void> {
  const at = (hours: number) => new Date(hours * HOUR_MS)
  const hoursOf = (date: Date | null) => date && date.getTime() / HOUR_MS
  const standings = STORIES.map(({ steps, incident }) =>
    standingOf(
      steps.map((step) => ({ ...step, at: at(step.hours) })),
      incident === 'blocking' ? 1 : null,
    ),
  )
  await owner.query(
    `create temp table load_story as
       select * from unnest($1::int[], $2::text[], $3::boolean[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::boolean[])
         as s (story, state, accepted, last_entry_kind, last_entry, closed, last_claim, claims_in_a_row, blocked)`,
    [
      standings.map((_, index) => index),
      standings.map(({ state }) => state),
      standings.map(({ accepted }) => accepted),
      standings.map(({ lastEntryKind }) => lastEntryKind),
      standings.map(({ lastEntryAt }) => hoursOf(lastEntryAt)),
      standings.map(({ closedAt }) => hoursOf(closedAt)),
      standings.map(({ lastClaimAt }) => hoursOf(lastClaimAt)),
      standings.map(({ claimsInARow }) => claimsInARow),
      standings.map(({ blockingIncident }) => blockingIncident !== null),
    ],
  )
  await owner.query(`
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, area, kind,
      custom_development, module_number, title, contact_name, email, urgency, phone_assistance, version, origin, raised_by,
      technician, created_at, state, accepted, rating, last_entry_kind, last_entry_at, closed_at, last_claim_at,
      claims_in_a_row, blocking_incident, due_at, assignee, newest_answer, newest_said, seen_by_assignee)
    select client_id, number, installation, '001', person_id, contact_id, 'main', case when position % 9 = 0 then 'incident' else 'query' end,
      false, modules[1 + topic % cardinality(modules)], title,
      name, 'p' || contact_id || '@carga.example', (1 + position % 6)::text, false, 'V030', '', name,
      'Técnico ' || position % 12, opened_at, state, accepted, case when last_entry_kind = 'acceptance' then 1 + position % 5 end,
      last_entry_kind, opened_at + last_entry * interval '1 hour', opened_at + closed * interval '1 hour',
      opened_at + last_claim * interval '1 hour', claims_in_a_row, case when blocked then incident_number end,
      case when state = 'pending' and last_entry_kind <> 'answer' then opened_at + (last_entry + 16) * interval '1 hour' end,
      case when not accepted and position % 3 > 0 then 'carga-' || position % ${TECHNICIANS} end,
      coalesce(newest, 0), case when not accepted and position % 3 > 0 then newest_said else 0 end, case when not accepted and position % 3 > 0 then first else 0 end
    from load_ticket join load_story using (story)
      join (select ticket_number as number, max(entry_id) filter (where kind = 'answer') as newest,
        max(entry_id) filter (where is_said_to_technicians(kind)) as newest_said, min(entry_id) as first from entry group by 1) a using (number),
      (select array_agg(number order by number) as modules from module where listed) m
    order by position`)
}

async function insertWhatHangsOnTickets(owner: pg.Client): Promise<void> {
  await owner.query(`
    select setval('ticket_number', max(number) + ${NUMBERS_A_TICKET}) from load_ticket;
    insert into attachment (client_id, attachment_id, person_id, session_id, ticket_number, entry_id, name, mime, bytes, sha256, added_at)
      select t.client_id, md5(t.number || '/' || n), t.person_id, 1, t.number, e.entry_id, 'captura ' || n || '.png', 'image/png', 52000,
        sha256('carga'), t.opened_at
      from load_ticket t join entry e on e.client_id = t.client_id and e.number = t.number, generate_series(1, 1 + t.position % 3) n
      where t.position % 4 = 0 order by t.position;
    insert into seen_by_person (client_id, ticket_number, person_id, entry_id)
      select t.client_id, t.number, t.person_id, min(e.entry_id)
      from load_ticket t join entry e on e.client_id = t.client_id and e.ticket_number = t.number and e.kind = 'answer'
      group by t.client_id, t.number, t.person_id;
    insert into seen_by_technician (client_id, ticket_number, username, entry_id)
      select t.client_id, t.number, 'carga-' || t.position % ${TECHNICIANS}, e.entry_id
      from load_ticket t join entry e on e.client_id = t.client_id and e.number = t.number`)
}

interface TakenOff {
  readonly statement: string
  readonly isOfWords: boolean
}

/** Without their indexes, tables are filled in a third of the time. Returns a function that then builds all indexes. */
async function takeOffIndexes(owner: pg.Client, tables: readonly string[]): Promise<TakenOff[]> {
  const { rows } = await owner.query<{ statement: string; takeOff: string }>(
    `select case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as statement,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as "takeOff"
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any ($1::text[]::regclass[])
      -- What others refer to stays.
      and not exists (select from pg_constraint r where r.contype = 'f' and r.conindid = i.indexrelid)`,
    [tables],
  )
  await owner.query(rows.map(({ takeOff }) => takeOff).join(';'))
  return rows.map(({ statement }) => ({ statement, isOfWords: statement.includes('search_words') }))
}

const buildIndexes = (owner: pg.Client, indexes: readonly TakenOff[]) =>
  owner.query(indexes.map(({ statement }) => statement).join(';'))

const TICKETS_AT_A_TIME = 10_000

/** Does at once, for loaded tickets alone, what the tables' triggers would have done (docs/decisions/0020). */
async function copyWords(
  owner: pg.Client,
  planned: readonly Planned[],
  textOf: Texts,
  said: (what: string) => void,
): Promise<void> {
  // What is written after a table was emptied in the same transaction is not logged as well.
  await owner.query('begin; truncate search_place, search_word')
  const indexes = await takeOffIndexes(owner, ['search_place', 'search_word'])
  const wordsOf = knownWords(owner)
  const wordsOfClients = new Map<number, Set<number>>()
  for (let from = 0; from < planned.length; from += TICKETS_AT_A_TIME) {
    const tickets = planned.slice(from, from + TICKETS_AT_A_TIME)
    const texts = tickets.map((ticket) => [
      titleOf(ticket.number),
      ...(STORIES[ticket.story]?.steps ?? []).map((_, step) => textOf(ticket, step)),
    ])
    const found = await wordsOf(texts.flat())
    let place = 0
    const worded = tickets.map(({ client, number }, index) => {
      const { length } = texts[index] ?? []
      place += length
      return { client, number, texts: found.slice(place - length, place) }
    })
    const first: string[] = []
    await copyRows(
      owner,
      'search_place',
      ['client_id', 'number', 'place', 'stem'],
      linesOfWords(worded, wordsOfClients, first),
    )
    await copyRows(owner, 'search_word', ['client_id', 'word', 'number', 'stem', 'reversed'], first)
  }
  await insertWordsOfOthers(owner)
  said('the words, without their indexes')
  await buildIndexes(owner, indexes)
  await owner.query('commit')
}

/** A ticket's title, and then its messages. */
interface Worded {
  readonly client: number
  readonly number: number
  readonly texts: readonly Words[]
}

/**
 * The lines of `search_place`; into `first` those of `search_word`. Each word of each text passes here, so that its cost
 * counts.
 */
function* linesOfWords(
  tickets: readonly Worded[],
  wordsOfClients: Map<number, Set<number>>,
  first: string[],
): Generator<string> {
  /** By stem: the place that said it last. */
  const saidAt: number[] = []
  let place = 0
  for (const { client, number, texts } of tickets) {
    const ofClient = wordsOfClients.get(client) ?? new Set()
    wordsOfClients.set(client, ofClient)
    for (const [index, text] of texts.entries()) {
      // All messages are one place.
      if (index < 2) place += 1
      const begin = `${client}\t${number}\t${index === 0 ? 't' : 'm'}\t`
      let lines = ''
      for (const piece of text) {
        for (const { word, stem, reversed, wordId, stemId } of piece) {
          if (saidAt[stemId] !== place) {
            saidAt[stemId] = place
            lines += `${begin}${stem}\n`
          }
          if (ofClient.has(wordId)) continue
          ofClient.add(wordId)
          first.push(`${client}\t${word}\t${number}\t${stem}\t${reversed}\n`)
        }
      }
      yield lines
    }
  }
}

/** The words of files and work: few different texts. */
async function insertWordsOfOthers(owner: pg.Client): Promise<void> {
  await owner.query(`
    create temp table load_said as
      select a.client_id, coalesce(a.ticket_number, a.incident_number, a.development_number) as number,
        (case when a.ticket_number is not null then 'f' when a.incident_number is not null then 'g' else 'e' end)::"char" as place,
        a.name as text
      from attachment a where num_nonnulls(a.ticket_number, a.incident_number, a.development_number) > 0
      union all select client_id, number, 'i', title from incident
      union all select client_id, number, 'd', title || ' ' || budget from development
      union all select client_id, number, 'v', said from valuation;
    create temp table load_term as
      select d.text, t.word, t.stem from (select distinct text from load_said) d cross join lateral search_terms(d.text) t;
    insert into search_place (client_id, number, place, stem)
      select distinct s.client_id, s.number, s.place, t.stem from load_said s join load_term t using (text);
    insert into search_word (client_id, word, number, stem, reversed)
      select distinct on (s.client_id, t.word) s.client_id, t.word, s.number, t.stem, reverse(t.word)
      from load_said s join load_term t using (text)
      where not exists (select from search_word k where k.client_id = s.client_id and k.word = t.word)
      order by s.client_id, t.word, s.number`)
}

/** Incidents with their claims and files, developments, valuations. */
async function insertWork(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into incident (client_id, number, installation_code, state, title, created_at, state_at)
      select client_id, incident_number, installation, case when blocked then 'planned' else 'delivered' end, 'Incidencia ' || incident_number,
        opened_at + interval '10 hours', opened_at + interval '20 hours'
      from load_ticket join load_story using (story) where incident_number is not null order by position;
    select setval('incident_number', max(incident_number)) from load_ticket;
    insert into incident_ticket (client_id, incident_number, ticket_number)
      select client_id, incident_number, number from load_ticket where incident_number is not null;
    insert into incident_claim (client_id, incident_number, sequence, at, author)
      select client_id, incident_number, 1, opened_at + interval '15 hours', name from load_ticket where incident_number % 5 = 0;
    insert into attachment (client_id, attachment_id, person_id, session_id, incident_number, name, mime, bytes, sha256, added_at)
      select client_id, md5('incident ' || incident_number), person_id, 1, incident_number, 'informe.pdf', 'application/pdf', 91000,
        sha256('carga'), opened_at + interval '12 hours'
      from load_ticket where incident_number % 5 = 1;
    insert into development (client_id, number, installation_code, budget, state, title, created_at, person_id, contact_id)
      select client_id, 1 + (number - 1) / ${NUMBERS_A_TICKET}, installation, 'PR-' || position,
        (array['pending', 'planned', 'delivered', 'installed-in-production'])[1 + position / 10 % 4], 'Desarrollo ' || position, opened_at,
        case when position % 20 = 0 then person_id end, case when position % 20 = 0 then contact_id end
      from load_ticket where position % 10 = 0 order by position;
    insert into attachment (client_id, attachment_id, person_id, session_id, development_number, name, mime, bytes, sha256, added_at)
      select client_id, md5('development ' || number), person_id, 1, 1 + (number - 1) / ${NUMBERS_A_TICKET}, 'analisis.pdf', 'application/pdf',
        91000, sha256('carga'), opened_at
      from load_ticket where position % 10 = 0 and position % 30 = 0;
    insert into valuation (client_id, number, description, created_on)
      select client_id, 1 + (number - 1) / ${NUMBERS_A_TICKET}, 'Valoración', opened_at::date from load_ticket where position % 20 = 0
      order by position`)
}

/** What the triggers would have kept. */
async function insertTally(owner: pg.Client): Promise<void> {
  await owner.query(`
    create temp table load_place as
      select t.client_id, t.installation_code, p.place, count(*) as number from ticket t cross join lateral unnest(places_of(t)) p (place)
      where t.client_id >= ${FIRST_CLIENT} group by 1, 2, 3;
    insert into queue_total as q (place, number) select place, sum(number) from load_place group by 1
      on conflict (place) do update set number = q.number + excluded.number;
    insert into tally (client_id, installation_code, what, change)
      select client_id, installation_code, place, number from load_place where place = any(${pg.escapeLiteral(`{${PLACES.join()}}`)})
      union all select client_id, installation_code, 'incident', count(*) from incident where client_id >= ${FIRST_CLIENT} group by 1, 2
      union all select client_id, installation_code, 'development', count(*) from development where client_id >= ${FIRST_CLIENT} group by 1, 2
      union all select client_id, null, 'valuation', count(*) from valuation where client_id >= ${FIRST_CLIENT} group by 1`)
}

/** A tenth of the tickets began with the assistant; its words are their first answer, if they have one. */
async function insertConversations(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into conversation (client_id, conversation_id, person_id, contact_id, person_name, outcome, outcome_at,
      ticket_number, started_at, touched_at)
      select client_id, md5('conversation ' || number), person_id, contact_id, name, 'handed-over', opened_at,
        number, opened_at, opened_at
      from load_ticket where position % 10 = 0 order by position;
    insert into conversation_turn (client_id, conversation_id, turn, person_id, contact_id, question, answer, quoted, verdict,
      topic, sources, state, worded_by, asked_model, asked_at, question_entry, answer_entry)
      select t.client_id, md5('conversation ' || t.number), 1, t.person_id, t.contact_id, 'Al cerrar el periodo sale un aviso.',
        'Revise los asientos pendientes.', 'Revise los asientos pendientes.', 'answer', '',
        '[{"title": "Contabilidad", "section": "Cierre", "href": "/public/manuales/contabilidad"}]', 'complete', 'quotes', false,
        t.opened_at, q.entry_id,
        (select min(e.entry_id) from entry e where e.client_id = t.client_id and e.ticket_number = t.number and e.kind = 'answer')
      from load_ticket t join entry q on q.client_id = t.client_id and q.number = t.number
      where t.position % 10 = 0 order by t.position`)
}
