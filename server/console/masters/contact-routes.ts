import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { contactFactor, endPasswordSessions, forgetSecondFactor } from '../../session/second-factor-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { changesContact, createsContact, openAt } from './contact-acts.ts'
import { contactDetails, listContacts, noteSecondFactorReset } from './contact-store.ts'
import { written } from './master-form.ts'

/** The master of contacts: their names, visibility and places. */
export function bindContacts(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const endpoints = consoleApi.consoleContacts

  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    const { client = null, installation, search } = question
    await note({ client, details: { installation, search } })
    return listContacts(tx, { ...question, limit })
  })

  bindConsole(binding, endpoints.view, async ({ client, contact }, { tx, now, note }) => {
    const found = await contactDetails(tx.of(client), contact, openAt(now, dependencies))
    if (!found) throw notFound()
    await note({ client, details: { contact } })
    return found
  })

  bindConsole(binding, endpoints.create, (input, context) => createsContact(input, context, dependencies))

  bindConsole(binding, endpoints.change, (input, context) => changesContact(input, context, dependencies))

  bindConsole(binding, endpoints.resetSecondFactor, async ({ client, contact }, { tx, now, note }) => {
    const own = tx.of(client)
    if (!(await noteSecondFactorReset(own, contact, now))) throw notFound()
    await forgetSecondFactor(own, contactFactor(own, contact))
    await endPasswordSessions(own, contact)
    await note({ client, details: { contact } })
    return written(await contactDetails(own, contact, openAt(now, dependencies)))
  })
}
