import { urgencyEs } from '#contract/sentences-es.ts'
import { provider } from '../provider/provider.ts'
import { shownCount } from '../shown-count.ts'

/** Both applications' words for tickets, in Spanish: the source. The words of closed sets are here alone. */
export const ticketWordsEs = {
  area: { main: provider.product, apps: 'APPS', aspro: 'BC', technical: 'Soporte Técnico' },
  kind: { query: 'Consulta', incident: 'Incidencia' },
  channel: { mail: 'Correo', phone: 'Teléfono', online: 'Soporte Online' },
  urgency: urgencyEs,

  number: 'Nº de ticket',
  unread: (count: number) => `${shownCount(count)} sin leer`,
  unfinished: 'Conversación sin terminar',
  customDevelopment: 'Desarrollo a medida',

  file: {
    download: 'Descargar',
    preview: (name: string) => `Ver ${name}`,
    opening: (name: string) => `Abriendo ${name}`,
    openInTab: 'Abrir en otra pestaña',
    previous: 'Archivo anterior',
    next: 'Archivo siguiente',
    place: (position: number, of: number) => `${position} de ${of}`,
  },
  downloadFile: (name: string, size: string) => `Descargar ${name} (${size})`,

  filter: { remove: (filter: string) => `Quitar el filtro «${filter}»` },

  detail: {
    heading: (number: number) => `Ticket ${number}`,
    area: 'Área',
    module: 'Módulo',
    urgency: 'Urgencia',
    noModule: 'Sin módulo',
    loading: 'Cargando el ticket',
    timeline: 'Conversación',
    earlier: 'Ver mensajes anteriores',
    earlierFailed: 'No se han podido cargar los mensajes anteriores',
    earlierLoaded: (count: number) => (count === 1 ? 'Un mensaje anterior' : `${count} mensajes anteriores`),
    newEntries: (count: number) => (count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`),
  },

  /** The name of each kind of entry, and the text of entries without one. */
  entry: {
    answer: 'Respuesta de Soporte',
    claim: 'Reclamación',
    rejection: 'No conforme',
    acceptance: 'Conforme',
    note: 'Información añadida',
    withdrawal: 'Ya está resuelto',
    merge: 'Tickets unidos',
    claimed: 'Ha reclamado una respuesta.',
    /** Stands in place of a text that an act does not have. */
    said: { acceptance: 'Ha marcado su conformidad.', withdrawal: 'Ha indicado que ya está resuelto.' },
    customer: 'Cliente',
    technician: 'Soporte',
    transcribed: 'Transcripción de IA',
    typedTranscript: 'Transcripción de la llamada',
    generated: { model: 'Respuesta generada por IA', quotes: 'Respuesta automática' },
    assistant: 'Asistente',
    quoted: 'Texto citado y firma del correo',
  },
}
