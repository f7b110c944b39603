import type { MailboxMessages } from './mailbox-es.ts'

export const mailboxEn: MailboxMessages = {
  title: 'The mailbox is not being read',
  since: (at, why) => `No mail has come in since ${at}, because ${why}.`,
  why: {
    refused: 'the mail server does not accept the user name or the password',
    missing: 'the mail server cannot find the mailbox',
    insecure: 'the connection to the mail server is not secure: check its certificate and encryption',
    unreachable: 'the mail server does not respond',
    'no-room': 'the portal’s disk is full',
    other: 'reading fails: the portal’s log says more',
  },
  said: (words) => `It answered: “${words}”`,
  afterwards: 'The mails wait in the mailbox and will come in once it can be read.',
}
