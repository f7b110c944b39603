import {
  type TechnicianMail,
  handTechnicianMail,
  releaseTechnicianMails,
  settleTechnicianMail,
  takeTechnicianMail,
} from '../console/mail/technician-mail-store.ts'
import { technicianLinkAddress } from '../console/door/technician-account-store.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Delivery, Letter } from './mailer.ts'
import { type Writing, aboutMail } from './outbox-mail.ts'
import { passwordLinkMail } from './password-link-mail.ts'
import { ABANDONED_MS, type PostOffice, settlementOf } from './post-settlement.ts'

/** Sends technicians' mails that are due; any number of servers may do so at once. False: the mail server takes nothing. */
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
    const settlement = settlementOf({ ...mail, earlierAttempts: 0 }, delivery, clock())
    await staff.acrossClients((tx) => settleTechnicianMail(tx, mail, settlement, clock()))
    if (delivery.is === 'sent') continue
    log.warn({ technicianMail: mail.id, is: delivery.is, reason: delivery.reason }, 'a mail did not leave')
    if (delivery.is === 'not-now' && delivery.isDown) return false
  }
}

async function deliver(office: PostOffice, mail: TechnicianMail, clock: () => Date): Promise<Delivery> {
  const { staff, mailer, log } = office
  try {
    const letter = letterOf(mail, office)
    return await mailer.deliver(letter, () => staff.acrossClients((tx) => handTechnicianMail(tx, mail, clock())))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, technicianMail: mail.id }, 'a mail could not be written')
    return { is: 'not-now', reason: 'it could not be written', isDown: false }
  }
}

function letterOf(mail: TechnicianMail, { secrets, origin, settings }: Writing): Letter {
  const { messageId, email: to, name, username, language, endsAt, secret } = mail
  const token = secret && secrets.open(secret, aboutMail(messageId))
  if (!token || endsAt === null) throw new Error('The secret of the mail cannot be opened')
  const address = technicianLinkAddress(origin, token.toString())
  return {
    to,
    messageId,
    ...passwordLinkMail({ name, username, address, expiresAt: endsAt, language, isOfTechnician: true }, settings),
  }
}
