import { api } from '#contract/api.ts'
import { OFFICE_ZONE, officeDay } from '#contract/moment.ts'
import { mayClaimIncident } from '#domain/incident.ts'
import { isExpired } from '#domain/valuation/valuation.ts'
import { type Binding, bind } from '../http/bind.ts'
import { authorOf } from '../http/caller.ts'
import { insistOnFilter } from '../http/list-filter.ts'
import { notFound } from '../http/problems.ts'
import {
  countValuations,
  insertClaim,
  listDevelopments,
  listIncidents,
  listValuations,
  lockIncident,
} from './incident-store.ts'
import { claimable, developmentRowOf, incidentRowOf, refusedNow } from './incident-view.ts'
import { totalOf } from './valuation-store.ts'

/**
 * Incidents, developments and valuations. Without a requested order incidents are sorted by state date and the others
 * by number, the newest first.
 */
export function bindIncidents(binding: Binding): void {
  bind(binding, api.incidents.list, async (input, { tx, caller, now, sentences }) => {
    insistOnFilter(api.incidents.list, input.filter ?? {}, now)
    const list = { ...input.filter, ...pageOf(input), sort: input.sortBy ?? 'state-date', zone: OFFICE_ZONE }
    const { items, total } = await listIncidents(tx, caller, list)
    return { items: items.map((incident) => incidentRowOf(incident, now, sentences)), total }
  })
  bind(binding, api.incidents.claim, async (input, { tx, caller, now }) => {
    const incident = await lockIncident(tx, caller, input.incident)
    if (!incident) throw notFound()
    const verdict = mayClaimIncident(claimable(incident), now)
    if (!verdict.allowed) throw refusedNow(incident, verdict)
    const sequence = incident.claimedAt.length + 1
    const { number } = incident
    await insertClaim(tx, { incident: number, sequence, at: now, author: authorOf(caller), person: caller.person })
    return [{ number }]
  })
  bind(binding, api.incidents.developments, async (input, { tx, caller, now, sentences }) => {
    insistOnFilter(api.incidents.developments, input.filter ?? {}, now)
    const list = { ...input.filter, ...pageOf(input), sort: input.sortBy ?? 'number', zone: OFFICE_ZONE }
    const { items, total } = await listDevelopments(tx, caller, list)
    return { items: items.map((development) => developmentRowOf(development, sentences)), total }
  })
  bind(binding, api.incidents.valuations, async (input, { tx, now }) => {
    const { items, total } = await listValuations(tx, { ...pageOf(input), sort: input.sortBy ?? 'number' })
    const today = officeDay(now)
    const rows = items.map(({ lines, ...row }) => ({ ...row, total: totalOf(lines), expired: isExpired(row, today) }))
    return { items: rows, total }
  })
  bind(binding, api.incidents.valuationTotal, (_input, { tx }) => countValuations(tx))
}

const DEFAULT_PAGE_SIZE = 10

interface Paging {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly descending?: 'yes' | 'no' | undefined
}

const pageOf = ({ page = 1, pageSize = DEFAULT_PAGE_SIZE, descending = 'yes' }: Paging) => ({
  page,
  pageSize,
  descending: descending === 'yes',
})
