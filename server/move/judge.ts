import type pg from 'pg'
import { quoted } from '../backup/backup-tables.ts'
import { fieldOf, type Kind, KINDS } from './kinds.ts'
import { literal, refuse } from './refusal.ts'
import { applyRules } from './rules.ts'
import { stageOf } from './stage.ts'

/**
 * Fields of a record that never change. By these the record in the portal and the one in the folder are the same, and
 * not two that happen to have one number. One matching group is enough. Without any group, the record consists only of
 * its key.
 */
const SAME: Readonly<Record<string, readonly (readonly string[])[]>> = {
  clients: [['name'], ['email']],
  contacts: [['name'], ['email']],
  'log-ins': [['username']],
  persons: [['installation_code', 'source', 'login']],
  incidents: [['created_at']],
  'incident-claims': [['at']],
  developments: [['created_at']],
  tickets: [['created_at', 'person_id']],
  entries: [['at', 'kind']],
  'internal-notes': [['at', 'username']],
  valuations: [['created_on', 'description']],
  'work-events': [['at', 'kind']],
  'valuation-events': [['at', 'kind']],
  'data-change-requests': [['requested_at']],
  files: [['sha256', 'sequence']],
}

interface Judging {
  readonly client: pg.Client
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
}

/**
 * Decides the fate of every line by the database's own rules: uniqueness and references. It writes only to the tables
 * of the lines. A line never refers to a record that only the portal has: that record may be another one that happens
 * to have the number.
 */
export async function judgeLines(judging: Judging): Promise<void> {
  const { client, progress, signal } = judging
  const uniques = await uniquesOf(client)
  const references = await referencesOf(client)
  for (const kind of KINDS) {
    signal.throwIfAborted()
    progress(`checking ${kind.name}`)
    await refuseTwice(client, kind, identityOf(kind), true)
    await compareWithPortal(client, kind)
    for (const unique of uniques.filter(({ table }) => table === kind.table)) {
      await refuseTwice(client, kind, unique.columns, unique.nullsAreEqual)
      await refuseTaken(client, kind, unique)
    }
  }
  // A refused line takes along the lines that refer to it, even in a circle.
  for (let [found, round] = [-1, 1]; found !== 0; round += 1) {
    found = await applyRules(client)
    for (const kind of KINDS) {
      signal.throwIfAborted()
      progress(`checking ${round}: ${kind.name}`)
      for (const reference of references.filter(({ table }) => table === kind.table))
        found += await refuseDangling(client, kind, reference)
    }
  }
}

/** The key of a record: files are known by their own id, not by their order. */
export const identityOf = ({ name, order }: Kind): readonly string[] =>
  name === 'files' ? ['client_id', 'attachment_id'] : order

async function refuseTwice(client: pg.Client, kind: Kind, columns: readonly string[], nullsAreEqual: boolean) {
  const stage = stageOf(kind)
  const given = nullsAreEqual ? 'true' : columns.map((column) => `${quoted(column)} is not null`).join(' and ')
  await refuse(
    client,
    kind,
    `from (select line, first_value(line) over (partition by ${columns.map(quoted).join(', ')}
        order by (fate = 'there') desc, line) as first from ${stage} where fate <> 'refused' and ${given}) d
      where d.line = s.line and d.first <> d.line`,
    `'line ' || d.first || ' has the same ' || ${literal(shown(columns))}`,
  )
}

/**
 * A record that the portal already has stays as it is there. If another record has its number, the line is impossible.
 */
async function compareWithPortal(client: pg.Client, kind: Kind): Promise<void> {
  const stage = stageOf(kind)
  const identity = identityOf(kind)
  const pair = identity.map((column) => `t.${quoted(column)} = s.${quoted(column)}`).join(' and ')
  const groups = SAME[kind.name] ?? [[]]
  const same = groups
    .map((group) => group.map((column) => `t.${quoted(column)} is not distinct from s.${quoted(column)}`))
    .map((conditions) => (conditions.length === 0 ? 'true' : conditions.join(' and ')))
    .join(' or ')
  const table = quoted(kind.table)
  await client.query(
    `update ${stage} s set fate = 'there' from ${table} t where s.fate = 'new' and ${pair} and (${same})`,
  )
  await refuse(
    client,
    kind,
    `from ${table} t where s.fate = 'new' and ${pair}`,
    literal(`the portal has another one with this ${shown(identity)}`),
  )
  const values = (alias: string) => kind.columns.map((column) => `${alias}.${quoted(column)}`).join(', ')
  // A portal without clients only has the modules of its first start. The folder's modules replace them.
  if (kind.name === 'modules')
    await client.query(
      `update ${stage} s set fate = 'new' from module t where s.fate = 'there' and ${pair} and row(${values('t')}) is distinct from row(${values('s')})
        and not exists (select from client)`,
    )
  await client.query(
    `insert into refusal select $1, s.line, 'it is in the portal already and has changed there: it stays as it is', true
    from ${stage} s join ${table} t on ${pair}
    where s.fate = 'there' and row(${values('t')}) is distinct from row(${values('s')})`,
    [kind.name],
  )
}

