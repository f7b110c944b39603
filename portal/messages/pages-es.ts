import { provider } from '#browser/provider/provider.ts'
import { momentIn } from '#contract/moment.ts'
import { readerZone } from './reader-zone.ts'

/** The words of home, contact, options, own data and similar screens, in Spanish. */
export const pagesEs = {
  search: 'Buscar',
  menu: {
    manuals: 'Manuales y versiones',
    options: 'Opciones adicionales',
    undecided: (count: number) => (count === 1 ? 'una valoración por decidir' : `${count} valoraciones por decidir`),
    contact: 'Contacto',
    ownData: 'Mis datos',
  },

  portalManual: {
    download: 'Manual de soporte online',
    downloading: 'Descargando el manual',
    fileName: 'manual-soporte-online.pdf',
    failed: (reason: string) => `No se ha podido descargar el manual: ${reason}`,
  },

  notices: {
    title: 'Información de Soporte',
    notice: 'Aviso:',
    putAway: 'Ocultar el aviso',
  },

  home: {
    title: 'Inicio',
    greeting: (name: string | null) => (name === null ? 'Hola' : `Hola, ${name}`),
    welcome: '¿En qué podemos ayudarle?',
    newTicket: 'Nuevo Ticket',
    turns: {
      title: '¿De quién es el turno?',
      loading: 'Contando sus tickets',
      reply: { one: 'espera su respuesta', other: 'esperan su respuesta' },
      conclude: { one: 'pendiente de su conformidad', other: 'pendientes de su conformidad' },
      support: { one: 'en manos de Soporte', other: 'en manos de Soporte' },
      none: 'No tiene tickets en curso',
      failed: 'No se han podido contar sus tickets',
    },
    tiles: {
      support: { title: 'Soporte estándar', text: 'Consultas e incidencias de la aplicación.', action: 'Nuevo Ticket' },
      technical: {
        title: 'Soporte Técnico',
        text: 'Instalación, servidores, accesos, copias de seguridad.',
        action: 'Pedir soporte',
      },
      tickets: {
        title: 'Mis Tickets e Incidencias',
        text: 'Cómo van, qué le hemos contestado y qué espera su respuesta.',
        action: 'Ver mis tickets',
      },
      manuals: {
        title: 'Manuales y versiones',
        text: 'Cómo se hace en la aplicación, y qué trae cada versión.',
        action: 'Ver manuales',
      },
    },
    forYou: {
      title: 'Para usted',
      counted: (count: string) => `Para usted (${count})`,
      none: 'Nada por probar, decidir ni terminar.',
      failed: 'No se ha podido cargar lo que tiene pendiente',
      more: (count: string) => `Ver ${count} más`,
      reversible: (date: string) => `Aceptado por silencio: puede deshacerlo hasta el ${date}`,
      toDecide: (facts: string) => `Valoración por decidir${facts === '' ? '' : `: ${facts}`}`,
      until: (day: string) => `hasta el ${day}`,
      toTry: (since: string | null) =>
        `Para probar en su BD de pruebas${since === null ? '' : `, desde el ${since}`}: díganos si funciona`,
    },
    options: {
      title: 'Opciones adicionales',
      versions: 'Versiones',
      versionsText: 'Qué cambia y qué instalar',
      password: 'Cambio de contraseña',
      passwordText: 'Y petición de cambio de sus datos',
      valuations: 'Valoraciones en curso',
      valuationsText: 'Presupuestos que esperan su respuesta',
    },
  },

  options: {
    title: 'Opciones adicionales',
    demos: 'Demos',
    demosText: 'Pruebe la aplicación en un escritorio remoto',
    ownData: 'Modificar datos',
    ownDataText: 'Su contraseña y los datos que tenemos de usted',
    valuations: 'Valoraciones en curso',
    valuationsText: 'Presupuestos que esperan su respuesta',
    report: 'Informe mensual',
    reportText: 'Tickets, respuestas y entregas de un mes, también en PDF',
    counted: (title: string, count: number) => `${title}: ${count}`,
  },

  valuations: {
    number: 'Número de valoración',
    description: 'Descripción',
    date: 'Fecha',
    empty: 'No tiene valoraciones por decidir',
    emptyHint: 'Cuando preparemos un presupuesto para su empresa, lo verá aquí.',
    pastTheEnd: 'Esta página ya no tiene valoraciones',
    failed: 'No se han podido cargar las valoraciones',
  },

  demos: {
    title: 'Demos',
    lead: 'Entre en un escritorio remoto con la aplicación y datos de ejemplo. Puede probar lo que quiera: no afecta a su empresa.',
    address: 'Dirección',
    opensInTab: 'se abre en otra pestaña',
    username: 'Usuario',
    password: 'Contraseña',
    hidden: 'Contraseña oculta',
    show: 'Mostrar',
    showPassword: 'Mostrar la contraseña',
    hide: 'Ocultar',
    hidePassword: 'Ocultar la contraseña',
    copy: 'Copiar',
    copyUsername: 'Copiar el usuario',
    copyPassword: 'Copiar la contraseña',
    copied: { username: 'Se ha copiado el usuario', password: 'Se ha copiado la contraseña' },
    copyFailed: 'El navegador no ha permitido copiar: selecciónelo y cópielo usted.',
    none: 'Ahora mismo no hay demos disponibles',
    failed: 'No se han podido cargar los datos de la demo',
    back: 'Volver a Opciones adicionales',
  },

  ownData: {
    title: 'Mis datos',
    loading: 'Cargando sus datos',
    failed: 'No se ha podido comprobar si tiene contraseña ni qué cambios ha pedido',

    password: {
      title: 'Cambio de contraseña',
      rules: 'De 8 a 20 caracteres.',
      current: 'Contraseña actual',
      next: 'Nueva contraseña',
      repeated: 'Repetir nueva contraseña',
      toggle: (field: string) => `Mostrar u ocultar: ${field}`,
      submit: 'Cambiar contraseña',
      doneNext:
        'Desde ahora entre con la nueva. Las demás sesiones que tuviera abiertas se han cerrado; esta continúa.',
    },

    request: {
      title: 'Modificar datos',
      held: 'Los datos que tenemos de usted',
      name: 'Nombre',
      email: 'E-mail',
      phone: 'Teléfono',
      none: 'No consta',
      text: 'Qué datos desea modificar',
      hint: 'Escriba cómo deben quedar.',
      count: (count: string, max: string) => `${count} de ${max} caracteres`,
      privacy: 'Acepto la política de privacidad',
      legal: 'Protección de datos',
      submit: 'Enviar petición',
      sent: 'Peticiones anteriores',
    },
  },

  contact: {
    title: 'Contacto',
    phone: 'Teléfono de soporte',
    emails: 'Correo electrónico de soporte',
    realEstate: 'Real Estate',
    apps: 'Apps',
    bc: 'BC',
    technical: 'Soporte Técnico',
    hours: 'Horario de atención',
    openNow: 'Ahora: abierto',
    closedNow: 'Ahora: cerrado',
    closedUntil: (opening: Date) => `Ahora: cerrado. Abrimos ${momentIn('es', opening, readerZone())}.`,
    others: 'Otras direcciones',
    suggestions: 'Sugerencias',
    customerDefender: 'Defensor del cliente',
    dataProtection: 'Delegado de protección de datos',
  },

  newPassword: {
    title: 'Ponga su contraseña',
    checking: 'Comprobando el enlace',
    lead: 'Es la contraseña con la que entrará en Soporte online con este usuario.',
    submit: 'Guardar contraseña',
    refused: 'Este enlace ya no sirve',
    refusedNext: 'Si ya puso su contraseña con él, entre con ella.',
    absent: 'Abra de nuevo el enlace',
    absentNext:
      'Por seguridad, esta página no guarda el enlace. Vuelva al mensaje en el que lo recibió y ábralo otra vez: sigue sirviendo hasta que ponga la contraseña o caduque.',
    contact: '¿Necesita otro enlace? Llámenos o escríbanos:',
  },

  homeMail: {
    title: 'Entre primero en Soporte online',
    checking: 'Comprobando su sesión',
    first: (ticket: number | null) =>
      ticket === null
        ? `Para ver sus tickets de ${provider.name} tiene que haber iniciado sesión.`
        : `Para ver el ticket ${ticket} tiene que haber iniciado sesión.`,
    onlyFromInstallation: 'El acceso a Soporte online es solo desde su instalación.',
    kept: (ticket: number) => `Cuando entre, en este mismo navegador, se abrirá el ticket ${ticket}.`,
    toLogin: 'Soy administrador: iniciar sesión',
  },
}
