import { urgencyEn } from '#contract/sentences-en.ts'
import type { ticketWordsEs } from './ticket-words-es.ts'
import type { Words } from '../words.ts'
import { provider } from '../provider/provider.ts'
import { shownCount } from '../shown-count.ts'

export const ticketWordsEn: Words<typeof ticketWordsEs> = {
  area: { main: provider.product, apps: 'APPS', aspro: 'BC', technical: 'Technical Support' },
  kind: { query: 'Query', incident: 'Incident' },
  channel: { mail: 'E-mail', phone: 'Telephone', online: 'Online Support' },
  urgency: urgencyEn,

  number: 'Ticket no.',
  unread: (count) => `${shownCount(count)} unread`,
  unfinished: 'Unfinished conversation',
  customDevelopment: 'Custom development',

  file: {
    download: 'Download',
    preview: (name) => `View ${name}`,
    opening: (name) => `Opening ${name}`,
    openInTab: 'Open in another tab',
    previous: 'Previous file',
    next: 'Next file',
    place: (position, of) => `${position} of ${of}`,
  },
  downloadFile: (name, size) => `Download ${name} (${size})`,

  filter: { remove: (filter) => `Remove the filter “${filter}”` },

  detail: {
    heading: (number) => `Ticket ${number}`,
    area: 'Area',
    module: 'Module',
    urgency: 'Urgency',
    noModule: 'No module',
    loading: 'Loading the ticket',
    timeline: 'Conversation',
    earlier: 'See earlier messages',
    earlierFailed: 'The earlier messages could not be loaded',
    earlierLoaded: (count) => (count === 1 ? 'One earlier message' : `${count} earlier messages`),
    newEntries: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  },

  entry: {
    answer: 'Answer from Support',
    claim: 'Claim',
    rejection: 'Rejected',
    acceptance: 'Accepted',
    note: 'Information added',
    withdrawal: 'Already solved',
    merge: 'Tickets joined',
    claimed: 'Asked for an answer again.',
    said: { acceptance: 'Accepted the answer.', withdrawal: 'Said that it is already solved.' },
    customer: 'Customer',
    technician: 'Support',
    transcribed: 'AI transcription',
    typedTranscript: 'Transcript of the call',
    generated: { model: 'AI-generated answer', quotes: 'Automatic answer' },
    assistant: 'Assistant',
    quoted: 'Quoted text and signature of the mail',
  },
}
