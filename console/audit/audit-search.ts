/** What the audit is searched by. */
export interface AuditFilter {
  readonly client?: number
  readonly ticket?: number
  readonly technician?: string
  readonly act?: string
  /** Days of the office, `YYYY-MM-DD`, both included. */
  readonly from?: string
  readonly until?: string
}

/** The same in the browser's address. */
export interface AuditSearch {
  readonly cliente?: number
  readonly ticket?: number
  readonly usuario?: string
  readonly acto?: string
  readonly desde?: string
  readonly hasta?: string
}

/** What an address says; what it says wrongly is left out. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  return searchOf({
    client: raw['cliente'],
    ticket: raw['ticket'],
    technician: raw['usuario'],
    act: raw['acto'],
    from: raw['desde'],
    until: raw['hasta'],
  })
}

export const auditFilter = ({ cliente, ticket, usuario, acto, desde, hasta }: AuditSearch): AuditFilter => ({
  ...(cliente !== undefined && { client: cliente }),
  ...(ticket !== undefined && { ticket }),
  ...(usuario !== undefined && { technician: usuario }),
  ...(acto !== undefined && { act: acto }),
  ...(desde !== undefined && { from: desde }),
  ...(hasta !== undefined && { until: hasta }),
})

/** The address of what was typed or chosen. */
export function searchOf(typed: Readonly<Partial<Record<keyof AuditFilter, unknown>>>): AuditSearch {
  const client = numberIn(typed.client)
  const ticket = numberIn(typed.ticket)
  const technician = textIn(typed.technician)
  const act = textIn(typed.act)
  const [from, until] = [dayIn(typed.from), dayIn(typed.until)]
  return {
    ...(client !== null && { cliente: client }),
    ...(ticket !== null && { ticket }),
    ...(technician !== null && { usuario: technician }),
    ...(act !== null && { acto: act }),
    ...(from !== null && { desde: from }),
    ...(until !== null && { hasta: until }),
  }
}

function numberIn(typed: unknown): number | null {
  const number = Number(typed)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

const textIn = (typed: unknown): string | null =>
  typeof typed === 'string' && typed !== '' ? typed.slice(0, 200) : null

const dayIn = (typed: unknown): string | null =>
  typeof typed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : null
