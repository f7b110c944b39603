/** What a canned answer may name; written `{{client}}` or, in Spanish, `{{cliente}}` in its text. */
export const CANNED_FIELDS = ['client', 'contact', 'ticket', 'technician', 'version', 'installation'] as const
export type CannedField = (typeof CANNED_FIELDS)[number]

/** What each is called where Spanish is spoken; with or without its accent. */
export const SPANISH_FIELDS: Readonly<Record<CannedField, string>> = {
  client: 'cliente',
  contact: 'contacto',
  ticket: 'ticket',
  technician: 'técnico',
  version: 'versión',
  installation: 'instalación',
}

/** The text with its fields filled in. What names no field stays as it is: `unknownFields` tells of it. */
export const filledIn = (text: string, values: Readonly<Record<CannedField, string>>): string =>
  text.replaceAll(WRITTEN, (written) => {
    const field = fieldOf(written)
    return field ? values[field] : written
  })

/** What looks like a field and is none, as it is written; each once. A customer would read it so. */
export const unknownFields = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(WRITTEN), ([written]) => written).filter((written) => !fieldOf(written))),
]

/** Also one that was begun and not ended. */
const WRITTEN = /\{\{[^{}\n]{0,60}(?:\}\})?/g

function fieldOf(written: string): CannedField | undefined {
  if (!written.endsWith('}}')) return undefined
  const name = plain(written.slice(2, -2).trim())
  return CANNED_FIELDS.find((field) => field === name || plain(SPANISH_FIELDS[field]) === name)
}

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
