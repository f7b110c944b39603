import type { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { isExpired } from '#domain/valuation/valuation.ts'
import { totalOf } from '../../incidents/valuation-store.ts'
import type { ListedValuation } from './support-valuation-store.ts'

type Row = Data<typeof consoleApi.consoleValuations.list>['items'][number]

/** A valuation as lists and its own screen show it. */
export const listedRowOf = (
  { decision, decidedBy, decidedAt, decisionText, lines, ...valuation }: ListedValuation,
  today: string,
): Row => ({
  ...valuation,
  decision: decision && decidedAt && { decision, by: decidedBy ?? '', at: decidedAt, text: decisionText },
  total: totalOf(lines),
  // A decision is final after its time, and a closed valuation is over in any case.
  expired: decision === null && valuation.closedAt === null && isExpired(valuation, today),
})
