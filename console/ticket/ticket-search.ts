/** What is to be written at once when a ticket is opened. */
export type Writing = 'answer' | 'closing' | 'note'

export interface TicketSearch {
  readonly escribir?: string
}

/** What each is called in an address. */
const NAMES: Readonly<Record<Writing, string>> = { answer: 'respuesta', closing: 'cierre', note: 'nota' }
const WRITINGS = ['answer', 'closing', 'note'] as const

export function ticketSearch({ escribir }: Record<string, unknown>): TicketSearch {
  const writing = WRITINGS.find((known) => NAMES[known] === escribir)
  return searchToWrite(writing ?? null)
}

export const writingOf = ({ escribir }: TicketSearch): Writing | null =>
  WRITINGS.find((known) => NAMES[known] === escribir) ?? null

export const searchToWrite = (writing: Writing | null): TicketSearch =>
  writing === null ? {} : { escribir: NAMES[writing] }
