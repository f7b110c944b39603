import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { newPasswordProblems } from '#domain/password-change.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import { Problem, invalid } from '../http/problems.ts'
import { hashOf } from '../http/session-cookie.ts'
import { hashPassword } from './password.ts'
import { passwordWords } from './password-words.ts'

/** Sets the password of an administrator of a client by a link that Support gave out; it is good once, for 72 hours. */
export function bindPasswordLink(binding: Binding): void {
  const { database } = binding

  bindPublic(binding, api.session.checkPasswordLink, async ({ token }, { now, request }) => {
    const link = await openLink(database, token, now)
    const username = link && (await database.inClient(link.client, (tx) => usernameOf(tx, link, now)))
    if (!username) throw refused(request)
    return { username }
  })

  bindPublic(binding, api.session.setPassword, async ({ token, ...typed }, { now, request, sentences }) => {
    const link = await openLink(database, token, now)
    if (!link || !(await database.inClient(link.client, (tx) => usernameOf(tx, link, now)))) throw refused(request)
    const problems = newPasswordProblems(typed)
    if (Object.keys(problems).length > 0) {
      const fields = wireNamesOf(api.session.setPassword.input, passwordWords(problems, sentences))
      throw invalid((s) => s.session['check-fields'](), fields)
    }
    const hash = await hashPassword(typed.next ?? '')
    await database.inClient(link.client, async (tx) => {
      const username = await takeLink(tx, link, now)
      if (!username) throw refused(request)
      await keepPassword(tx, link.contact, username, hash)
      await endPasswordSessions(tx, link.contact)
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

/** A link that is still good, to a contact that may still log in. */
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

/** Uses the link up; of two at once, one. */
async function takeLink(tx: Transaction, link: Link, now: Date): Promise<string | undefined> {
  const taken = await tx.maybe<{ username: string }>(sql`
    delete from password_link l where ${tx.own('l')} and ${live(tx, link, now)} returning l.username`)
  return taken?.username
}

const keepPassword = (tx: Transaction, contact: number, username: string, hash: string) =>
  tx.rows(sql`
    insert into credential (client_id, contact_id, username, password_hash)
    values (${tx.client}, ${contact}, ${username}, ${hash})
    on conflict (client_id, contact_id) do update set password_hash = excluded.password_hash`)

/** What the password that was opens stays open no longer; sessions from installations are no business of a password. */
const endPasswordSessions = (tx: Transaction, contact: number) =>
  tx.rows(sql`delete from session s where ${tx.own('s')} and s.contact_id = ${contact} and s.kid is null`)

function refused(request: FastifyRequest): Problem {
  request.log.warn({ security: 'password-link-refused', address: request.ip }, 'a password link was refused')
  return new Problem(401, (s) => s.session['link-refused']())
}
