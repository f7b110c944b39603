import { consoleApi } from '#contract/console/api.ts'
import { companyNow, installationNow } from '#contract/console/installations.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { isInstallationCode } from '#domain/account.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { notFound } from '../../http/problems.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { clientNumbered } from './client-store.ts'
import {
  changeCompany,
  changeInstallation,
  companyCoded,
  endSessionsAt,
  endSessionsFor,
  insertCompany,
  insertInstallation,
  installationCoded,
} from './installation-store.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'

/** The key of a company in its form. */
const KEY = ['installation', 'company']

type Endpoints = typeof consoleApi.consoleInstallations
type Installation = Data<Endpoints['view']>
type Company = Data<Endpoints['changeCompany']>

export async function createsInstallation(
  input: Input<Endpoints['create']>,
  context: ConsoleContext,
): Promise<Installation> {
  const code = await addsInstallation(input, context)
  return written(await installationCoded(context.tx, code, context.now))
}

/** Creates an installation, from the form or from a line of a file. Returns its code. */
export async function addsInstallation(
  { client, version, entryMode, ...typed }: Input<Endpoints['create']>,
  context: ConsoleContext,
): Promise<string> {
  const { tx, sentences, note } = context
  const code = checkedCode(typed.code, context)
  if (!(await clientNumbered(tx, client))) throw notFound()
  if (!(await insertInstallation(tx.of(client), { code, version: version.trim(), entryMode }))) {
    throw wrong({ code: sentences.master['code-taken']() })
  }
  await note({ client, details: { installation: code, version, entryMode } })
  return code
}

export async function changesInstallation(
  input: Input<Endpoints['change']>,
  context: ConsoleContext,
): Promise<Installation> {
  const { tx, now, note } = context
  const { installation, entryMode, active } = input
  const before = await findInstallation(tx, installation, now)
  const own = tx.of(before.client.code)
  const changed = await changeInstallation(own, { ...input, version: input.version.trim() })
  const after = written(await installationCoded(tx, installation, now))
  if (!changed) throw changedMeanwhile(installationNow, { current: after })
  if (!active) await endSessionsAt(own, installation, 'all')
  else if (entryMode === 'signed') await endSessionsAt(own, installation, 'limited')
  const details = {
    installation,
    ...changesOf(consoleApi.consoleInstallations.change, before, after, ['installation']),
  }
  await note({ client: own.client, details })
  return after
}

export async function createsCompany(
  input: Input<Endpoints['createCompany']>,
  context: ConsoleContext,
): Promise<Company> {
  const own = await ownOf(context.tx, input.installation, context.now)
  const code = await addsCompany(input, own, context)
  return written(await companyCoded(own, input.installation, code))
}

/** Creates a company, from the form or from a line of a file. Returns its code. */
export async function addsCompany(
  { installation, name, ...typed }: Input<Endpoints['createCompany']>,
  own: Transaction,
  context: ConsoleContext,
): Promise<string> {
  const { sentences, note } = context
  const code = checkedCode(typed.code, context)
  if (!(await insertCompany(own, installation, { code, name: name.trim() }))) {
    throw wrong({ code: sentences.master['code-taken']() })
  }
  await note({ client: own.client, details: { installation, company: code, name } })
  return code
}

export async function changesCompany(
  { installation, ...input }: Input<Endpoints['changeCompany']>,
  context: ConsoleContext,
): Promise<Company> {
  const { tx, now, note } = context
  const own = await ownOf(tx, installation, now)
  const before = await companyCoded(own, installation, input.company)
  if (!before) throw notFound()
  const changed = await changeCompany(own, installation, { ...input, name: input.name.trim() })
  const after = written(await companyCoded(own, installation, input.company))
  if (!changed) throw changedMeanwhile(companyNow, { current: after })
  if (!after.active) await endSessionsFor(own, installation, input.company)
  const details = {
    installation,
    company: input.company,
    ...changesOf(consoleApi.consoleInstallations.changeCompany, before, after, KEY),
  }
  await note({ client: own.client, details })
  return after
}

export async function findInstallation(tx: StaffTransaction, code: string, now: Date) {
  const found = await installationCoded(tx, code, now)
  if (!found) throw notFound()
  return found
}

export const ownOf = async (tx: StaffTransaction, installation: string, now: Date): Promise<Transaction> =>
  tx.of((await findInstallation(tx, installation, now)).client.code)

function checkedCode(typed: string, { sentences }: ConsoleContext): string {
  const code = typed.trim()
  if (!isInstallationCode(code)) throw wrong({ code: sentences.master['bad-code']() })
  return code
}
