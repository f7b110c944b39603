/** What is to be written at once when a ticket is opened. */
const WRITINGS = ['respuesta', 'cierre', 'nota'] as const
export type Writing = (typeof WRITINGS)[number]

export interface TicketSearch {
  readonly escribir?: Writing
}

export function ticketSearch(raw: Record<string, unknown>): TicketSearch {
  const writing = WRITINGS.find((known) => known === raw['escribir'])
  return writing ? { escribir: writing } : {}
}
