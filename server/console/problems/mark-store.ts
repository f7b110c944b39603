import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import type { Reader } from '../mail/outbox-store.ts'

// People who have said that they meet a problem of the product, and whether they have been told that it is mended.

/** From now on these people are told; or, if it is no longer mended, no longer. */
export const tellMarked = (runner: Runner, problem: number, mendedAt: Date | null) =>
  runner.rows(sql`
    update product_problem_mark any_k set mended_at = ${mendedAt}, mailed_at = null where any_k.problem_id = ${problem}`)

/** Marks all of them as mailed. */
export const passMarked = (runner: Runner, now: Date) =>
  runner.rows(sql`
    update product_problem_mark any_k set mailed_at = ${now} where any_k.mended_at is not null and any_k.mailed_at is null`)

interface MarkReader extends Reader {
  readonly client: number
  readonly problem: number
  readonly mendedAt: Date
  /** Whether customers may read that it is mended. */
  readonly isShown: boolean
}

/**
 * Takes the next people who have not been mailed. The address is the one on record: the contact's or, without a
 * contact, the client's.
 */
export const takeMarked = (tx: StaffTransaction, most: number, now: Date) =>
  tx.rows<MarkReader>(sql`
    with taken as (
      update product_problem_mark any_k set mailed_at = ${now}
      where (any_k.client_id, any_k.problem_id, any_k.person_id) in (
        select any_d.client_id, any_d.problem_id, any_d.person_id from product_problem_mark any_d
        where any_d.mended_at is not null and any_d.mailed_at is null
        order by any_d.mended_at limit ${most} for update skip locked)
      returning any_k.client_id, any_k.problem_id, any_k.contact_id, any_k.mended_at)
    select k.client_id as client, k.problem_id as problem, k.mended_at, p.published and p.state = 'mended' as is_shown,
      coalesce(any_n.name, any_c.name) as name, r.email, coalesce(any_a.language, 'es') as language,
      coalesce(any_a.choice, 'at-once') as choice
    from taken k
    join product_problem p on p.problem_id = k.problem_id
    join client any_c on any_c.client_id = k.client_id
    left join contact any_n on any_n.client_id = k.client_id and any_n.contact_id = k.contact_id and any_n.active
    cross join lateral (select coalesce(nullif(any_n.email, ''), any_c.email) as email) r
    left join mail_address any_a on any_a.client_id = k.client_id and any_a.email = r.email`)
