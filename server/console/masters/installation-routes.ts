import { consoleApi } from '#contract/console/api.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import {
  changesCompany,
  changesInstallation,
  createsCompany,
  createsInstallation,
  findInstallation,
  ownOf,
} from './installation-acts.ts'
import { listCompanies, listInstallations } from './installation-store.ts'
import { wrong } from './master-form.ts'
import { newKey } from './new-key.ts'
import { endKey, endSessionsOfKey, keyNamed, listKeys } from './signing-key-store.ts'

const endpoints = consoleApi.consoleInstallations
const LONGEST_OVERLAP_MS = 90 * 24 * 60 * 60 * 1000

/** The master of installations, with their companies and signing keys. */
export function bindInstallations(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now, note }) => {
    await note({ client: question.client ?? null, details: { search: question.search } })
    return listInstallations(tx, { ...question, limit }, now)
  })

  bindConsole(binding, endpoints.view, async ({ installation }, { tx, now, note }) => {
    const found = await findInstallation(tx, installation, now)
    await note({ client: found.client.code, details: { installation } })
    return found
  })

  bindConsole(binding, endpoints.create, createsInstallation)

  bindConsole(binding, endpoints.change, changesInstallation)

  bindCompanies(binding)
  bindKeys(binding, dependencies)
}

function bindCompanies(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.companies, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now, note }) => {
    const own = await ownOf(tx, question.installation, now)
    await note({ client: own.client, details: { installation: question.installation, search: question.search } })
    return listCompanies(own, { ...question, limit })
  })

  bindConsole(binding, endpoints.createCompany, createsCompany)

  bindConsole(binding, endpoints.changeCompany, changesCompany)
}

function bindKeys(binding: ConsoleBinding, { settings, secrets }: ConsoleDependencies): void {
  bindConsole(binding, endpoints.keys, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now, note }) => {
    const own = await ownOf(tx, question.installation, now)
    const liveSince = new Date(now.getTime() - settings.limits.sessionIdleMinutes * 60_000)
    const { items, next } = await listKeys(own, { ...question, limit }, { now, liveSince })
    await note({ client: own.client, details: { installation: question.installation } })
    return { items: items.map((key) => ({ ...key, publicKey: key.publicKey?.toString('base64url') ?? null })), next }
  })

  bindConsole(binding, endpoints.createKey, async (input, context) => {
    const { tx, now, note } = context
    const { installation, clientAdministrator, callerOptional } = input
    const own = await ownOf(tx, installation, now)
    const key = await newKey(own, input, { installation, clientAdministrator, callerOptional }, { ...context, secrets })
    const details = { installation, kid: key.kid, clientAdministrator, callerOptional }
    await note({ client: own.client, details })
    return key
  })

  bindConsole(binding, endpoints.rotateKey, async ({ kid, oldUntil, ...input }, context) => {
    const { tx, now, sentences, note } = context
    const old = await keyNamed(tx, kid)
    if (!old) throw notFound()
    const overlap = oldUntil.getTime() - now.getTime()
    if (overlap <= 0 || overlap > LONGEST_OVERLAP_MS) throw wrong({ oldUntil: sentences.master['old-until']() })
    const own = tx.of(old.client)
    const key = await newKey(own, input, old, { ...context, secrets })
    if (!(await endKey(own, kid, oldUntil, now))) throw new Problem(409, (s) => s.master['key-ended']())
    await note({ client: own.client, details: { installation: old.installation, kid, newKid: key.kid, oldUntil } })
    return key
  })

  bindConsole(binding, endpoints.revokeKey, async ({ kid }, { tx, now, note }) => {
    const found = await keyNamed(tx, kid)
    if (!found) throw notFound()
    const own = tx.of(found.client)
    // If the key has ended already, the request is fulfilled.
    await endKey(own, kid, now, now)
    await endSessionsOfKey(own, kid)
    await note({ client: own.client, details: { installation: found.installation, kid } })
    return null
  })
}
