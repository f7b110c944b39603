import type { Messages } from './es.ts'

export const incidentsEn: Messages['incidents'] = {
  state: {
    'in-progress': 'In progress',
    pending: 'Pending',
    resolved: 'Resolved',
    clarified: 'Clarified',
    supervised: 'Supervised',
    delivered: 'Delivered',
    valuation: 'Valuations',
    expired: 'Expired',
    returned: 'Returned',
    'installed-in-test': 'Installed in test DB',
    'installed-in-production': 'Installed in live DB',
    cancelled: 'Cancelled',
  },

  list: {
    label: 'Incidents',
    number: 'Number',
    ticket: 'Ticket no.',
    state: 'State',
    title: 'Description',
    createdAt: 'Created',
    stateAt: 'State date',
    plannedDelivery: 'Planned delivery',
    files: 'Files',
    actions: 'Actions',
    filesOf: (number) => `Files of incident ${number}`,
    noTicket: 'No ticket',
    empty: 'You have no incidents',
    emptyHint: 'When Support opens one from a ticket, you see here how it is going and when it will be delivered.',
    emptyFiltered: 'There are no incidents with these filters',
    pastTheEnd: 'There are no incidents left on this page',
    failed: 'The list of incidents could not be loaded',
  },

  developments: {
    label: 'Custom developments',
    number: 'WF no.|Budget',
    filterNumber: 'WF no.',
    state: 'State',
    title: 'Description',
    createdAt: 'Created',
    plannedDelivery: 'Delivery/commitment',
    files: 'Files',
    installed: 'Installation',
    filesOf: (number) => `Files of development ${number}`,
    notInstalled: 'Not installed',
    empty: 'You have no custom developments',
    emptyHint: 'Those you ask for in a ticket as a “custom development” appear here.',
    emptyFiltered: 'There are no developments with these filters',
    pastTheEnd: 'There are no developments left on this page',
    failed: 'The list of custom developments could not be loaded',
  },

  files: {
    none: 'No files',
    counted: (title, count) => `${title}: ${count}`,
  },

  claim: {
    explanation: (number) =>
      `Support will receive a claim for incident ${number}. You can chase again after 24 hours, three times at most.`,
    before: 'Earlier claims',
    none: 'It has not been chased yet.',
    done: (number) => `A claim for incident ${number} has been sent`,
  },
}
