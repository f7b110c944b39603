import type { consoleInstallations } from '#contract/console/installations.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { EntryMode } from '#domain/account.ts'
import { type Runner, type Statement, type Transaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, holdsFolded, isActive, partOf } from '../lists/paged-list.ts'

type ListedInstallation = Data<typeof consoleInstallations.view>

const installation = (now: Date): Statement => sql`
  any_i.code, jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client, any_i.version,
  any_i.entry_mode, any_i.active, any_i.revision,
  (select count(*) from company any_y
    where any_y.client_id = any_i.client_id and any_y.installation_code = any_i.code) as companies,
  (select count(*) from signing_key any_s
    where any_s.client_id = any_i.client_id and any_s.installation_code = any_i.code
      and (any_s.revoked_at is null or any_s.revoked_at > ${now})) as keys`

const INSTALLATIONS = sql`installation any_i join client any_c on any_c.client_id = any_i.client_id`

type InstallationQuestion = ListQuestion<typeof consoleInstallations.list>

export async function listInstallations(
  runner: Runner,
  { client, search, active, after, limit }: InstallationQuestion,
  now: Date,
) {
  const [code = ''] = after === undefined ? [] : readCursor(after, ['text'])
  const rows = await runner.rows<ListedInstallation>(sql`
    select ${installation(now)} from ${INSTALLATIONS}
    where ${all(
      sql`any_i.code > ${code}`,
      client === undefined ? sql`true` : sql`any_i.client_id = ${client}`,
      isActive(sql`any_i.active`, active),
      holdsFolded(search, sql`any_i.folded`, sql`any_c.folded_name`),
    )}
    order by any_i.code limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.code])
}

export const installationCoded = (runner: Runner, code: string, now: Date) =>
  runner.maybe<ListedInstallation>(sql`select ${installation(now)} from ${INSTALLATIONS} where any_i.code = ${code}`)

/** False if any client has the code. */
export async function insertInstallation(
  tx: Transaction,
  { code, version, entryMode }: { readonly code: string; readonly version: string; readonly entryMode: EntryMode },
): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into installation (client_id, code, version, entry_mode) values (${tx.client}, ${code}, ${version}, ${entryMode})
    on conflict (code) do nothing
    returning code`)
  return inserted !== undefined
}

type InstallationChange = Input<typeof consoleInstallations.change>

/** False if somebody has changed it since. */
export async function changeInstallation(
  tx: Transaction,
  { installation: code, version, entryMode, active, revision }: InstallationChange,
): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update installation i
    set version = ${version}, entry_mode = ${entryMode}, active = ${active}, revision = i.revision + 1
    where ${tx.own('i')} and i.code = ${code} and i.revision = ${revision}
    returning i.code`)
  return changed !== undefined
}

/** All sessions of an installation, or those by unsigned links. */
export const endSessionsAt = (tx: Transaction, code: string, which: 'all' | 'limited') =>
  tx.rows(sql`
    delete from session s
    where ${tx.own('s')} and s.installation_code = ${code} and (${which === 'all'} or s.limited)`)

type ListedCompany = Data<typeof consoleInstallations.changeCompany>

const COMPANY = sql`y.code, y.name, y.active, y.revision`

export async function listCompanies(
  tx: Transaction,
  { installation: code, search, active, after, limit }: InstallationQuestion & { readonly installation: string },
) {
  const [last = ''] = after === undefined ? [] : readCursor(after, ['text'])
  const rows = await tx.rows<ListedCompany>(sql`
    select ${COMPANY} from company y
    where ${tx.own('y')} and y.installation_code = ${code} and y.code > ${last}
      and ${all(isActive(sql`y.active`, active), holds(search, sql`y.code`, sql`y.name`))}
    order by y.code limit ${limit + 1}`)
  return partOf(rows, limit, (row) => [row.code])
}

export const companyCoded = (tx: Transaction, at: string, company: string) =>
  tx.maybe<ListedCompany>(sql`
    select ${COMPANY} from company y
    where ${tx.own('y')} and y.installation_code = ${at} and y.code = ${company}`)

/** False if the installation has a company with this code. */
export async function insertCompany(
  tx: Transaction,
  at: string,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into company (client_id, installation_code, code, name) values (${tx.client}, ${at}, ${code}, ${name})
    on conflict do nothing
    returning code`)
  return inserted !== undefined
}

export interface CompanyChange {
  readonly company: string
  readonly name: string
  readonly active: boolean
  readonly revision: number
}

/** False if somebody has changed it since. */
export async function changeCompany(
  tx: Transaction,
  at: string,
  { company, name, active, revision }: CompanyChange,
): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update company y set name = ${name}, active = ${active}, revision = y.revision + 1
    where ${tx.own('y')} and y.installation_code = ${at} and y.code = ${company} and y.revision = ${revision}
    returning y.code`)
  return changed !== undefined
}

export const endSessionsFor = (tx: Transaction, at: string, company: string) =>
  tx.rows(sql`
    delete from session s
    where ${tx.own('s')} and s.installation_code = ${at} and s.company_code = ${company}`)
