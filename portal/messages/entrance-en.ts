import { entranceSentencesEn as shared } from '#contract/entrance-sentences-en.ts'
import type { EntranceMessages } from './entrance-es.ts'

export const entranceEn: EntranceMessages = {
  shared,

  ui: {
    close: 'Close',
    cancel: 'Cancel',
    back: 'Back',
    discardTitle: 'Unsaved changes',
    discardQuestion: 'Are you sure you want to leave the page? There are still unsaved changes.',
    discard: 'Discard changes',
    keptTitle: 'Draft not sent',
    kept: {
      draft: 'Everything you have written is kept as a draft: you will find it the next time, unless you discard it.',
      here: 'Everything you have written is kept on this computer: you will find it when you come back on it, unless you discard it.',
    },
    keep: 'Keep as draft',
    retry: 'Try again',
    loading: 'Loading…',
    dismissAlert: 'Dismiss',
    alerts: 'Alerts',
    offline:
      'Offline: nothing can be sent until the connection is back. Each form says whether what you write is kept.',
    tone: { error: 'Error', success: 'Done', warning: 'Warning' },
  },

  layout: {
    productName: 'Online support',
    newTicketSubtitle: 'Register a new incident',
    skipToContent: 'Skip to content',
    mainMenu: 'Main menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    home: 'Home',
    tickets: 'My tickets and incidents',
    userMenuOf: (name) => `Menu of ${name}`,
    language: 'Language',
    logout: 'Log out',
    pageTitle: (page) => `${page} · Online support`,
    pageFailed: 'This page could not be opened',
  },

  login: {
    title: 'Online support access',
    username: 'User',
    password: 'Password',
    togglePassword: 'Show or hide the password',
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
    forgotten: 'I have forgotten my password',
    forgottenNext: 'Call Support or write to them: they will give you a link, good only once, to set a new password.',
    passwordSet: 'Log in with the password that you have just set.',
    onlyAdministrators: 'For administrators only. Everybody else enters from their installation.',
  },

  secondFactor: {
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
    qr: 'QR code with the key',
    secretLead: 'If you cannot read it, type this key in the app:',
    secret: 'Key',
    link: 'Open it on this device',
    step2: 'Type the code that it shows:',
    code: 'Six-digit code',
    codeOrRecovery: 'Verification code',
    codeHint: 'The one your app shows or, if you do not have it at hand, a recovery code.',
    confirm: 'Activate',
    codesTitle: 'Your recovery codes',
    codesLead: 'Each works once to log in without the app. Keep them in a safe place now: they are not shown again.',
    copy: 'Copy',
    copied: 'Copied',
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
    arrivedAs: (name, client) => `You have entered as ${name}${client ? ` (${client})` : ''}.`,
    notMe: 'That is not me',
    notMeNext:
      'The session has been closed. The link that you came by was another person’s: enter from your installation and, if you had already written something, let us know.',
  },

  session: {
    otherPersonTitle: 'Another person has entered',
    otherPerson: (now, before) =>
      `${now} has entered in this browser. This tab belonged to ${before} and can no longer do anything in their name.`,
    accessChanged: 'Your access has changed: you now see what your user may use.',
    continueAs: (name) => `Continue as ${name}`,
  },
}
