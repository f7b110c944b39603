import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { changesClient, createsClient } from './client-acts.ts'
import { clientNumbered, listClients } from './client-store.ts'

export function bindClients(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleClients

  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    await note({ details: { search: question.search } })
    return listClients(tx, { ...question, limit })
  })

  bindConsole(binding, endpoints.view, async ({ client }, { tx, note }) => {
    const found = await clientNumbered(tx, client)
    if (!found) throw notFound()
    await note({ client })
    return found
  })

  bindConsole(binding, endpoints.create, createsClient)
  bindConsole(binding, endpoints.change, changesClient)
}
