import { provider } from '#browser/provider/provider.ts'
import { momentIn } from '#contract/moment.ts'
import type { AssistantMessages } from './assistant-es.ts'
import { readerZone } from './reader-zone.ts'

const { assistant: name } = provider

export const assistantEn: AssistantMessages = {
  name,

  intro: {
    title: `Ask ${name}`,
    lead: 'Our artificial intelligence assistant tells you how things are done in the application, at any hour, and which manual says so.',
    start: 'Start a conversation',
    notices: 'Warnings, privacy and limitations',
    warnings: 'Warnings',
    privacy: 'Privacy',
    limitations: 'Limitations',
    guide: 'How to ask the assistant (PDF)',
  },

  chat: {
    title: `Conversation with ${name}`,
    disclosure: `${name} is an artificial intelligence assistant, not a person. It answers from the manuals, says which section it takes it from, and can be wrong. You can talk to a person at any time.`,
    conversation: `${name}: questions and answers`,
    you: 'You',
    verdict: {
      offer: 'Not a certain answer',
      refuse: 'The manuals do not cover it',
    },
    working: `${name} is looking in the manuals`,
    offline: 'No connection: the answer goes on by itself when it is back',
    sources: 'Sources',
    question: 'Your question',
    hint: 'Enter sends; Shift + Enter, new line',
    count: (count, max) => `${count} of ${max} characters`,
    send: 'Send',
    full: 'You have reached the maximum number of interactions of this conversation. Tell us whether it was useful.',
    begunAnew: 'The conversation before was already over. Your question begins another.',
    useful: 'Was this information useful to you?',
    solved: 'Yes, it has been solved correctly',
    unsolved: 'No, send my query to Support',
    person: 'Talk to a person',
    busy: 'Your query is not being processed yet: please wait a few seconds',
    broken: `There was an error in the connection with ${name}. Please try again later.`,
    notResumed: 'The conversation could not be opened',
    ticketFailed: 'There was an error generating the ticket',
    good: 'Mark as a good answer',
    bad: 'Mark as a bad answer',
    rated: 'Thank you: it helps us to improve the manuals',
    rating: { good: 'Good answer', bad: 'Bad answer' },
  },

  done: {
    withoutTicket: 'We are glad to have helped',
    solved: (number) =>
      `We have registered your Ticket number ${number}. You can find it in “My tickets and incidents”.`,
    solvedLate: (number) =>
      `We are glad to have helped. The conversation was already over by itself: it is ticket ${number}, in History.`,
    unsolved: (number) =>
      `We have registered your Ticket number ${number}, with the whole conversation. Our team will attend to you as soon as possible.`,
    unsolvedOutOfHours: (number, opening) =>
      `We have registered your Ticket number ${number}, with the whole conversation. Our team is outside customer service hours and will attend to you as soon as possible: we open ${momentIn('en', opening, readerZone())}.`,
  },

  trial: {
    open: 'Try the streaming',
    title: 'Streaming trial',
    question: 'Question (new_question)',
    stream: 'In pieces (stream)',
    conversation: 'Conversation (session_id)',
    rating: 'Rating (rate)',
    answer: 'Answer',
    send: 'Send',
    rate: 'Rate',
    rated: 'The rating has been sent',
  },
}
