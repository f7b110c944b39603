import { consoleInput, endpoint } from '../endpoint.ts'
import { consoleObject, instant, list, nullable, recordNumber, requiredText, text } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const cannedAnswer = recordNumber('canned-answer')
const nothing = nullable(consoleObject({}))

/** With its fields unfilled: `{{client}}` (`contract/console/canned-fields.ts`). */
export const listedCannedAnswer = consoleObject({
  id: cannedAnswer,
  title: text(200),
  text: text(20_000),
  changedAt: instant,
  /** The technician's name. */
  changedBy: text(200),
  revision,
})

const form = { title: requiredText(200), text: requiredText(20_000) }

export const consoleCannedAnswers = {
  list: endpoint({
    method: 'GET',
    path: '/console/canned-answers',
    summary: 'Canned answers by title',
    access: 'technician',
    input: consoleInput({
      /** Searches title and text. */
      search,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedCannedAnswer), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/canned-answers/create',
    summary: 'A new canned answer',
    access: 'technician',
    input: consoleInput(form),
    data: listedCannedAnswer,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/canned-answers/change',
    summary: 'Change a canned answer; 409 with the current one if somebody has changed it',
    access: 'technician',
    input: consoleInput({ cannedAnswer, ...form, revision }),
    data: listedCannedAnswer,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/console/canned-answers/remove',
    summary: 'Remove a canned answer; sent answers stay. 409 if somebody has changed it',
    access: 'technician',
    input: consoleInput({ cannedAnswer, revision }),
    data: nothing,
  }),
}

export const cannedAnswerNow = changedMeanwhile(listedCannedAnswer)
