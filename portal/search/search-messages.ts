import { foundEn, foundEs } from '#browser/search/found-words.ts'
import type { Words } from '#browser/words.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of the search, loaded with it. */
const es = {
  ...foundEs,
  title: 'Buscar',
  label: 'Buscar en sus tickets, incidencias y manuales',
  placeholder: 'Palabras o un número',
  hint: 'Escriba palabras, un mensaje de error o el número de un ticket.',
  offline: 'Sin conexión: no se puede buscar',
  results: 'Resultados',
  noneHint:
    'Se ha buscado en sus tickets, mensajes, archivos, incidencias, desarrollos y manuales, también con otra forma de las palabras.',
  ask: 'Preguntar al asistente',
  newTicket: 'Crear un ticket',
  all: (text: string) => `Ver todo lo que dice «${text}»`,
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
  ...foundEn,
  title: 'Search',
  label: 'Search your tickets, incidents and manuals',
  placeholder: 'Words or a number',
  hint: 'Type words, an error message or the number of a ticket.',
  offline: 'Offline: nothing can be searched',
  results: 'Results',
  noneHint:
    'Your tickets, messages, documents, incidents, developments and manuals were searched, other forms of the words included.',
  ask: 'Ask the assistant',
  newTicket: 'Create a ticket',
  all: (text) => `Show everything that says “${text}”`,
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
