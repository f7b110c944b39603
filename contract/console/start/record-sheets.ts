import { consoleInput, endpoint } from '../../endpoint.ts'
import { changedMeanwhile } from '../revision.ts'
import { consoleObject, count, list, nullable, oneOf, text } from '../../wire.ts'

/** The kinds of records that a CSV file can load, in this order: each may need records of the kinds before it. */
export const SHEET_KINDS = ['clients', 'installations', 'companies', 'contacts'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

/** A column: its field in the master's form, which the act and the audit take it from, and its possible headings in a file, the template's first. */
interface SheetColumn {
  readonly field: string
  readonly headings: readonly [string, ...string[]]
  /** A file without it cannot be read. */
  readonly isNeeded?: true
}

const column = <const Column extends SheetColumn>(one: Column) => one

const active = column({ field: 'active', headings: ['Activo', 'Activa', 'Active'] })
const email = column({ field: 'email', headings: ['Correo', 'Correo electrónico', 'E-mail', 'Email'] })
const client = column({ field: 'client', headings: ['Cliente', 'Código de cliente', 'Client'], isNeeded: true })
const name = column({ field: 'name', headings: ['Nombre', 'Name'], isNeeded: true })
const code = column({ field: 'code', headings: ['Código', 'Code'], isNeeded: true })

/** The columns of each kind, in the template's order. */
const COLUMNS = {
  clients: [
    code,
    name,
    email,
    { field: 'areas', headings: ['Aplicaciones', 'Applications'] },
    active,
    { field: 'secondFactorRequired', headings: ['Segundo factor', 'Second factor'] },
  ],
  installations: [
    code,
    client,
    { field: 'version', headings: ['Versión', 'Version'] },
    { field: 'entryMode', headings: ['Modo de entrada', 'Entry mode'] },
    active,
  ],
  companies: [{ field: 'installation', headings: ['Instalación', 'Installation'], isNeeded: true }, code, name, active],
  contacts: [
    client,
    { field: 'number', headings: ['Número', 'Number'] },
    name,
    email,
    { field: 'phone', headings: ['Teléfono', 'Phone'] },
    { field: 'visibility', headings: ['Qué tickets ve', 'Which tickets they see'] },
    { field: 'places', headings: ['Instalaciones y empresas', 'Installations and companies'] },
    active,
  ],
} as const satisfies Readonly<Record<SheetKind, readonly SheetColumn[]>>

export const SHEET_COLUMNS: Readonly<Record<SheetKind, readonly SheetColumn[]>> = COLUMNS
export type SheetField = (typeof COLUMNS)[SheetKind][number]['field']

/** The words that a cell may use for a member of a closed set, the template's first. */
export const SHEET_WORDS = {
  areas: {
    main: ['Principal', 'main'],
    apps: ['APPS'],
    aspro: ['BC', 'aspro'],
  },
  entryMode: {
    signed: ['Firmado', 'Solo enlace firmado', 'signed'],
    limited: ['Limitado', 'Limitado: también sin firma', 'limited'],
  },
  visibility: {
    own: ['Los suyos', 'own'],
    installation: ['Los de sus instalaciones', 'installation'],
    client: ['Todos', 'Todos: es administrador', 'client'],
  },
  yes: ['Sí', 'S', 'Yes', 'Y', '1', 'true', 'verdadero', 'x'],
  no: ['No', 'N', '0', 'false', 'falso'],
} as const

export const SHEET_BYTES = 2 * 1024 * 1024
/** The most lines of a file: this many are loaded well within the minute that a transaction has. */
export const SHEET_LINES = 2000

/** The outcomes of a line. */
export const SHEET_OUTCOMES = ['made', 'changed', 'same', 'wrong'] as const

const kind = oneOf(SHEET_KINDS)
const field = text(64)

/** The effects of a file, line by line, before or after it is loaded. */
export const sheetPlan = consoleObject({
  kind,
  lines: list(
    consoleObject({
      /** Counted like a spreadsheet's rows: the headings are line 1. */
      line: count,
      /** The name by which people recognise the record. */
      name: text(300),
      outcome: oneOf(SHEET_OUTCOMES),
      changes: list(consoleObject({ field, from: text(300), to: text(300) })),
      /** `field` is null for a problem of the whole line. */
      problems: list(consoleObject({ field: nullable(field), said: text(500) })),
    }),
  ),
  made: count,
  changed: count,
  same: count,
  wrong: count,
  /** Headings that name no column; their cells are not read. */
  unread: list(text(100)),
  /** A mark of everything above. Loading the file requires the mark of the preview that was read. */
  seen: text(64),
})

const given = {
  kind,
  /** The file's bytes as base64. */
  file: text(Math.ceil(SHEET_BYTES / 3) * 4),
}
const bodyBytes = Math.ceil(SHEET_BYTES / 3) * 4 + 1024

export const consoleRecordSheets = {
  preview: endpoint({
    method: 'POST',
    path: '/console/record-sheets/preview',
    summary:
      'What a CSV file of clients, installations, companies or contacts would create and change, line by line; at most 2 MB and 2,000 lines',
    access: 'supervisor',
    changes: false,
    budget: 'write',
    bodyBytes,
    input: consoleInput(given),
    data: sheetPlan,
  }),
  load: endpoint({
    method: 'POST',
    path: '/console/record-sheets/load',
    summary:
      'Carry a CSV file out as it was previewed: all of it or nothing. 409 with the present preview if it would do something else by now, or a line is wrong',
    access: 'supervisor',
    bodyBytes,
    input: consoleInput({ ...given, seen: text(64) }),
    data: sheetPlan,
  }),
}

export const sheetNow = changedMeanwhile(sheetPlan)
