import type pg from 'pg'
import { type EntryKind, MESSAGES, standingOf } from '#domain/ticket.ts'
import { hashOf, newToken } from '../http/session-cookie.ts'

/** The size of the load. */
export const CLIENTS = 200
export const TICKETS = 100_000
const LARGEST_SHARE = 0.2
const TICKETS_A_PERSON = 50
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

/**
 * Fills a migrated database that has the provider's data with three years' records of 200 clients of very different sizes:
 * one has a fifth of all tickets, many have some tens. Every run is the same but for the session tokens. The connection must be a
 * superuser's: it writes rows of all clients at once, and skips checking references, which are correct. Words are only indexed if
 * the texts are to be searched, because that takes long.
 */
export async function load(owner: pg.Client, now: Date, { searchable = false } = {}): Promise<LoadedPerson[]> {
  const clients = clientSizes().map((tickets, index) => ({ client: FIRST_CLIENT + index, tickets }))
  await owner.query(
    "set session_replication_role = 'replica'; set timezone = 'UTC'; set work_mem = '256MB'; set jit = off",
  )
  await insertClients(owner, clients)
  const people = await insertPeople(owner, clients, now)
  await planTickets(owner, clients, now)
  await insertTickets(owner, searchable)
  await insertWork(owner)
  await insertConversations(owner)
  await owner.query('reset session_replication_role; reset work_mem; reset jit')
  // What autovacuum does in time: the statistics, and the visibility map that lets an index alone answer.
  await owner.query('vacuum analyze')
  return people
}

const FIRST_CLIENT = 700_001
const YEARS_MS = 3 * 365 * 86_400_000
/** No story lasts longer, so that none ends in the future. */
const NEWEST_MS = 15 * 86_400_000
/** People still work on the newest tenth of the tickets. */
const RECENT_FROM = 0.9
/** Numbers reserved for a ticket and its replies. */
const NUMBERS_A_TICKET = 4

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
    hours: index * 30,
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
const CONCLUDED = ['q A! y', 'q A! y', 'q a r A! y', 'q c a r c A! y', 'q w', 'q a r A! x a A! y'].map((told) =>
  story(told),
)
const AFTER_INCIDENT = [story('q A! y', 'delivered'), story('q a r a n A! y', 'delivered')]
const FORGOTTEN = [story('q A!'), story('q a r A!'), story('q a A!', 'blocking')]
const OPEN = ['q n', 'q a', 'q c c', 'q a r a r', 'q a r A! x', 'q c c c', 'q a r a'].map((told) => story(told))
const STORIES = [...CONCLUDED, ...AFTER_INCIDENT, ...FORGOTTEN, ...OPEN]
const OLD_SHARE = [...CONCLUDED, ...CONCLUDED, ...AFTER_INCIDENT, ...FORGOTTEN]
const RECENT_SHARE = [...CONCLUDED.slice(0, 3), ...FORGOTTEN, ...OPEN]

interface Client {
  readonly client: number
  readonly tickets: number
}

/** The first client has a fifth; the others drop steeply, to some thirty tickets for the last. */
function clientSizes(): number[] {
  const largest = TICKETS * LARGEST_SHARE
  const weights = Array.from({ length: CLIENTS - 1 }, (_, index) => (index + 12) ** -1.8)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const rest = weights.map((weight) => Math.round((weight / all) * (TICKETS - largest)))
  const rounding = TICKETS - largest - rest.reduce((sum, tickets) => sum + tickets, 0)
  return [largest, ...rest.map((tickets, index) => (index === 0 ? tickets + rounding : tickets))]
}

const peopleOf = ({ tickets }: Client) => Math.max(3, Math.ceil(tickets / TICKETS_A_PERSON))
const installationsOf = ({ tickets }: Client) => (tickets > 5000 ? 4 : tickets > 500 ? 2 : 1)

async function insertClients(owner: pg.Client, clients: readonly Client[]): Promise<void> {
  await owner.query(`
    insert into technician (username, name, role, second_factor_exempt)
      select 'carga-' || n, 'Técnico ' || n, 'technician', true from generate_series(0, ${TECHNICIANS - 1}) n`)
  await owner.query(
    `create temp table load_client as
       select * from unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) as c (client_id, tickets, people, installations)`,
    [
      clients.map(({ client }) => client),
      clients.map(({ tickets }) => tickets),
      clients.map(peopleOf),
      clients.map(installationsOf),
    ],
  )
  await owner.query(`
    insert into client (client_id, name, email, areas)
      select client_id, 'Cliente ' || client_id, 'cliente' || client_id || '@carga.example', '{main,apps}' from load_client;
    insert into installation (client_id, code, version)
      select client_id, client_id || '-' || n, 'V030' from load_client, generate_series(1, installations) n;
    insert into company (client_id, installation_code, code, name)
      select client_id, code, '001', 'Empresa de ' || code from installation where client_id >= ${FIRST_CLIENT}`)
}

