import { isMetIn } from '#domain/problems/problem.ts'
import { type Transaction, isAmong, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

export interface KnownProblem {
  readonly problem: number
  readonly title: string
  readonly description: string
  readonly workaround: string
  readonly mendedVersion: string | null
  readonly plannedOn: string | null
  /** Whether the caller has said that they meet it. */
  readonly affectsMe: boolean
}

/** Only the newest published problems are looked at, this many. */
const MOST_READ = 1000
const MOST_SHOWN = 100

/**
 * The published problems that a version in use meets: the version of the installation entered from or, for callers who
 * see the whole client, of any installation.
 */
export async function knownProblems(tx: Transaction, { installation, person }: Caller): Promise<KnownProblem[]> {
  const installed = await tx.rows<{ version: string }>(sql`
    select distinct i.version from installation i
    where ${tx.own('i')} and i.active and (${installation}::text is null or i.code = ${installation}::text)`)
  const published = await tx.rows<KnownProblem & { affectedVersions: string[] }>(sql`
    select p.problem_id as problem, p.title, p.description, p.workaround, p.affected_versions, p.mended_version, p.planned_on,
      exists (select from product_problem_mark k
        where ${tx.own('k')} and k.problem_id = p.problem_id and k.person_id = ${person}) as affects_me
    from product_problem p where p.published order by p.problem_id desc limit ${MOST_READ}`)
  return published
    .filter((problem) => installed.some(({ version }) => isMetIn(problem, version)))
    .slice(0, MOST_SHOWN)
    .map(({ affectedVersions: _versions, ...shown }) => shown)
}

/** Records that the caller meets a problem, or takes that back. Doing so twice changes nothing. */
export async function markProblem(
  tx: Transaction,
  { person, contact }: Caller,
  { problem, affectsMe, now }: { readonly problem: number; readonly affectsMe: boolean; readonly now: Date },
): Promise<void> {
  if (affectsMe)
    await tx.rows(sql`
      insert into product_problem_mark (client_id, problem_id, person_id, contact_id, marked_at)
      values (${tx.client}, ${problem}, ${person}, ${contact?.id ?? null}, ${now}) on conflict do nothing`)
  else
    await tx.rows(sql`
      delete from product_problem_mark k
      where ${tx.own('k')} and k.problem_id = ${problem} and k.person_id = ${person}`)
}

/** The facts about its problem that a ticket or an incident shows. */
export interface ShownProblem extends Omit<KnownProblem, 'description' | 'affectsMe'> {
  readonly isMended: boolean
}

const SHOWN = sql`p.problem_id as problem, p.title, p.workaround, p.mended_version, p.planned_on, p.state = 'mended' as is_mended`

/** The published problems of these incidents. */
export const problemsOfIncidents = async (tx: Transaction, incidents: readonly number[]) => {
  if (incidents.length === 0) return []
  return tx.rows<ShownProblem>(sql`
    select ${SHOWN} from product_problem p
    where p.published and p.problem_id in (
      select i.problem_id from incident i where ${tx.own('i')} and ${isAmong(sql`i.number`, incidents)})
    order by p.problem_id desc limit ${MOST_SHOWN}`)
}

/** For an open ticket: the published problems in its module that its author has said they meet. */
export const problemsMarkedFor = (tx: Transaction, ticket: number) =>
  tx.rows<ShownProblem>(sql`
    select ${SHOWN} from ticket t
    join product_problem_mark k on k.client_id = t.client_id and k.person_id = t.person_id
    join product_problem p on p.problem_id = k.problem_id
    where ${tx.own('t')} and t.number = ${ticket} and not t.accepted
      and p.published and (p.modules = '{}' or t.module_number = any(p.modules))
    order by p.problem_id desc limit ${MOST_SHOWN}`)

/** The problems that the caller meets and that were mended since then. */
export const mendedSince = (tx: Transaction, { person }: Caller, since: Date) =>
  tx.rows<{ problem: number; title: string; version: string | null; at: Date }>(sql`
    select p.problem_id as problem, p.title, p.mended_version as version, k.mended_at as at
    from product_problem_mark k join product_problem p on p.problem_id = k.problem_id
    where ${tx.own('k')} and k.person_id = ${person} and k.mended_at > ${since} and p.published and p.state = 'mended'
    order by k.mended_at desc, p.problem_id desc limit 5`)
