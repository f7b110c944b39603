import { consoleApi } from '#contract/console/api.ts'
import { companyNow, installationNow } from '#contract/console/installations.ts'
import { isInstallationCode } from '#domain/account.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { clientNumbered } from './client-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import {
  changeCompany,
  changeInstallation,
  companyCoded,
  endSessionsAt,
  endSessionsFor,
  insertCompany,
  insertInstallation,
  installationCoded,
  listCompanies,
  listInstallations,
} from './installation-store.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
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
    const found = await find(tx, installation, now)
    await note({ client: found.client.code, details: { installation } })
    return found
  })

  bindConsole(binding, endpoints.create, async ({ client, version, entryMode, ...typed }, context) => {
    const { tx, now, sentences, note } = context
    const code = checkedCode(typed.code, context)
    if (!(await clientNumbered(tx, client))) throw notFound()
    if (!(await insertInstallation(tx.of(client), { code, version: version.trim(), entryMode }))) {
      throw wrong({ code: sentences.master['code-taken']() })
    }
    await note({ client, details: { installation: code, version, entryMode } })
    return written(await installationCoded(tx, code, now))
  })

  bindConsole(binding, endpoints.change, async (input, { tx, now, note }) => {
    const { installation, entryMode, active } = input
    const before = await find(tx, installation, now)
    const own = tx.of(before.client.code)
    const changed = await changeInstallation(own, { ...input, version: input.version.trim() })
    const after = written(await installationCoded(tx, installation, now))
    if (!changed) throw changedMeanwhile(installationNow, { current: after })
    if (!active) await endSessionsAt(own, installation, 'all')
    else if (entryMode === 'signed') await endSessionsAt(own, installation, 'limited')
    const details = { installation, ...changesOf(before, after, ['version', 'entryMode', 'active']) }
    await note({ client: own.client, details })
    return after
  })

  bindCompanies(binding)
  bindKeys(binding, dependencies)
}

function bindCompanies(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.companies, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now, note }) => {
    const own = await ownOf(tx, question.installation, now)
    await note({ client: own.client, details: { installation: question.installation, search: question.search } })
    return listCompanies(own, { ...question, limit })
  })

  bindConsole(binding, endpoints.createCompany, async ({ installation, name, ...typed }, context) => {
    const { tx, now, sentences, note } = context
    const code = checkedCode(typed.code, context)
    const own = await ownOf(tx, installation, now)
    if (!(await insertCompany(own, installation, { code, name: name.trim() }))) {
      throw wrong({ code: sentences.master['code-taken']() })
    }
    await note({ client: own.client, details: { installation, company: code, name } })
    return written(await companyCoded(own, installation, code))
  })

  bindConsole(binding, endpoints.changeCompany, async ({ installation, ...input }, { tx, now, note }) => {
    const own = await ownOf(tx, installation, now)
    const before = await companyCoded(own, installation, input.company)
    if (!before) throw notFound()
    const changed = await changeCompany(own, installation, { ...input, name: input.name.trim() })
    const after = written(await companyCoded(own, installation, input.company))
    if (!changed) throw changedMeanwhile(companyNow, { current: after })
    if (!after.active) await endSessionsFor(own, installation, input.company)
    const details = { installation, company: input.company, ...changesOf(before, after, ['name', 'active']) }
    await note({ client: own.client, details })
    return after
  })
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

async function find(tx: StaffTransaction, code: string, now: Date) {
  const found = await installationCoded(tx, code, now)
  if (!found) throw notFound()
  return found
}

const ownOf = async (tx: StaffTransaction, installation: string, now: Date): Promise<Transaction> =>
  tx.of((await find(tx, installation, now)).client.code)

function checkedCode(typed: string, { sentences }: ConsoleContext): string {
  const code = typed.trim()
  if (!isInstallationCode(code)) throw wrong({ code: sentences.master['bad-code']() })
  return code
}
