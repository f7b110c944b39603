import { WARNING_MAILS, isSecretMail } from '#contract/mail.ts'
import {
  type OutboxMail,
  dueMail,
  foldMails,
  giveUpOld,
  handMail,
  holdBack,
  holdMails,
  lockOutbox,
  mailsBeside,
  noteRefusal,
  refusalOf,
  releaseAbandoned,
  sentSince,
  settleMail,
  takeMail,
} from '../console/mail/outbox-store.ts'
import { tellOfRefusal } from '../console/notifications/refused-mail.ts'
import { dropForgotten } from '../console/mail/forgotten-store.ts'
import { giveUpTechnicianMails } from '../console/mail/technician-mail-store.ts'
import { noteWarning } from '../console/jobs/silent-ticket-store.ts'
import { isDatabaseAway } from '../db/away.ts'
import { mailEvents, newMessageId, passEvent, passEvents } from './event-mails.ts'
import { mailMended, passMended } from './problem-mail.ts'
import { mailForgotten } from './forgotten-password-mail.ts'
import { mailNotifications } from './notification-mail.ts'
import { writeMail } from './outbox-mail.ts'
import { ABANDONED_MS, type Outcome, type PostOffice, settlementOf } from './post-settlement.ts'
import { foldedMails } from './reader-store.ts'
import { sendTechnicianMails } from './technician-post.ts'

const HOUR_MS = 3_600_000
const PER_HOUR = 20
const GIVEN_UP_MS = 24 * HOUR_MS

/**
 * Makes mails of the new events, and sends the mails that are due, one after the other. Any number of servers may do
 * this at once. It ends when nothing is due, or when the mail server takes nothing.
 */
export async function sendMails(office: PostOffice, clock: () => Date): Promise<void> {
  const { staff, mailer, log } = office
  if (!mailer.isThere) {
    await passEvents(staff)
    await passMended(staff, clock())
    const before = new Date(clock().getTime() - GIVEN_UP_MS)
    await staff.acrossClients(async (tx) => {
      await giveUpOld(tx, before, clock())
      await giveUpTechnicianMails(tx, before, clock())
      await dropForgotten(tx)
    })
    return
  }
  await mailForgotten(office, clock)
  await mailNotifications(office, clock)
  await mailAllEvents(office, clock)
  await mailMended(office, clock)
  if (!(await sendTechnicianMails(office, clock))) return
  for (;;) {
    const mail = await takeNext(office, clock())
    if (!mail) return
    const delivery = await deliver(office, mail, clock)
    await settle(office, mail, delivery, clock())
    if (delivery.is === 'sent' || delivery.is === 'withheld') continue
    log.warn({ mail: mail.id, client: mail.client, is: delivery.is, reason: delivery.reason }, 'a mail did not leave')
    if (delivery.is === 'not-now' && delivery.isDown) return
  }
}

async function mailAllEvents(office: PostOffice, clock: () => Date): Promise<void> {
  const { staff, log } = office
  const mailed = (most?: number) => mailEvents(staff, hostOf(office), clock(), most)
  for (;;) {
    try {
      if (!(await mailed())) return
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One event must not hold up the mails of all others.
      await mailed(1).catch(async () => {
        const event = await passEvent(staff)
        log.error({ err: error, event }, 'an event could not be told by mail: it is passed over')
      })
    }
  }
}

const hostOf = ({ origin }: PostOffice): string => new URL(origin).hostname

/** Takes the next mail that is due. From now on it is this server's, until it is settled or the server dies. */
const takeNext = (office: PostOffice, now: Date): Promise<OutboxMail | null> =>
  office.staff.acrossClients(async (tx) => {
    await lockOutbox(tx)
    await releaseAbandoned(tx, new Date(now.getTime() - ABANDONED_MS), now)
    for (;;) {
      const mail = await dueMail(tx, now)
      if (!mail) return null
      const own = tx.of(mail.client)
      if (await refusalOf(own, mail.email)) {
        await holdBack(own, mail.id, now)
        await tellOfRefusal(own, mail.id, now)
        continue
      }
      if (!isSecretMail(mail.kind)) {
        const { mails, first } = await sentSince(own, mail.email, new Date(now.getTime() - HOUR_MS))
        if (mails >= PER_HOUR && first !== null) {
          await holdMails(own, mail.email, new Date(first.getTime() + HOUR_MS), now)
          continue
        }
      }
      const beside = mail.folds && mail.kind !== 'summary' ? await mailsBeside(own, mail, now) : []
      if (beside.length > 0) {
        await foldMails(own, [mail.id, ...beside.map(({ id }) => id)], mail, newMessageId(hostOf(office)), now)
        continue
      }
      await takeMail(own, mail.id, now)
      return mail
    }
  })

async function deliver(office: PostOffice, mail: OutboxMail, clock: () => Date): Promise<Outcome> {
  const { staff, mailer, log } = office
  try {
    const letter = await staff.acrossClients((tx) => writeMail(tx.of(mail.client), mail, office, clock()))
    if (typeof letter === 'string') return { is: 'withheld', reason: letter }
    return await mailer.deliver(letter, () => staff.acrossClients((tx) => handMail(tx.of(mail.client), mail, clock())))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, mail: mail.id, client: mail.client }, 'a mail could not be written')
    return { is: 'not-now', reason: 'it could not be written', isDown: false }
  }
}

const settle = ({ staff }: PostOffice, mail: OutboxMail, delivery: Outcome, now: Date): Promise<void> =>
  staff.acrossClients(async (tx) => {
    const own = tx.of(mail.client)
    await settleMail(own, mail, settlementOf(mail, delivery, now), now)
    if (delivery.is === 'sent') {
      await noteRefusal(own, mail.email, null, now)
      const told = [mail, ...(mail.kind === 'summary' ? await foldedMails(own, mail.id) : [])]
      for (const { kind, ticket, endsAt: until } of told) {
        const warning = kind === WARNING_MAILS.first ? 'first' : kind === WARNING_MAILS.last ? 'last' : null
        if (warning && ticket !== null && until !== null) await noteWarning(own, { ticket, warning, until }, now)
      }
    }
    if (delivery.is === 'refused' && delivery.ofAddress) {
      await noteRefusal(own, mail.email, delivery.reason, now)
      await tellOfRefusal(own, mail.id, now)
    }
  })
