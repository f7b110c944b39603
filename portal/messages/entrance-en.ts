import { entranceSentencesEn as shared } from '#contract/entrance-sentences-en.ts'
import type { EntranceMessages } from './entrance-es.ts'
import { shellWordsEn } from '#browser/messages/shell-words-en.ts'

export const entranceEn: EntranceMessages = {
  shared,

  ui: {
    ...shellWordsEn.ui,
    offline:
      'Offline: nothing can be sent until the connection is back. Each form says whether what you write is kept.',
  },

  layout: {
    ...shellWordsEn.layout,
    productName: 'Online support',
    newTicketSubtitle: 'Register a new incident',
    home: 'Home',
    tickets: 'My tickets and incidents',
    pageTitle: (page) => `${page} · Online support`,
  },

  login: {
    ...shellWordsEn.login,
    title: 'Online support access',
    submit: 'Log in',
    notice: {
      title: 'Security notice',
      onlyFromInstallation: 'Online support can only be reached from your installation.',
      where:
        'Open the application, on the screen you are working on, and press the “Soporte” button in the top bar: you will be taken straight in, with no user or password.',
      contact: 'Cannot find the button, or cannot get in? Call us or write to us:',
      phone: 'Telephone',
      email: 'E-mail',
      contactFailed: 'The support telephone number and e-mail could not be loaded.',
      administrators: 'Are you an administrator with a user and password?',
      toForm: 'Log in with user and password',
    },
    toNotice: 'Back to the security notice',
    passwordSet: 'Log in with the password that you have just set.',
    onlyAdministrators: 'For administrators only. Everybody else enters from their installation.',
  },

  secondFactor: {
    ...shellWordsEn.secondFactor,
    title: 'Second factor',
    off: 'Besides the password, you will be asked for a code of an app on your phone when you log in. From your installation you enter as always.',
    on: 'When you log in with your password you are asked for a code of your app as well. From your installation you enter as always.',
    required: 'Your company asks for it: it cannot be removed. If you change your phone or lose it, call Support.',
    current: 'Your password',
    begin: 'Set up the second factor',
    remove: 'Remove the second factor',
    removed: 'Second factor removed',
    setUp: 'Set up your second factor',
    wanted: 'Your company asks for a second factor to log in with a password.',
    step1: 'Read this code with an authenticator app, one that shows a six-digit code:',
    link: 'Open it on this device',
    codeOrRecovery: 'Verification code',
    codeHint: 'The one your app shows or, if you do not have it at hand, a recovery code.',
    kept: 'I have kept them',
    lost: 'Have you lost your phone and the codes? Call Support.',
  },

  entry: {
    title: 'Online support access',
    working: 'Checking your access…',
    refusedNext:
      'The access link works only once and for a few minutes. Go back to the application and press the “Soporte” button again.',
    refusedContact: 'If it happens again, let us know:',
    failedNext: 'Your link is still good for a few minutes: try again.',
    foreignTitle: 'Do you want to enter Online support?',
    foreignFrom: (host) =>
      `A link on another web page${host ? ` (${host})` : ''} has brought you here. Enter only if you have just pressed the “Soporte” button of your application.`,
    foreignWarning:
      'A link that reached you in another way may open the session of another person, who would see what you write.',
    foreignContinue: 'Enter',
    otherTitle: 'Another person has a session open',
    otherQuestion: (name) =>
      `${name || 'Another person'} has already entered in this browser. If you go on, that session will end and you will enter; whatever was not yet sent in another tab cannot be sent.`,
    otherContinue: 'Let me in',
    otherKeep: 'Go on with the open session',
    toLogin: 'Go to the access page',
    arrivedTitle: 'Who has entered',
    arrivedAs: (name, client) => `You are signed in as ${name}${client ? ` (${client})` : ''}.`,
    notMe: 'That is not me',
    notMeNext:
      'The session has been closed. The link that you came by was another person’s: enter from your installation and, if you had already written something, let us know.',
  },

  session: {
    otherPersonTitle: 'Another person has entered',
    otherPerson: (now, before) =>
      `${now} has entered in this browser: this tab belonged to ${before} and can no longer do anything in their name.`,
    accessChanged: 'Your access has changed: you now see what your user may use.',
    continueAs: (name) => `Continue as ${name}`,
  },
}
