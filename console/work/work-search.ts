import { workStateWord } from '#contract/console/tickets.ts'
import type { VALUATION_VIEWS, WORK_VIEWS } from '#contract/console/work.ts'
import { as, coded, day, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress, wordsInAddress } from '#browser/address.ts'

export type WorkView = (typeof WORK_VIEWS)[number]
export type ValuationView = (typeof VALUATION_VIEWS)[number]

/** The name of each view in an address. */
const VIEWS = {
  abiertas: 'open',
  'fuera-de-plazo': 'overdue',
  'por-validar': 'waiting-for-validation',
  'no-funcionan': 'failed',
  terminadas: 'ended',
  todas: 'all',
  'sin-decidir': 'undecided',
  decididas: 'decided',
  cerradas: 'closed',
} as const satisfies Readonly<Record<string, WorkView | ValuationView>>

/** A work list's filter in the browser's address. */
export const workAddress = addressOf(
  wireObject({
    view: as('vista', optional(coded(VIEWS))),
    text: as('texto', optional(wordsInAddress(200, { trimmed: true }))),
    client: as('cliente', optional(numberInAddress('client'))),
    state: as('estado', optional(workStateWord)),
    failedFrom: as('fallodesde', optional(day)),
    failedUntil: as('fallohasta', optional(day)),
  }),
)

export type WorkSearch = ReturnType<typeof workAddress.kept>

/** The same list with another filter; empty values are removed. */
export function narrowedTo(
  search: WorkSearch,
  {
    view,
    ...typed
  }: {
    view?: WorkView | ValuationView
    text?: string
    client?: null
    state?: string
    failedFrom?: null
    failedUntil?: null
  },
): WorkSearch {
  const next = workAddress.changed(search, typed)
  return view === undefined ? next : workAddress.written({ ...workAddress.read(next), view })
}

/** The first view if the address names none of them. */
export const viewOf = <View extends WorkView | ValuationView>(
  search: WorkSearch,
  views: readonly [View, ...View[]],
): View => views.find((view) => view === workAddress.read(search).view) ?? views[0]
