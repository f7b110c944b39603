import type pg from 'pg'
import { ENTRY_KINDS, type Standing, type StandingEntry, standingOf } from '#domain/ticket.ts'
import * as z from 'zod/mini'
import { type Kind, KINDS } from './kinds.ts'
import { literal, refuse } from './refusal.ts'

/**
 * Rules that the database does not enforce, but that the portal always keeps. Returns the number of lines that break
 * them.
 */
export async function applyRules(client: pg.Client): Promise<number> {
  let found = 0
  for (const [name, clause, reason] of RULES) found += await refuse(client, named(name), clause, reason)
  return found + (await compareStandings(client))
}

const RULES: readonly (readonly [kind: string, clause: string, reason: string])[] = [
  [
    'tickets',
    `where s.fate <> 'refused' and not exists (select from "stage entries" e
      where e.fate <> 'refused' and e.client_id = s.client_id and e.number = s.number)`,
    literal('no entry has its number: it has no first message, or that was refused'),
  ],
  [
    'tickets',
    `where s.fate = 'new' and s.blocking_incident is not null and not exists (select from "stage incident-tickets" i
      where i.fate <> 'refused' and i.client_id = s.client_id and i.ticket_number = s.number
        and i.incident_number = s.blocking_incident)`,
    `'blockingIncident ' || s.blocking_incident || ' is none of its incidents'`,
  ],
  [
    'tickets',
    `from "stage tickets" t where s.fate <> 'refused' and t.merged_into is not null
      and t.client_id = s.client_id and t.number = s.merged_into`,
    `'mergedInto ' || s.merged_into || ' was merged itself'`,
  ],
  [
    'entries',
    `from "stage tickets" t where s.fate <> 'refused' and t.fate <> 'refused' and t.merged_into is not null
      and t.client_id = s.client_id and t.number = s.ticket_number`,
    `'ticket ' || s.ticket_number || ' was merged into ' || t.merged_into || ', where its entries belong'`,
  ],
  [
    'files',
    `where s.fate <> 'refused' and s.entry_id is not null and not exists (select from "stage entries" e
      where e.client_id = s.client_id and e.entry_id = s.entry_id and e.ticket_number = s.ticket_number)`,
    `'entry ' || s.entry_id || ' is none of ticket ' || s.ticket_number`,
  ],
]

const AT_ONCE = 5000

const row = z.object({
  client: z.string(),
  ticket: z.string(),
  there: z.boolean(),
  state: z.string(),
  accepted: z.boolean(),
  last_kind: z.string(),
  last_at: z.number(),
  closed_at: z.nullable(z.number()),
  kind: z.enum(ENTRY_KINDS),
  at: z.number(),
  closes: z.boolean(),
})
type Row = z.output<typeof row>

/**
 * The standing of a ticket follows from its entries. A ticket's line with another standing is refused, and so are
 * entries that would come to a ticket of the portal and change its standing.
 */
async function compareStandings(client: pg.Client): Promise<number> {
  await client.query(`declare timeline no scroll cursor for ${TIMELINES}`)
  let found = 0
  let timeline: Row[] = []
  for (let isEnd = false; !isEnd;) {
    const { rows } = await client.query(`fetch ${AT_ONCE} from timeline`)
    isEnd = rows.length === 0
    const wrong: { readonly of: Row; readonly says: string }[] = []
    const ended = () => {
      const [first] = timeline
      const says = first && contradiction(first, timeline)
      if (first && says) wrong.push({ of: first, says })
    }
    for (const each of rows.map((raw) => row.parse(raw))) {
      const [first] = timeline
      if (first && (first.client !== each.client || first.ticket !== each.ticket)) {
        ended()
        timeline = []
      }
      timeline.push(each)
    }
    if (isEnd) ended()
    found += await refuseWrong(client, wrong)
  }
  await client.query('close timeline')
  return found
}

/** The entries of each imported ticket, and of those tickets of the portal that get imported entries. */
const TIMELINES = `
  with standing as (
    select client_id, number, false as there, state, accepted, last_entry_kind, last_entry_at, closed_at
    from "stage tickets" where fate = 'new' and merged_into is null
    union all
    select t.client_id, t.number, true, t.state, t.accepted, t.last_entry_kind, t.last_entry_at, t.closed_at
    from ticket t join "stage tickets" s on s.client_id = t.client_id and s.number = t.number and s.fate = 'there'
    where exists (select from "stage entries" e
      where e.fate = 'new' and e.client_id = t.client_id and e.ticket_number = t.number)
  ), timeline as (
    select client_id, ticket_number, entry_id, kind, at, closes from "stage entries" where fate = 'new'
    union all
    select e.client_id, e.ticket_number, e.entry_id, e.kind, e.at, e.closes from entry e
    join "stage tickets" s on s.client_id = e.client_id and s.number = e.ticket_number and s.fate = 'there'
  )
  select t.client_id::text as client, t.number::text as ticket, t.there, t.state, t.accepted, t.last_entry_kind as last_kind,
    extract(epoch from t.last_entry_at)::float8 as last_at, extract(epoch from t.closed_at)::float8 as closed_at,
    e.kind, extract(epoch from e.at)::float8 as at, e.closes
  from standing t join timeline e on e.client_id = t.client_id and e.ticket_number = t.number
  order by t.client_id, t.number, e.at, e.entry_id`

/** The field that the entries contradict, or null. */
function contradiction(ticket: Row, timeline: readonly Row[]): string | null {
  const moments = new Map<Date, number>()
  const entries = timeline.map(({ kind, at, closes }): StandingEntry => {
    const date = new Date(at * 1000)
    moments.set(date, at)
    return { kind, at: date, closes }
  })
  const { state, accepted, lastEntryKind, lastEntryAt, closedAt }: Standing = standingOf(entries, null)
  if (ticket.state !== state) return `state is ${ticket.state}, and its entries make it ${state}`
  if (ticket.accepted !== accepted) return `accepted is ${ticket.accepted}, and its entries make it ${accepted}`
  if (ticket.last_kind !== lastEntryKind)
    return `lastEntryKind is ${ticket.last_kind}, and its entries make it ${lastEntryKind}`
  if (ticket.last_at !== moments.get(lastEntryAt)) return `lastEntryAt is not when its last ${lastEntryKind} was`
  if (ticket.closed_at !== (closedAt && moments.get(closedAt))) return 'closedAt is not when its entries closed it'
  return null
}

async function refuseWrong(client: pg.Client, wrong: readonly { readonly of: Row; readonly says: string }[]) {
  let found = 0
  for (const [name, there] of [
    ['tickets', false],
    ['entries', true],
  ] as const) {
    const own = wrong.filter(({ of }) => of.there === there)
    if (own.length === 0) continue
    const number = there ? 'ticket_number' : 'number'
    found += await refuse(
      client,
      named(name),
      `from unnest($2::bigint[], $3::bigint[], $4::text[]) w (client, ticket, says)
        where s.fate = 'new' and s.client_id = w.client and s.${number} = w.ticket`,
      there ? `'with it, of ticket ' || s.ticket_number || ' of the portal, ' || w.says` : 'w.says',
      [own.map(({ of }) => of.client), own.map(({ of }) => of.ticket), own.map(({ says }) => says)],
    )
  }
  return found
}

function named(name: string): Kind {
  const kind = KINDS.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no kind ${name}`)
  return kind
}
