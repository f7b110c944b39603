import { consoleApi } from '#contract/console/api.ts'
import { cannedAnswerNow } from '#contract/console/canned-answers.ts'
import { unknownFields } from '#contract/console/canned-fields.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { invalid, notFound } from '../../http/problems.ts'
import {
  cannedAnswer,
  changeCannedAnswer,
  insertCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
} from './canned-answer-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, changesOf, written } from './master-form.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

/** The master of canned answers, unfilled; `/console/ticket/canned-answers` fills them in. */
export function bindCannedAnswers(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleCannedAnswers

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx }) =>
    listCannedAnswers(tx, { ...question, limit }),
  )

  bindConsole(binding, endpoints.create, async ({ title, text }, context) => {
    const { tx, note } = context
    insistOnFields(text, context)
    const id = await insertCannedAnswer(tx, { title: title.trim(), text }, by(context))
    await note({ details: { cannedAnswer: id, title } })
    return written(await cannedAnswer(tx, id))
  })

  bindConsole(binding, endpoints.change, async ({ cannedAnswer: id, title, text, revision }, context) => {
    const { tx, note } = context
    insistOnFields(text, context)
    const before = await find(tx, id)
    const changed = await changeCannedAnswer(tx, id, { title: title.trim(), text, revision }, by(context))
    if (!changed) throw changedMeanwhile(cannedAnswerNow, { current: await find(tx, id) })
    const after = await find(tx, id)
    await note({ details: { cannedAnswer: id, ...changesOf(endpoints.change, before, after, ['cannedAnswer']) } })
    return after
  })

  bindConsole(binding, endpoints.remove, async ({ cannedAnswer: id, revision }, { tx, note }) => {
    const { title, text } = await find(tx, id)
    if (!(await removeCannedAnswer(tx, id, revision))) {
      throw changedMeanwhile(cannedAnswerNow, { current: await find(tx, id) })
    }
    await note({ details: { cannedAnswer: id, title, text } })
    return null
  })
}

/** A field that nothing would fill in is reported here, before a customer sees it. */
function insistOnFields(text: string, { sentences }: ConsoleContext): void {
  const unknown = unknownFields(text)
  if (unknown.length === 0) return
  const sentence = sentences.support['unknown-fields'](unknown.join(', '))
  throw invalid(() => sentence, { text: sentence })
}

async function find(tx: StaffTransaction, id: number) {
  const found = await cannedAnswer(tx, id)
  if (!found) throw notFound()
  return found
}

const by = ({ technician: { username }, now }: ConsoleContext) => ({ username, at: now })
