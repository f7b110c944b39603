import { lifeLineEn as rail } from '#browser/life-line-en.ts'
import type { LifeLineMessages } from './life-line-es.ts'

export const lifeLineEn: LifeLineMessages = {
  lifeLine: {
    ...rail,
    of: (name) => `Progress: ${name}`,
    loading: 'Loading the life line',
    failed: 'The life line could not be loaded',
    incident: (number) => `Incident ${number}`,
    development: (number) => `Development ${number}`,
    toValidate: 'Waits for your word',
    validation: { validated: 'Validated', failed: 'Does not work' },
    plannedHistory: (count) => `Earlier planned dates (${count})`,
    stage: { delivery: 'Delivery', test: 'Test DB', production: 'Live DB' },
    plannedAt: (stage, to) => `${stage}: planned for ${to}`,
    plannedMoved: (stage, from, to) => `${stage}: from ${from} to ${to}`,
    plannedGone: (stage, from) => `${stage}: no longer planned for ${from}`,
    stateHistory: (count) => `Changes of state (${count})`,
    stateMoved: (from, to) => `From “${from}” to “${to}”`,
    stateAt: (to) => `“${to}”`,
    validations: 'What was said of the test',
    by: (person, at) => `${person}, ${at}`,
    ask: (name) => `${name}: it is in your test DB. Does it work as you expected?`,
    askHint: 'With your word we install it in the live DB.',
    ticketsOf: 'Tickets',
    valuation: (number) => `Open valuation ${number}`,
  },

  validate: {
    act: { validated: 'It works in the test DB', failed: 'It does not work' },
    title: { validated: 'IT WORKS IN THE TEST DB', failed: 'IT DOES NOT WORK' },
    explanation: {
      validated: (name) =>
        `${name}: Support will know that it works in your test DB and may be installed in the live one.`,
      failed: (name) => `${name}: Support will know that it does not work yet and will go back to it.`,
    },
    text: { validated: 'Comment', failed: 'What happens?' },
    hint: {
      validated: 'If you want to add something',
      failed: 'What you did, what you expected and what happened',
    },
    done: {
      validated: (name) => `Your validation has been sent: ${name}`,
      failed: (name) => `Support now knows that it does not work: ${name}`,
    },
    unsent: 'What you say of the test could not be sent',
  },
  problem: {
    title: 'Known problem',
    of: (number, title) => `Problem ${number}: ${title}`,
    meanwhile: (workaround) => `Meanwhile: ${workaround}`,
    planned: (day) => `Planned for ${day}`,
    mended: (version) => `Fixed in version ${version}`,
    toMend: (version) => `To be fixed in version ${version}`,
  },
}
