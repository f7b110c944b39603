import type { Words } from '#browser/words.ts'
import type { SheetField, SheetKind, SHEET_OUTCOMES } from '#contract/console/start/record-sheets.ts'
import { useLanguage } from '../messages/language.ts'

type Outcome = (typeof SHEET_OUTCOMES)[number]

/** A column that explains itself has none; one of several kinds may have one for each. */
type Hints = Readonly<Partial<Record<SheetField | `${SheetKind}.${SheetField}`, string>>>

/** The words for loading records from a file; they are loaded with their page. */
const es = {
  title: 'Cargar CSV',
  lead: 'Clientes, instalaciones, empresas y contactos desde un archivo. Primero se ve qué haría cada línea; después se carga todo o no se carga nada. El mismo archivo otra vez no duplica nada.',
  kind: 'Qué trae el archivo',
  kinds: {
    clients: 'Clientes',
    installations: 'Instalaciones',
    companies: 'Empresas',
    contacts: 'Contactos',
  } satisfies Record<SheetKind, string>,
  order: 'En este orden: una instalación necesita su cliente, una empresa su instalación y un contacto las dos cosas.',
  columns: 'Columnas',
  needed: 'obligatoria',
  hints: {
    'clients.code': 'El número que tiene en la aplicación principal: por él se reconoce',
    'installations.code': 'El que tiene en la aplicación principal: por él se reconoce',
    'companies.code':
      'Por él se reconoce en su instalación. En Excel, dé formato de texto a la columna para no perder los ceros',
    'contacts.number':
      'El que tiene en la aplicación principal. Sin él se reconoce por el correo; uno nuevo recibe el siguiente',
    client: 'Código del cliente',
    installation: 'Código de la instalación',
    areas: 'Principal, APPS, BC: una o varias, con comas',
    active: 'Sí o No; uno nuevo está activo',
    secondFactorRequired: 'Sí o No: sus administradores entran con segundo factor',
    entryMode: 'Firmado o Limitado',
    visibility: 'Los suyos, Los de sus instalaciones o Todos (administrador)',
    places: 'Como LEV-01: 001 002 | LEV-02: 001',
    version: 'Como V031',
  } satisfies Hints,
  empty:
    'Una celda vacía, o una columna que falta, deja lo que hay. Como mucho 2 MB y 2.000 líneas; separado por punto y coma, comas o tabuladores.',
  template: 'Descargar plantilla',
  choose: 'Elegir archivo CSV',
  tooLarge: 'El archivo pasa de 2 MB: pártalo en varios',
  unreadable: 'No se puede leer el archivo: elíjalo otra vez',
  of: (name: string) => `Lo que haría «${name}»`,
  doneOf: (name: string) => `«${name}» está cargado`,
  counts: {
    made: (count: number) => (count === 1 ? '1 alta' : `${count} altas`),
    changed: (count: number) => (count === 1 ? '1 cambio' : `${count} cambios`),
    same: (count: number) => (count === 1 ? '1 igual' : `${count} iguales`),
    wrong: (count: number) => `${count} con errores`,
  } satisfies Record<Outcome, (count: number) => string>,
  outcomes: { made: 'Alta', changed: 'Cambio', same: 'Igual', wrong: 'Error' } satisfies Record<Outcome, string>,
  correct: 'Corrija las líneas con errores en el archivo y elíjalo otra vez: así no se carga nada.',
  nothing: 'No hay nada que cargar: todo está ya como dice el archivo.',
  unread: (headings: string) => `Columnas que no se leen: ${headings}`,
  load: 'Cargar',
  download: 'Descargar este resultado',
  another: 'Otro archivo',
  line: (line: number) => `Línea ${line}`,
  lines: 'Líneas del archivo',
  more: (count: number) => `Ver ${count} más`,
  emptyValue: '(vacío)',
  heading: { line: 'Línea', name: 'Registro', outcome: 'Resultado', detail: 'Detalle' },
  loaded: 'El archivo está cargado',
}

const en: Words<typeof es> = {
  title: 'Load CSV',
  lead: 'Clients, installations, companies and contacts from a file. First you see what each line would do; then all of it is loaded, or nothing. The same file again doubles nothing.',
  kind: 'What the file holds',
  kinds: { clients: 'Clients', installations: 'Installations', companies: 'Companies', contacts: 'Contacts' },
  order: 'In this order: an installation needs its client, a company its installation, and a contact both.',
  columns: 'Columns',
  needed: 'required',
  hints: {
    'clients.code': 'The number in the main application: it is known by it',
    'installations.code': 'Its code in the main application: it is known by it',
    'companies.code': 'It is known by it at its installation. In Excel, format the column as text, or zeros get lost',
    'contacts.number':
      'Their number in the main application. Without it they are known by e-mail; a new one gets the next number',
    client: 'Code of the client',
    installation: 'Code of the installation',
    areas: 'Principal, APPS, BC: one or several, with commas',
    active: 'Sí or No; a new one is active',
    secondFactorRequired: 'Sí or No: its administrators enter with a second factor',
    entryMode: 'Firmado (signed links only) or Limitado (also unsigned)',
    visibility: 'Los suyos (own), Los de sus instalaciones or Todos (administrator)',
    places: 'Such as LEV-01: 001 002 | LEV-02: 001',
    version: 'Such as V031',
  },
  empty:
    'An empty cell, or a missing column, leaves what is there. At most 2 MB and 2,000 lines; separated by semicolons, commas or tabs.',
  template: 'Download template',
  choose: 'Choose CSV file',
  tooLarge: 'The file is larger than 2 MB: split it',
  unreadable: 'The file cannot be read: choose it again',
  of: (name) => `What “${name}” would do`,
  doneOf: (name) => `“${name}” is loaded`,
  counts: {
    made: (count) => `${count} new`,
    changed: (count) => `${count} changed`,
    same: (count) => `${count} unchanged`,
    wrong: (count) => `${count} wrong`,
  },
  outcomes: { made: 'New', changed: 'Changed', same: 'Unchanged', wrong: 'Wrong' },
  correct: 'Correct the wrong lines in the file and choose it again: nothing is loaded like this.',
  nothing: 'There is nothing to load: everything is as the file says.',
  unread: (headings) => `Columns that are not read: ${headings}`,
  load: 'Load',
  download: 'Download this result',
  another: 'Another file',
  line: (line) => `Line ${line}`,
  lines: 'Lines of the file',
  more: (count) => `See ${count} more`,
  emptyValue: '(empty)',
  heading: { line: 'Line', name: 'Record', outcome: 'Outcome', detail: 'Detail' },
  loaded: 'The file is loaded',
}

export type SheetMessages = Words<typeof es>

export const useSheetMessages = (): SheetMessages => (useLanguage() === 'es' ? es : en)
