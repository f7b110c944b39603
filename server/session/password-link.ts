import { api } from '#contract/api.ts'
import { consoleApi } from '#contract/console/api.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import { linkRefused } from '../http/link-refused.ts'
import { invalid } from '../http/problems.ts'
import { hashOf } from '../http/session-cookie.ts'
import { type ForgettingDependencies, noteForgotten } from './forgotten-password.ts'
import { hashPassword } from './password.ts'
import { refusedPassword } from './password-words.ts'

/** Sets the password of a client's administrator by a link, valid once: Support's, or one that was asked for at the login. */
export function bindPasswordLink(binding: Binding, forgetting: ForgettingDependencies): void {
  const { staff } = forgetting
  const { database } = binding

  bindPublic(binding, api.session.forgotPassword, async ({ username }, context) => {
    await noteForgotten(forgetting, { username, ofTechnician: false }, context)
    return null
  })

  bindPublic(binding, api.session.checkPasswordLink, async ({ token }, { now, request }) => {
    const link = await openLink(database, token, now)
    const username = link && (await database.inClient(link.client, (tx) => usernameOf(tx, link, now)))
    if (!username) throw linkRefused(request, 'password-link')
    return { username }
  })

  bindPublic(binding, api.session.setPassword, async ({ token, ...typed }, { now, request, sentences }) => {
    const link = await openLink(database, token, now)
    if (!link || !(await database.inClient(link.client, (tx) => usernameOf(tx, link, now))))
      throw linkRefused(request, 'password-link')
    const wrong = refusedPassword(typed, sentences)
    if (wrong) throw invalid((s) => s.session['check-fields'](), wireNamesOf(api.session.setPassword.input, wrong))
    const hash = await hashPassword(typed.next ?? '')
    await database.inClient(link.client, async (tx) => {
      const taken = await takeLink(tx, link, now)
      if (!taken) throw linkRefused(request, 'password-link')
      const { username, issuer, approver } = taken
      await keepPassword(tx, { ...link, username, hash }, now)
      await endSessionsOf(tx, link.contact)
      // Done last, so that no refused act is audited. If it fails, nothing is done.
      const details = { contact: link.contact, username, used: true, issuer, approver, address: request.ip }
      await audit(staff, PORTAL, consoleApi.consolePasswordLinks.issue.path, { client: link.client, details }, now)
    })
    request.log.info({ security: 'password-set', client: link.client, contact: link.contact }, 'a password was set')
    return null
  })
}

interface Link {
  readonly client: number
  readonly contact: number
  readonly hash: Buffer
}

async function openLink(database: Database, token: string | undefined, now: Date): Promise<Link | null> {
  const hash = hashOf(token ?? '')
  const found = await database.maybe<Omit<Link, 'hash'>>(
    sql`select l.client_id as client, l.contact_id as contact from door_password_link(${hash}, ${now}) l`,
  )
  return found ? { ...found, hash } : null
}

/** A valid link to a contact who may still log in. */
const live = (tx: Transaction, { contact, hash }: Link, now: Date) => sql`
  l.contact_id = ${contact} and l.token_hash = ${hash} and l.expires_at > ${now}
  and exists (
    select from contact k
    where ${tx.own('k')} and k.contact_id = l.contact_id and k.active and k.visibility = 'client')`

async function usernameOf(tx: Transaction, link: Link, now: Date): Promise<string | undefined> {
  const found = await tx.maybe<{ username: string }>(sql`
    select l.username from password_link l where ${tx.own('l')} and ${live(tx, link, now)}`)
  return found?.username
}

interface TakenLink {
  readonly username: string
  readonly issuer: string
  readonly approver: string | null
}

/** Marks the link as used; of two simultaneous uses one succeeds. */
const takeLink = (tx: Transaction, link: Link, now: Date) =>
  tx.maybe<TakenLink>(sql`
    delete from password_link l where ${tx.own('l')} and ${live(tx, link, now)}
    returning l.username, l.issued_by as issuer, l.approved_by as approver`)

interface NewPassword {
  readonly contact: number
  readonly username: string
  readonly hash: string
}

/** `notice-routes.ts` tells the owner of the password at the next entry. */
const keepPassword = (tx: Transaction, { contact, username, hash }: NewPassword, now: Date) =>
  tx.rows(sql`
    insert into credential as c (client_id, contact_id, username, password_hash, set_by_link_at)
    values (${tx.client}, ${contact}, ${username}, ${hash}, ${now})
    on conflict (client_id, contact_id) do update
      set password_hash = excluded.password_hash, set_by_link_at = excluded.set_by_link_at`)

/** Ends every session of this contact; they are told at the next entry. */
const endSessionsOf = (tx: Transaction, contact: number) =>
  tx.rows(sql`delete from session s where ${tx.own('s')} and s.contact_id = ${contact}`)
