import type { consoleClients } from '#contract/console/clients.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type Runner, type Statement, type Transaction, inSpanish, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holdsFolded, isActive, partOf } from '../lists/paged-list.ts'

type ListedClient = Data<typeof consoleClients.view>

const CLIENT = sql`
  any_c.client_id as code, any_c.name, any_c.email, any_c.areas, any_c.active, any_c.revision,
  any_c.second_factor_required,
  (select count(*) from installation any_i where any_i.client_id = any_c.client_id) as installations,
  (select count(*) from contact any_k where any_k.client_id = any_c.client_id) as contacts`

type ClientQuestion = ListQuestion<typeof consoleClients.list>

export async function listClients(runner: Runner, { search, active, after, limit }: ClientQuestion) {
  const [name, code] = after === undefined ? [] : readCursor(after, ['text', 'number'])
  const order = inSpanish(sql`any_c.name`)
  const from: Statement =
    name === undefined
      ? sql`true`
      : sql`(${order}, any_c.client_id) > (${inSpanish(sql`${name}::text`)}, ${code}::bigint)`
  const rows = await runner.rows<ListedClient>(sql`
    select ${CLIENT} from client any_c
    where ${all(
      from,
      isActive(sql`any_c.active`, active),
      holdsFolded(search, sql`any_c.folded_name`, sql`any_c.folded_email`, sql`any_c.client_id::text`),
    )}
    order by ${order}, any_c.client_id limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.name, last.code])
}

export const clientNumbered = (runner: Runner, client: number) =>
  runner.maybe<ListedClient>(sql`select ${CLIENT} from client any_c where any_c.client_id = ${client}`)

export type ClientForm = Omit<Input<typeof consoleClients.create>, 'code'>

/** False if the code is taken. */
export async function insertClient(tx: Transaction, { name, email, areas }: ClientForm): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into client (client_id, name, email, areas) values (${tx.client}, ${name}, ${email}, ${areas})
    on conflict (client_id) do nothing
    returning client_id`)
  return inserted !== undefined
}

interface ChangedClient extends ClientForm {
  readonly active: boolean
  /** Undefined: unchanged. */
  readonly secondFactorRequired: boolean | undefined
  readonly revision: number
}

/** False if somebody has changed it since. */
export async function changeClient(
  tx: Transaction,
  { name, email, areas, active, secondFactorRequired, revision }: ChangedClient,
): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update client c set name = ${name}, email = ${email}, areas = ${areas}, active = ${active},
      second_factor_required = coalesce(${secondFactorRequired ?? null}::boolean, c.second_factor_required),
      revision = c.revision + 1
    where ${tx.own('c')} and c.revision = ${revision}
    returning c.client_id`)
  return changed !== undefined
}

export const endSessionsOfClient = (tx: Transaction) => tx.rows(sql`delete from session s where ${tx.own('s')}`)
