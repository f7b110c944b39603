import type { Words } from '#browser/words.ts'

/** The words of the pages that a mail leads to without a session, in Spanish. */
export const mailedEs = {
  title: (ticket: number) => `Su ticket ${ticket}`,
  offer:
    'Para leer y contestar solo este ticket, sin entrar en Soporte online, le enviamos un código a la dirección a la que llegó el correo.',
  send: 'Enviarme un código',
  sent: 'Si el enlace es de un correo nuestro, le llegará un código dentro de un momento. Sirve durante diez minutos, solo en este navegador.',
  code: 'Código de seis cifras',
  sixDigits: 'Escriba las seis cifras del correo',
  open: 'Abrir el ticket',
  another: 'Enviarme otro código',
  sentAgain: 'Le enviamos otro código: el anterior ya no sirve',
  loading: 'Abriendo el ticket',
  over: 'El tiempo para ver este ticket con el código ha terminado.',
  begin: 'Empezar de nuevo',
  noReply: 'Ahora no se puede contestar a este ticket desde aquí.',
  reply: 'Su respuesta',
  textMissing: 'Escriba su respuesta',
  sendReply: 'Enviar respuesta',
  replied: 'Su respuesta se ha enviado',
}

export type MailedMessages = Words<typeof mailedEs>
