import { isMetIn } from '#domain/problems/problem.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

export interface KnownProblem {
  readonly problem: number
  readonly title: string
  readonly description: string
  readonly workaround: string
  readonly affectedVersions: string[]
  readonly mendedVersion: string | null
  readonly plannedOn: string | null
}

/** Only so many published problems are looked at, the newest ones. */
const MOST_READ = 1000
const MOST_SHOWN = 100

/**
 * The published problems that are met in a version in use: that of the installation entered from or, for callers who see the whole
 * client, of any installation.
 */
export async function knownProblems(tx: Transaction, { installation }: Caller): Promise<KnownProblem[]> {
  const installed = await tx.rows<{ version: string }>(sql`
    select distinct i.version from installation i
    where ${tx.own('i')} and i.active and (${installation}::text is null or i.code = ${installation}::text)`)
  const published = await tx.rows<KnownProblem>(sql`
    select p.problem_id as problem, p.title, p.description, p.workaround, p.affected_versions, p.mended_version, p.planned_on
    from product_problem p where p.published order by p.problem_id desc limit ${MOST_READ}`)
  return published.filter((problem) => installed.some(({ version }) => isMetIn(problem, version))).slice(0, MOST_SHOWN)
}
