import type { Words } from '#browser/words.ts'

/** The words, in Spanish, of the pages that mails lead to without a session, and of the choice of mails. */
export const mailedEs = {
  title: (ticket: number) => `Su ticket ${ticket}`,
  offer:
    'Para leer y contestar solo este ticket, sin entrar en Soporte online, le enviamos un código a la dirección a la que llegó el correo.',
  send: 'Enviarme un código',
  sent: 'Si el enlace es de un correo nuestro, le llegará un código dentro de un momento. Sirve durante diez minutos, solo en este navegador.',
  notArrived:
    '¿No llega? Mire en el correo no deseado. Un enlace deja de servir con el tiempo, y cuando otra persona pasa a llevar el ticket: pruebe con el del último correo, entre en Soporte online o llámenos.',
  code: 'Código de seis cifras',
  codeHint: 'Con la sexta cifra se abre el ticket.',
  sixDigits: 'Escriba las seis cifras del correo',
  wrongCode:
    'El código no es correcto o ya no sirve: vale diez minutos, una sola vez y en el navegador que lo pidió. Pida otro.',
  open: 'Abrir el ticket',
  another: 'Enviarme otro código',
  sentAgain: 'Le enviamos otro código. El anterior sirve también',
  loading: 'Abriendo el ticket',
  over: 'El tiempo para ver este ticket con el código ha terminado.',
  kept: 'Lo que ha escrito no se pierde: estará ahí cuando vuelva a abrir el ticket con otro código.',
  begin: 'Empezar de nuevo',
  closed: 'Este ticket está cerrado. Para añadir algo, entre en Soporte online.',
  unsent: 'Sin enviar: cópielo, o conteste al correo con «No conforme» y esto',
  textMissing: 'Escriba algo',
  reply: { text: 'Su respuesta', send: 'Enviar respuesta', done: 'Su respuesta se ha enviado' },
  information: {
    text: 'Información para Soporte',
    send: 'Añadir información',
    done: 'Se ha añadido la información correctamente',
  },

  choice: {
    heading: 'Correos que recibe',
    address: (email: string) => `Le escribimos a ${email} cuando pasa algo en sus tickets.`,
    noAddress:
      'No tenemos una dirección de correo suya: los correos de sus tickets van a la de su empresa. Para que le lleguen a usted, pida abajo que pongamos la suya.',
    byLink: 'Vale para la dirección a la que llegó el correo que acaba de abrir.',
    which: '¿Cuándo quiere que le escribamos?',
    title: {
      'at-once': 'Cada vez que pase algo',
      daily: 'Un resumen al día',
      acts: 'Solo cuando necesitemos algo de usted',
    },
    about: {
      'at-once': 'Un correo por cada novedad.',
      daily: 'Por la mañana, con todo lo del día anterior. Lo que le pide algo le llega al momento.',
      acts: 'Decir si está conforme, probar algo o decidir una valoración. Lo demás lo verá en Soporte online.',
    },
    save: 'Guardar',
    saved: (choice: string) => `Guardado: ${choice.toLowerCase()}.`,
    back: (choice: string) => `Me he equivocado: volver a «${choice}»`,
    report: 'Informe mensual de su empresa',
    getsReport: 'Lo recibe cada mes, porque un administrador de su empresa le ha elegido.',
    noReport: 'No lo recibe: se dio de baja.',
    endReport: 'No recibirlo más',
    resumeReport: 'Volver a recibirlo',
    loading: 'Consultando qué correos recibe',
    refused: 'El enlace de este correo no es correcto: quizá se ha cortado al copiarlo. Pruebe con el de otro correo.',
    noLink: 'A esta página se llega por el enlace que hay al final de nuestros correos.',
    otherwise: 'También puede elegir en «Mis datos», dentro de Soporte online, o llamarnos.',
  },
}

export type MailedMessages = Words<typeof mailedEs>
