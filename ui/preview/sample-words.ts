import type { UiWords } from '../words.tsx'

/** Short samples of the words that an application gives to the parts. */
export const UI_WORDS: UiWords = {
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  discardTitle: 'Unsaved changes',
  discardQuestion: 'Do you want to leave the page? There are unsaved changes.',
  discard: 'Discard changes',
  keptTitle: 'Unsent draft',
  kept: { draft: 'All text is kept as a draft.', here: 'All text is kept on this device.' },
  keep: 'Keep as a draft',
  retry: 'Try again',
  loading: 'Loading…',
  dismissAlert: 'Dismiss',
  alerts: 'Alerts',
  offline: 'No connection',
  opensOnline: 'No connection: this opens once it is back',
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', auto: 'System' },
  tone: { error: 'Error', success: 'Success', warning: 'Warning' },
}

export const TABLE_WORDS = {
  sortBy: 'Sort by',
  usualOrder: 'Usual order',
  ascending: 'ascending',
  descending: 'descending',
  pageSize: 'Rows',
  range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number) => `Page ${page}`,
  refreshing: 'Refreshing',
  loading: 'Loading the list',
}
