import { SHARED_MAIL_DOMAINS } from '#domain/mail/shared-mail-domains.ts'
import { type Runner, sql } from '../../db/sql.ts'

/** Guesses the author of a mail from an address that no record has. */
export interface Proposal {
  readonly client: { readonly code: number; readonly name: string }
  readonly contact: { readonly id: number; readonly name: string } | null
  /** The module that the mail mentions. */
  readonly module: string | null
}

/**
 * Proposes a client for mails from unknown addresses: the only one that has people at the sender's domain, or a contact
 * with the sender's name, and that contact. If two clients fit, neither is proposed. This proves nothing: a technician
 * decides.
 */
export async function proposalsFor(runner: Runner, mails: readonly number[]): Promise<ReadonlyMap<number, Proposal>> {
  if (mails.length === 0) return new Map()
  const rows = await runner.rows<Proposal & { id: number }>(sql`
    with asked as (
      select r.received_id, folded(btrim(r.sender_name)) as name, split_part(r.sender, '@', 2) as domain,
        folded(r.subject || ' ' || left(r.said, 2000)) as words
      from received_mail r
      where r.received_id = any(${[...mails]}::bigint[]) and r.for_client is null and r.sender is not null),
    people as (
      select any_k.client_id, any_k.contact_id, folded(btrim(any_k.name)) as name, split_part(lower(any_k.email), '@', 2) as domain
      from contact any_k join client any_c using (client_id) where any_k.active and any_c.active
      union all
      select any_c.client_id, null, '', split_part(lower(any_c.email), '@', 2) from client any_c where any_c.active),
    owners as (
      select a.received_id, a.words, min(p.client_id) as client,
        case when count(distinct p.contact_id) filter (where p.name = a.name) = 1
          then min(p.contact_id) filter (where p.name = a.name) end as contact
      from asked a join people p on p.name = a.name and a.name <> ''
        or p.domain = a.domain and p.domain <> '' and not p.domain = any(${[...SHARED_MAIL_DOMAINS]}::text[])
      group by a.received_id, a.words having count(distinct p.client_id) = 1)
    select o.received_id as id, jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client,
      (select jsonb_build_object('id', any_k.contact_id, 'name', any_k.name) from contact any_k
        where any_k.client_id = o.client and any_k.contact_id = o.contact) as contact,
      (select m.name from module m
        where m.area = any(any_c.areas) and m.listed and position(folded(m.name) in o.words) > 0
        order by length(m.name) desc, m.number limit 1) as module
    from owners o join client any_c on any_c.client_id = o.client`)
  return new Map(rows.map(({ id, ...proposal }) => [id, proposal]))
}
