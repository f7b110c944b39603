import type { shellWordsEs } from './shell-words-es.ts'
import type { Words } from '../words.ts'

export const shellWordsEn: Words<typeof shellWordsEs> = {
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
    opensOnline: 'Offline: this opens by itself once the connection is back.',
    dismissAlert: 'Dismiss',
    alerts: 'Alerts',
    theme: { label: 'Theme', light: 'Light', dark: 'Dark', auto: 'System' },
    tone: { error: 'Error', success: 'Done', warning: 'Warning' },
  },

  layout: {
    skipToContent: 'Skip to content',
    mainMenu: 'Main menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    userMenuOf: (name) => `Menu of ${name}`,
    language: 'Language',
    logout: 'Log out',
    pageFailed: 'This page could not be opened',
  },

  login: {
    username: 'User',
    password: 'Password',
    togglePassword: 'Show or hide the password',
    forgotten: 'I have forgotten my password',
  },

  secondFactor: {
    qr: 'QR code with the key',
    secretLead: 'If you cannot read it, type this key in the app:',
    secret: 'Key',
    step2: 'Type the code that it shows:',
    code: 'Six-digit code',
    confirm: 'Activate',
    codesTitle: 'Your recovery codes',
    codesLead: 'Each works once to log in without the app. Keep them in a safe place now: they are not shown again.',
    copy: 'Copy',
    copied: 'Copied',
  },
}
