import type { ConversationRefusal } from '#domain/conversation.ts'
import type { IncidentRefusal } from '#domain/incident.ts'
import type { TicketRefusal } from '#domain/ticket-actions.ts'
import type { Confirmation } from './endpoint.ts'
import type { AnyUrgency } from '#domain/urgency.ts'
import type { ValuationRefusal } from '#domain/valuation/valuation.ts'
import type { ValidationRefusal, WorkRefusal } from '#domain/work.ts'
import { entranceSentencesEs } from './entrance-sentences-es.ts'
import { supportSentencesEs } from './console/support-sentences-es.ts'
import { momentIn } from './moment.ts'

/**
 * Further sentences of the customers' screens. They leave out the sentences that only the service or the console needs.
 */
export const customerSentencesEs = {
  /** Why an action is refused and, if only time lifts it, until when; `zone` is the reader's, if known. */
  refusal: {
    'ticket-closed': () => 'Soporte ya ha cerrado el ticket',
    'ticket-open': () => 'El ticket no está cerrado por Soporte',
    'awaiting-answer': () => 'Podrá responder cuando Soporte le conteste o le pida más información',
    'answered-by-support': () => 'Soporte ya le ha contestado: responda en lugar de reclamar',
    'conversation-open': () => 'Es una conversación con el asistente: continúela, o envíela a Soporte',
    'claimed-recently': (again: Date | null, zone?: string) =>
      again ? `Podrá reclamar de nuevo ${momentIn('es', again, zone)}` : 'Ya ha reclamado en las últimas 24 horas',
    'claims-exhausted': () => 'Ya ha reclamado tres veces seguidas: Soporte tiene su reclamación y debe contestarle',
    'already-accepted': () => 'Este ticket ya terminó: está en el histórico',
    'incident-undelivered': () => 'La incidencia asociada aún no está entregada',
    'not-by-silence': () => 'Este ticket no se ha aceptado por silencio',
    'silence-final': () => 'Han pasado más de 30 días: abra un ticket relacionado',
    'incident-not-claimable': () => 'En su estado actual, esta incidencia no admite reclamaciones',
    'incident-claimed-recently': (again: Date | null, zone?: string) =>
      again
        ? `Podrá reclamar de nuevo ${momentIn('es', again, zone)}`
        : 'Ya ha reclamado esta incidencia en las últimas 24 horas',
    'incident-claims-exhausted': () => 'Esta incidencia ya se ha reclamado tres veces: Soporte tiene sus reclamaciones',
  } satisfies Record<TicketRefusal | IncidentRefusal, (until: Date | null, zone?: string) => string>,

  /** Files (spec §5, Attachments). */
  file: {
    'too-many': (max: number) => `Sólo se pueden adjuntar ${max} archivos`,
    'name-too-long': () => 'El nombre del archivo es demasiado largo',
    empty: () => 'El archivo está vacío',
    'bad-format': () => 'El formato del archivo no es válido',
    /** The specification's own words, unless the provider takes other types as well. */
    'type-not-allowed': (also: readonly string[]) =>
      also.length === 0
        ? 'Sólo archivos jpg, pdf, png, excels o words'
        : `Sólo archivos jpg, pdf, png, excels, ${['words', ...also.slice(0, -1)].join(', ')} o ${also.at(-1)}`,
    'too-large': (bytes: number) => `El tamaño del archivo no puede superar los ${bytes} bytes`,
    'images-only': () => 'Solo se admiten imágenes',
    infected: () => 'El archivo contiene un virus: no se ha enviado',
    missing: () => 'Alguno de los archivos ya no está disponible: vuelva a adjuntarlo',
  },

  ticket: {
    'no-installation': () => 'No se puede crear ticket: El usuario no tiene código instalación',
    'no-company': () => 'No se puede crear ticket: El usuario no tiene empresa',
    'incident-needs-file': () => 'Es necesario añadir soporte documental a la incidencia',
    'check-fields': () => 'Compruebe los campos en rojo',
    'create-failed': () => 'No se ha podido enviar consulta',
    'reply-failed': () => 'No se ha podido enviar la respuesta',
    'accept-failed': () => 'No se ha podido marcar la conformidad',
    'claim-failed': () => 'No se ha podido enviar la reclamación',
    'upload-failed': () => 'Hubo un error subiendo la documentación',
    'accepted-by-silence': () => 'Aceptado por silencio',
  },

  /** The specification's sentences for successful calls. */
  confirmation: {
    'password-changed': () => 'La contraseña fue modificada con éxito',
    'password-link-asked': () =>
      'Si hay un usuario con ese nombre o esa dirección, en unos minutos recibirá un correo con un enlace para poner otra contraseña. Sirve una hora',
    'data-change-requested': () =>
      'Hemos recibido la petición de modificar datos correctamente. En breve nos pondremos en contacto con usted',
  } satisfies Record<Confirmation, () => string>,
}

