/** The fields of a canned answer, written `{{client}}` or, in Spanish, `{{cliente}}` in its text. */
export const CANNED_FIELDS = ['client', 'contact', 'ticket', 'technician', 'version', 'installation'] as const
export type CannedField = (typeof CANNED_FIELDS)[number]

/** Each field's Spanish name; its accent may be missing. */
export const SPANISH_FIELDS: Readonly<Record<CannedField, string>> = {
  client: 'cliente',
  contact: 'contacto',
  ticket: 'ticket',
  technician: 'técnico',
  version: 'versión',
  installation: 'instalación',
}

/** The text with its fields filled in. Unknown fields stay as they are; `unknownFields` lists them. */
export const filledIn = (text: string, values: Readonly<Record<CannedField, string>>): string =>
  text.replaceAll(WRITTEN, (written) => {
    const field = fieldOf(written)
    return field ? values[field] : written
  })

/** A text's unknown fields as written, each once: customers would see them. */
export const unknownFields = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(WRITTEN), ([written]) => written).filter((written) => !fieldOf(written))),
]

/** A field without its closing braces counts, too. */
const WRITTEN = /\{\{[^{}\n]{0,60}(?:\}\})?/g

function fieldOf(written: string): CannedField | undefined {
  if (!written.endsWith('}}')) return undefined
  const name = plain(written.slice(2, -2).trim())
  return CANNED_FIELDS.find((field) => field === name || plain(SPANISH_FIELDS[field]) === name)
}

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
