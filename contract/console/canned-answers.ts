import { consoleInput, endpoint } from '../endpoint.ts'
import { as, instant, list, nullable, recordNumber, requiredText, text, wireObject } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const cannedAnswer = recordNumber('canned-answer')
const nothing = nullable(wireObject({}))

/** As it is written, with its fields: `{{client}}` (`contract/console/canned-fields.ts`). */
export const listedCannedAnswer = wireObject({
  id: as('id', cannedAnswer),
  title: as('title', text(200)),
  text: as('text', text(20_000)),
  changedAt: as('changedAt', instant),
  /** The technician's name. */
  changedBy: as('changedBy', text(200)),
  revision,
})

const form = { title: as('title', requiredText(200)), text: as('text', requiredText(20_000)) }

export const consoleCannedAnswers = {
  list: endpoint({
    method: 'GET',
    path: '/console/canned-answers',
    summary: 'Canned answers by title',
    access: 'technician',
    input: consoleInput({
      /** Found in the title or the text. */
      search,
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedCannedAnswer)), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/canned-answers/create',
    summary: 'A new canned answer',
    access: 'technician',
    form: 'session',
    input: consoleInput(form),
    data: listedCannedAnswer,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/canned-answers/change',
    summary: 'Change a canned answer; 409 with it as it stands when somebody changed it',
    access: 'technician',
    form: 'session',
    input: consoleInput({ cannedAnswer: as('cannedAnswer', cannedAnswer), ...form, revision }),
    data: listedCannedAnswer,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/console/canned-answers/remove',
    summary: 'Remove a canned answer; what was sent with it stays. 409 when somebody changed it',
    access: 'technician',
    input: consoleInput({ cannedAnswer: as('cannedAnswer', cannedAnswer), revision }),
    data: nothing,
  }),
}

export const cannedAnswerNow = changedMeanwhile(listedCannedAnswer)
