import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { copyIn, quoted } from '../backup/backup-tables.ts'
import { BACKUP_ROLE } from '../db/backup-role.ts'
import type { FileLine } from './import-files.ts'
import { fieldOf, type Kind, KINDS } from './kinds.ts'
import { LINES } from './lines.ts'
import { readLines } from './read-lines.ts'

/** The roles that judge the lines and write the records. */
const ROLES = `${BACKUP_ROLE}, portal_app, portal_staff`

/**
 * The lines of a kind lie in a table that only this connection has. Each has a fate: `new`, `there` if the portal has
 * the record already, or `refused`.
 */
export const stageOf = ({ name }: Kind): string => quoted(stageName(name))
const stageName = (kind: string): string => `stage ${kind}`

export interface StageWork {
  readonly folder: string
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
  /** Why a file cannot be stored; null if it can. */
  readonly look: (file: FileLine) => Promise<string | null>
}

/** Reads all lines into tables of the connection, and returns their number for each kind. */
export async function stageFolder(client: pg.Client, work: StageWork): Promise<Record<string, number>> {
  await client.query(`create temp table refusal (kind text not null, line bigint not null, reason text not null, stays boolean not null);
    grant select, insert on refusal to ${ROLES}`)
  const counts: Record<string, number> = {}
  for (const [index, kind] of KINDS.entries()) {
    work.progress(`reading ${index + 1} of ${KINDS.length}: ${kind.name}`)
    counts[kind.name] = await stageKind(client, kind, work)
  }
  return counts
}

async function stageKind(client: pg.Client, kind: Kind, work: StageWork): Promise<number> {
  const stage = stageOf(kind)
  await client.query(`create temp table ${stage} as
    select 0::bigint as line, 'new'::text as fate, ''::text as refused_for, ${kind.columns.map(quoted).join(', ')}
    from ${quoted(kind.table)} with no data;
    alter table ${stage} alter fate set default 'new'`)
  const path = join(work.folder, `${kind.name}.jsonl`)
  let count = 0
  if (existsSync(path)) {
    const rows = async function* () {
      for await (const row of rowsOf(kind, path, work)) {
        work.signal.throwIfAborted()
        if ((count += 1) % 10_000 === 0) work.progress(`reading ${kind.name}: ${count}`)
        yield row
      }
    }
    await copyIn(client, { name: stageName(kind.name), columns: ['line', 'refused_for', ...kind.columns] }, rows())
  }
  await client.query(
    `with found as (update ${stage} set fate = 'refused' where refused_for <> '' returning line, refused_for)
    insert into refusal select $1, line, refused_for, false from found`,
    [kind.name],
  )
  await client.query(`create index on ${stage} (${kind.order.map(quoted).join(', ')}); analyze ${stage};
    grant select, update on ${stage} to ${ROLES}`)
  return count
}

/** The lines in the text of COPY, each with the reason for which it is refused, or none. */
async function* rowsOf(kind: Kind, path: string, { look }: StageWork): AsyncGenerator<Buffer> {
  const schema: z.ZodMiniType<Record<string, unknown>> | undefined = Object.entries(LINES).find(
    ([name]) => name === kind.name,
  )?.[1]
  if (!schema) throw new Error(`No schema of ${kind.name}`)
  const fields = kind.columns.map(fieldOf)
  for await (const { number, text, problem } of readLines(path)) {
    const read = text === null ? problem : recordIn(text, schema)
    const record = typeof read === 'string' ? null : read
    const reason = typeof read === 'string' ? read : kind.name === 'files' ? await look(LINES.files.parse(read)) : null
    const values = fields.map((field) => copied(record?.[field], field))
    yield Buffer.from(`${[String(number), copied((reason ?? '').slice(0, 500)), ...values].join('\t')}\n`)
  }
}

/** The record in a line, or the reason why there is none. */
function recordIn(text: string, schema: z.ZodMiniType<Record<string, unknown>>): Record<string, unknown> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is no JSON'
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return issue ? problemOf(issue, value) : 'it is no record'
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  const [field = 'it'] = issue.path.map(String)
  if (typeof value === 'object' && value !== null && field !== 'it' && !Object.hasOwn(value, field))
    return `${field} is missing`
  if (issue.code === 'unrecognized_keys')
    return `there is no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
  if (issue.code === 'invalid_type') return `${field} is no ${issue.expected}`
  if (issue.code === 'invalid_value') return `${field} is none of ${issue.values.join(', ')}`
  if (issue.code === 'too_big')
    return `${field} is too ${issue.origin === 'string' ? 'long' : 'large'}: at most ${issue.maximum}`
  if (issue.code === 'too_small')
    return `${field} is too ${issue.origin === 'string' ? 'short' : 'small'}: at least ${issue.minimum}`
  if (issue.code === 'invalid_format' && issue.format !== 'regex') return `${field} is not written as a ${issue.format}`
  return issue.path.length > 0 ? `${field} ${issue.message}` : issue.message
}

const NULL = '\\N'

function copied(value: unknown, field = ''): string {
  if (field === 'lines') return copied(JSON.stringify(value))
  // Of all other values only a client's areas are a list, and their words need no quotes.
  if (Array.isArray(value)) return `{${value.join(',')}}`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return NULL
  if (field === 'sha256') return `\\\\x${value}`
  return value.replaceAll(/[\\\n\r\t]/g, (letter) => ESCAPED[letter] ?? letter)
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
