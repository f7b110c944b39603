import type { MailedMessages } from './mailed-es.ts'

export const mailedEn: MailedMessages = {
  title: (ticket) => `Your ticket ${ticket}`,
  offer:
    'To read and answer this ticket alone, without entering online support, we send a code to the address that the mail went to.',
  send: 'Send me a code',
  sent: 'If the link is from a mail of ours, a code will arrive in a moment. It is valid for ten minutes, in this browser only.',
  notArrived:
    'Has none arrived? Look into your junk mail. A link ends after some time, and when somebody else takes over the ticket: try that of the latest mail, enter online support, or call us.',
  code: 'Six-digit code',
  codeHint: 'The sixth digit opens the ticket.',
  sixDigits: 'Type the six digits of the mail',
  wrongCode:
    'The code is wrong or no longer valid: it is good for ten minutes, once, and in the browser that asked for it. Ask for another.',
  open: 'Open the ticket',
  another: 'Send me another code',
  sentAgain: 'We are sending another code. The one before works, too',
  loading: 'Opening the ticket',
  over: 'The time for seeing this ticket with the code is over.',
  kept: 'What you have typed is not lost: it will be there when you open the ticket with another code.',
  begin: 'Begin again',
  closed: 'This ticket is closed. To add something, enter online support.',
  unsent: 'Not sent: copy it, or answer the mail with «Not satisfied» and this',
  textMissing: 'Type something',
  reply: { text: 'Your reply', send: 'Send reply', done: 'Your reply has been sent' },
  information: {
    text: 'Information for Support',
    send: 'Add information',
    done: 'The information has been added',
  },

  choice: {
    heading: 'Mails that you get',
    address: (email: string) => `We write to ${email} when something happens to your tickets.`,
    noAddress:
      'We have no mail address of yours: the mails about your tickets go to that of your company. To get them yourself, ask us below to add yours.',
    byLink: 'This is for the address to which the mail came that you have just opened.',
    which: 'When shall we write to you?',
    title: {
      'at-once': 'Each time something happens',
      daily: 'One summary a day',
      acts: 'Only when we need something from you',
    },
    about: {
      'at-once': 'One mail for each piece of news.',
      daily: 'In the morning, with everything of the day before. What asks you for something comes at once.',
      acts: 'To say whether it is solved, to try something or to decide on a valuation. You see the rest in Online support.',
    },
    save: 'Save',
    saved: (choice: string) => `Saved: ${choice.toLowerCase()}.`,
    back: (choice: string) => `That was a mistake: back to “${choice}”`,
    report: 'Monthly report of your company',
    getsReport: 'You get it every month, because an administrator of your company has chosen you.',
    noReport: 'You do not get it: you have unsubscribed.',
    endReport: 'Stop getting it',
    resumeReport: 'Get it again',
    loading: 'Looking up which mails you get',
    refused: 'The link of this mail is not correct: perhaps it was cut off when copied. Try that of another mail.',
    noLink: 'You reach this page by the link at the end of our mails.',
    otherwise: 'You can also choose under “My data” in Online support, or call us.',
  },
}
