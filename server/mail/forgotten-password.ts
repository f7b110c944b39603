import { consoleSession } from '#contract/console/session.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import { forgottenExpiry, newTechnicianLink } from '../console/door/technician-account-store.ts'
import {
  type ForgottenPassword,
  type MailedLinks,
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
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Links that a person, and an address, is mailed within an hour at most. */
const PER_PERSON = 3
const PER_ADDRESS = 6
/** Somebody who sees the change of an address as a mistake, or as an attack, has so long to say so. */
const SETTLED_DAYS = 7

interface Forgotten extends Pick<Writing, 'origin' | 'secrets'> {
  readonly staff: Database
}

/** Mails a link to each person who asked for another password at a login and may have one; whoever asked has been answered. */
export async function mailForgotten(office: Forgotten, clock: () => Date): Promise<void> {
  for (;;) {
    const now = clock()
    const taken = await office.staff.acrossClients(async (tx) => {
      const asked = await takeForgotten(tx, AT_A_TIME)
      for (const each of asked) {
        // It would lie in the mail longer than its link is valid.
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
  const settled = new Date(now.getTime() - SETTLED_DAYS * DAY_MS)
  for (const person of await forgetfulAdministrators(tx, name, settled)) {
    const { client, contact, username } = person
    const own = tx.of(client)
    if (!mayHaveOne(await linksMailed(own, person, new Date(now.getTime() - HOUR_MS)), now)) continue
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
  for (const person of await forgetfulTechnicians(tx, name)) {
    const { username } = person
    if (!mayHaveOne(await technicianLinksMailed(tx, person, new Date(now.getTime() - HOUR_MS)), now)) continue
    const expiresAt = forgottenExpiry(now)
    const token = await newTechnicianLink(tx, username, PORTAL.username, expiresAt)
    await mailTechnicianLink(tx, { reader: { ...person, language }, username, token, expiresAt }, office, now)
    await audit(tx, PORTAL, consoleSession.forgotPassword.path, { details: { username } }, now)
  }
}

/** Whoever asks for others floods no mailbox, and does not end their links for ever. */
const mayHaveOne = ({ toPerson, toAddress, last }: MailedLinks, now: Date): boolean =>
  toPerson < PER_PERSON && toAddress < PER_ADDRESS && (last === null || now.getTime() - last.getTime() >= MINUTE_MS)
