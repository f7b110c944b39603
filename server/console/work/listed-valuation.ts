import type { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ListedValuation } from './support-valuation-store.ts'

type Row = Data<typeof consoleApi.consoleValuations.list>['items'][number]

/** A valuation as lists and its own screen show it. */
export const listedRowOf = ({ decision, decidedBy, decidedAt, decisionText, ...valuation }: ListedValuation): Row => ({
  ...valuation,
  decision: decision && decidedAt && { decision, by: decidedBy ?? '', at: decidedAt, text: decisionText },
})
