import { MOST_FOUND } from '#domain/search/search.ts'
import type { Words } from '../words.ts'

/** Counting stops at a bound, so there may be more. */
const counted = (count: number) => (count < MOST_FOUND ? String(count) : `${count}+`)

/** Both applications' words around the hits of a search. Spanish is the source. */
export const foundEs = {
  searching: 'Buscando',
  failed: 'No se ha podido buscar',
  counted,
  found: (count: number, text: string) =>
    `${count === 1 ? '1 resultado' : `${counted(count)} resultados`} de «${text}»`,
  none: (text: string) => `No hay nada que diga «${text}»`,
  everything: 'Todo',
  filter: 'Qué se muestra',
  more: (count: number) => `Ver los ${counted(count)}`,
  previous: 'Anteriores',
  next: 'Siguientes',
  of: (from: number, to: number, total: number) => `${from}–${to} de ${counted(total)}`,
}

export type FoundWords = Words<typeof foundEs>

export const foundEn: FoundWords = {
  searching: 'Searching',
  failed: 'The search has failed',
  counted,
  found: (count, text) => `${count === 1 ? '1 result' : `${counted(count)} results`} for “${text}”`,
  none: (text) => `Nothing says “${text}”`,
  everything: 'Everything',
  filter: 'What is shown',
  more: (count) => `Show all ${counted(count)}`,
  previous: 'Previous',
  next: 'Next',
  of: (from, to, total) => `${from}–${to} of ${counted(total)}`,
}
