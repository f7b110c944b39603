import { provider } from '#browser/provider/provider.ts'
import type { AssistantMessages } from './assistant-es.ts'

const { assistant: name } = provider

export const assistantEn: AssistantMessages = {
  conversation: {
    title: `Conversation with ${name}`,
    label: (count) => (count === 1 ? `Conversation with ${name}` : `Conversations with ${name}: ${count}`),
    failed: `The conversation with ${name} could not be loaded`,
    asked: (person) => `Question by ${person}`,
    name,
    verdict: { answer: 'Answer', offer: 'Suggested sections', refuse: 'The manuals do not cover it' },
    noVerdict: 'Broken off before anything was found',
    wordedBy: { model: 'worded by the model', quotes: 'in sentences of the manuals' },
    state: { running: 'being written', interrupted: 'broken off' },
    sources: 'What it cited',
    rated: (rating) => `The customer rated it: ${rating}`,
    outcome: {
      open: 'Not finished',
      solved: 'Solved',
      'handed-over': 'Handed over to Support',
      abandoned: 'Abandoned',
    },
    solvedBy: (person) => `Solved, says ${person}`,
  },

  page: {
    title: `What ${name} answers`,
    from: 'From',
    to: 'To',
    span: 'Days that are counted',
    conversations: 'Conversations',
    questions: 'Questions',
    answers: 'Answers',
    offers: 'Suggestions',
    refusals: 'No answer',
    interrupted: 'Broken off',
    solved: 'Solved',
    solvedHint: 'Only those that a customer said yes to',
    handedOver: 'Handed over',
    abandoned: 'Abandoned',
    open: 'Not finished',
    byQuestion: 'How the questions were answered',
    byConversation: 'How the conversations ended',
    ofAll: (share) => `${share} of all`,
    failed: 'The conversations could not be counted',
    todo: 'What the manuals lack',
    todoHint: 'Questions that there was nothing for: what to write next.',
    nothingToDo: 'There are no questions without an answer',
    todoFailed: 'The list of questions could not be loaded',
    noTopic: 'No topic',
    ticket: (number) => `Ticket ${number}`,
    more: 'Load more',
  },
}
