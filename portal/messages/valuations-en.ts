import type { ValuationMessages } from './valuations-es.ts'

export const valuationsEn: ValuationMessages = {
  heading: (number) => `Valuation ${number}`,
  open: (number) => `Open valuation ${number}`,
  decidedTitle: 'Already decided',
  undecided: 'Waits for your answer',
  decision: { accepted: 'Accepted', rejected: 'Rejected' },
  decided: (decision, person, at) => `${decision} by ${person}, ${at}`,
  createdOn: 'Date',
  ticket: 'Ticket',
  development: 'Development',
  developmentNamed: (number) => `Development ${number}`,
  questions: 'Questions',
  notThere: 'Check the number, or look for it among the valuations in progress.',
  loading: 'Loading the valuation',
  failed: 'The valuation could not be loaded',
  act: { accepted: 'Accept', rejected: 'Reject', ask: 'Ask' },
  title: { accepted: 'ACCEPT THE VALUATION', rejected: 'REJECT THE VALUATION', ask: 'ASK' },
  explanation: {
    accepted: (number) => `You accept valuation ${number} and ask us to begin. It cannot be undone.`,
    rejected: (number) => `You reject valuation ${number}: we shall not go on with it. It cannot be undone.`,
    ask: (number) => `A ticket will be opened with your question about valuation ${number}.`,
  },
  text: { accepted: 'Comment', rejected: 'Reason', ask: 'Question' },
  hint: 'If you want to add something',
  done: {
    accepted: (number) => `You have accepted valuation ${number}`,
    rejected: (number) => `You have rejected valuation ${number}`,
    ask: (number) => `Your question about valuation ${number} has been sent`,
  },
  unsent: 'Your answer to the valuation could not be sent',
}
