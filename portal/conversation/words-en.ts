import type { ConversationMessages } from './words-es.ts'

export const conversationEn: ConversationMessages = {
  lastWords: (author, ago) => `The latest from ${author}, ${ago}:`,
  support: 'Support',
  correction: {
    act: 'Correct the transcription',
    title: 'CORRECT THE TRANSCRIPTION',
    explanation: 'Change whatever was misheard. The ticket will show your text, and that it was corrected.',
    text: 'What was said',
    done: 'The transcription was corrected',
    failed: 'The transcription could not be corrected',
  },
  simulate: {
    title: 'SIMULATE TECHNICIAN',
    explanation: 'For testing only: answers as a technician would.',
    text: "The technician's answer",
    closes: 'Close the ticket',
    opensIncident: 'Open a linked incident',
    done: 'The technician has answered',
    failed: 'The answer could not be simulated',
  },
}
