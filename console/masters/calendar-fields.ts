import type { consoleOfficeCalendar } from '#contract/console/office-calendar.ts'
import type { Data } from '#contract/endpoint.ts'
import { WEEKDAYS, type Weekday } from '#domain/office/weekdays.ts'

export type Calendar = Data<typeof consoleOfficeCalendar.view>['calendar']
type StoredSeason = Calendar['seasons'][number]
type StoredDayOff = Calendar['daysOff'][number]
type StoredYearDay = NonNullable<StoredSeason['from']>

/** A day in the form: a date of every year, a number of days from Easter Sunday, or a single date. */
export interface DayFields {
  readonly kind: 'yearly' | 'easter' | 'once'
  readonly month: string
  readonly day: string
  readonly easter: string
  readonly date: string
}

export interface HoursFields {
  readonly opens: string
  readonly closes: string
}

export interface SeasonFields {
  /** Distinguishes days of the same name while the form is open. */
  readonly key: string
  readonly name: StoredSeason['name']
  readonly from: DayFields
  readonly to: DayFields
  readonly week: Readonly<Record<Weekday, HoursFields>>
}

export interface DayOffFields extends DayFields {
  readonly key: string
  readonly name: string
}

export interface CalendarFields {
  readonly zone: string
  readonly seasons: readonly SeasonFields[]
  readonly daysOff: readonly DayOffFields[]
}

export const NEW_DAY: DayFields = { kind: 'yearly', month: '1', day: '1', easter: '0', date: '' }

/** No hours at all. */
const CLOSED: HoursFields = { opens: '', closes: '' }
export const newSeason = (key: string, name: SeasonFields['name']): SeasonFields => ({
  key,
  name,
  from: NEW_DAY,
  to: NEW_DAY,
  week: weekFields(undefined),
})

export const calendarFields = ({ zone, seasons, daysOff }: Calendar): CalendarFields => ({
  zone,
  seasons: seasons.map(({ name, from, to, week }, index) => ({
    key: `temporada-${index}`,
    name,
    from: dayFields(from),
    to: dayFields(to),
    week: weekFields(week),
  })),
  daysOff: daysOff.map((day, index) => ({ key: `festivo-${index}`, name: day.name, ...dayFields(day) })),
})

const weekFields = (week: StoredSeason['week']): SeasonFields['week'] => ({
  1: week?.[1] ?? CLOSED,
  2: week?.[2] ?? CLOSED,
  3: week?.[3] ?? CLOSED,
  4: week?.[4] ?? CLOSED,
  5: week?.[5] ?? CLOSED,
  6: week?.[6] ?? CLOSED,
  7: week?.[7] ?? CLOSED,
})

function dayFields(day: (StoredYearDay & { readonly date?: string | undefined }) | undefined): DayFields {
  if (day?.date !== undefined) return { ...NEW_DAY, kind: 'once', date: day.date }
  if (day?.easter !== undefined) return { ...NEW_DAY, kind: 'easter', easter: String(day.easter) }
  return { ...NEW_DAY, month: String(day?.month ?? 1), day: String(day?.day ?? 1) }
}

/** The calendar to send; a weekday without hours is closed, and the rest of the year has no bounds. */
export const calendarOf = ({ zone, seasons, daysOff }: CalendarFields): Calendar => ({
  zone,
  seasons: seasons.map(({ name, from, to, week }) => ({
    name,
    ...(name !== 'normal' && { from: yearDay(from), to: yearDay(to) }),
    week: Object.fromEntries(
      WEEKDAYS.flatMap((weekday) => (isClosed(week[weekday]) ? [] : [[weekday, week[weekday]] as const])),
    ),
  })),
  daysOff: daysOff.map((day): StoredDayOff => {
    const name = day.name.trim()
    return day.kind === 'once' ? { date: day.date, name } : { ...yearDay(day), name }
  }),
})

export const isClosed = ({ opens, closes }: HoursFields): boolean => opens.trim() === '' && closes.trim() === ''

const yearDay = ({ kind, month, day, easter }: DayFields): StoredYearDay =>
  kind === 'easter' ? { easter: Number(easter) } : { month: Number(month), day: Number(day) }

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/

/** The form's problems by place: `<key> <field>`. */
export function calendarProblems({
  seasons,
  daysOff,
}: CalendarFields): ReadonlyMap<string, 'time' | 'order' | 'day' | 'required'> {
  const found = new Map<string, 'time' | 'order' | 'day' | 'required'>()
  for (const { key, name, from, to, week } of seasons) {
    if (name !== 'normal') {
      if (!isDay(from)) found.set(`${key} from`, 'day')
      if (!isDay(to)) found.set(`${key} to`, 'day')
    }
    for (const weekday of WEEKDAYS) {
      const hours = week[weekday]
      if (isClosed(hours)) continue
      const isTime = TIME.test(hours.opens)
      if (!isTime) found.set(`${key} ${weekday} opens`, 'time')
      if (!TIME.test(hours.closes)) found.set(`${key} ${weekday} closes`, 'time')
      else if (isTime && hours.opens >= hours.closes) found.set(`${key} ${weekday} closes`, 'order')
    }
  }
  for (const day of daysOff) {
    if (!isDay(day)) found.set(`${day.key} day`, 'day')
    if (day.name.trim() === '') found.set(`${day.key} name`, 'required')
  }
  return found
}

function isDay({ kind, month, day, easter, date }: DayFields): boolean {
  if (kind === 'once') return /^\d{4}-\d{2}-\d{2}$/.test(date)
  if (kind === 'easter') return /^-?\d{1,3}$/.test(easter) && Number(easter) >= -80 && Number(easter) <= 250
  // In a leap year, so that 29 February is valid.
  const days = new Date(Date.UTC(2028, Number(month), 0)).getUTCDate()
  return /^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= days
}
