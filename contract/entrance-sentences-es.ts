/**
 * Both sides' sentences about the entrance, calls and fields. The portal's first load has no others. Spanish is the
 * source, as in `sentences-es.ts`.
 */
export const entranceSentencesEs = {
  /** The problems of a form's field. */
  field: {
    required: () => 'Obligatorio',
    blank: () => 'No puede estar formado sólo por espacios',
    'blank-password': () => 'La contraseña no puede estar formada sólo por espacios',
    'too-short': (min: number) => `Min. ${min} caracteres`,
    'too-long': (max: number) => `Max. ${max} caracteres`,
    'bad-email': () => 'Formato email incorrecto',
    'bad-phone': () => 'Debe ser un número de teléfono',
    'common-password': () => 'Es una de las contraseñas más usadas: elija otra',
    'not-repeated': () => 'Las contraseñas deben coincidir',
    'not-offered': () => 'No es una de las opciones',
    unreadable: () => 'Contiene caracteres que no se pueden guardar',
  },

  session: {
    needed: () => 'Necesita iniciar sesión para acceder a esta página',
    'wrong-password': () => 'Usuario o contraseña incorrectos',
    'wrong-mail-code': () => 'El código no es correcto o ya no sirve',
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
