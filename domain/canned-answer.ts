/** What a canned answer may name; written `{{client}}` in its text. */
export const CANNED_FIELDS = ['client', 'contact', 'ticket', 'technician', 'version', 'installation'] as const
export type CannedField = (typeof CANNED_FIELDS)[number]

/** The text with its fields filled in. What names no field stays as it is, so that whoever sends it sees it. */
export const filledIn = (text: string, values: Readonly<Record<CannedField, string>>): string =>
  text.replaceAll(/\{\{\s*([a-z]+)\s*\}\}/gi, (written: string, name: string) => {
    const field = CANNED_FIELDS.find((known) => known === name.toLowerCase())
    return field ? values[field] : written
  })
