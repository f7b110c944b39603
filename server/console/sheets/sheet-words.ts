import { SHEET_LINES, type SheetKind } from '#contract/console/start/record-sheets.ts'
import type { Language } from '#contract/moment.ts'
import type { SheetFault } from './sheet-text.ts'

const es = {
  base64: 'El archivo no ha llegado entero: elíjalo otra vez',
  empty: 'El archivo no tiene ninguna línea bajo los encabezados',
  workbook: 'Es un libro de Excel o un archivo que no es de texto: guárdelo como CSV',
  quotes: 'Unas comillas se abren y no se cierran: revise las celdas con comillas',
  lines: `Más de ${SHEET_LINES.toLocaleString('es', { useGrouping: 'always' })} líneas: pártalo en varios archivos`,
  twice: (heading: string) => `El encabezado «${heading}» está dos veces`,
  columns: (missing: string) => `Faltan columnas: ${missing}`,
  otherKind: (kind: string) => `Parece un archivo de ${kind}: elija esa clase arriba`,
  kinds: { clients: 'clientes', installations: 'instalaciones', companies: 'empresas', contacts: 'contactos' },
  tooLong: 'Tiene más celdas que encabezados: un valor con el separador dentro va entre comillas',
  number: 'Un número entero, sin puntos ni espacios',
  words: (offered: string) => `Se admite: ${offered}`,
  places: 'Como LEV-01: 001 002 | LEV-02: 001',
  repeated: (line: number) => `Es la misma que la línea ${line}`,
  numberOrEmail: 'Ponga el número o el correo: sin ellos no se sabe si ya existe',
  manyContacts: (numbers: string) => `Varios contactos tienen ese correo (${numbers}): ponga el número`,
  noClient: 'No hay ningún cliente con ese código',
  noInstallation: 'No hay ninguna instalación con ese código',
  busy: 'Otra carga está en marcha: espere a que acabe y pruebe otra vez',
  wrongLines: 'Hay líneas por corregir: no se ha cargado nada',
  changed: 'Los datos han cambiado desde que los vio: no se ha cargado nada',
}

const en: typeof es = {
  base64: 'The file has not arrived whole: choose it again',
  empty: 'The file has no line below its headings',
  workbook: 'This is an Excel workbook, or no text: save it as CSV',
  quotes: 'A quotation is opened and never closed: look at the cells with quotation marks',
  lines: `More than ${SHEET_LINES.toLocaleString('en')} lines: split it into several files`,
  twice: (heading) => `The heading “${heading}” is there twice`,
  columns: (missing) => `Columns are missing: ${missing}`,
  otherKind: (kind) => `This looks like a file of ${kind}: choose that kind above`,
  kinds: { clients: 'clients', installations: 'installations', companies: 'companies', contacts: 'contacts' },
  tooLong: 'It has more cells than there are headings: quote a value that contains the separator',
  number: 'A whole number, without dots or spaces',
  words: (offered) => `Possible: ${offered}`,
  places: 'Such as LEV-01: 001 002 | LEV-02: 001',
  repeated: (line) => `The same as line ${line}`,
  numberOrEmail: 'Give the number or the e-mail address: without them nobody knows whether it exists',
  manyContacts: (numbers) => `Several contacts have that e-mail address (${numbers}): give the number`,
  noClient: 'No client has that code',
  noInstallation: 'No installation has that code',
  busy: 'Another file is being loaded: wait for its end and try again',
  wrongLines: 'Some lines are wrong: nothing has been loaded',
  changed: 'The data have changed since you saw them: nothing has been loaded',
}

export type SheetWords = typeof es

export const sheetWordsIn = (language: Language): SheetWords => (language === 'es' ? es : en)

export function faultIn(fault: SheetFault, words: SheetWords): string {
  if (fault.is === 'twice') return words.twice(fault.heading)
  if (fault.is !== 'columns') return words[fault.is]
  const missing = fault.missing.length === 0 ? [] : [words.columns(fault.missing.join(', '))]
  return [...(fault.looksLike ? [words.otherKind(words.kinds[fault.looksLike])] : []), ...missing].join('. ')
}

export const noParent = (kind: SheetKind, words: SheetWords): string =>
  kind === 'companies' ? words.noInstallation : words.noClient
