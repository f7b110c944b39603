import type { lifeLineEs } from './life-line-es.ts'

export const lifeLineEn: typeof lifeLineEs = {
  label: 'Progress',
  step: {
    ticket: 'Query',
    valuation: 'Valuation',
    incident: 'Incident',
    development: 'Development',
    version: 'Version',
    test: 'Test DB',
    production: 'Live DB',
  },
  standing: {
    done: 'Done',
    current: 'In progress',
    ahead: 'Pending',
    stopped: 'Stopped',
    skipped: 'Skipped',
  },
  state: {
    ticket: { done: 'Closed' },
    valuation: { current: 'To be decided', done: 'Accepted', stopped: 'Rejected', skipped: 'Closed' },
    version: { done: 'Delivered' },
    test: { done: 'Installed' },
    production: { done: 'Installed' },
  },
  raisedOn: (day) => `raised on ${day}`,
  doneOn: (day) => `on ${day}`,
  planned: (day) => `planned for ${day}`,
}
