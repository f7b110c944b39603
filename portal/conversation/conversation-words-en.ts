import type { ConversationMessages } from './conversation-words-es.ts'

export const conversationEn: ConversationMessages = {
  lastWords: (author, ago) => `The latest from ${author}, ${ago}:`,
  support: 'Support',
  information: {
    act: 'Add information',
    title: 'ADD INFORMATION',
    explanation: 'Support will see it in the ticket. It changes neither whose turn it is nor when you can claim.',
    text: 'Information',
    hint: 'What you noticed later or forgot to say.',
    done: 'The information was added',
    failed: 'The information could not be added',
  },
  meanwhile: {
    reject:
      'Support closed the ticket while you were writing. If you do not accept that, you can say so with this same text.',
    information: 'The ticket changed while you were writing. You can add this same text as information.',
    reply: 'The ticket is pending again. You can reply with this same text.',
  },
  toSupport: {
    act: 'Send to Support',
    title: 'SEND TO SUPPORT',
    explanation: () => 'A person at Support will read the conversation and answer you in this same ticket.',
    text: 'What is still not solved',
    done: 'The ticket is with Support',
    failed: 'The ticket could not be sent to Support',
  },
  withdrawal: {
    act: 'Already solved',
    title: 'ALREADY SOLVED',
    explanation: (number) =>
      `Ticket ${number} will be closed and moved to the history: Support will stop working on it.`,
    text: 'How it was solved',
    hint: 'Optional: it helps Support with similar cases.',
    done: 'The ticket was marked as solved',
    failed: 'The ticket could not be marked as solved',
  },
  correction: {
    act: 'Correct the transcription',
    title: 'CORRECT THE TRANSCRIPTION',
    explanation: 'Change whatever was misheard. The ticket will show your text, and that it was corrected.',
    text: 'What was said',
    done: 'The transcription was corrected',
    failed: 'The transcription could not be corrected',
  },
  related: 'Open a related ticket',
  simulate: {
    act: 'Simulate technician',
    title: 'SIMULATE TECHNICIAN',
    explanation: 'For testing only: answers as a technician would.',
    text: "The technician's answer",
    closes: 'Close the ticket',
    opensIncident: 'Open a linked incident',
    done: 'The technician has answered',
    failed: 'The answer could not be simulated',
  },
}
