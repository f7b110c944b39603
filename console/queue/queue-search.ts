import * as z from 'zod/mini'
import { type consoleTickets, ticketAreaWord } from '#contract/console/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { chosenUrgency } from '#contract/ticket-codec.ts'
import type { View } from '../paths.ts'

type Question = Input<typeof consoleTickets.queue>

/** What narrows a view. */
export interface QueueFilter {
  readonly text?: string
  readonly client?: number
  readonly module?: number
  readonly area?: NonNullable<Question['area']>
  readonly urgency?: z.output<typeof chosenUrgency>
  readonly assignee?: string
}

/** The same in the browser's address. */
export interface QueueSearch {
  readonly texto?: string
  readonly cliente?: number
  readonly modulo?: number
  readonly area?: NonNullable<QueueFilter['area']>
  readonly urgencia?: NonNullable<QueueFilter['urgency']>
  readonly tecnico?: string
}

/** What an address says; what it says wrongly is left out. */
export function queueSearch(raw: Record<string, unknown>): QueueSearch {
  const area = z.safeParse(ticketAreaWord, raw['area'])
  const urgency = z.safeParse(chosenUrgency, raw['urgencia'])
  const text = textIn(raw['texto'])
  const assignee = textIn(raw['tecnico'])
  const client = numberIn(raw['cliente'])
  const module = numberIn(raw['modulo'])
  return {
    ...(text !== null && { texto: text }),
    ...(assignee !== null && { tecnico: assignee }),
    ...(client !== null && { cliente: client }),
    ...(module !== null && { modulo: module }),
    ...(area.success && { area: area.data }),
    ...(urgency.success && { urgencia: urgency.data }),
  }
}

export const filterOf = ({ texto, cliente, modulo, area, urgencia, tecnico }: QueueSearch): QueueFilter => ({
  ...(texto !== undefined && { text: texto }),
  ...(cliente !== undefined && { client: cliente }),
  ...(modulo !== undefined && { module: modulo }),
  ...(area !== undefined && { area }),
  ...(urgencia !== undefined && { urgency: urgencia }),
  ...(tecnico !== undefined && { assignee: tecnico }),
})

export const searchOf = ({ text, client, module, area, urgency, assignee }: QueueFilter): QueueSearch => ({
  ...(text !== undefined && { texto: text }),
  ...(client !== undefined && { cliente: client }),
  ...(module !== undefined && { modulo: module }),
  ...(area !== undefined && { area }),
  ...(urgency !== undefined && { urgencia: urgency }),
  ...(assignee !== undefined && { tecnico: assignee }),
})

/** A filter with some of its parts typed anew; an empty one is taken away. */
export const narrowedBy = (
  filter: QueueFilter,
  typed: Readonly<Partial<Record<keyof QueueFilter, string>>>,
): QueueSearch => {
  const { text, client, module, area, urgency, assignee } = { ...filter, ...typed }
  return queueSearch({
    texto: text,
    cliente: client,
    modulo: module,
    area,
    urgencia: urgency,
    tecnico: assignee,
  })
}

/** One part of a list, as the contract takes it; the first one follows nothing. */
export const questionOf = (view: View, filter: QueueFilter, after: string): Question => ({
  view,
  ...filter,
  ...(after !== '' && { after }),
})

const MAX_TEXT = 200

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, MAX_TEXT) : null

function numberIn(value: unknown): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}
