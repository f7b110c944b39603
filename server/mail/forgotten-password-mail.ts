import { consoleSession } from '#contract/console/session.ts'
import { mayMailLink } from '#domain/mail/mailed-links.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import { forgottenExpiry, newTechnicianLink } from '../console/door/technician-account-store.ts'
import {
  type ForgottenPassword,
  forgetfulAdministrators,
  forgetfulTechnicians,
  linksMailed,
  takeForgotten,
  technicianLinksMailed,
} from '../console/mail/forgotten-store.ts'
import { newPasswordLink } from '../console/masters/password-link-store.ts'
import type { Database, StaffTransaction } from '../db/sql.ts'
import { openTyped } from '../session/forgotten-password.ts'
import { mailPasswordLink, mailTechnicianLink } from './mailed-link.ts'
import type { Writing } from './outbox-mail.ts'

const AT_A_TIME = 20
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** For this long the owner of a changed address can report a mistake or an attack. */
const SETTLED_DAYS = 7

interface Forgotten extends Pick<Writing, 'origin' | 'secrets'> {
  readonly staff: Database
}

/**
 * Mails a link to each person who has asked for another password at a login, if they may have one. The answer at the
 * login was given before.
 */
export async function mailForgotten(office: Forgotten, clock: () => Date): Promise<void> {
  for (;;) {
    const now = clock()
    const taken = await office.staff.acrossClients(async (tx) => {
      const asked = await takeForgotten(tx, AT_A_TIME)
      for (const each of asked) {
        // It would lie in the mailbox longer than its link is valid.
        if (now.getTime() - each.requestedAt.getTime() < HOUR_MS) await answer(tx, each, office, now)
      }
      return asked.length
    })
    if (taken < AT_A_TIME) return
  }
}

function answer(tx: StaffTransaction, asked: ForgottenPassword, office: Forgotten, now: Date): Promise<void> {
  const typed = openTyped(office.secrets, asked)
  if (typed === null) return Promise.resolve()
  return asked.ofTechnician
    ? mailTechnicians(tx, { ...asked, name: typed }, office, now)
    : mailAdministrators(tx, { ...asked, name: typed }, office, now)
}

type Named = Pick<ForgottenPassword, 'language'> & { readonly name: string }

async function mailAdministrators(
  tx: StaffTransaction,
  { name, language }: Named,
  office: Forgotten,
  now: Date,
): Promise<void> {
  for (const person of await forgetfulAdministrators(tx, name, settledBefore(now))) {
    const { client, contact, username } = person
    const own = tx.of(client)
    if (!mayMailLink(await linksMailed(own, person, new Date(now.getTime() - HOUR_MS)), now)) continue
    const expiresAt = forgottenExpiry(now)
    const token = await newPasswordLink(own, {
      contact,
      username,
      issuer: PORTAL.username,
      approver: null,
      expiresAt,
    })
    await mailPasswordLink(own, { reader: { ...person, language }, username, token, expiresAt }, office, now)
    await audit(tx, PORTAL, consoleSession.forgotPassword.path, { client, details: { contact, username } }, now)
  }
}

async function mailTechnicians(
  tx: StaffTransaction,
  { name, language }: Named,
  office: Forgotten,
  now: Date,
): Promise<void> {
  for (const person of await forgetfulTechnicians(tx, name, settledBefore(now))) {
    const { username } = person
    if (!mayMailLink(await technicianLinksMailed(tx, person, new Date(now.getTime() - HOUR_MS)), now)) continue
    const expiresAt = forgottenExpiry(now)
    const token = await newTechnicianLink(tx, username, PORTAL.username, expiresAt)
    await mailTechnicianLink(tx, { reader: { ...person, language }, username, token, expiresAt }, office, now)
    await audit(tx, PORTAL, consoleSession.forgotPassword.path, { details: { username } }, now)
  }
}

const settledBefore = (now: Date): Date => new Date(now.getTime() - SETTLED_DAYS * DAY_MS)
