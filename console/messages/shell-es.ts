import { shellWordsEs } from '#browser/shell-words-es.ts'

/** The words of the log-in and around every screen. Spanish is the source. */
export const shellEs = {
  ui: {
    ...shellWordsEs.ui,
    offline: 'Sin conexión: no podrá enviar nada hasta que vuelva. No cierre la página si está escribiendo.',
  },

  layout: {
    ...shellWordsEs.layout,
    productName: 'Consola de Soporte',
    pageTitle: (page: string) => `${page} · Consola de Soporte`,
    missing: 'Esta página no existe',
    missingHint: 'Compruebe la dirección, o búsquelo en la lista.',
    views: 'Cola',
    phone: 'Teléfono',
    recordCall: 'Registrar llamada',
    callbacks: 'Llamadas pendientes',
    work: 'Trabajo',
    workList: { incident: 'Incidencias', development: 'Desarrollos', valuation: 'Valoraciones' },
    role: { technician: 'Técnico', supervisor: 'Supervisor' },
    shortcuts: 'Atajos de teclado',
    search: 'Buscar tickets',
    searchHint: 'Número, cliente o palabras',
    counted: (view: string, count: number) => `${view}: ${count}`,
  },

  section: {
    assistant: 'Asistente',
    masters: 'Datos maestros',
    oversight: 'Control',
    clients: 'Clientes',
    installations: 'Instalaciones',
    contacts: 'Contactos',
    dataChanges: 'Solicitudes de datos',
    cannedAnswers: 'Respuestas preparadas',
    notices: 'Avisos',
    modules: 'Módulos',
    calendar: 'Calendario',
    audit: 'Auditoría',
    technicians: 'Técnicos',
    integration: 'Integración',
    apiKeys: 'Claves de API',
  },

  view: {
    mine: 'Asignadas a mí',
    unassigned: 'Sin asignar',
    'waiting-for-us': 'Por responder',
    'waiting-for-customer': 'Esperan al cliente',
    claimed: 'Reclamadas',
    'near-promise': 'A punto de vencer',
    open: 'Todas las abiertas',
    closed: 'Terminadas',
  },

  login: {
    ...shellWordsEs.login,
    roleChanged: 'Ya no es supervisor: ahora ve lo que un técnico puede usar.',
    title: 'Consola de Soporte',
    lead: 'Para el equipo de Soporte. Los clientes entran desde su instalación.',
    submit: 'Entrar',
    openId: 'Entrar con la cuenta de la empresa',
    or: 'o con su contraseña',
    codeTitle: 'Segundo factor',
    codeLead:
      'Escriba el código de su aplicación de verificación. Si no la tiene a mano, uno de sus códigos de recuperación.',
    code: 'Código',
    otherUser: 'Entrar con otro usuario',
    error: {
      openid: 'No se ha podido entrar con la cuenta de la empresa: inténtelo de nuevo o use su contraseña.',
      unknown: 'Esa cuenta de la empresa no es de ningún técnico de la consola: pídalo a un supervisor.',
      pending:
        'Un supervisor tiene que confirmar que esa cuenta de la empresa es la suya. Después podrá entrar con ella.',
    },
    ended: (name: string) => `La sesión de ${name} ha terminado. Entre de nuevo para seguir donde estaba.`,
  },

  secondFactor: {
    ...shellWordsEs.secondFactor,
    title: 'Active su segundo factor',
    lead: 'Antes de empezar, asocie una aplicación de verificación (de las que muestran un código de seis cifras) con su usuario.',
    step1: 'Lea este código con la aplicación:',
    address: 'O abra este enlace en el dispositivo que tiene la aplicación:',
    toConsole: 'Los he guardado: ir a la consola',
  },

  passwordLink: {
    title: 'Elija su contraseña',
    of: (name: string, username: string) => `${name} · usuario ${username}`,
    next: 'Contraseña nueva',
    repeated: 'Repita la contraseña',
    submit: 'Guardar la contraseña',
    absent: 'Abra de nuevo el enlace: por seguridad no queda en la dirección de la página.',
    toLogin: 'Ir a la pantalla de entrada',
  },

  passwordChange: {
    title: 'Cambiar la contraseña',
    lead: 'Al cambiarla se cierran sus sesiones en otros navegadores.',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    repeated: 'Repita la contraseña',
  },

  keys: {
    title: 'Atajos de teclado',
    lead: 'Ningún atajo actúa mientras escribe en un campo.',
    group: {
      list: 'Moverse',
      ticket: 'Ticket',
      work: 'Incidencia, desarrollo o valoración',
      writing: 'Al escribir',
      go: 'Ir a',
    },
    afterwards: 'y después',
    next: 'Siguiente',
    previous: 'Anterior',
    open: 'Abrir',
    backToList: 'Volver a la lista',
    backToQueue: 'Volver a la cola, en la misma fila',
    reply: 'Responder',
    note: 'Nota interna',
    assign: 'Asignármelo',
    close: 'Responder y cerrar',
    urgency: 'Cambiar la urgencia',
    merge: 'Unir a otro ticket',
    search: 'Buscar',
    more: 'Cargar más',
    help: 'Mostrar los atajos',
    recordCall: 'Registrar una llamada',
    callbacks: 'Llamadas pendientes',
    send: 'Enviar',
    sendAndClose: 'Enviar y cerrar',
    canned: 'Respuestas preparadas',
    leaveField: 'Salir del campo',
  },

  jobs: {
    stopped: 'Los trabajos están parados',
    why: {
      step: 'El reloj del servidor ha saltado más de una hora.',
      apart: 'El reloj del servidor y el de la base de datos difieren en más de un minuto.',
      gap: 'Según el reloj del servidor, los trabajos no se han ejecutado en más de una semana.',
    },
    meanwhile:
      'Mientras tanto no se acepta ningún ticket por silencio, no se cierra ninguna conversación ni se borra nada.',
    askSupervisor: 'Avise a un supervisor.',
    look: 'Compruebe la hora del servidor antes de reanudarlos.',
    resume: 'Reanudar los trabajos',
    resumed: 'Los trabajos se han reanudado',
  },
}
