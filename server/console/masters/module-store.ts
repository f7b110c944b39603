import type { consoleModules } from '#contract/console/modules.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Runner, type Statement, inSpanish, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'

export type ModuleForm = Omit<ListedModule, 'number' | 'revision'>

type ListedModule = Data<typeof consoleModules.change>

const MODULE = sql`m.number, m.name, m.area, m.topic, m.listed, m.revision`

type ModuleQuestion = ListQuestion<typeof consoleModules.list>

export async function listModules(runner: Runner, { search, area, after, limit }: ModuleQuestion) {
  const order = inSpanish(sql`m.name`)
  const [name, number] = after === undefined ? [] : readCursor(after, ['text', 'number'])
  const from: Statement =
    name === undefined ? sql`true` : sql`(${order}, m.number) > (${inSpanish(sql`${name}::text`)}, ${number}::bigint)`
  const rows = await runner.rows<ListedModule>(sql`
    select ${MODULE} from module m
    where ${all(
      from,
      area === undefined ? sql`true` : sql`m.area = ${area}`,
      holds(search, sql`m.name`, sql`m.topic`, sql`m.number::text`),
    )}
    order by ${order}, m.number limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.name, last.number])
}

export const moduleNumbered = (runner: Runner, number: number) =>
  runner.maybe<ListedModule>(sql`select ${MODULE} from module m where m.number = ${number}`)

/** Changes to modules wait for each other, so that names and numbers stay unique. */
export const lockModules = (runner: Runner) => runner.rows(sql`lock table module in share row exclusive mode`)

export async function isNameTaken(runner: Runner, name: string, number: number): Promise<boolean> {
  const found = await runner.maybe(sql`select from module m where m.name = ${name} and m.number <> ${number}`)
  return found !== undefined
}

export async function nextModule(runner: Runner): Promise<number> {
  const { next } = await runner.row<{ next: number }>(sql`select coalesce(max(m.number), 0) + 1 as next from module m`)
  return next
}

export const insertModule = (runner: Runner, number: number, { name, area, topic, listed }: ModuleForm) =>
  runner.rows(sql`
    insert into module (number, name, area, topic, listed) values (${number}, ${name}, ${area}, ${topic}, ${listed})`)

/** False if somebody has changed it since. */
export async function changeModule(
  runner: Runner,
  number: number,
  { name, area, topic, listed, revision }: ModuleForm & { readonly revision: number },
): Promise<boolean> {
  const changed = await runner.maybe(sql`
    update module m set name = ${name}, area = ${area}, topic = ${topic}, listed = ${listed}, revision = m.revision + 1
    where m.number = ${number} and m.revision = ${revision}
    returning m.number`)
  return changed !== undefined
}
