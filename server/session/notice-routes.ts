import { api } from '#contract/api.ts'
import { type Language, momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { type Binding, bind } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import type { Caller } from '../http/caller.ts'
import { mendedSince } from '../problems/known-problem-store.ts'

/** The provider's notices, for the banner. */
export function bindNotices(binding: Binding, settings: Settings): void {
  bind(binding, api.session.notices, async (_input, { tx, caller, now, request, sentences }) => {
    const language = languageOf(request)
    const { phone, email } = settings.contact
    const told = [
      ...(await doneBySupport(tx, caller, now)).map(({ what, at }) => ({
        text: sentences.console[what]({ at: momentIn(language, at), phone, email }),
        at,
      })),
      ...(await mendedSince(tx, caller, new Date(now.getTime() - TOLD_FOR_MS))).map(
        ({ problem, title, version, at }) => ({
          text: sentences.problem.mended({ problem, title, version: version ?? '' }),
          at,
        }),
      ),
    ]
    const own = told.map(({ text, at }, index) => ({
      id: OWN_NOTICE - index,
      text,
      from: at,
      until: new Date(at.getTime() + TOLD_FOR_MS),
    }))
    return [...own, ...(await currentNotices(tx, caller, language, now))]
  })
}

const MOST_SHOWN = 10

/** No notice of the provider's ever has this number. */
const OWN_NOTICE = Number.MAX_SAFE_INTEGER
const TOLD_FOR_MS = 14 * 86_400_000

interface DoneBySupport {
  readonly what: 'password-by-link' | 'second-factor-reset'
  readonly at: Date
}

/** Support's recent changes to the caller's access: a password link, a removed second factor. */
const doneBySupport = (tx: Transaction, { contact }: Caller, now: Date) =>
  tx.rows<DoneBySupport>(sql`
    select d.what, d.at from credential c
    cross join lateral (
      values ('password-by-link', c.set_by_link_at), ('second-factor-reset', c.second_factor_reset_at)) d (what, at)
    where ${tx.own('c')} and c.contact_id = ${contact?.id ?? null}
      and d.at > ${new Date(now.getTime() - TOLD_FOR_MS)}
    order by d.at desc`)

/**
 * The notices for the client's applications and for the version in use: that of the installation entered from or, for
 * callers who see the whole client, of any installation.
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
