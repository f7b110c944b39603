import { wordsOf } from '#domain/search/search.ts'

/** Qualifiers that narrow a technician's search: `cliente:1001 módulo:ventas antes:2026-05 sin:asignar`. */
export interface Narrowing {
  /** A client's code, or words of its name. */
  readonly client?: string
  readonly module?: string
  /** A technician's user name, or words of the name; `yo` or `me` is the technician who searches. */
  readonly assignee?: string
  readonly isUnassigned?: true
  readonly isOpen?: boolean
  /** Office days, `YYYY-MM-DD`: from `since` on, and up to the day before `before`. */
  readonly since?: string
  readonly before?: string
}

/** The words of a search, and the qualifiers that narrow it. */
export interface Asked {
  readonly words: string
  readonly narrowing: Narrowing
}

/** `name:value` or `name:"two words"`; a blank before a number, as telephones write it, counts for nothing. */
const QUALIFIER = /(?<=^|\s)([\p{L}]+):(?:\s(?=\d))?(?:"([^"]{1,100})"|«([^»]{1,100})»|([^\s"«]{1,100}))(?=\s|$)/gu

/** Names are compared without accents. An unknown qualifier is searched for like any other word. */
export function askedOf(question: string): Asked {
  const narrowing: Record<string, string | boolean> = {}
  const words = question.replaceAll(QUALIFIER, (whole: string, name: string, ...[one, other, plain]: string[]) => {
    const read = READ.get(plainOf(name))?.(one ?? other ?? plain ?? '')
    if (read) Object.assign(narrowing, read)
    return read ? ' ' : whole
  })
  return { words: words.trim().replaceAll(/\s+/g, ' '), narrowing }
}

export const isNarrowed = (narrowing: Narrowing): boolean => Object.keys(narrowing).length > 0

type Read = (value: string) => Narrowing | null

const state: Read = (value) => {
  const said = plainOf(value)
  if (['abierto', 'abiertos', 'open'].includes(said)) return { isOpen: true }
  return ['terminado', 'terminados', 'cerrado', 'closed', 'ended'].includes(said) ? { isOpen: false } : null
}
const nobody: Read = (value) =>
  ['asignar', 'tecnico', 'assignee', 'technician'].includes(plainOf(value)) ? { isUnassigned: true } : null
const client: Read = (value) => ({ client: value })
const module: Read = (value) => ({ module: value })
const assignee: Read = (value) => ({ assignee: value })
const since: Read = (value) => ofDay(value, (day) => ({ since: day }))
const before: Read = (value) => ofDay(value, (day) => ({ before: day }))

const READ: ReadonlyMap<string, Read> = new Map(
  Object.entries({
    cliente: client,
    client,
    modulo: module,
    module,
    tecnico: assignee,
    asignado: assignee,
    technician: assignee,
    assignee,
    sin: nobody,
    no: nobody,
    estado: state,
    es: state,
    state,
    is: state,
    desde: since,
    since,
    antes: before,
    before,
  }),
)

const plainOf = (said: string): string =>
  wordsOf(said)
    .map(({ word }) => word)
    .join(' ')

/** A year or a month counts as its first day. */
function ofDay(value: string, narrowed: (day: string) => Narrowing): Narrowing | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value) ?? []
  if (year === undefined || Number(year) < 1900) return null
  const whole = `${year}-${month}-${day}`
  const at = new Date(`${whole}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(whole) ? narrowed(whole) : null
}
