import { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { shownTurn } from '#domain/ticket.ts'
import { askingOf } from './asking.ts'
import { invalid } from '../../http/problems.ts'
import { languageOf } from '../../http/language.ts'
import { MOST_IN_SHEET } from '../../tickets/list-sheet.ts'
import { type ConsoleBinding, bindConsole, bindConsoleFile } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import type { QueuedTicket } from './queue-condition-store.ts'
import { insistOnDays } from './insist-on-days.ts'
import { queueSheet } from './queue-sheet.ts'
import { type TicketKey, countQueue, listQueue, listedKeys, sheetRows, totalsOf } from './queue-store.ts'
import { listedModules } from './support-ticket-store.ts'

const PART = 50

/** The queue: the open tickets of all clients, in the order in which technicians should take them. */
export function bindQueue(binding: ConsoleBinding, { settings }: Pick<ConsoleDependencies, 'settings'>): void {
  const { queue, totals, counts, modules } = consoleApi.consoleTickets

  bindConsole(binding, queue, async ({ view = 'open', limit = PART, ...filter }, context) => {
    insistOnDays(queue, filter)
    const { items, next } = await listQueue(context.tx, { view, limit, ...filter }, await askingOf(context))
    await context.note({ client: filter.client ?? null, details: { view, ...filter } })
    return { items: items.map(rowOf), next }
  })
  bindConsole(binding, totals, async ({ view = 'open', ...filter }, context) => {
    insistOnDays(totals, filter)
    return totalsOf(context.tx, { view, ...filter }, await askingOf(context))
  })
  bindConsole(binding, counts, async (_input, context) => countQueue(context.tx, await askingOf(context)))
  bindConsoleFile(binding, consoleApi.consoleQueueSheet.download, async ({ view = 'open', ...filter }, context) => {
    insistOnDays(consoleApi.consoleQueueSheet.download, filter)
    const question = { view, limit: MOST_IN_SHEET + 1, ...filter }
    const keys = await listedKeys(context.tx, question, await askingOf(context))
    if (keys.length > MOST_IN_SHEET) throw invalid((s) => s.request['too-many-rows'](MOST_IN_SHEET))
    await context.note({ client: filter.client ?? null, details: { view, count: keys.length, ...filter } })
    const read = (part: readonly TicketKey[]) => binding.staff.acrossClients((own) => sheetRows(own, part))
    const { now, sentences, request } = context
    const about = { now, sentences, language: languageOf(request), product: settings.product.name }
    return () => Promise.resolve(queueSheet({ view, keys, read, ...about }))
  })
  bindConsole(binding, modules, (_input, { tx }) => listedModules(tx))
}

type Row = Data<typeof consoleApi.consoleTickets.queue>['items'][number]

const rowOf = ({ lastEntryKind, lastEntryAt, blockingIncident, claimRank: _rank, ...ticket }: QueuedTicket): Row => ({
  ...ticket,
  turn: shownTurn({ ...ticket, lastEntryKind, blockingIncident }),
  lastEntry: { kind: lastEntryKind, at: lastEntryAt },
})
