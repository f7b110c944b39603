import { consoleApi } from '#contract/console/api.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'
import { badParameters } from '../../http/problems.ts'
import { assistantFigures, conversationsOf, exchangesOf, questionsWithoutSource } from './assistant-review-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { findTicket } from '../tickets/held-ticket.ts'

const PART = 50
const DAYS = 30
const DAY_MS = 24 * 3_600_000

/** The conversations with the assistant, and their outcomes. */
export function bindConsoleAssistant(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleAssistant

  bindConsole(binding, endpoints.conversations, async ({ ticket }, { tx, note }) => {
    const { own, number } = await findTicket(tx, ticket)
    const conversations = []
    for (const { id, ...conversation } of await conversationsOf(own, number)) {
      conversations.push({ ...conversation, exchanges: await exchangesOf(own, id) })
    }
    await note({ client: own.client, ticket: number })
    return conversations
  })

  bindConsole(binding, endpoints.figures, async (input, { tx, now }) => {
    const to = input.to ?? localTime(now, OFFICE_ZONE).date
    const from = input.from ?? localTime(new Date(now.getTime() - (DAYS - 1) * DAY_MS), OFFICE_ZONE).date
    if (from > to) throw badParameters(endpoints.figures, 'from', 'to')
    return { from, to, ...(await assistantFigures(tx, { from, to, zone: OFFICE_ZONE })) }
  })

  bindConsole(binding, endpoints.withoutSource, async ({ limit = PART, after }, { tx, note }) => {
    const part = await questionsWithoutSource(tx, limit, after)
    await note({})
    return part
  })
}
