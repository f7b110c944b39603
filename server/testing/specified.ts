import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { customersEndpoints } from '#contract/openapi.ts'

// The rows of docs/coverage.md. A run records the test that shows each of them.

/** The contract's calls for customers. */
export const CALLS: ReadonlyMap<string, Endpoint> = new Map(
  customersEndpoints().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

/** Screens, specified and additional, by their address below `/public/`. */
export const SCREENS: readonly (readonly [address: string, name: string])[] = [
  ['login', 'Login and its security notice'],
  ['', 'Home, with the assistant’s card'],
  ['home', 'Home by link'],
  ['nuevo-ticket', 'New ticket by link'],
  ['tickets/lista', 'Tickets, En curso'],
  ['tickets/lista?vista=historico', 'Tickets, Histórico'],
  ['tickets/nuevo', 'New ticket'],
  ['tickets/soporte', 'New ticket, Soporte Técnico'],
  ['tickets/lista?lista=incidencias', 'Incidencias'],
  ['tickets/lista?lista=desarrollos', 'Desarrollos a medida'],
  ['manuales', 'Manuales y versiones'],
  ['manuales/impuestos', 'Reading a manual'],
  ['versiones', 'Versiones'],
  ['versiones/cambios', 'What changes for the client'],
  ['opciones-adicionales', 'Opciones adicionales'],
  ['opciones-adicionales?vista=valoraciones', 'Valoraciones en curso'],
  ['demos', 'Demos'],
  ['mis-datos', 'Mis datos'],
  ['contacto', 'Contacto'],
  ['buscar?q=remesa', 'Buscar'],
  ['home-mail', 'Notice for who comes from a mail'],
  ['correos', 'Choosing mails by the link of one'],
  ['informe', 'Informe mensual'],
  ['contrasena', 'Setting a password by a link'],
  ['direccion', 'Confirming a changed address by a link'],
]

/** The messages to the letter of the specification (§4, §5 and §8). Braces mark a value that varies. */
export const MESSAGES: readonly string[] = [
  'Necesita iniciar sesión para acceder a esta página',
  'Usuario o contraseña incorrectos',
  'Por favor, compruebe los campos en rojo',
  'Compruebe los campos en rojo',
  'Sólo archivos jpg, pdf, png, excels o words',
  'El nombre del archivo es demasiado largo',
  'El archivo está vacío',
  'El formato del archivo no es válido',
  'El tamaño del archivo no puede superar los {N} bytes',
  'Solo se admiten imágenes',
  'Es necesario añadir soporte documental a la incidencia',
  'No se puede crear ticket: El usuario no tiene código instalación',
  'No se puede crear ticket: El usuario no tiene empresa',
  'El usuario no tiene código instalación',
  'Hubo un error subiendo la documentación',
  'No se ha podido enviar consulta',
  'No se ha podido enviar la respuesta',
  'No se ha podido marcar la conformidad',
  'No se ha podido enviar la reclamación',
  'El contenido del portapapeles está vacío. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
  'El contenido del portapapeles es incompatible. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
  'El acceso no es correcto, el login no se ha llevado a cabo',
  'Las contraseñas deben coincidir',
  'Debe aceptar las politicas de privacidad para poder modificar los datos',
  '¿Está seguro de que desea abandonar la página? Todavía hay cambios sin guardar.',
  'Hubo un error al conectar con el servidor',
  'Hemos registrado tu Ticket número {N}',
  'Hemos registrado tu Ticket número {N}. Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos {moment}.',
  'Se ha enviado la respuesta correctamente',
  'La conformidad se ha marcado con exito',
  'El ticket ha sido marcado como "No conforme"',
  'Se ha enviado la reclamación correctamente',
  'Se ha enviado una reclamación de la consulta',
  'Se ha enviado una reclamación de la incidencia {number}',
  'La contraseña fue modificada con éxito',
  'Hemos recibido la petición de modificar datos correctamente. En breve nos pondremos en contacto con usted',
  'Obligatorio',
  'Max. 200 caracteres',
  'La contraseña no puede estar formada sólo por espacios',
  'Formato email incorrecto',
  'Debe ser un número de teléfono',
  'Hubo un error generando el ticket',
  'Hubo un error en la conexión con {name}. Por favor intentelo mas tarde.',
  'Aún no se esta procesando su consulta, espere unos segundos',
  '¿Te ha sido útil esta información?',
  'Sí, se ha solucionado correctamente',
  'No, enviar mi consulta a Soporte',
  'Sigo necesitando ayuda',
  'Mis tickets e incidencias',
]

const VALUE = /\{[^}]*\}/
/** Stands for a value in a text, or in the source of an expression. */
const ANY_VALUE = String.raw`(?:[\d.]+|\\d\+|[^.]{1,60}?)`

/** The specification's message that equals the whole text, so that a short one is not found within a longer one. */
export const messageIn = (text: string): string | undefined => PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]

/** A message's literal parts between its values. */
export const partsOf = (message: string): string[] => message.split(VALUE)

export const asPattern = (message: string, value: string): string =>
  partsOf(message)
    .map((part) => part.replaceAll(/[.?*+^$()[\]\\|{}]/g, String.raw`\$&`))
    .join(value)

const PATTERNS = MESSAGES.map((message) => [message, new RegExp(`^${asPattern(message, ANY_VALUE)}$`)] as const)

/** A value that no test takes for true and no reader overlooks. */
export const falsifiedText = (text: string): string => text.split('').toReversed().join('')

/** A run's record of each test, one line each. */
export interface Shown {
  readonly file: string
  readonly test: string
  /** Of `CALLS`, `SCREENS` and `MESSAGES`. */
  readonly rows: readonly string[]
}

/** The record of a run; `npm test` begins with an empty one. */
export const SHOWN = '.cache/tests/shown.jsonl'

/**
 * For each test, by `nameOf`, the row for which it gets false answers. Other tests are skipped. `scripts/falsify.ts`
 * sets it.
 */
export const FALSIFIED: Readonly<Record<string, string>> | undefined =
  process.env.FALSIFIED === undefined ? undefined : JSON.parse(readFileSync(process.env.FALSIFIED, 'utf8'))

export const nameOf = ({ file, test }: { file: string; test: string }): string => `${file} › ${test}`

/** Records a row's test for docs/coverage.md. */
export function note(shown: Shown): void {
  if (shown.rows.length === 0 || FALSIFIED) return
  mkdirSync(dirname(SHOWN), { recursive: true })
  appendFileSync(SHOWN, `${JSON.stringify(shown)}\n`)
}
