import type { Messages } from './es.ts'

/** The words of manuals and versions, in English. */
export const manualsEn: Messages['manuals'] = {
  title: 'Manuals and versions',
  lead: 'How it is done in the application, and what each version brings. The documents are in Spanish.',
  tabsLabel: 'Manuals and versions',
  tabs: {
    re: 'RE manuals',
    apps: 'App manuals',
    bc: 'BC manuals',
    portal: 'This portal',
    'versiones-re': 'RE versions',
    'versiones-bc2016': 'BC 2016 versions',
    'versiones-bc365': 'BC 365 versions',
  },
  loading: 'Loading the manuals',
  failed: 'The manuals and versions could not be loaded',
  empty: 'There are no manuals or versions for your company',
  emptyHint: 'If you think there should be, write to Support.',
  read: 'Read',
  readTitle: (title) => `Read ${title}`,
  since: (version) => `Since ${version}`,

  kind: { manual: 'Manual', changes: 'Changes', model: 'Model', download: 'Download' },

  pdf: {
    button: 'PDF',
    buttonTitle: (title) => `PDF of ${title}`,
    making: 'Preparing the PDF',
    failed: (reason) => `The PDF could not be downloaded: ${reason}`,
    several: 'Documentation',
  },

  selection: {
    choose: (title) => `Select ${title}`,
    bar: 'Selected manuals',
    count: (count) => (count === 1 ? '1 manual selected' : `${count} manuals selected`),
    download: 'Download as one PDF',
    clear: 'Clear the selection',
    tooMany: (max) => `One PDF holds ${max} at most.`,
  },

  releases: {
    installed: 'Your version',
    later: 'Newer than yours',
  },

  changes: {
    title: 'What changes for you',
    between: (installed, newest) =>
      `From ${installed}, the one you have installed, to ${newest}: your incidents and developments, and the modules you have.`,
    upToDate: (version) => `You have the newest version, ${version}: there is no change left to read about.`,
    own: 'Your incidents and developments',
    none: 'Nothing that has changed concerns your modules.',
    failed: 'What changes for you could not be loaded',
    wholeNote: (version) => `Read all the changes of ${version}`,
  },

  chapter: { from: 'Where you come from:' },

  search: {
    label: 'Search the manuals',
    labelHere: 'Search this manual',
    placeholder: 'In Spanish, for example: cerrar el ejercicio',
    placeholderHere: 'What are you looking for',
    searching: 'Searching',
    found: (count, text) => (count === 1 ? `1 section for “${text}”` : `${count} sections for “${text}”`),
    none: (text) => `We found nothing for “${text}”`,
    noneHint: 'Try another word, or fewer.',
    failed: 'The manuals could not be searched',
    everywhere: (text) => `Search all the manuals for “${text}”`,
    results: 'Search results',
  },

  reading: {
    way: 'Where you are',
    loading: 'Loading the document',
    failed: 'The document could not be loaded',
    missing: 'This document does not exist, or is not one of yours',
    back: 'See all the manuals and versions',
    updated: (day) => `Updated on ${day}`,
    released: (day) => `Released on ${day}`,
    print: 'Print',
    contents: 'Contents',
    contentsAt: (section) => `Contents. You are at: ${section}`,
    previousSection: (title) => `Previous section: ${title}`,
    nextSection: (title) => `Next section: ${title}`,
    neighbours: 'Other documents',
    previous: 'Previous',
    next: 'Next',
    linkTo: (title) => `Copy the link to “${title}”`,
    linkCopied: 'The link has been copied',
    later: (since, installed) => `Available since ${since}; you have ${installed}.`,
    laterSections: (installed) => `In versions newer than ${installed}, yours`,
    laterNote: (version, installed) => `This is what ${version} brings; you have ${installed}.`,
    table: (section) => `Table of “${section}”`,
    tones: { notice: 'Notice', important: 'Important', tip: 'Tip', example: 'Example' },
  },
}
