/** Both applications' words for the frame of every screen and the login, in Spanish: the source. */
export const shellWordsEs = {
  ui: {
    close: 'Cerrar',
    cancel: 'Cancelar',
    back: 'Volver',
    discardTitle: 'Cambios sin guardar',
    discardQuestion: '¿Está seguro de que desea abandonar la página? Todavía hay cambios sin guardar.',
    discard: 'Descartar cambios',
    keptTitle: 'Borrador sin enviar',
    kept: {
      draft: 'Todo lo que ha escrito está guardado como borrador: lo encontrará la próxima vez, salvo que lo descarte.',
      here: 'Todo lo que ha escrito está guardado en este equipo: lo encontrará cuando vuelva a entrar desde él, salvo que lo descarte.',
    },
    keep: 'Guardar borrador',
    retry: 'Reintentar',
    loading: 'Cargando…',
    opensOnline: 'Sin conexión: se abrirá por sí solo en cuanto vuelva.',
    dismissAlert: 'Cerrar el aviso',
    alerts: 'Avisos',
    theme: { label: 'Tema', light: 'Claro', dark: 'Oscuro', auto: 'Sistema' },
    tone: { error: 'Error', success: 'Correcto', warning: 'Aviso' },
  },

  layout: {
    skipToContent: 'Saltar al contenido',
    mainMenu: 'Menú principal',
    openMenu: 'Abrir el menú',
    closeMenu: 'Cerrar el menú',
    userMenuOf: (name: string) => `Menú de ${name}`,
    language: 'Idioma',
    logout: 'Salir',
    pageFailed: 'No se ha podido abrir esta pantalla',
  },

  login: {
    username: 'Usuario',
    password: 'Contraseña',
    togglePassword: 'Mostrar u ocultar la contraseña',
    forgotten: 'He olvidado la contraseña',
  },

  secondFactor: {
    qr: 'Código QR con la clave',
    secretLead: 'Si no puede leerlo, escriba en la aplicación esta clave:',
    secret: 'Clave',
    step2: 'Escriba el código que muestra:',
    code: 'Código de seis cifras',
    confirm: 'Activar',
    codesTitle: 'Sus códigos de recuperación',
    codesLead:
      'Cada uno sirve una sola vez para entrar sin la aplicación. Guárdelos ahora en un lugar seguro: no se vuelven a mostrar.',
    copy: 'Copiar',
    copied: 'Copiados',
  },
}
