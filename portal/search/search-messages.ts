import type { Words } from '#browser/words.ts'
import { MOST_FOUND } from '#domain/search/search.ts'
import { useLanguage } from '../messages/language.ts'

/** Counting stops here, so there may be more. */
const counted = (count: number) => (count < MOST_FOUND ? String(count) : `${count}+`)

/** The words of the search, loaded with it. */
const es = {
  title: 'Buscar',
  label: 'Buscar en sus tickets, incidencias y manuales',
  placeholder: 'Palabras o un número',
  hint: 'Escriba palabras, un mensaje de error o el número de un ticket.',
  searching: 'Buscando',
  failed: 'No se ha podido buscar',
  offline: 'Sin conexión: no se puede buscar',
  results: 'Resultados',
  counted,
  found: (count: number, text: string) =>
    `${count === 1 ? '1 resultado' : `${counted(count)} resultados`} de «${text}»`,
  none: (text: string) => `No hay nada que diga «${text}»`,
  noneHint:
    'Se ha buscado en sus tickets, mensajes, archivos, incidencias, desarrollos y manuales, también con otra forma de las palabras.',
  ask: 'Preguntar al asistente',
  newTicket: 'Crear un ticket',
  all: (text: string) => `Ver todo lo que dice «${text}»`,
  everything: 'Todo',
  filter: 'Qué se muestra',
  more: (count: number) => `Ver los ${counted(count)}`,
  previous: 'Anteriores',
  next: 'Siguientes',
  of: (from: number, to: number, total: number) => `${from}–${to} de ${counted(total)}`,
  kinds: {
    ticket: 'Tickets',
    message: 'Mensajes',
    file: 'Archivos',
    incident: 'Incidencias',
    development: 'Desarrollos',
    valuation: 'Valoraciones',
    manual: 'Manuales',
    version: 'Versiones',
  },
}

type SearchMessages = Words<typeof es>

const en: SearchMessages = {
  title: 'Search',
  label: 'Search your tickets, incidents and manuals',
  placeholder: 'Words or a number',
  hint: 'Type words, an error message or the number of a ticket.',
  searching: 'Searching',
  failed: 'The search has failed',
  offline: 'Offline: nothing can be searched',
  results: 'Results',
  counted,
  found: (count, text) => `${count === 1 ? '1 result' : `${counted(count)} results`} for “${text}”`,
  none: (text) => `Nothing says “${text}”`,
  noneHint:
    'Your tickets, messages, documents, incidents, developments and manuals were searched, other forms of the words included.',
  ask: 'Ask the assistant',
  newTicket: 'Create a ticket',
  all: (text) => `Show everything that says “${text}”`,
  everything: 'Everything',
  filter: 'What is shown',
  more: (count) => `Show all ${counted(count)}`,
  previous: 'Previous',
  next: 'Next',
  of: (from, to, total) => `${from}–${to} of ${counted(total)}`,
  kinds: {
    ticket: 'Tickets',
    message: 'Messages',
    file: 'Documents',
    incident: 'Incidents',
    development: 'Developments',
    valuation: 'Valuations',
    manual: 'Manuals',
    version: 'Versions',
  },
}

export const useSearchMessages = (): SearchMessages => (useLanguage() === 'es' ? es : en)
