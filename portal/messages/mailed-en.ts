import type { MailedMessages } from './mailed-es.ts'

export const mailedEn: MailedMessages = {
  title: (ticket) => `Your ticket ${ticket}`,
  offer:
    'To read and answer this ticket alone, without entering online support, we send a code to the address that the mail went to.',
  send: 'Send me a code',
  sent: 'If the link is from a mail of ours, a code will arrive in a moment. It is valid for ten minutes, in this browser only.',
  code: 'Six-digit code',
  sixDigits: 'Type the six digits of the mail',
  open: 'Open the ticket',
  another: 'Send me another code',
  sentAgain: 'We are sending another code: the one before is no longer valid',
  loading: 'Opening the ticket',
  over: 'The time for seeing this ticket with the code is over.',
  begin: 'Begin again',
  noReply: 'This ticket cannot be answered from here now.',
  reply: 'Your reply',
  textMissing: 'Type your reply',
  sendReply: 'Send reply',
  replied: 'Your reply has been sent',
}