/**
 * The sentences of both sides of the wire. Spanish is the source: `sentences-en.ts` is typed by this file, so that
 * a sentence that is missing in one language does not compile.
 */
/** The urgencies, by their letters. */
export const urgencyEs = {
  '1': 'Muy baja',
  '2': 'Baja',
  '3': 'Normal',
  '4': 'Alta',
  '5': 'Muy alta',
  '6': 'Bloqueante',
  N: 'N',
  A: 'A',
  M: 'M',
  B: 'B',
} satisfies Record<AnyUrgency, string>

export const es = {
  ...entranceSentencesEs,
  ...customerSentencesEs,

  /** The server's own sentences about requests; parameters appear under their wire names. */
  request: {
    'no-mail-server': () => 'Este portal no envía correos: pida el enlace a Soporte',
    /** `reference`: of the request in the log. */
    unexpected: (reference: string) =>
      `Ha ocurrido un error inesperado: ya lo estamos mirando (referencia ${reference})`,
    'bad-parameters': (parameters: string) => `La petición no es correcta: revise ${parameters}`,
    'too-many-rows': (most: number) =>
      `La lista tiene más de ${new Intl.NumberFormat('es').format(most)} tickets: acote las fechas del filtro para exportarla`,
    'draft-elsewhere': () => 'Este borrador se ha guardado después desde otro sitio: no se ha sobrescrito',
    'too-many-for-now': (minutes: number) => `Demasiadas peticiones: espere ${minutes} minutos`,
  },

  /** Where a development has been installed, and on which day: `12/10`. */
  development: {
    'installed-in-test': (day: string) => `BD pruebas ${day}`,
    'installed-in-production': (day: string) => `BD real ${day}`,
  },

  /** The month's report. */
  report: {
    'too-many-readers': (most: number) => `El informe puede llegar como mucho a ${most} personas: quite antes a alguna`,
  },

  /** Storage: the disk and its quotas. */
  store: {
    full: () => 'Ahora no queda espacio para guardar esto: no se ha guardado nada. Inténtelo más tarde',
    'file-missing': () => 'Este fichero ya no está disponible: avise a Soporte',
    'file-waiting': () => 'Este fichero se está comprobando: inténtelo dentro de unos minutos',
    'file-infected': () => 'Este fichero contiene un virus: no se puede abrir. Avise a Soporte',
    'person-quota': () => 'Hoy ha enviado demasiados ficheros: inténtelo mañana o avise a Soporte',
    'technician-quota': () => 'Hoy ha enviado demasiados ficheros: inténtelo mañana o avise a un supervisor',
    'client-quota': () => 'Hoy su empresa ha enviado demasiados ficheros: inténtelo mañana o avise a Soporte',
  },

  /** The second factor of an administrator who logs in by hand. */
  secondFactor: {
    'code-wanted': () => 'Escriba el código de su aplicación',
    'wrong-code': () => 'El código no es correcto',
    missing: () => 'Su empresa pide un segundo factor: póngalo para entrar',
    set: () => 'Ya tiene un segundo factor',
    'none-set': () => 'No tiene un segundo factor',
    required: () => 'Su empresa pide un segundo factor: no se puede quitar',
  },

  support: supportSentencesEs,
  urgency: urgencyEs,

  /** The effects of joining a ticket on the remaining one, for the technicians' note. */
  joining: {
    urgency: (joined: string, from: string, to: string) =>
      `Al unir el ticket ${joined}, la urgencia pasa de «${from}» a «${to}».`,
    promise: (joined: string) => `Vale el compromiso de respuesta del ticket ${joined}, que es anterior.`,
    'promise-anew': () => 'Se ha preguntado después de la última respuesta: hay un compromiso de respuesta nuevo.',
  },

  /** The assistant's words around citations, and its reasons to give none. */
  assistant: {
    'conversation-over': () => 'Esta conversación ya ha terminado',
    'still-answering': () => 'Aún no se esta procesando su consulta, espere unos segundos',
    'exchanges-exhausted': () => 'Ha llegado al máximo de preguntas de esta conversación',
    'has-ticket': () => 'Esta conversación ya tiene su ticket',
    'no-ticket': () => 'Esta conversación aún no tiene ticket',
    'nothing-new': () => 'Todo lo que se ha dicho ya está en el ticket',
    'nothing-asked': () => 'Todavía no ha preguntado nada',
    'nothing-answered': () => 'Su última pregunta no tiene respuesta',
    'ticket-has-more': () =>
      'En el ticket hay mensajes que no son de esta conversación: siga en él, desde Mis tickets e incidencias',
    'too-many-questions': () =>
      'Ha hecho muchas preguntas en poco tiempo: espere un poco o envíe su consulta a Soporte',
    'connection-failed': (name: string) => `Hubo un error en la conexión con ${name}. Por favor intentelo mas tarde.`,
    'still-needs-help': () => 'Sigo necesitando ayuda',
    abandoned: () => 'Conversación sin terminar: se cerró sola tras un rato sin actividad',
    answer: () => 'Esto es lo que dicen los manuales:',
    example: (quote: string) => `Ejemplo: ${quote}`,
    offer: () => 'No he encontrado una respuesta exacta en los manuales. Estos apartados pueden ayudarle:',
    'offer-person': () => 'Si no le ayudan, puede enviar su consulta a Soporte: le responderá una persona.',
    refuse: () =>
      'No he encontrado nada sobre esto en los manuales. Puede enviar su consulta a Soporte: le responderá una persona.',
  } satisfies Record<ConversationRefusal, () => string> & Record<string, (name: string) => string>,

  /** Incidents, developments and valuations. */
  work: {
    'same-state': () => 'Ya está en ese estado',
    'same-date': () => 'Ya está prevista para ese día',
    'already-done': () => 'Esa etapa ya pasó',
    'already-in-test': () => 'Ya está en BD pruebas, y el cliente aún no ha dicho si funciona',
    'already-in-production': () => 'Ya está en BD real',
    'ended-without-delivery': () => 'Terminó sin entregarse: cámbiele antes el estado',
    'not-in-test': () => 'Solo se puede validar lo que está instalado en BD pruebas',
    'already-validated': () => 'Ya se ha dicho si funciona: Soporte tiene la respuesta',
    'already-decided': () => 'Esta valoración ya se aceptó o se rechazó',
    'valuation-closed': () => 'Esta valoración ya no está en curso',
    'valuation-changed': () =>
      'Soporte ha cambiado esta valoración mientras la leía: vea lo que ofrece ahora antes de decidir',
    'valuation-expired': () => 'Esta valoración ha caducado: puede pedir que la renueven',
    'not-decided': () => 'Esta valoración está sin decidir',
    'work-begun': () => 'El trabajo ya ha empezado: la decisión no se puede deshacer',
    'undo-too-late': () => 'Solo se puede deshacer durante una hora: hable con Soporte',
  } satisfies Record<WorkRefusal | ValidationRefusal | ValuationRefusal, () => string>,

  /** Further sentences about incidents, developments and valuations. */
  workForm: {
    'changed-meanwhile': () => 'Alguien lo ha cambiado mientras tanto',
    'check-fields': () => 'Revise los campos marcados',
    'reason-needed': () => 'Diga por qué: el cliente lo leerá',
    'in-the-future': () => 'No puede ser después de hoy',
    'before-it-was-raised': () => 'No puede ser antes de su alta',
    'of-incidents-alone': () => 'Solo lo tienen las incidencias',
    'of-developments-alone': () => 'Solo lo tienen los desarrollos',
    'bad-version': () => 'Una V y tres cifras, como V031, o una revisión suya, como V031.4',
    'other-client': () => 'Solo se pueden enlazar tickets del mismo cliente',
    'already-linked': () => 'Ya está enlazado con ese ticket',
    'not-linked': () => 'No está enlazado con ese ticket',
    'below-nothing': () => 'El total no puede ser menor que cero',
    'day-is-over': () => 'Tiene que ser hoy o después',
    'what-fails': () => 'Cuente qué es lo que no funciona',
    question: (valuation: number, description: string) => `Pregunta sobre la valoración ${valuation}: ${description}`,
  },

  /** Problems of the product. */
  problem: {
    /** The notice to everybody who has said that they meet it. */
    mended: ({ problem, title, version }: { problem: number; title: string; version: string }) =>
      `El problema ${problem}, «${title}», que le afecta, está corregido en la versión ${version}.`,
    'incident-of-other': (problem: number) => `Esa incidencia es ya del problema ${problem}`,
    'not-its-incident': () => 'Esa incidencia no es de este problema',
    'too-many': (most: number) => `Un problema tiene como mucho ${most} incidencias`,
    'already-joined': () => 'Esos tickets son ya de un problema',
    'ticket-has-one': (incident: number) => `Ese ticket tiene ya la incidencia ${incident} de este problema`,
    discarded: () => 'El problema está descartado',
    'too-long': () => 'Con los datos de algún cliente el texto es demasiado largo',
  },

  /** Sentences of the technicians' console alone. */
  console: {
    'mail-sorted': () => 'Alguien ha ordenado ya este correo',
    'mail-of-nobody': () => 'No se sabe de qué cliente es: únalo a un ticket',
    'mail-of-other-client': () => 'Ese ticket es de otro cliente',
    'mail-ticket-closed': () => 'Ese ticket está cerrado: cree uno nuevo',
    'key-refused': () => 'La clave de API no vale: no existe, ha caducado o se ha revocado',
    'wrong-code': () => 'El código no es correcto',
    'begin-again': () => 'Ha pasado demasiado tiempo: entre de nuevo con la cuenta de la empresa',
    'no-pdf': () => 'Este servidor no puede hacer documentos PDF: lea el texto en la pantalla',
    'no-second-factor': () => 'No tiene segundo factor: los códigos de recuperación lo sustituyen',
    'enters-without-password': () =>
      'Entra sin contraseña, con la cuenta de la empresa: un supervisor puede reiniciar su segundo factor',
    'second-factor-set': () => 'Ya tiene un segundo factor: un supervisor puede reiniciarlo',
    'last-supervisor': () => 'Es el último supervisor activo: nombre antes a otro',
    'name-taken': () => 'Ese usuario ya existe',
    'subject-taken': () => 'Esa identidad ya es de otro técnico',
    'email-taken': () => 'Ese correo ya es de otro técnico',
    'bad-username': () => 'De 2 a 100 letras minúsculas sin acentos, cifras, puntos o guiones',
    'no-administrator': () => 'Solo los administradores del cliente tienen contraseña',
    'no-mail-address': () => 'Este contacto no tiene correo: póngalo antes, porque el enlace solo sale por correo',
    'own-request': () => 'Lo pidió usted: tiene que aprobarlo otro supervisor',
    'one-hand': () =>
      'En los 90 días anteriores uno de los dos dio acceso al otro, o una misma persona a ambos: tiene que aprobarlo otro supervisor',
    /** The notice to their owner. */
    'password-by-link': ({ at, phone, email }: { at: string; phone: string; email: string }) =>
      `Su contraseña se cambió ${at} desde un enlace de Soporte. Si no fue usted, llame ahora a Soporte (${phone} · ${email}) y cámbiela en «Mis datos».`,
    'second-factor-reset': ({ at, phone, email }: { at: string; phone: string; email: string }) =>
      `Soporte quitó ${at} su segundo factor. Si no lo pidió usted, llame ahora a Soporte (${phone} · ${email}). Puede ponerlo de nuevo en «Mis datos».`,
    'links-just-mailed': () => 'Ya se le ha enviado un enlace hace poco: espere un minuto, o una hora si han sido tres',
    'secret-gone': () => 'Su enlace o código ya no existe: hay que pedir otro',
    withheld: () => 'No se envió a propósito: tampoco se reenvía a mano',
    'being-sent': () => 'Se está enviando ahora mismo',
    'resent-just-now': () => 'Alguien lo reenvió hace menos de diez minutos',
    'resent-too-often': () => 'Ya se ha reenviado cinco veces: hable con el cliente por otro medio',
  },

  /** The problems of a master's form, or of the moment it was sent. */
  master: {
    'changed-meanwhile': () => 'Alguien lo ha cambiado mientras tanto',
    'code-taken': () => 'Ese código ya existe',
    'number-taken': () => 'Ese número ya existe',
    'module-taken': () => 'Ya hay un módulo con ese nombre',
    'bad-code': () => 'Letras, cifras, puntos y guiones, sin espacios',
    'bad-topic': () => 'Letras minúsculas sin acentos, cifras y guiones',
    'bad-places': () => 'Alguna instalación o empresa no es del cliente',
    'two-keys': () => 'Ya hay dos claves en vigor: revoque antes una',
    'key-ended': () => 'Esa clave ya no está en vigor',
    'bad-public-key': () => 'Debe ser una clave pública Ed25519: 32 bytes en base64url',
    'old-until': () => 'Un momento futuro, como mucho dentro de 90 días',
    'already-handled': () => 'Alguien la ha atendido mientras tanto',
    'bad-calendar': () => 'No es un calendario válido',
    'no-such-day': () => 'Ese mes no tiene ese día',
    'never-open': () => 'Con este calendario la oficina no abriría nunca',
    'ends-before': () => 'Debe ser posterior al comienzo',
    'mended-without-version': () => 'Indique en qué versión está corregido',
    'published-discarded': () => 'Un problema descartado no se publica',
    'no-technician': () => 'No es un técnico en activo',
    'no-module': () => 'Alguno de los módulos no existe',
    'key-expiry': () => 'Un momento futuro, como mucho dentro de dos años',
    'key-overlap': () => 'Un momento desde ahora, como mucho dentro de 30 días',
    'no-scope': () => 'Marque al menos un permiso',
    'bad-address': () => 'Una dirección https:// completa, sin usuario ni contraseña',
    'inside-address': () => 'Esa dirección es de la red interna: solo se admiten las que permite WEBHOOK_INSIDE_HOSTS',
    'no-kind': () => 'Marque al menos un suceso',
  },
}

/** The same keys in every language; only the words differ. */
export type Translated<Spanish> = {
  readonly [Section in keyof Spanish]: { readonly [Key in keyof Spanish[Section]]: Spanish[Section][Key] }
}

export type EntranceSentences = Translated<typeof entranceSentencesEs>
/** The part of them for the customers' screens. */
export type CustomerSentences = EntranceSentences & Translated<typeof customerSentencesEs>
export type Sentences = Translated<typeof es>
