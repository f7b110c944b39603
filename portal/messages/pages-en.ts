import { provider } from '#browser/provider/provider.ts'
import { momentIn } from '#contract/moment.ts'
import { readerZone } from './reader-zone.ts'
import type { Messages } from './es.ts'

export const pagesEn: Messages['pages'] = {
  search: 'Search',
  menu: {
    manuals: 'Manuals and versions',
    options: 'Additional options',
    undecided: (count) => (count === 1 ? 'one valuation to decide' : `${count} valuations to decide`),
    contact: 'Contact',
    ownData: 'My data',
  },

  portalManual: {
    download: 'Online support manual',
    downloading: 'Downloading the manual',
    fileName: 'manual-soporte-online.pdf',
    failed: (reason) => `The manual could not be downloaded: ${reason}`,
  },

  notices: {
    title: 'Information from Support',
    notice: 'Notice:',
    putAway: 'Hide the notice',
  },

  home: {
    title: 'Home',
    greeting: (name) => (name === null ? 'Hello' : `Hello, ${name}`),
    welcome: 'How can we help you?',
    newTicket: 'New ticket',
    turns: {
      title: 'Whose turn is it?',
      loading: 'Counting your tickets',
      reply: { one: 'awaits your reply', other: 'await your reply' },
      conclude: { one: 'awaits your acceptance', other: 'await your acceptance' },
      support: { one: 'is with Support', other: 'are with Support' },
      none: 'You have no tickets in progress',
      failed: 'Your tickets could not be counted',
    },
    tiles: {
      support: {
        title: 'Standard support',
        text: 'Queries and incidents about the application.',
        action: 'New ticket',
      },
      technical: {
        title: 'Technical support',
        text: 'Installation, servers, access, backups.',
        action: 'Ask for support',
      },
      tickets: {
        title: 'My tickets and incidents',
        text: 'How they are going, what we answered, and what awaits your reply.',
        action: 'See my tickets',
      },
      manuals: {
        title: 'Manuals and versions',
        text: 'How things are done in the application, and what each version brings.',
        action: 'See manuals',
      },
    },
    forYou: {
      title: 'For you',
      counted: (count) => `For you (${count})`,
      none: 'Nothing to try, decide or finish.',
      failed: 'What waits for you could not be loaded',
      more: (count) => `Show ${count} more`,
      reversible: (date) => `Accepted by silence: you can undo it until ${date}`,
      toDecide: (facts) => `Valuation to decide${facts === '' ? '' : `: ${facts}`}`,
      until: (day) => `until ${day}`,
      toTry: (since) =>
        `To be tried in your test DB${since === null ? '' : ` since ${since}`}: tell us whether it works`,
    },
    options: {
      title: 'Additional options',
      versions: 'Versions',
      versionsText: 'What changes and what to install',
      password: 'Change of password',
      passwordText: 'And requests to change your data',
      valuations: 'Valuations in progress',
      valuationsText: 'Estimates that wait for your answer',
    },
  },

  options: {
    title: 'Additional options',
    demos: 'Demonstrations',
    demosText: 'Try the application on a remote desktop',
    ownData: 'Change my data',
    ownDataText: 'Your password and the data we hold about you',
    valuations: 'Valuations in progress',
    valuationsText: 'Estimates that wait for your answer',
    report: 'Monthly report',
    reportText: 'A month’s tickets, answers and deliveries, also as PDF',
    counted: (title, count) => `${title}: ${count}`,
  },

  valuations: {
    number: 'Valuation number',
    description: 'Description',
    date: 'Date',
    empty: 'You have no valuations to decide',
    emptyHint: 'When we prepare an estimate for your company, you will see it here.',
    pastTheEnd: 'This page has no more valuations',
    failed: 'The valuations could not be loaded',
  },

  demos: {
    title: 'Demonstrations',
    lead: 'Enter a remote desktop with the application and sample data. Try whatever you like: it does not affect your company.',
    address: 'Address',
    opensInTab: 'opens in another tab',
    username: 'User',
    password: 'Password',
    hidden: 'Hidden password',
    show: 'Show',
    showPassword: 'Show the password',
    hide: 'Hide',
    hidePassword: 'Hide the password',
    copy: 'Copy',
    copyUsername: 'Copy the user',
    copyPassword: 'Copy the password',
    copied: { username: 'The user has been copied', password: 'The password has been copied' },
    copyFailed: 'The browser did not allow copying: select it and copy it yourself.',
    none: 'There are no demonstrations available right now',
    failed: 'The details of the demonstration could not be loaded',
    back: 'Back to additional options',
  },

  ownData: {
    title: 'My data',
    loading: 'Loading your data',
    failed: 'It could not be checked whether you have a password and which changes you have asked for',

    password: {
      title: 'Change of password',
      rules: 'From 8 to 20 characters.',
      current: 'Current password',
      next: 'New password',
      repeated: 'Repeat the new password',
      toggle: (field) => `Show or hide: ${field}`,
      submit: 'Change password',
      doneNext: 'From now on use the new one. Any other sessions you had open have ended; this one goes on.',
    },

    request: {
      title: 'Change my data',
      held: 'The data we hold about you',
      name: 'Name',
      email: 'E-mail',
      phone: 'Telephone',
      none: 'Not on record',
      text: 'Which data you wish to change',
      hint: 'Write how it should read.',
      count: (count, max) => `${count} of ${max} characters`,
      privacy: 'I accept the privacy policy',
      legal: 'Data protection',
      submit: 'Send request',
      sent: 'Earlier requests',
    },
  },

  contact: {
    title: 'Contact',
    phone: 'Support telephone',
    emails: 'Support e-mail',
    realEstate: 'Real estate',
    apps: 'Apps',
    bc: 'BC',
    technical: 'Technical support',
    hours: 'Opening hours',
    openNow: 'Now: open',
    closedNow: 'Now: closed',
    closedUntil: (opening) => `Now: closed. We open ${momentIn('en', opening, readerZone())}.`,
    others: 'Other addresses',
    suggestions: 'Suggestions',
    customerDefender: 'Customer ombudsman',
    dataProtection: 'Data protection officer',
  },

  newPassword: {
    title: 'Set your password',
    checking: 'Checking the link',
    lead: 'It is the password with which this user will log in to online support.',
    submit: 'Save password',
    refused: 'This link is no longer good',
    refusedNext: 'If you have already set your password with it, log in with that.',
    absent: 'Open the link again',
    absentNext:
      'For safety, this page does not keep the link. Go back to the message that you got it in and open it again: it is good until you set the password or it expires.',
    contact: 'Do you need another link? Call us or write to us:',
  },

  homeMail: {
    title: 'Log in to online support first',
    checking: 'Checking your session',
    first: (ticket) =>
      ticket === null
        ? `To see your tickets at ${provider.name} you have to be logged in.`
        : `To see ticket ${ticket} you have to be logged in.`,
    onlyFromInstallation: 'Online support can only be reached from your installation.',
    kept: (ticket) => `Once you enter, in this same browser, ticket ${ticket} will open.`,
    toLogin: 'I am an administrator: log in',
  },
}
