import type { ScanState } from '#domain/files/scan-state.ts'
import { type Runner, sql } from '../db/sql.ts'

/** Those of these files that may not be handed out, with the reason. */
export const scanStatesOf = (runner: Runner, files: readonly string[]) =>
  runner.rows<{ id: string; state: ScanState }>(sql`
    select s.file_id as id, s.state from file_scan s where s.file_id = any(${[...files]})`)

export const waitForScan = (runner: Runner, file: string, now: Date) =>
  runner.rows(sql`
    insert into file_scan (file_id, state, since, tried_at) values (${file}, 'waiting', ${now}, ${now})
    on conflict (file_id) do nothing`)

/**
 * Files to be scanned: those that wait, and infected ones whose verdict may have been wrong. The longest untried come
 * first.
 */
export const filesToScan = (runner: Runner, due: DueBefore, most: number) =>
  runner.rows<{ id: string; state: ScanState; since: Date }>(sql`
    (select s.file_id as id, s.state, s.since from file_scan s where s.state = 'waiting' and s.tried_at < ${due.waiting}
      order by s.tried_at limit ${most})
    union all
    (select s.file_id as id, s.state, s.since from file_scan s
      where s.state = 'infected' and s.tried_at < ${due.infected} and s.since > ${due.given}
      order by s.tried_at limit ${most})
    limit ${most}`)

export interface DueBefore {
  readonly waiting: Date
  readonly infected: Date
  /** Infected files from before then are left alone. */
  readonly given: Date
}

export const tried = (runner: Runner, file: string, now: Date) =>
  runner.rows(sql`update file_scan set tried_at = ${now} where file_id = ${file}`)

export const foundInfected = (runner: Runner, file: string, found: string, now: Date) =>
  runner.rows(sql`
    update file_scan set state = 'infected', found = ${found}, tried_at = ${now},
      since = case when state = 'infected' then since else ${now} end
    where file_id = ${file}`)

export const foundClean = (runner: Runner, file: string) =>
  runner.rows(sql`delete from file_scan where file_id = ${file}`)
