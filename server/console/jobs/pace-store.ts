import { officeMeter } from '#domain/office-hours.ts'
import { PACE_DAYS, paceOf } from '#domain/promise.ts'
import { readPromises } from '../../db/promise-store.ts'
import { type Database, type StaffTransaction, sql } from '../../db/sql.ts'

const DAY_MS = 86_400_000
/** The newest tickets of a module; older ones would hardly change the figure. */
const MOST_CASES = 5000

/**
 * Computes anew how long each module's tickets took from being raised to being closed. It takes tickets that a
 * technician answered and that were closed in the last 90 days.
 */
export async function refreshPaces(staff: Database, now: Date): Promise<void> {
  const { calendar } = await readPromises(staff)
  const minutesBetween = officeMeter(calendar)
  const modules = await staff.rows<{ module: number }>(sql`select m.number as module from module m`)
  for (const { module } of modules) {
    await staff.acrossClients(async (tx) => {
      const cases = await closedOf(tx, module, new Date(now.getTime() - PACE_DAYS * DAY_MS))
      const pace = paceOf(cases.map(({ createdAt, closedAt }) => minutesBetween(createdAt, closedAt)))
      await tx.rows(sql`delete from module_pace p where p.module_number = ${module}`)
      if (!pace) return
      await tx.rows(sql`
        insert into module_pace (module_number, cases, median_minutes, mostly_minutes, computed_at)
        values (${module}, ${cases.length}, ${pace.median}, ${pace.mostly}, ${now})`)
    })
  }
}

const closedOf = (tx: StaffTransaction, module: number, since: Date) =>
  tx.rows<{ createdAt: Date; closedAt: Date }>(sql`
    select any_t.created_at, any_t.closed_at from ticket any_t
    where any_t.module_number = ${module} and any_t.closed_at > ${since} and any_t.technician is not null
      and any_t.merged_into is null
    order by any_t.closed_at desc limit ${MOST_CASES}`)
