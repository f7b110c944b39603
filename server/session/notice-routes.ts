import { api } from '#contract/api.ts'
import type { Language } from '#contract/moment.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { type Binding, bind, languageOf } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'

/** The provider's notices, for the banner. */
export function bindNotices(binding: Binding): void {
  bind(binding, api.session.notices, (_input, { tx, caller, now, request }) =>
    currentNotices(tx, caller, languageOf(request), now),
  )
}

const MOST_SHOWN = 10

/**
 * Those of the client's applications and of the version that its people work with: the installation's that was entered
 * from or, for who sees the whole client, any of its installations'.
 */
const currentNotices = (tx: Transaction, { areas, installation }: Caller, language: Language, now: Date) =>
  tx.rows<{ id: number; text: string; from: Date; until: Date }>(sql`
    select n.notice_id as id, case ${language}::text when 'en' then n.text_en else n.text_es end as text,
      n.shown_from as "from", n.shown_until as "until"
    from notice n
    where n.shown_from <= ${now} and n.shown_until > ${now}
      and (n.area is null or n.area = any(${areas}))
      and (n.version is null or exists (
        select from installation i
        where ${tx.own('i')} and i.active and i.version = n.version
          and (${installation}::text is null or i.code = ${installation}::text)))
    order by n.shown_from desc, n.notice_id desc limit ${MOST_SHOWN}`)
