import type { Migration } from '../db/schema-state.ts'
import { ONE_BY_ONE } from '../db/schema-state.ts'

/** The effects of a migration on existing tables; nobody uses yet the tables that it makes. */
export interface Effect {
  readonly table: string
  /**
   * `moment`: a lock that is held without work. `reads`, `writes`: a lock for as long as all rows take. `beside`: no
   * lock.
   */
  readonly cost: 'moment' | 'reads' | 'writes' | 'beside'
  readonly act: string
  readonly isIndex: boolean
}

export interface Effects {
  readonly name: string
  readonly effects: readonly Effect[]
  /** The acts after which the version before it could fail. */
  readonly breaks: readonly string[]
  /** What it takes away, in its author's words. */
  readonly takesAway: readonly string[]
}

/** Reads the migrations as text: a preview for operators, and a rule for their authors. */
export function effectsOf(migrations: readonly Pick<Migration, 'name' | 'text'>[]): Effects[] {
  const fresh = new Set<string>()
  return migrations.map(({ name, text }) => {
    const [together = '', oneByOne = ''] = text.split(ONE_BY_ONE)
    const statements = [...statementsIn(together), ...statementsIn(oneByOne)]
    for (const statement of statements) {
      const made = /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1]
      if (made) fresh.add(made)
    }
    const made = new Set(
      statements.flatMap((each) => /^create (?:or replace )?(?:function|procedure|view) (\w+)/.exec(each)?.[1] ?? []),
    )
    return {
      name,
      effects: statements.flatMap((each) => effectOf(each) ?? []).filter(({ table }) => !fresh.has(table)),
      breaks: statements.flatMap((each) => breakOf(each, fresh, made) ?? []),
      takesAway: [...text.matchAll(/^-- TAKES AWAY: (.*)$/gm)].map(([, what = '']) => what),
    }
  })
}

/** The statements, one line each, without comments and without the bodies of functions, which only run later. */
function statementsIn(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(create (?:or replace )?(?:function|procedure)[^;]*?)\$(\w*)\$[\s\S]*?\$\2\$/gi, '$1')
    .split(/;\s*$/m)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase().replaceAll('public.', ''))
    .filter((statement) => statement !== '')
}

const SCANS =
  /\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key|exclude)\b|\bset not null\b|\breferences\b/
const REWRITES = /\balter column \w+ (?:set data )?type\b/

function effectOf(statement: string): Effect | null {
  const index = /^create (?:unique )?index (concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/.exec(statement)
  if (index) {
    const [, beside, table = ''] = index
    return { table, cost: beside ? 'beside' : 'reads', act: 'builds an index', isIndex: true }
  }
  const [, altered = '', change = ''] = /^alter table (?:if exists |only )*(\w+) (.*)$/.exec(statement) ?? []
  if (altered !== '') {
    if (REWRITES.test(change)) return { table: altered, cost: 'writes', act: 'rewrites all rows', isIndex: false }
    if (SCANS.test(change) && !change.includes('not valid'))
      return { table: altered, cost: 'reads', act: 'checks all rows', isIndex: false }
    return { table: altered, cost: 'moment', act: 'changes', isIndex: false }
  }
  const [, written = ''] = /^(?:update|delete from|truncate(?: table)?|insert into) (\w+)/.exec(statement) ?? []
  return written === '' ? null : { table: written, cost: 'writes', act: 'writes rows', isIndex: false }
}

/** Anything that the version before would miss, or would not be allowed to do. */
function breakOf(statement: string, fresh: ReadonlySet<string>, made: ReadonlySet<string>): string | null {
  const dropped = /^drop (table|view|function|procedure|type|schema) (?:if exists )?(\w+)/.exec(statement)
  if (dropped) {
    const [, kind = '', name = ''] = dropped
    return made.has(name) || fresh.has(name) ? null : `drops the ${kind} ${name}`
  }
  const revoked = /^revoke .* on (?!schema)(?:(?:function|procedure|table) )?(\w+)/.exec(statement)?.[1]
  if (revoked !== undefined) return made.has(revoked) || fresh.has(revoked) ? null : `revokes a right on ${revoked}`
  const [, table = '', change = ''] = /^alter table (?:if exists |only )*(\w+) (.*)$/.exec(statement) ?? []
  if (table === '' || fresh.has(table)) return null
  if (/\bdrop column\b/.test(change)) return `drops a column of ${table}`
  if (/\brename\b/.test(change)) return `renames what ${table} has`
  if (REWRITES.test(change)) return `changes a type in ${table}`
  if (/\balter column \w+ set not null\b/.test(change)) return `asks ${table} for a value that might be missing`
  const bare = change
    .split(/, (?=add\b|alter\b|drop\b)/)
    .some(
      (each) =>
        /^add (?:column )?(?!constraint|check|foreign|unique|primary|exclude)\w+ .*\bnot null\b/.test(each) &&
        !/\b(?:default|generated)\b/.test(each),
    )
  return bare ? `asks ${table} for a column that the version before does not write` : null
}
