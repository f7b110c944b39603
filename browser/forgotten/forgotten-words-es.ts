/** «He olvidado la contraseña» at both logins, in Spanish: the source. */
export const forgottenWordsEs = {
  lead: 'Escriba su usuario o su dirección de correo y le enviaremos un enlace para poner otra contraseña.',
  name: 'Usuario o correo',
  send: 'Enviarme el enlace',
  asked:
    'Si hay un usuario con ese nombre o esa dirección, en unos minutos le llegará un correo con un enlace. Sirve una sola vez, durante una hora.',
  otherwise: {
    customer: 'Si no le llega, llame o escriba a Soporte:',
    technician: 'Si no le llega, pida el enlace a un supervisor.',
  },
}
