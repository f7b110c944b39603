import { type Database, sql } from '../../db/sql.ts'

/** Whether anybody could enter with the demo's known passwords and keys. */
export async function holdsDemo(staff: Database): Promise<boolean> {
  const known = await staff.maybe(sql`
    select from technician t where t.active and t.second_factor_exempt
    union all select from signing_key any_k where any_k.kid like 'demo-%' and coalesce(any_k.revoked_at > now(), true)
    limit 1`)
  return known !== undefined
}
