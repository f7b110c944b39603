import {
  type TechnicianMail,
  handTechnicianMail,
  releaseTechnicianMails,
  settleTechnicianMail,
  takeTechnicianMail,
} from '../console/mail/technician-mail-store.ts'
import { newsOf, noteTechnicianRefusal } from '../console/mail/notification-mail-store.ts'
import { technicianLinkAddress } from '../console/door/technician-account-store.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Letter } from './mailer.ts'
import { addressLinkAddress, addressLinkMail, addressNoticeMail } from './address-mail.ts'
import { type Writing, aboutAddress, aboutMail } from './outbox-mail.ts'
import { passwordLinkMail } from './password-link-mail.ts'
import { MOST_NAMED, notificationMail } from './notification-mail.ts'
import { ABANDONED_MS, type Outcome, type PostOffice, settlementOf } from './post-settlement.ts'

/**
 * Sends technicians' mails that are due. Any number of servers may do this at once. Returns false if the mail server
 * takes nothing.
 */
export async function sendTechnicianMails(office: PostOffice, clock: () => Date): Promise<boolean> {
  const { staff, log } = office
  for (;;) {
    const mail = await staff.acrossClients(async (tx) => {
      const now = clock()
      await releaseTechnicianMails(tx, new Date(now.getTime() - ABANDONED_MS), now)
      return takeTechnicianMail(tx, now)
    })
    if (!mail) return true
    const delivery = await deliver(office, mail, clock)
    const settlement = settlementOf(mail, delivery, clock())
    await staff.acrossClients(async (tx) => {
      await settleTechnicianMail(tx, mail, settlement, clock())
      if (delivery.is === 'sent') await noteTechnicianRefusal(tx, mail, null, clock())
      if (delivery.is === 'refused' && delivery.ofAddress)
        await noteTechnicianRefusal(tx, mail, delivery.reason, clock())
    })
    if (delivery.is === 'sent' || delivery.is === 'withheld') continue
    log.warn({ technicianMail: mail.id, is: delivery.is, reason: delivery.reason }, 'a mail did not leave')
    if (delivery.is === 'not-now' && delivery.isDown) return false
  }
}

async function deliver(office: PostOffice, mail: TechnicianMail, clock: () => Date): Promise<Outcome> {
  const { staff, mailer, log } = office
  try {
    const letter = mail.kind === 'notifications' ? await newsLetter(mail, office) : letterOf(mail, office)
    if (letter === null) return { is: 'withheld', reason: 'everything was read meanwhile' }
    return await mailer.deliver(letter, () => staff.acrossClients((tx) => handTechnicianMail(tx, mail, clock())))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, technicianMail: mail.id }, 'a mail could not be written')
    return { is: 'not-now', reason: 'it could not be written', isDown: false }
  }
}

/** Written as the mail leaves; null if everything was read meanwhile, or is no longer wanted by mail. */
async function newsLetter(
  { id, username, messageId, email: to, name, language }: TechnicianMail,
  { staff, origin, settings }: PostOffice,
): Promise<Letter | null> {
  const news = await staff.acrossClients((tx) => newsOf(tx, id, username, MOST_NAMED))
  return news.length === 0 ? null : { to, messageId, ...notificationMail({ name, language, origin, news }, settings) }
}

function letterOf(mail: TechnicianMail, { secrets, origin, settings }: Writing): Letter {
  const { messageId, email: to, name, username, language, endsAt } = mail
  const opened = (about: string): string => {
    const token = mail.secret && secrets.open(mail.secret, about)
    if (!token) throw new Error('The secret of the mail cannot be opened')
    return token.toString()
  }
  if (mail.kind === 'address-notice') {
    return { to, messageId, ...addressNoticeMail({ name, username, language }, settings) }
  }
  if (endsAt === null) throw new Error('The link of the mail has no end')
  if (mail.kind === 'address-link') {
    const address = addressLinkAddress(origin, opened(aboutAddress(messageId)))
    return { to, messageId, ...addressLinkMail({ name, username, address, expiresAt: endsAt, language }, settings) }
  }
  const address = technicianLinkAddress(origin, opened(aboutMail(messageId)))
  return {
    to,
    messageId,
    ...passwordLinkMail({ name, username, address, expiresAt: endsAt, language, isOfTechnician: true }, settings),
  }
}
