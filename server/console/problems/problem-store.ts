import type { consoleProblems } from '#contract/console/problems.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type Runner, inSpanish, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'
import { technicianNamed } from '../technicians/colleague.ts'

export type ProblemForm = Input<typeof consoleProblems.create>

type ListedProblem = Data<typeof consoleProblems.change>
type ProblemRow = Omit<ListedProblem, 'plannedDates' | 'affected'>

const PROBLEM = sql`
  p.problem_id as id, p.title, p.description, p.workaround, p.affected_versions, p.mended_version,
  (select coalesce(jsonb_agg(jsonb_build_object('number', m.number, 'name', m.name)
    order by ${inSpanish(sql`m.name`)}), '[]') from module m where m.number = any(p.modules)) as modules,
  (select count(distinct any_u.client_id) from (
    select any_i.client_id from incident any_i where any_i.problem_id = p.problem_id
    union all select any_k.client_id from product_problem_mark any_k where any_k.problem_id = p.problem_id) any_u) as clients,
  (select count(*) from product_problem_mark any_k where any_k.problem_id = p.problem_id) as people,
  ${technicianNamed(sql`p.responsible`)} as responsible, p.notes, p.state, p.planned_on, p.published, p.changed_at,
  (select w.name from technician w where w.username = p.changed_by) as changed_by, p.revision`

/** Problems of the product, the newest first. */
export async function listProblems(
  runner: Runner,
  { search, state, after, limit }: ListQuestion<typeof consoleProblems.list>,
) {
  const [id = null] = after === undefined ? [] : readCursor(after, ['number'])
  const rows = await runner.rows<ProblemRow>(sql`
    select ${PROBLEM} from product_problem p
    where ${all(
      id === null ? sql`true` : sql`p.problem_id < ${id}::bigint`,
      state === undefined ? sql`true` : sql`p.state = ${state}`,
      holds(search, sql`p.problem_id::text`, sql`p.title`, sql`p.description`, sql`p.workaround`, sql`p.notes`),
    )}
    order by p.problem_id desc limit ${limit + 1}`)
  const { items, next } = partOf(rows, limit, (last) => [last.id])
  return { items: await withAffected(runner, await withDates(runner, items)), next }
}

export async function problemNumbered(runner: Runner, id: number): Promise<ListedProblem | undefined> {
  const rows = await runner.rows<ProblemRow>(sql`select ${PROBLEM} from product_problem p where p.problem_id = ${id}`)
  const [found] = await withAffected(runner, await withDates(runner, rows), PEOPLE_OF_ONE)
  return found
}

const DATES_SHOWN = 20

async function withDates(runner: Runner, problems: readonly ProblemRow[]): Promise<Omit<ListedProblem, 'affected'>[]> {
  const dates = await runner.rows<{ problem: number; on: string | null; by: string; at: Date }>(sql`
    select d.problem_id as problem, d.planned_on as "on", d.set_at as at,
      (select w.name from technician w where w.username = d.set_by) as by
    from unnest(${problems.map(({ id }) => id)}::bigint[]) p (id)
    cross join lateral (
      select d.* from product_problem_date d where d.problem_id = p.id
      order by d.date_number desc limit ${DATES_SHOWN}) d
    order by d.problem_id, d.date_number desc`)
  return problems.map((each) => ({
    ...each,
    plannedDates: dates.flatMap(({ problem, ...date }) => (problem === each.id ? [date] : [])),
  }))
}

const PEOPLE_SHOWN = 50
const PEOPLE_OF_ONE = 500

async function withAffected<Row extends { readonly id: number }>(
  runner: Runner,
  problems: readonly Row[],
  most = PEOPLE_SHOWN,
) {
  const marks = await runner.rows<{ problem: number; code: number; name: string; person: string }>(sql`
    select k.problem_id as problem, any_c.client_id as code, any_c.name, any_n.name as person
    from unnest(${problems.map(({ id }) => id)}::bigint[]) p (id)
    cross join lateral (
      select any_k.* from product_problem_mark any_k where any_k.problem_id = p.id
      order by any_k.marked_at desc limit ${most}) k
    join client any_c on any_c.client_id = k.client_id
    join person any_n on any_n.client_id = k.client_id and any_n.person_id = k.person_id
    order by k.problem_id, k.marked_at desc`)
  return problems.map((each) => {
    const own = marks.filter(({ problem }) => problem === each.id)
    return {
      ...each,
      affected: [...new Map(own.map(({ code, name }) => [code, name]))].map(([code, name]) => ({
        code,
        name,
        people: own.flatMap((mark) => (mark.code === code ? [mark.person] : [])),
      })),
    }
  })
}

export interface By {
  readonly username: string
  readonly at: Date
}

export async function insertProblem(runner: Runner, form: ProblemForm, by: By): Promise<number> {
  const { id } = await runner.row<{ id: number }>(sql`
    insert into product_problem (title, description, workaround, affected_versions, mended_version, modules, responsible,
      notes, state, planned_on, published, changed_by, changed_at)
    values (${form.title}, ${form.description}, ${form.workaround}, ${form.affectedVersions}, ${form.mendedVersion},
      ${form.modules}, ${form.responsible}, ${form.notes}, ${form.state}, ${form.plannedOn}, ${form.published},
      ${by.username}, ${by.at})
    returning problem_id as id`)
  return id
}

/** False if somebody has changed it since. */
export async function changeProblem(
  runner: Runner,
  id: number,
  form: ProblemForm & { readonly revision: number },
  by: By,
): Promise<boolean> {
  const changed = await runner.maybe(sql`
    update product_problem p set title = ${form.title}, description = ${form.description}, workaround = ${form.workaround},
      affected_versions = ${form.affectedVersions}, mended_version = ${form.mendedVersion}, modules = ${form.modules},
      responsible = ${form.responsible}, notes = ${form.notes}, state = ${form.state}, planned_on = ${form.plannedOn},
      published = ${form.published}, changed_by = ${by.username}, changed_at = ${by.at}, revision = p.revision + 1
    where p.problem_id = ${id} and p.revision = ${form.revision}
    returning p.revision`)
  return changed !== undefined
}

/** By then the transaction holds the problem's row, so no two dates get the same number. */
export const addPlannedDate = (runner: Runner, problem: number, on: string | null, by: By) =>
  runner.rows(sql`
    insert into product_problem_date (problem_id, date_number, planned_on, set_by, set_at)
    select ${problem}, coalesce(max(d.date_number), 0) + 1, ${on}::date, ${by.username}, ${by.at}
    from product_problem_date d where d.problem_id = ${problem}`)

/** How many of these modules exist. */
export async function countModules(runner: Runner, modules: readonly number[]): Promise<number> {
  const { found } = await runner.row<{ found: number }>(
    sql`select count(*) as found from module m where m.number = any(${modules}::bigint[])`,
  )
  return found
}
