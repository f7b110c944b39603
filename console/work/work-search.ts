import * as z from 'zod/mini'
import { workStateWord } from '#contract/console/tickets.ts'
import type { VALUATION_VIEWS, WORK_VIEWS } from '#contract/console/work.ts'

/** What a list of work is narrowed by, as the address has it. */
export interface WorkSearch {
  readonly vista?: string
  readonly texto?: string
  readonly cliente?: number
  readonly estado?: z.output<typeof workStateWord>
}

export type WorkView = (typeof WORK_VIEWS)[number]
export type ValuationView = (typeof VALUATION_VIEWS)[number]

/** What each view is called in an address. */
const VIEW_NAMES: Readonly<Record<WorkView | ValuationView, string>> = {
  open: 'abiertas',
  overdue: 'fuera-de-plazo',
  'waiting-for-validation': 'por-validar',
  failed: 'no-funcionan',
  ended: 'terminadas',
  all: 'todas',
  undecided: 'sin-decidir',
  decided: 'decididas',
  closed: 'cerradas',
}

/** What an address says; what it says wrongly is left out. */
export function workSearch({ vista, texto, cliente, estado }: Record<string, unknown>): WorkSearch {
  const state = z.safeParse(workStateWord, estado)
  const client = Number(cliente)
  const text = typeof texto === 'string' ? texto.trim().slice(0, 200) : ''
  return {
    ...(typeof vista === 'string' && Object.values(VIEW_NAMES).includes(vista) && { vista }),
    ...(text !== '' && { texto: text }),
    ...(Number.isSafeInteger(client) && client > 0 && { cliente: client }),
    ...(state.success && { estado: state.data }),
  }
}

/** What a list is narrowed by, in the names of the contract. */
export interface WorkNarrowing {
  readonly text: string
  readonly client: number | undefined
  readonly state: WorkSearch['estado'] | undefined
}

export const narrowingOf = ({ texto, cliente, estado }: WorkSearch): WorkNarrowing => ({
  text: texto ?? '',
  client: cliente,
  state: estado,
})

/** The same list narrowed otherwise; what is empty is taken away. */
export const narrowedTo = (
  search: WorkSearch,
  { view, text, client, state }: { view?: WorkView | ValuationView; text?: string; client?: null; state?: string },
): WorkSearch =>
  workSearch({
    ...search,
    ...(view !== undefined && { vista: VIEW_NAMES[view] }),
    ...(text !== undefined && { texto: text }),
    ...(client !== undefined && { cliente: client }),
    ...(state !== undefined && { estado: state }),
  })

/** The first one where the address names none of them. */
export const viewOf = <View extends WorkView | ValuationView>(
  { vista }: WorkSearch,
  views: readonly [View, ...View[]],
): View => views.find((view) => VIEW_NAMES[view] === vista) ?? views[0]