/** A client's first contact sees everything, some see only their own; the others see an installation, and a third of them two. */
async function insertPeople(owner: pg.Client, clients: readonly Client[], now: Date): Promise<LoadedPerson[]> {
  await owner.query(`
    create temp table load_person as
      select client_id, k as contact_id, client_id || '-' || 1 + k % installations as installation,
        case when k % 3 = 0 then client_id || '-' || 1 + (k + 1) % installations end as second_installation,
        case when k = 1 then 'client' when k % 10 = 2 then 'own' else 'installation' end as visibility
      from load_client, generate_series(1, people) k;
    insert into contact (client_id, contact_id, name, email, visibility)
      select client_id, contact_id, 'Persona ' || contact_id, 'p' || contact_id || '@carga.example', visibility from load_person;
    insert into contact_installation (client_id, contact_id, installation_code)
      select client_id, contact_id, installation from load_person
      union select client_id, contact_id, second_installation from load_person where second_installation is not null;
    insert into contact_company (client_id, contact_id, installation_code, company_code)
      select client_id, contact_id, installation_code, '001' from contact_installation where client_id >= ${FIRST_CLIENT};
    insert into person (client_id, installation_code, login, name)
      select client_id, installation, 'u' || contact_id, 'Persona ' || contact_id from load_person;
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

/** Each ticket's owner and story, oldest first, with the clients mixed as in reality. */
async function planTickets(owner: pg.Client, clients: readonly Client[], now: Date): Promise<void> {
  const random = randomNumbers()
  const turns = clients.flatMap((client) => Array.from({ length: client.tickets }, () => client))
  for (let last = turns.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [turns[last], turns[other]]
    if (a && b) [turns[last], turns[other]] = [b, a]
  }
  const first = now.getTime() - YEARS_MS
  const pace = (YEARS_MS - NEWEST_MS) / turns.length
  const chosen = turns.map((_, index) => {
    const share = index < turns.length * RECENT_FROM ? OLD_SHARE : RECENT_SHARE
    const { [Math.floor(random() * share.length)]: told } = share
    return STORIES.findIndex((story) => story === told)
  })
  let incidents = 0
  await owner.query(
    `create temp table load_ticket as
       select p.*, l.installation, l.person_id,
         (select last_value from ticket_number) + ${NUMBERS_A_TICKET} * p.position as number,
         (select last_value from incident_number) + p.incident as incident_number
       from unnest($1::int[], $2::bigint[], $3::bigint[], $4::int[], $5::timestamptz[], $6::bigint[])
           as p (position, client_id, contact_id, story, opened_at, incident)
         join load_person l using (client_id, contact_id)`,
    [
      turns.map((_, index) => index + 1),
      turns.map(({ client }) => client),
      turns.map((client) => 1 + Math.floor(random() * peopleOf(client))),
      chosen,
      turns.map((_, index) => new Date(first + Math.floor(index * pace))),
      chosen.map((story) => (STORIES[story]?.incident ? (incidents += 1) : null)),
    ],
  )
}

/** Inserts each story once with the standing that the product derives, then each ticket by its story. */
async function insertTickets(owner: pg.Client, searchable: boolean): Promise<void> {
  const indexes = await dropIndexes(owner)
  const at = (hours: number) => new Date(hours * 3_600_000)
  const hoursOf = (date: Date | null) => date && date.getTime() / 3_600_000
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
  const steps = STORIES.flatMap(({ steps }, story) => {
    let message = -1
    return steps.map((step) => ({ ...step, story, message: MESSAGES.includes(step.kind) ? (message += 1) : null }))
  })
  await owner.query(
    `insert into entry (client_id, ticket_number, number, kind, closes, text, author, origin, person_id, at)
     select client_id, t.number, t.number + s.message, s.kind, s.closes,
       case when s.kind in ('claim', 'acceptance') then '' else repeat('Al cerrar el periodo sale un aviso y no se puede seguir. ', 2 + (position % 4)) end,
       case when s.kind = 'answer' then 'Técnico ' || position % 12 else 'Persona ' || contact_id end, '',
       case when s.kind = 'answer' then null else person_id end, opened_at + s.hours * interval '1 hour'
     from load_ticket t join unnest($1::int[], $2::int[], $3::text[], $4::boolean[], $5::int[]) as s (story, hours, kind, closes, message)
       using (story)
     order by 10, 2`,
    [
      steps.map(({ story }) => story),
      steps.map(({ hours }) => hours),
      steps.map(({ kind }) => kind),
      steps.map(({ closes }) => closes),
      steps.map(({ message }) => message),
    ],
  )
  await owner.query(`
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, area, kind,
      custom_development, module_number, title, contact_name, email, urgency, phone_assistance, version, origin, raised_by,
      technician, created_at, state, accepted, rating, last_entry_kind, last_entry_at, closed_at, last_claim_at,
      claims_in_a_row, blocking_incident, due_at, assignee, newest_answer)
    select client_id, number, installation, '001', person_id, contact_id, 'main', case when position % 9 = 0 then 'incident' else 'query' end,
      false, modules[1 + position % cardinality(modules)], (array['El asiento de cierre no cuadra', 'No se imprime el contrato',
      'Diferencias en el IVA', 'Alta de una promoción nueva', 'El recibo sale duplicado'])[1 + position % 5] || ' (' || number || ')',
      'Persona ' || contact_id, 'p' || contact_id || '@carga.example', (1 + position % 6)::text, false, 'V030', '', 'Persona ' || contact_id,
      'Técnico ' || position % 12, opened_at, state, accepted, case when last_entry_kind = 'acceptance' then 1 + position % 5 end,
      last_entry_kind, opened_at + last_entry * interval '1 hour', opened_at + closed * interval '1 hour',
      opened_at + last_claim * interval '1 hour', claims_in_a_row, case when blocked then incident_number end,
      case when state = 'pending' and last_entry_kind <> 'answer' then opened_at + (last_entry + 16) * interval '1 hour' end,
      case when not accepted and position % 3 > 0 then 'carga-' || position % ${TECHNICIANS} end,
      coalesce(newest, 0)
    from load_ticket join load_story using (story)
      left join (select ticket_number as number, max(entry_id) as newest from entry where kind = 'answer' group by 1) a using (number), (select array_agg(number order by number) as modules from module where listed) m
    order by position`)
  await owner.query(indexes.filter((index) => !/search_words/.test(index)).join(';'))
  if (searchable) {
    await owner.query(indexes.filter((index) => /search_words\(title\)/.test(index)).join(';'))
    await withKnownTexts(owner, () =>
      owner.query(indexes.filter((index) => /search_words\(text\)/.test(index)).join(';')),
    )
  }
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

/** Tables are filled in a third of the time without their indexes, which are then built at once; returns how. */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('ticket'::regclass, 'entry'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  await owner.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  return rows.map(({ definition }) => definition)
}

/** The entries repeat few texts: while they are indexed, the words of each text are remembered instead of found anew. */
async function withKnownTexts(owner: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await owner.query<{ product: string; known: string }>(`
    select pg_get_functiondef('search_words(text)'::regprocedure) as product, format(
      'create or replace function search_words(said text) returns tsvector language plpgsql immutable parallel safe as %L',
      format('begin return case said %s else null end; end', string_agg(format('when %L then %L::tsvector', text, words), ' '))
    ) as known
    from (select text, search_words(text) as words from (select distinct text from entry) e) e`)
  for (const { product, known } of rows) {
    await owner.query(known)
    await work()
    await owner.query(product)
  }
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
      select client_id, incident_number, 1, opened_at + interval '15 hours', 'Persona ' || contact_id from load_ticket where incident_number % 5 = 0;
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

/** A tenth of the tickets began with the assistant; its words are their first answer, if they have one. */
async function insertConversations(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into conversation (client_id, conversation_id, person_id, contact_id, person_name, outcome, outcome_at,
      ticket_number, started_at, touched_at)
      select client_id, md5('conversation ' || number), person_id, contact_id, 'Persona ' || contact_id, 'handed-over', opened_at,
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

/** The same numbers from 0 to 1 in every run (mulberry32). */
function randomNumbers(): () => number {
  let state = 20_261_118
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
