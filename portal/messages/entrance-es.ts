import { entranceSentencesEs as shared } from '#contract/entrance-sentences-es.ts'
import { shellWordsEs } from '#browser/messages/shell-words-es.ts'
import type { Words } from '#browser/words.ts'

/** The words of the login and of the frame around every screen, in Spanish. The first load has no others. */
export const entranceEs = {
  shared,

  ui: {
    ...shellWordsEs.ui,
    offline:
      'Sin conexión: no podrá enviar nada hasta que vuelva. Cada formulario dice si lo que escribe queda guardado.',
  },

  layout: {
    ...shellWordsEs.layout,
    productName: 'Soporte online',
    newTicketSubtitle: 'Registro nueva incidencia',
    home: 'Inicio',
    tickets: 'Mis tickets e incidencias',
    pageTitle: (page: string) => `${page} · Soporte online`,
  },

  login: {
    ...shellWordsEs.login,
    title: 'Acceso a Soporte online',
    submit: 'Iniciar sesión',
    notice: {
      title: 'Aviso de seguridad',
      onlyFromInstallation: 'El acceso a Soporte online es solo desde su instalación.',
      where:
        'Abra la aplicación, en la pantalla en la que esté trabajando, y pulse el botón «Soporte» de la barra superior: entrará directamente, sin usuario ni contraseña.',
      contact: '¿No encuentra el botón o no puede entrar? Llámenos o escríbanos:',
      phone: 'Teléfono',
      email: 'Correo electrónico',
      contactFailed: 'No se han podido cargar el teléfono y el correo de Soporte.',
      administrators: '¿Es administrador y tiene usuario y contraseña?',
      toForm: 'Entrar con usuario y contraseña',
    },
    toNotice: 'Volver al aviso de seguridad',
    passwordSet: 'Entre con la contraseña que acaba de poner.',
    onlyAdministrators: 'Solo para administradores. Los demás usuarios entran desde su instalación.',
  },

  /** An administrator's second factor, at the login and in «Mis datos». */
  secondFactor: {
    ...shellWordsEs.secondFactor,
    title: 'Segundo factor',
    off: 'Además de la contraseña, al entrar se le pedirá un código de una aplicación de su teléfono. Desde su instalación se entra como siempre.',
    on: 'Al entrar con su contraseña se le pide también un código de su aplicación. Desde su instalación se entra como siempre.',
    required: 'Lo pide su empresa: no se puede quitar. Si cambia de teléfono o lo pierde, llame a Soporte.',
    current: 'Su contraseña',
    begin: 'Poner el segundo factor',
    remove: 'Quitar el segundo factor',
    removed: 'Segundo factor quitado',
    setUp: 'Ponga su segundo factor',
    wanted: 'Su empresa pide un segundo factor para entrar con contraseña.',
    step1: 'Lea este código con una aplicación de verificación, de las que muestran un código de seis cifras:',
    link: 'Abrirlo en este dispositivo',
    codeOrRecovery: 'Código de verificación',
    codeHint: 'El que muestra su aplicación o, si no la tiene a mano, un código de recuperación.',
    kept: 'Los he guardado',
    lost: '¿Ha perdido el teléfono y los códigos? Llame a Soporte.',
  },

  entry: {
    title: 'Acceso a Soporte online',
    working: 'Comprobando su acceso…',
    refusedNext:
      'El enlace de acceso vale para una sola vez y durante unos minutos. Vuelva a la aplicación y pulse de nuevo el botón «Soporte».',
    refusedContact: 'Si le vuelve a ocurrir, avísenos:',
    failedNext: 'Su enlace vale todavía durante unos minutos: inténtelo de nuevo.',
    foreignTitle: '¿Quiere entrar en Soporte online?',
    foreignFrom: (host: string | undefined) =>
      `Ha llegado aquí por un enlace de otra página web${host ? ` (${host})` : ''}. Entre solo si acaba de pulsar el botón «Soporte» de su aplicación.`,
    foreignWarning:
      'Un enlace que le haya llegado de otro modo puede abrir la sesión de otra persona, que vería lo que usted escribiera.',
    foreignContinue: 'Entrar',
    otherTitle: 'Hay una sesión abierta de otra persona',
    otherQuestion: (name: string) =>
      `En este navegador ya ha entrado ${name || 'otra persona'}. Si continúa, se cerrará esa sesión y entrará usted; lo que hubiera sin enviar en otra pestaña no podrá enviarse.`,
    otherContinue: 'Entrar yo',
    otherKeep: 'Seguir con la sesión abierta',
    toLogin: 'Ir a la pantalla de acceso',
    arrivedTitle: 'Quién ha entrado',
    arrivedAs: (name: string, client: string) => `Ha entrado como ${name}${client ? ` (${client})` : ''}.`,
    notMe: 'No soy yo',
    notMeNext:
      'La sesión se ha cerrado. El enlace por el que llegó era de otra persona: entre desde su instalación y, si ya había escrito algo, avísenos.',
  },

  session: {
    otherPersonTitle: 'Ha entrado otra persona',
    otherPerson: (now: string, before: string) =>
      `En este navegador ha entrado ${now}: esta pestaña era de ${before} y ya no puede hacer nada en su nombre.`,
    accessChanged: 'Su acceso ha cambiado: ahora ve lo que su usuario puede usar.',
    continueAs: (name: string) => `Continuar como ${name}`,
  },
}

export type EntranceMessages = Words<typeof entranceEs>
