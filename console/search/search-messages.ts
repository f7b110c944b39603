import { foundEn, foundEs } from '#browser/search/found-words.ts'
import type { Words } from '#browser/words.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of the search, loaded with it. */
const es = {
  ...foundEs,
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
  noneHint: 'Pruebe con menos palabras o con otras.',
  inQueue: 'En la cola:',
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
  ...foundEn,
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
  noneHint: 'Try fewer words, or others.',
  inQueue: 'In the queue:',
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
