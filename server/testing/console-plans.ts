import { expect } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { plansOf, readingOf } from './query-plan.ts'
import { type Recorded, recordingDatabase } from './recording-database.ts'
import { secondServer } from './second-server.ts'
import { type TestApp, answerOf } from './test-app.ts'

/** The most that a statement may read. */
export interface Limit {
  readonly rows: number
  readonly pages: number
  /** Set if the query has to look at each row. Then it may read a table in order. */
  readonly inOrder?: true
}

/** A console whose statements are examined: runs requests, and reports how much of the given tables their statements read. */
export async function consolePlans(portal: TestApp, tables: ReadonlySet<string>, username = 'sonia') {
  const staff = openDatabase(portal.url, { role: 'portal_staff', connections: 2 })
  const { recorded, database } = recordingDatabase(staff)
  const server = await secondServer(portal, { staff: database })
  server.addHook('onClose', () => staff.close())
  const cookie = await portal.consoleLogIn(username)

  /** Sends a request. Returns its answer and the statements that it ran. */
  async function ask(path: string, query: Readonly<Record<string, string>> = {}) {
    recorded.length = 0
    const raw = await server.inject({ method: 'GET', url: `/api/console${path}`, query, headers: { cookie } })
    const answer = answerOf(raw)
    expect(answer.status, raw.body).toBe(200)
    return {
      data: answer.data,
      statements: recorded.filter(
        ({ text }) => !/(update|delete from|from) technician_session|insert into audit|set_config/.test(text),
      ),
    }
  }

  /**
   * The places where statements read more than the limit under any plan that PostgreSQL chooses. `without` is a
   * statement to run first, such as dropping an index.
   */
  async function excesses(statements: readonly Recorded[], limit: Limit, without?: string): Promise<string[]> {
    const found: string[] = []
    for (const statement of statements) {
      const acting = { owner: portal.owner, role: 'portal_staff', client: null, without }
      // Searches are planned anew for the words of each.
      const isPlannedAnew = statement.text.includes('search_words')
      for (const [name, plan] of Object.entries(await plansOf(acting, statement, { isPlannedAnew }))) {
        const { rows, pages, inOrder } = readingOf(plan, tables)
        if (rows <= limit.rows && pages <= limit.pages && (limit.inOrder || inOrder.length === 0)) continue
        const said = `in order: ${inOrder.join(' ')}: ${statement.text.slice(0, 60)}`
        found.push(`${name}: ${rows} rows, ${pages} pages, ${said}`)
      }
    }
    return found
  }

  return { ask, excesses, close: () => server.close() }
}
