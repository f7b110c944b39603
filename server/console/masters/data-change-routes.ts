import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { dataChangeNow } from '#contract/console/data-changes.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { dataChange, listDataChanges, markHandled } from './data-change-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

/** Requests of customers to change their data. */
export function bindDataChanges(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleDataChanges

  bindConsole(binding, endpoints.list, async ({ state = 'open', limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    await note({ client: question.client ?? null, details: { state, search: question.search } })
    return listDataChanges(tx, { ...question, state, limit })
  })

  bindConsole(binding, endpoints.handle, async ({ client, request }, { tx, technician, now, note }) => {
    const own = tx.of(client)
    const marked = await markHandled(own, request, technician.username, now)
    const current = await dataChange(own, request)
    if (!current) throw notFound()
    if (!marked) {
      throw new Problem(409, (s) => s.master['already-handled'](), z.encode(dataChangeNow, { current }))
    }
    await note({ client, details: { request } })
    return current
  })
}
