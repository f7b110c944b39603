import { LOCALE, type Language, OFFICE_ZONE } from '#contract/moment.ts'

/** The forms of a word by count; `other` covers every form not listed. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** One format of dates and hours for all screens; in sentences `momentIn` words them, with the same hour. */
export interface Format {
  /** 24/11/2026, in the office's zone. */
  readonly date: (at: Date) => string
  /** 10:40 in the office's zone. */
  readonly time: (at: Date) => string
  /** 24/11/2026, 10:40 in the office's zone. */
  readonly dateTime: (at: Date) => string
  /** A day without a time, `YYYY-MM-DD`. */
  readonly day: (day: string) => string
  /** The age of an instant: hace 2 h, hace 3 días, hace 2 meses. */
  readonly ago: (at: Date, now: Date) => string
  /** The age for narrow places: 2 h, 3 d. */
  readonly span: (ms: number) => string
  readonly number: (value: number) => string
  /** 1,5 MB, counted like our customers' file managers: 1 MB is 1024 kB. */
  readonly bytes: (bytes: number) => string
  /** The form for a count, without the count itself. */
  readonly plural: (count: number, forms: PluralForms) => string
}

/** One for each language: making a formatter costs more than all its formatting. */
export function formatIn(language: Language): Format {
  const format = formats.get(language) ?? made(language)
  formats.set(language, format)
  return format
}

const formats = new Map<Language, Format>()

function made(language: Language): Format {
  const locale = LOCALE[language]
  const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { timeZone: OFFICE_ZONE, ...options }))
  const date = dates(numeric)
  const timeOfDay = dates(time)
  const dateTime = dates({ ...numeric, ...time })
  const day = dates({ ...numeric, timeZone: 'UTC' })
  const number = lazily(() => new Intl.NumberFormat(locale))
  const short = lazily(() => new Intl.RelativeTimeFormat(locale, { style: 'short' }))
  const long = lazily(() => new Intl.RelativeTimeFormat(locale))
  const plurals = lazily(() => new Intl.PluralRules(locale))
  return {
    date: (at) => date().format(at),
    time: (at) => timeOfDay().format(at),
    dateTime: (at) => dateTime().format(at),
    day: (value) => day().format(new Date(`${value}T00:00:00Z`)),
    ago: (at, now) => agoIn(short(), long(), now.getTime() - at.getTime()),
    span: (ms) => spanIn(locale, ms),
    number: (value) => number().format(value),
    bytes: (bytes) => bytesIn(locale, bytes),
    plural: (count, forms) => forms[plurals().select(count)] ?? forms.other,
  }
}

/** Formatters are costly to make and few screens need them all, so each is made when first used. */
function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Whole units that have passed: what was a day and a half ago was a day ago. */
function agoIn(short: Intl.RelativeTimeFormat, long: Intl.RelativeTimeFormat, ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return short.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return short.format(-hours, 'hour')
  const days = Math.floor(hours / 24)
  if (days < 60) return long.format(-days, 'day')
  const months = Math.floor(days / 30.44)
  return months < 24 ? long.format(-months, 'month') : long.format(-Math.floor(days / 365.25), 'year')
}

function spanIn(locale: string, ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  const [value, unit] =
    minutes < 60 ? [minutes, 'minute'] : hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  // Spanish separates short units from the number, but not narrow ones; English short units are words.
  const unitDisplay = locale.startsWith('es') ? 'short' : 'narrow'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function bytesIn(locale: string, bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** step)
}
