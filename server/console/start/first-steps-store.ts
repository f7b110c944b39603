import type { StaffTransaction } from '../../db/sql.ts'
import { sql } from '../../db/sql.ts'

interface Begun {
  readonly calendar: boolean
  readonly mail: boolean
  readonly customer: boolean
  readonly entry: boolean
}

/**
 * The facts about the first steps that the database knows. The demo's installations do not count; their keys have names
 * of their own.
 */
export const stepsBegun = (tx: StaffTransaction, now: Date) =>
  tx.row<Begun>(sql`
    select exists (select from office_calendar o where o.changed_at is not null) as calendar,
      exists (select from audit any_a
        where any_a.act = '/console/first-steps/test-mail' and any_a.details ->> 'accepted' = 'true') as mail,
      exists (select from signing_key any_g
        join contact_installation any_b using (client_id, installation_code)
        where any_g.kid <> 'demo-' || any_g.installation_code and (any_g.revoked_at is null or any_g.revoked_at > ${now})) as customer,
      exists (select from signing_key any_g join person any_p using (client_id, installation_code)
        where any_g.kid <> 'demo-' || any_g.installation_code and any_p.source in ('application', 'contact')) as entry`)
