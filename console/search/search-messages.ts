import type { Words } from '#browser/words.ts'
import { MOST_FOUND } from '#domain/search/search.ts'
import { useLanguage } from '../messages/language.ts'

/** A group with this many hits may have more. */
const counted = (count: number) => (count < MOST_FOUND ? String(count) : `${count}+`)

/** The words of the search, loaded with it. */
const es = {
  title: 'Buscar en todo',
  label: 'Buscar en tickets, notas, personas, clientes y documentos',
  placeholder: 'Palabras, un número, un correo o un teléfono',
  hint: 'Se busca en tickets abiertos y terminados, mensajes, notas internas, documentos, incidencias, desarrollos, valoraciones, contactos, clientes, instalaciones, respuestas preparadas y manuales, también con otra forma de las palabras.',
  narrowing: 'Para acotar los tickets, añada:',
  examples: [
    ['cliente:1001', 'o parte del nombre: cliente:"Promociones Levante"'],
    ['módulo:facturación', ''],
    ['técnico:yo', 'o un nombre; sin:asignar'],
    ['estado:abierto', 'o estado:terminado'],
    ['desde:2026-05 antes:2026-06', 'un año, un mes o un día'],
  ],
  narrowed: 'Acotado a',
  by: {
    client: (name: string) => `Cliente ${name}`,
    module: (name: string) => `Módulo ${name}`,
    assignee: (name: string) => `Técnico ${name}`,
    isUnassigned: 'Sin asignar',
    open: 'Abiertos',
    ended: 'Terminados',
    since: (day: string) => `Desde el ${day}`,
    before: (day: string) => `Antes del ${day}`,
  },
  recent: 'Búsquedas recientes',
  searching: 'Buscando',
  failed: 'No se ha podido buscar',
  counted,
  found: (count: number, text: string) =>
    `${count === 1 ? '1 resultado' : `${counted(count)} resultados`} de «${text}»`,
  none: (text: string) => `No hay nada que diga «${text}»`,
  noneHint: 'Pruebe con menos palabras o con otras.',
  everything: 'Todo',
  filter: 'Qué se muestra',
  inQueue: 'En la cola:',
  more: (count: number) => `Ver los ${counted(count)}`,
  previous: 'Anteriores',
  next: 'Siguientes',
  of: (from: number, to: number, total: number) => `${from}–${to} de ${counted(total)}`,
  kinds: {
    ticket: 'Tickets',
    message: 'Mensajes',
    note: 'Notas internas',
    file: 'Documentos',
    incident: 'Incidencias',
    development: 'Desarrollos',
    valuation: 'Valoraciones',
    person: 'Contactos',
    client: 'Clientes',
    installation: 'Instalaciones',
    'canned-answer': 'Respuestas preparadas',
    manual: 'Manuales',
    version: 'Versiones',
  },
}

export type SearchMessages = Words<typeof es>

const en: SearchMessages = {
  title: 'Search everything',
  label: 'Search tickets, notes, people, clients and documents',
  placeholder: 'Words, a number, an e-mail address or a telephone',
  hint: 'Open and closed tickets, messages, internal notes, documents, incidents, developments, valuations, contacts, clients, installations, canned answers and manuals are searched, other forms of the words included.',
  narrowing: 'To narrow the tickets, add:',
  examples: [
    ['client:1001', 'or a part of the name: client:"Promociones Levante"'],
    ['module:facturación', ''],
    ['assignee:me', 'or a name; no:assignee'],
    ['is:open', 'or is:closed'],
    ['since:2026-05 before:2026-06', 'a year, a month or a day'],
  ],
  narrowed: 'Narrowed to',
  by: {
    client: (name) => `Client ${name}`,
    module: (name) => `Module ${name}`,
    assignee: (name) => `Technician ${name}`,
    isUnassigned: 'Unassigned',
    open: 'Open',
    ended: 'Closed',
    since: (day) => `Since ${day}`,
    before: (day) => `Before ${day}`,
  },
  recent: 'Recent searches',
  searching: 'Searching',
  failed: 'The search has failed',
  counted,
  found: (count, text) => `${count === 1 ? '1 result' : `${counted(count)} results`} for “${text}”`,
  none: (text) => `Nothing says “${text}”`,
  noneHint: 'Try fewer words, or others.',
  everything: 'Everything',
  filter: 'What is shown',
  inQueue: 'In the queue:',
  more: (count) => `Show all ${counted(count)}`,
  previous: 'Previous',
  next: 'Next',
  of: (from, to, total) => `${from}–${to} of ${counted(total)}`,
  kinds: {
    ticket: 'Tickets',
    message: 'Messages',
    note: 'Internal notes',
    file: 'Documents',
    incident: 'Incidents',
    development: 'Developments',
    valuation: 'Valuations',
    person: 'Contacts',
    client: 'Clients',
    installation: 'Installations',
    'canned-answer': 'Canned answers',
    manual: 'Manuals',
    version: 'Versions',
  },
}

export const useSearchMessages = (): SearchMessages => (useLanguage() === 'es' ? es : en)
