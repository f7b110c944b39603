import pg from 'pg'
import type { Recorded } from './recording-database.ts'

/** The rights under which a statement runs. */
export interface Acting {
  readonly owner: pg.Client
  readonly role: string
  readonly client: number | null
  /** A statement to run first, such as dropping an index, to see the effect. */
  readonly without?: string | undefined
}

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/**
 * The plan for a statement's own values, and the one for all values: PostgreSQL chooses one of them for each execution.
 * `isPlannedAnew`: it is planned for its values each time, as a statement without values has one plan alone.
 */
export const plansOf = (acting: Acting, statement: Explained, { isPlannedAnew = false } = {}) =>
  prepared(acting, statement, async ({ explain, explainForAllValues }) => {
    const first = await explain()
    if (isPlannedAnew || statement.values.length === 0) return { 'the first plan': first }
    return { 'the first plan': first, 'the plan for all values': await explainForAllValues() }
  })

/** Of these two the one of the seventh execution: by then PostgreSQL has chosen. */
export const chosenPlan = (acting: Acting, statement: Explained) =>
  prepared(acting, statement, async ({ asked, explain, explainForAllValues }) => {
    const { owner } = acting
    const first = await explain()
    // Planning alone counts as an execution for PostgreSQL's choice.
    for (let execution = 2; execution <= 7; execution += 1) await owner.query(`explain ${asked}`)
    const { rows } = await owner.query<{ generic: boolean }>(
      "select generic_plans > 0 as generic from pg_prepared_statements where name = 'asked'",
    )
    return rows[0]?.generic ? explainForAllValues() : first
  })

type Explained = Pick<Recorded, 'text' | 'values'>

interface Prepared {
  /** The statement that executes it. */
  readonly asked: string
  readonly explain: () => Promise<PlanNode>
  readonly explainForAllValues: () => Promise<PlanNode>
}

const prepared = <T>(acting: Acting, { text, values }: Explained, work: (prepared: Prepared) => Promise<T>) =>
  asServer(acting, async () => {
    const { owner } = acting
    const asked = `execute asked${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
    const explain = async () => {
      const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) ${asked}`,
      )
      const [row] = rows
      if (!row) throw new Error('Nothing was explained')
      return row['QUERY PLAN'][0].Plan
    }
    await owner.query(`prepare asked as ${text}`)
    return work({
      asked,
      explain,
      explainForAllValues: async () => {
        await owner.query('set local plan_cache_mode = force_generic_plan')
        return explain()
      },
    })
  })

/** The work on each connection, because a test that was given up may still run while the next one begins. */
const underWay = new WeakMap<pg.Client, Promise<unknown>>()

/** Runs in a transaction that is rolled back, with the server's rights and settings, one after the other. */
export function asServer<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  const { owner } = acting
  const turn = (underWay.get(owner) ?? Promise.resolve()).then(() => rolledBack(acting, work))
  underWay.set(
    owner,
    turn.catch(() => undefined),
  )
  return turn
}

async function rolledBack<T>({ owner, role, client, without }: Acting, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    if (without !== undefined) await owner.query(without)
    await owner.query(`set local role ${role}; select set_config('app.client', '${client ?? ''}', true)`)
    return await work()
  } finally {
    // Prepared statements outlive their transaction.
    await owner.query('rollback; deallocate all')
  }
}

/** How much a plan reads of the given tables, and which of them it reads from end to end. */
export function readingOf(plan: PlanNode, tables: ReadonlySet<string>) {
  const nodes = nodesOf(plan).filter(({ 'Relation Name': name = '' }) => tables.has(name))
  const rows = nodes.reduce((sum, node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return sum + Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
  }, 0)
  return {
    rows,
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    inOrder: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
  }
}

/** A plan's node and all below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  // The JSON of a date has quotes.
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', ''))
}
