import type { consoleAudit } from '#contract/console/audit.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import type { AuditMessages } from '../messages/audit-es.ts'
import type { Messages } from '../messages/es.ts'

type Detail = Data<typeof consoleAudit.list>['items'][number]['details'][number]

export interface DetailWords {
  readonly audit: AuditMessages
  readonly messages: Pick<Messages, 'area' | 'urgency' | 'view' | 'workState'> & {
    readonly role: Messages['layout']['role']
  }
  readonly format: Pick<Format, 'date' | 'dateTime' | 'day'>
  /** The label of a field at its record's screens, for fields without a word of the audit's own. */
  readonly labelOf?: (field: string) => string | undefined
}

export interface Said {
  readonly term: string
  readonly text: string
}

/** An act's details in words: «Nombre: «X» → «Y»». Details without a word appear under their internal name. */
export function sayDetails(details: readonly Detail[], words: DetailWords): Said[] {
  const facts = new Map(details.map(({ name, value, structured }) => [name, structured ? parsed(value) : value]))
  const [from, to] = [facts.get('from'), facts.get('to')]
  // Acts that change one or several things record both sides whole.
  const isWholeChange = facts.has('from') && facts.has('to')
  return [...facts].flatMap(([name, value]) => {
    if (name === 'from' && isWholeChange) return []
    if (name === 'to' && isRecord(value)) return changesBetween(isRecord(from) ? from : {}, value, words)
    if (name === 'to' && isWholeChange)
      return [{ term: termOf('changed', words), text: change('state', from, to, words) }]
    return [{ term: termOf(name, words), text: say(name, value, words) }]
  })
}

const changesBetween = (before: Values, after: Values, words: DetailWords): Said[] =>
  Object.entries(after).flatMap(([name, value]) =>
    JSON.stringify(before[name]) === JSON.stringify(value)
      ? []
      : [{ term: termOf(name, words), text: change(name, before[name], value, words) }],
  )

/** For lists, which may be long, the additions and removals. */
function change(name: string, from: unknown, to: unknown, words: DetailWords): string {
  if (!Array.isArray(from) || !Array.isArray(to)) return `${quoted(name, from, words)} → ${quoted(name, to, words)}`
  const missing = (some: readonly unknown[], others: readonly unknown[]) => {
    const known = others.map((other) => JSON.stringify(other))
    return some.filter((one) => !known.includes(JSON.stringify(one))).map((one) => quoted(name, one, words))
  }
  const [gone, come] = [missing(from, to), missing(to, from)]
  return [
    ...(gone.length > 0 ? [`${words.audit.gone} ${gone.join(', ')}`] : []),
    ...(come.length > 0 ? [`${words.audit.come} ${come.join(', ')}`] : []),
  ].join('; ')
}

const NOTHING = '–'

function quoted(name: string, value: unknown, words: DetailWords): string {
  const said = say(name, value, words)
  return said === NOTHING ? said : words.audit.quote(said)
}

function say(name: string, value: unknown, words: DetailWords): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? words.audit.yes : words.audit.no
  if (typeof value === 'number') return choice(name, String(value), words) ?? String(value)
  if (typeof value === 'string') return choice(name, value, words) ?? moment(name, value, words) ?? value
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map((one) => say(name, one, words)).join(', ')
  return isRecord(value) ? sayRecord(name, value, words) : JSON.stringify(value)
}

function sayRecord(name: string, value: Values, words: DetailWords): string {
  const { name: own, from, to, month, day, date, easter, opens, closes, week, ...rest } = value
  if ('from' in value && 'to' in value && Object.keys(value).length === 2) return change(name, from, to, words)
  if (opens !== undefined) return `${say('', opens, words)}–${say('', closes, words)}`
  const { weekdays, seasons, easter: fromEaster } = words.audit.calendar
  const when = [
    ...(typeof month === 'number' ? [`${say('', day, words)}/${month}`] : []),
    ...(typeof date === 'string' ? [say('', date, words)] : []),
    ...(typeof easter === 'number' ? [fromEaster(easter)] : []),
    ...(from !== undefined ? [`${say('', from, words)}–${say('', to, words)}`] : []),
    ...(isRecord(week)
      ? Object.entries(week).map(([weekday, hours]) => `${weekdays[weekday] ?? weekday} ${say('', hours, words)}`)
      : []),
    ...Object.entries(rest).map(([part, some]) => `${termOf(part, words, false)} ${say(part, some, words)}`),
  ].join(', ')
  if (own === undefined) return when
  const title = (name === 'seasons' ? seasons[say('', own, words)] : undefined) ?? say('', own, words)
  return when === '' ? title : `${title} (${when})`
}

/** The word for a member of a closed set. */
function choice(name: string, value: string, { audit, messages }: DetailWords): string | undefined {
  const { views, kinds, states, periods, stages, refusals, entryModes, visibilities, detail, acts } = audit
  const { view, workState, area, urgency, role } = messages
  const sets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    act: Object.fromEntries(Object.entries(acts).map(([act, words]) => [`/console/${act}`, words])),
    area,
    areas: area,
    entryMode: entryModes,
    kind: kinds,
    period: periods,
    personal: detail,
    refused: refusals,
    role,
    stage: stages,
    state: { ...workState, ...states },
    urgency,
    view: { ...views, ...view },
    visibility: visibilities,
    where: stages,
  }
  const set = sets[name]
  return set && Object.hasOwn(set, value) ? set[value] : undefined
}

/** Typed text appears as typed. */
const TYPED = ['search', 'text', 'textEs', 'textEn', 'title', 'name', 'reason']

function moment(name: string, value: string, { format }: DetailWords): string | undefined {
  if (TYPED.includes(name)) return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return format.dateTime(new Date(value))
  return undefined
}

function termOf(name: string, { audit: { detail }, labelOf }: DetailWords, begins = true): string {
  const term = detail[name] ?? labelOf?.(name) ?? name
  return begins ? `${term.charAt(0).toUpperCase()}${term.slice(1)}` : term
}

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