interface Unique {
  readonly table: string
  readonly columns: string[]
  readonly nullsAreEqual: boolean
}

/**
 * The unique columns beyond a record's key. Where an index covers a part of a table, it covers the rows that are not
 * null there.
 */
async function uniquesOf(client: pg.Client): Promise<Unique[]> {
  const { rows } = await client.query<Unique>(`
    select c.relname::text as table, i.indnullsnotdistinct as "nullsAreEqual",
      array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indexprs is null
    order by i.indexrelid::regclass::text collate "C"`)
  return rows.filter(({ table, columns }) => {
    const kind = KINDS.find((each) => each.table === table)
    return (
      kind && columns.join() !== identityOf(kind).join() && columns.every((column) => kind.columns.includes(column))
    )
  })
}

/** Something else in the portal has a value that must be unique. */
async function refuseTaken(client: pg.Client, kind: Kind, { columns, nullsAreEqual }: Unique): Promise<void> {
  const equals = nullsAreEqual ? 'is not distinct from' : '='
  const pair = columns.map((column) => `t.${quoted(column)} ${equals} s.${quoted(column)}`).join(' and ')
  const isOther = identityOf(kind).map((column) => `t.${quoted(column)} <> s.${quoted(column)}`)
  await refuse(
    client,
    kind,
    `from ${quoted(kind.table)} t where s.fate = 'new' and ${pair} and (${isOther.join(' or ')})`,
    literal(`another record of the portal has this ${shown(columns)}`),
  )
}

interface Reference {
  readonly table: string
  readonly columns: string[]
  readonly named: string
  readonly namedColumns: string[]
}

/** All references between the records, read from the database. */
async function referencesOf(client: pg.Client): Promise<Reference[]> {
  const names = (numbers: string, table: string) =>
    `array(select a.attname::text from unnest(${numbers}) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number order by k.place)`
  const { rows } = await client.query<Reference>(`
    select c.relname::text as table, ${names('f.conkey', 'f.conrelid')} as columns,
      r.relname::text as named, ${names('f.confkey', 'f.confrelid')} as "namedColumns"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by c.relname, f.conname`)
  return rows.filter(({ table, columns }) => {
    const kind = KINDS.find((each) => each.table === table)
    return kind && columns.every((column) => kind.columns.includes(column))
  })
}

async function refuseDangling(client: pg.Client, kind: Kind, reference: Reference): Promise<number> {
  const named = KINDS.find(({ table }) => table === reference.named)
  if (!named) throw new Error(`${kind.name} names ${reference.named}, which no export holds`)
  const { columns, namedColumns } = reference
  const given = columns.map((column) => `s.${quoted(column)} is not null`).join(' and ')
  const pair = columns
    .map((column, index) => `n.${quoted(namedColumns[index] ?? '')} = s.${quoted(column)}`)
    .join(' and ')
  const said = columns
    .filter((column) => column !== 'client_id' || columns.length === 1)
    .map((column) => `${literal(`${fieldOf(column)} `)} || s.${quoted(column)}`)
    .join(` || ', ' || `)
  return refuse(
    client,
    kind,
    `where s.fate <> 'refused' and ${given} and not exists (
      select from ${stageOf(named)} n where n.fate <> 'refused' and ${pair})`,
    `${said} || ${literal(` is not in ${named.name}.jsonl, or was refused there`)}`,
  )
}

const shown = (columns: readonly string[]): string =>
  columns
    .filter((column) => column !== 'client_id' || columns.length === 1)
    .map(fieldOf)
    .join(', ')
