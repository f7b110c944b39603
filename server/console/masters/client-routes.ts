import { consoleApi } from '#contract/console/api.ts'
import { clientNow } from '#contract/console/clients.ts'
import { isEmail } from '#domain/contact-details.ts'
import { notFound } from '../../http/problems.ts'
import {
  type ClientForm,
  changeClient,
  clientNumbered,
  endSessionsOfClient,
  insertClient,
  listClients,
} from './client-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

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

  bindConsole(binding, endpoints.create, async ({ code, ...typed }, context) => {
    const { tx, sentences, note } = context
    const form = checked(typed, context)
    if (!(await insertClient(tx.of(code), form))) throw wrong({ code: sentences.master['code-taken']() })
    await note({ client: code, details: { ...form } })
    return written(await clientNumbered(tx, code))
  })

  bindConsole(binding, endpoints.change, async (input, context) => {
    const { client, active, secondFactorRequired, revision, ...typed } = input
    const { tx, note } = context
    const form = checked(typed, context)
    const before = await clientNumbered(tx, client)
    if (!before) throw notFound()
    const changed = await changeClient(tx.of(client), { ...form, active, secondFactorRequired, revision })
    const after = written(await clientNumbered(tx, client))
    if (!changed) throw changedMeanwhile(clientNow, { current: after })
    if (!active) await endSessionsOfClient(tx.of(client))
    await note({
      client,
      details: changesOf(before, after, ['name', 'email', 'areas', 'active', 'secondFactorRequired']),
    })
    return after
  })
}

function checked(typed: ClientForm, { sentences }: ConsoleContext): ClientForm {
  const email = typed.email.trim()
  if (email !== '' && !isEmail(email)) throw wrong({ email: sentences.field['bad-email']() })
  return { name: typed.name.trim(), email, areas: [...new Set(typed.areas)] }
}
