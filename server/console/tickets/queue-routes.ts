import { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { shownTurn } from '#domain/ticket.ts'
import { askingOf } from './asking.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { type QueuedTicket, countQueue, listQueue, totalsOf } from './queue-store.ts'
import { listedModules } from './support-ticket-store.ts'

const PART = 50

/** The queue: the open tickets of all clients, in the order in which technicians should take them. */
export function bindQueue(binding: ConsoleBinding): void {
  const { queue, totals, counts, modules } = consoleApi.consoleTickets

  bindConsole(binding, queue, async ({ view = 'open', limit = PART, ...filter }, context) => {
    const { items, next } = await listQueue(context.tx, { view, limit, ...filter }, await askingOf(context))
    await context.note({ client: filter.client ?? null, details: { view, ...filter } })
    return { items: items.map(rowOf), next }
  })
  bindConsole(binding, totals, async ({ view = 'open', ...filter }, context) =>
    totalsOf(context.tx, { view, ...filter }, await askingOf(context)),
  )
  bindConsole(binding, counts, async (_input, context) => countQueue(context.tx, await askingOf(context)))
  bindConsole(binding, modules, (_input, { tx }) => listedModules(tx))
}

type Row = Data<typeof consoleApi.consoleTickets.queue>['items'][number]

const rowOf = ({ lastEntryKind, lastEntryAt, blockingIncident, claimRank: _rank, ...ticket }: QueuedTicket): Row => ({
  ...ticket,
  turn: shownTurn({ ...ticket, lastEntryKind, blockingIncident }),
  lastEntry: { kind: lastEntryKind, at: lastEntryAt },
})
