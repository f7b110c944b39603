import type { IncidentRefusal } from '#domain/incident.ts'
import type { SupportRefusal } from '#domain/support-actions.ts'
import type { TicketRefusal } from '#domain/ticket-actions.ts'
import type { Confirmation } from './endpoint.ts'
import { momentIn } from './moment.ts'

/**
 * The sentences that both sides of the wire say. Spanish is the source: `sentences-en.ts` is typed by this file, so that
 * a sentence that is missing in one language does not compile.
 */
export const es = {
  /** Why an action is refused, and until when where time alone lifts it; `zone` is the reader's, where it is known. */
  refusal: {
    'ticket-closed': () => 'Soporte ya ha cerrado el ticket',
    'ticket-open': () => 'El ticket aún no está cerrado por Soporte',
    'awaiting-answer': () => 'Podrá responder cuando Soporte le conteste o le pida más información',
    'answered-by-support': () => 'Soporte ya le ha contestado: responda en lugar de reclamar',
    'claimed-recently': (again: Date | null, zone?: string) =>
      again ? `Podrá reclamar de nuevo ${momentIn('es', again, zone)}` : 'Ya ha reclamado en las últimas 24 horas',
    'claims-exhausted': () => 'Ya ha reclamado tres veces seguidas: Soporte tiene su reclamación y debe contestarle',
    'already-accepted': () => 'Este ticket ya terminó: está en el histórico',
    'incident-undelivered': () => 'La incidencia asociada aún no está entregada',
    'incident-not-claimable': () => 'En su estado actual, esta incidencia no admite reclamaciones',
    'incident-claimed-recently': (again: Date | null, zone?: string) =>
      again
        ? `Podrá reclamar de nuevo ${momentIn('es', again, zone)}`
        : 'Ya ha reclamado esta incidencia en las últimas 24 horas',
    'incident-claims-exhausted': () => 'Esta incidencia ya se ha reclamado tres veces: Soporte tiene sus reclamaciones',
  } satisfies Record<TicketRefusal | IncidentRefusal, (until: Date | null, zone?: string) => string>,

  /** What is wrong with a field of a form. */
  field: {
    required: () => 'Obligatorio',
    blank: () => 'No puede estar formado sólo por espacios',
    'blank-password': () => 'La contraseña no puede estar formada sólo por espacios',
    'too-short': (min: number) => `Min. ${min} caracteres`,
    'too-long': (max: number) => `Max. ${max} caracteres`,
    'bad-email': () => 'Formato email incorrecto',
    'bad-phone': () => 'Debe ser un número de teléfono',
    'not-repeated': () => 'Las contraseñas deben coincidir',
    'not-offered': () => 'No es una de las opciones',
    unreadable: () => 'Contiene caracteres que no se pueden guardar',
  },

  /** Files (spec §5, Attachments). */
  file: {
    'too-many': (max: number) => `Sólo se pueden adjuntar ${max} archivos`,
    'name-too-long': () => 'El nombre del archivo es demasiado largo',
    empty: () => 'El archivo está vacío',
    'bad-format': () => 'El formato del archivo no es válido',
    'type-not-allowed': () => 'Sólo archivos jpg, pdf, png, excels o words',
    'too-large': (bytes: number) => `El tamaño del archivo no puede superar los ${bytes} bytes`,
    'images-only': () => 'Solo se admiten imágenes',
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
  },

  /** Where a development has been installed, and on which day: `12/10`. */
  development: {
    'installed-in-test': (day: string) => `BD pruebas ${day}`,
    'installed-in-production': (day: string) => `BD real ${day}`,
  },

  session: {
    needed: () => 'Necesita iniciar sesión para acceder a esta página',
    'wrong-password': () => 'Usuario o contraseña incorrectos',
    'only-from-installation': () => 'El acceso es solo desde su instalación',
    'entry-refused': () => 'El acceso no es correcto, el login no se ha llevado a cabo',
    'other-session': () => 'En este navegador hay una sesión abierta de otra persona',
    'role-missing': () => 'Su usuario no tiene acceso a esta página',
    'no-installation': () => 'El usuario no tiene código instalación',
    'check-fields': () => 'Por favor, compruebe los campos en rojo',
    'current-password-wrong': () => 'La contraseña actual no es correcta',
    'no-password': () => 'Su usuario no tiene contraseña: entra desde su instalación',
    'link-refused': () => 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
    privacy: () => 'Debe aceptar las politicas de privacidad para poder modificar los datos',
  },

  /** Why a technician's act is refused. */
  support: {
    'ticket-over': () => 'Este ticket ya terminó: no se puede cambiar',
    'merge-itself': () => 'Es el mismo ticket',
    'already-merged': () => 'Ese ticket ya se unió a otro',
    'merge-other-client': () => 'Solo se pueden unir tickets del mismo cliente',
    'merge-other-audience': () => 'No se pueden unir: no todos los que ven uno de los dos pueden ver el otro',
    'written-meanwhile': () => 'Alguien ha escrito mientras tanto: lea lo nuevo antes de enviar',
    'assigned-meanwhile': (name: string | null) =>
      name === null ? 'Mientras tanto ha dejado de tener técnico' : `Mientras tanto lo ha tomado ${name}`,
    'not-called': () => 'Nadie espera una llamada por este ticket',
    'module-of-other-area': () => 'Ese módulo no es de esa aplicación',
    'area-not-theirs': () => 'El cliente no tiene esa aplicación',
  } satisfies Record<SupportRefusal, unknown> & Record<string, (name: string | null) => string>,

  /** What is said at the technicians' console alone. */
  console: {
    'wrong-code': () => 'El código no es correcto',
    'second-factor-set': () => 'Ya tiene un segundo factor: un supervisor puede reiniciarlo',
    'last-supervisor': () => 'Es el último supervisor activo: nombre antes a otro',
    'name-taken': () => 'Ese usuario ya existe',
    'subject-taken': () => 'Esa identidad ya es de otro técnico',
    'bad-username': () => 'De 2 a 100 letras minúsculas sin acentos, cifras, puntos o guiones',
    'no-administrator': () => 'Solo los administradores del cliente tienen contraseña',
  },

  /** What a call is answered with when it was done and the specification gives a sentence for that. */
  confirmation: {
    'password-changed': () => 'La contraseña fue modificada con éxito',
    'data-change-requested': () =>
      'Hemos recibido la petición de modificar datos correctamente. En breve nos pondremos en contacto con usted',
  } satisfies Record<Confirmation, () => string>,

  call: {
    'not-found': () => 'No se ha encontrado lo que busca',
    'bad-request': () => 'La petición no es correcta',
    'other-site': () => 'La petición viene de otro sitio',
    'too-many': () => 'Demasiadas peticiones: espere un momento',
    'too-large': () => 'La petición es demasiado grande',
    'key-reused': () => 'Esta petición ya se envió con otros datos',
    unavailable: () => 'El servicio no está disponible en este momento: inténtelo de nuevo en unos segundos',
    unexpected: () => 'Ha ocurrido un error inesperado: ya lo estamos mirando',
    unreachable: () => 'Hubo un error al conectar con el servidor',
  },
}

/** The same keys in every language; only the words differ. */
export type Sentences = {
  readonly [Section in keyof typeof es]: {
    readonly [Key in keyof (typeof es)[Section]]: (typeof es)[Section][Key]
  }
}
