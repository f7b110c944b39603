import type { consoleCannedAnswers } from '#contract/console/canned-answers.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type Runner, type Statement, inSpanish, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'

type ListedCannedAnswer = Data<typeof consoleCannedAnswers.change>

const CANNED = sql`a.canned_answer_id as id, a.title, a.text, a.updated_at as changed_at, a.revision,
  (select w.name from technician w where w.username = a.updated_by) as changed_by`

/** Canned answers by title, unfilled. */
export async function listCannedAnswers(
  runner: Runner,
  { search, after, limit }: ListQuestion<typeof consoleCannedAnswers.list>,
) {
  const order = inSpanish(sql`a.title`)
  const [title, id] = after === undefined ? [] : readCursor(after, ['text', 'number'])
  const from: Statement =
    title === undefined
      ? sql`true`
      : sql`(${order}, a.canned_answer_id) > (${inSpanish(sql`${title}::text`)}, ${id}::bigint)`
  const rows = await runner.rows<ListedCannedAnswer>(sql`
    select ${CANNED} from canned_answer a where ${all(from, holds(search, sql`a.title`, sql`a.text`))}
    order by ${order}, a.canned_answer_id limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.title, last.id])
}

export const cannedAnswer = (runner: Runner, id: number) =>
  runner.maybe<ListedCannedAnswer>(sql`select ${CANNED} from canned_answer a where a.canned_answer_id = ${id}`)

type CannedForm = Input<typeof consoleCannedAnswers.create>
interface By {
  readonly username: string
  readonly at: Date
}

export async function insertCannedAnswer(runner: Runner, { title, text }: CannedForm, by: By): Promise<number> {
  const { id } = await runner.row<{ id: number }>(sql`
    insert into canned_answer (title, text, updated_by, updated_at) values (${title}, ${text}, ${by.username}, ${by.at})
    returning canned_answer_id as id`)
  return id
}

/** False if somebody has changed it since. */
export async function changeCannedAnswer(
  runner: Runner,
  id: number,
  { title, text, revision }: CannedForm & { readonly revision: number },
  by: By,
): Promise<boolean> {
  const changed = await runner.maybe(sql`
    update canned_answer a
    set title = ${title}, text = ${text}, updated_by = ${by.username}, updated_at = ${by.at}, revision = a.revision + 1
    where a.canned_answer_id = ${id} and a.revision = ${revision}
    returning a.revision`)
  return changed !== undefined
}

/** False if somebody has changed it since. */
export async function removeCannedAnswer(runner: Runner, id: number, revision: number): Promise<boolean> {
  const removed = await runner.maybe(sql`
    delete from canned_answer a where a.canned_answer_id = ${id} and a.revision = ${revision} returning a.revision`)
  return removed !== undefined
}
