import { provider } from '#browser/provider/provider.ts'
import { momentIn } from '#contract/moment.ts'
import { readerZone } from './reader-zone.ts'
import { ticketWordsEs as words } from '#browser/messages/ticket-words-es.ts'

/** The words of the tickets area. Spanish is the source: `tickets-en.ts` takes its type from it. */
export const ticketsEs = {
  page: {
    title: 'Mis tickets e incidencias',
    lists: 'Tickets, incidencias y desarrollos',
    tickets: 'Tickets',
    incidents: 'Incidencias',
    developments: 'Desarrollos a medida',
    tabs: 'Tickets en curso y cerrados',
    inProgress: 'En curso',
    history: 'Histórico',
    newTicket: 'Nuevo Ticket',
    newTechnicalRequest: 'Nueva solicitud a Soporte Técnico',
    counted: (tab: string, count: number, unread: number) =>
      unread > 0 ? `${tab}: ${count}, ${words.unread(unread)}` : `${tab}: ${count}`,
    unread: words.unread,
  },

  legend: {
    title: 'Qué indica cada icono',
    'incident-opened': 'Incidencia abierta',
    closed: 'Cerrado, pendiente de su conformidad',
    'more-information': 'Soporte espera su respuesta',
    'nothing-needed': 'En manos de Soporte',
  },

  /** Whose turn it is, beside the icon. */
  turn: {
    'incident-opened': 'Soporte',
    closed: 'Su conformidad',
    'more-information': 'Su respuesta',
    'nothing-needed': 'Soporte',
  },

  list: {
    unread: 'Sin leer',
    number: words.number,
    state: 'Estado',
    raisedBy: 'Solicitado por',
    title: 'Descripción',
    createdAt: 'Fecha alta',
    stateAt: 'Fecha estado',
    closedAt: 'Fecha cierre',
    actions: 'Acciones',
    noDate: 'Sin fecha',
    files: (count: number) => (count === 1 ? '1 archivo adjunto' : `${count} archivos adjuntos`),
    open: (number: number) => `Ver el ticket ${number}`,
    firstPage: 'Ir a la primera página',
    stale: 'No se ha podido actualizar la lista: se muestra lo último que se recibió.',
  },

  lists: {
    inProgress: {
      label: 'Tickets en curso',
      empty: 'No tiene tickets en curso',
      emptyHint: 'Cuando registre uno, aquí verá su estado y las respuestas de Soporte.',
      emptyFiltered: 'No hay tickets con estos filtros',
      pastTheEnd: 'Esta página ya no tiene tickets',
      failed: 'No se ha podido cargar la lista de tickets',
    },
    history: {
      label: 'Histórico de tickets',
      empty: 'Todavía no hay tickets en el histórico',
      emptyHint: 'Aquí quedan los tickets con los que ya marcó su conformidad.',
      emptyFiltered: 'No hay tickets con estos filtros',
      pastTheEnd: 'Esta página ya no tiene tickets',
      failed: 'No se ha podido cargar la lista de tickets',
    },
  },

  /** Below times, for readers whose own clock differs. */
  officeTime: 'Horas en hora peninsular',

  filter: {
    ...words.filter,
    title: 'Filtrar',
    apply: 'Aplicar',
    clear: 'Quitar filtros',
    showing: 'Mostrando:',
    nothing: 'sin filtros',
    from: 'Entre',
    to: 'Hasta',
    state: 'Estado',
    anyState: 'Cualquiera',
    all: 'Todas',
    allHint: 'También las de las demás instalaciones a las que tiene acceso',
    mine: 'Solo las mías',
    mineHint: 'Las que ha solicitado usted',
    byNumber: (label: string, number: number) => `${label}: ${number}`,
    since: (day: string) => `Entre: ${day}`,
    until: (day: string) => `Hasta: ${day}`,
    byState: (state: string) => `Estado: ${state}`,
    turn: {
      reply: 'Esperan su respuesta',
      conclude: 'Pendientes de su conformidad',
      support: 'En manos de Soporte',
    },
    open: 'Abrir el ticket',
    openByNumber: 'Abrir por nº de ticket',
    sheet: {
      button: 'Excel',
      save: 'Exportar la lista a Excel',
      making: 'Preparando el archivo',
      failed: (reason: string) => `No se ha podido exportar la lista: ${reason}`,
    },
    problem: {
      'too-early': 'La fecha no puede ser anterior al 01/01/1950',
      'in-the-future': 'La fecha no puede ser posterior a hoy',
      'ends-before-it-begins': 'No puede ser anterior a la fecha «Entre»',
      'all-or-mine': '«Todas» y «Solo las mías» no pueden ir juntas',
      'half-typed': 'Complete la fecha',
    },
  },

  columns: {
    title: 'Columnas',
    hint: 'Columnas que muestra la lista en este navegador',
    all: 'Mostrar todas',
  },

  table: {
    sortBy: 'Ordenar por',
    usualOrder: 'Orden habitual',
    ascending: 'Ascendente',
    descending: 'Descendente',
    pageSize: 'Filas por página',
    range: (first: number, last: number, total: number) => `${first}–${last} de ${total}`,
    pages: 'Páginas',
    previous: 'Página anterior',
    next: 'Página siguiente',
    page: (page: number) => `Página ${page}`,
    refreshing: 'Actualizando la lista',
    loading: 'Cargando la lista',
  },

  action: {
    view: 'Ver consulta',
    reply: 'Responder',
    claim: 'Enviar reclamación',
    accept: 'Marcar conformidad',
    reject: 'Marcar No conforme',
    short: { reply: 'Responder', claim: 'Reclamar', accept: 'Conforme', reject: 'No conforme' },
    /** After the reason why a ticket that waits for an incident cannot be concluded. */
    planned: (day: string) => `, prevista para el ${day}`,
  },

  state: {
    pending: 'Pendiente',
    closed: 'Cerrado',
    incident: 'Incidencia',
    accepted: 'Conforme',
    talking: 'Conversación',
    unfinished: words.unfinished,
  },

  kind: words.kind,

  area: words.area,

  urgency: words.urgency,

  channel: words.channel,

  detail: {
    ...words.detail,
    origin: 'Origen',
    state: 'Estado',
    email: 'E-mail',
    createdAt: 'Fecha alta',
    rating: 'Su valoración',
    failed: 'No se ha podido cargar el ticket',
    notThere: 'Compruebe el número, o búsquelo en la lista: el filtro «Todas» muestra los de todas sus instalaciones.',
    close: 'Volver',
    closedAwaiting: 'Soporte ha cerrado este ticket. Díganos si está conforme con la respuesta.',
    yourTurn: 'Soporte espera su respuesta.',
    supportsTurn: 'El ticket está en manos de Soporte.',
    waitsForIncident: 'El ticket está cerrado y espera la entrega de la incidencia asociada.',
    talking: `Es una conversación con ${provider.assistant}, el asistente: nadie espera su respuesta ni la de Soporte.`,
    unfinished: `Conversación sin terminar con ${provider.assistant}, el asistente: se cerró sola y nadie ha marcado su conformidad.`,
    acceptedAlready: 'Marcó su conformidad con este ticket.',
    withdrawn: 'Usted indicó que ya está resuelto.',
    relatedTo: 'Continúa el',
    print: 'Imprimir',
  },

  attachments: {
    title: 'Archivos adjuntos',
    none: 'Este ticket no tiene archivos adjuntos',
    loading: 'Buscando los archivos adjuntos',
    failed: 'No se han podido cargar los archivos adjuntos',
    download: words.downloadFile,
  },

  entry: {
    ...words.entry,
    message: 'Mensaje',
    unfinished: words.unfinished,
    silence: 'Cierre automático',
    claimedTo: (recipient: string) => `Ha reclamado una respuesta. La recibió ${recipient.replace(/\.$/, '')}.`,
    merged: (number: string) => `Soporte ha unido a este el ticket ${number}: sus mensajes están aquí.`,
    byChannel: (channel: string) => `Recibido por: ${channel}`,
    sources: 'Fuentes',
    transcribedHint: 'Este texto se ha transcrito con inteligencia artificial',
    corrected: 'Transcripción de IA, corregida',
    correctedHint: 'Este texto se transcribió con inteligencia artificial y se ha corregido después',
    typedCorrected: 'Transcripción de la llamada, corregida',
    notedBySupport: 'Anotado por Soporte',
    notedBySupportHint: 'Soporte ha escrito aquí lo que se dijo en la llamada',
    files: (count: number) => (count === 1 ? '1 archivo' : `${count} archivos`),
  },

  reply: {
    title: 'RESPONDER CONSULTA',
    text: 'Respuesta',
    hint: 'Escriba su respuesta a Soporte.',
    done: 'Se ha enviado la respuesta correctamente',
  },

  claim: {
    title: 'ENVIAR RECLAMACIÓN',
    explanation: (number: number) =>
      `Soporte recibirá una reclamación del ticket ${number}. Podrá volver a reclamar pasadas 24 horas.`,
    done: 'Se ha enviado la reclamación correctamente',
    doneFromList: 'Se ha enviado una reclamación de la consulta',
  },

  accept: {
    title: 'MARCAR CONFORMIDAD',
    explanation: 'Al marcar su conformidad, el ticket se cierra y pasa al histórico.',
    question: '¿Cómo valora la atención recibida?',
    done: 'La conformidad se ha marcado con exito',
    rating: {
      1: 'Muy mala',
      2: 'Mala',
      3: 'Normal',
      4: 'Buena',
      5: 'Muy buena',
    },
    rated: (rating: number, words: string) => `${words} (${rating} de 5)`,
  },

  reject: {
    title: 'NO CONFORME',
    explanation: 'El ticket volverá a estar pendiente y Soporte recibirá sus observaciones.',
    text: 'Observaciones',
    hint: 'Indique qué falta o qué no es correcto.',
    done: 'El ticket ha sido marcado como "No conforme"',
    failed: 'No se ha podido marcar como no conforme',
  },

  addition: {
    relatedTo: (number: number) => `Este ticket continuará el ticket ${number}, con el que ya está conforme.`,
  },

  silence: {
    lastDay: (date: string) => `Último día: se dará por aceptado el ${date}`,
    undoOf: (number: number) => `Deshacer la aceptación del ticket ${number}`,
    accepted: 'Aceptado por silencio: nadie dijo nada en el plazo.',
    acceptedUntil: (date: string) =>
      `Aceptado por silencio: nadie dijo nada en el plazo. Puede deshacerlo hasta el ${date}.`,
    coming: (date: string) => `Si no dice nada, se dará por aceptado el ${date}.`,
    undo: {
      long: 'Deshacer la aceptación',
      act: 'Deshacer',
      title: 'DESHACER LA ACEPTACIÓN',
      explanation: (number: number) => `El ticket ${number} volverá a Soporte, como si no lo hubieran cerrado.`,
      text: 'Qué no está resuelto',
      hint: 'Soporte lo leerá en el ticket.',
      done: 'El ticket vuelve a estar en manos de Soporte',
      failed: 'No se ha podido deshacer la aceptación',
    },
  },

  talk: {
    resume: 'Continuar la conversación',
  },

  send: {
    send: 'Enviar',
  },

  form: {
    title: 'Nuevo Ticket',
    technicalTitle: 'Nueva solicitud a Soporte Técnico',
    whereTo: 'A quién va dirigida',
    standard: 'Soporte',
    technical: 'Soporte Técnico',
    context: 'Datos de acceso',
    area: 'Área',
    installation: 'Instalación',
    version: 'Versión',
    process: 'Proceso / programa',
    company: 'Empresa',
    chooseCompany: 'Elija una empresa',
    user: 'Usuario',
    none: '—',
    application: 'Aplicación',
    kind: 'Tipo',
    customDevelopment: words.customDevelopment,
    customDevelopmentHint: 'Solicita una funcionalidad nueva para su empresa',
    module: 'Módulo',
    chooseModule: 'Elija un módulo',
    failed: 'No se ha podido cargar el formulario',
    subject: 'Título',
    subjectHint: 'Opcional: si lo deja vacío, se usa la primera línea del texto',
    text: 'Texto de la consulta',
    textHint: 'Qué hacía, qué esperaba y qué ocurrió.',
    textCount: (count: number, min: number) => `${count} de ${min} caracteres como mínimo`,
    textEnough: (count: number) => (count === 1 ? '1 carácter' : `${count} caracteres`),
    contactName: 'Interlocutor',
    email: 'E-mail',
    urgency: 'Urgencia',
    phoneAssistance: 'Asistencia telefónica',
    phoneAssistanceHint: 'Soporte le llamará para atender su ticket',
    phone: 'Teléfono',
    callWindow: 'Franja horaria',
    callWindowHint: 'Por ejemplo: de 09:00 a 11:00',
    attachments: 'Archivos adjuntos',
    loading: 'Cargando el formulario',
    answersFirst: `Primero le responde ${provider.assistant}, un asistente de inteligencia artificial. Si no le sirve, su consulta va a Soporte.`,
    withConversation: 'El ticket llevará toda su conversación con el asistente. Revise el texto y pulse Enviar.',
    stillUploading: 'Enviando: antes terminan de subirse los archivos',
    done: (number: number) => `Hemos registrado tu Ticket número ${number}`,
    doneOutOfHours: (number: number, opening: Date) =>
      `Hemos registrado tu Ticket número ${number}. Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos ${momentIn('es', opening, readerZone())}.`,
  },

  /** The receipt that stays on the screen after sending. */
  receipt: {
    label: (number: number) => `Recibo del ticket ${number}`,
    title: (number: number) => `Ticket ${number}, enviado`,
    open: 'Ver ticket',
    putAway: (number: number) => `Cerrar el recibo del ticket ${number}`,
    mark: 'Recién enviado',
  },

  draft: {
    notLoaded: 'No se ha podido comprobar si tiene un borrador',
    found: (ago: string) => `Tiene un borrador de ${ago}`,
    discard: 'Descartar borrador',
    discarded: 'Se ha descartado el borrador',
    undo: 'Deshacer',
    keptHere:
      'Sin conexión: su borrador queda guardado en este equipo, y se enviará cuando lo abra de nuevo con conexión',
    apart:
      'Hay un borrador guardado después en otra pestaña o equipo: este texto se guarda aparte, solo en este navegador',
    other: (ago: string) => `Hay otra versión de este borrador, de ${ago}`,
    useOther: 'Usar la otra',
    waitingLabel: 'Borradores sin enviar',
    waitingNew: (ago: string) => `Tiene un borrador sin enviar: ticket nuevo, de ${ago}`,
    waitingFor: (ticket: number, ago: string) => `Tiene un borrador sin enviar: ticket ${ticket}, de ${ago}`,
    keptForLater: 'Su borrador queda guardado: lo encontrará la próxima vez',
    failed: 'No se ha podido guardar el borrador',
    state: {
      saving: 'Guardando…',
      saved: 'Guardado',
      here: 'Guardado solo en este equipo',
      apart: 'Guardado aparte en este navegador',
      failed: 'Sin guardar: no cierre esta página',
    },
  },

  files: {
    add: 'Adjuntar archivos',
    paste: 'Pegar captura',
    drop: 'Arrastre aquí sus archivos o pegue una captura',
    dropNow: 'Suelte aquí los archivos',
    rules: (max: number, size: string, also: readonly string[]) =>
      `Hasta ${max} archivos jpg, png, pdf, Excel${also.length === 0 ? ' o Word' : `, ${['Word', ...also.slice(0, -1)].join(', ')} o ${also.at(-1)}`}, de ${size} como máximo`,
    list: 'Archivos de este ticket',
    pasted: 'Captura añadida a los archivos de este ticket',
    WAITING: 'Se sube al enviar',
    SAVING: 'Subiendo',
    SUCCESS: 'Subido',
    FAILED: 'No se ha subido',
    progress: (name: string) => `Subida de ${name}`,
    percent: (percent: number) => `${percent} %`,
    cancel: (name: string) => `Cancelar la subida de ${name}`,
    retry: (name: string) => `Reintentar la subida de ${name}`,
    remove: (name: string) => `Quitar ${name}`,
    retryShort: 'Reintentar',
    leftOut: 'Archivos que no se enviarán',
    sendWithout: (count: number): string => (count === 1 ? 'Enviar sin él' : 'Enviar sin ellos'),
    announced: (name: string, state: string) => `${name}: ${state}`,
    emptyClipboard:
      'El contenido del portapapeles está vacío. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
    wrongClipboard:
      'El contenido del portapapeles es incompatible. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
    failed: 'No se ha podido subir el archivo',
    ...words.file,
    notShown: 'El navegador no puede mostrar este archivo. Puede descargarlo.',
  },
}

type Words<T> = T extends (...args: infer A) => string
  ? (...args: A) => string
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Words<T[Key]> }

/** The same keys in every language; only the words differ. */
export type TicketMessages = Words<typeof ticketsEs>
