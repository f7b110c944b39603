export type Language = 'es' | 'en'

/** How each language writes dates and numbers: English like Great Britain, the day before the month. */
export const LOCALE = { es: 'es-ES', en: 'en-GB' } as const

/** The time zone of the office's promises. */
export const OFFICE_ZONE = 'Europe/Madrid'

/** Today's date at the office, `YYYY-MM-DD`. */
export const officeDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: OFFICE_ZONE }).format(at)

/**
 * An instant in the words of a sentence: «el martes 24 de noviembre a las 10:40», in the office's zone. Readers in
 * another zone are told whose time it is.
 */
export const momentIn = (language: Language, at: Date, readerZone?: string): string =>
  `${language === 'es' ? 'el' : 'on'} ${bareMomentIn(language, at, readerZone)}`

/** The same without «el», for «antes del martes 24 de noviembre a las 10:40». */
export function bareMomentIn(language: Language, at: Date, readerZone = OFFICE_ZONE): string {
  const day = new Intl.DateTimeFormat(LOCALE[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: OFFICE_ZONE,
  }).format(at)
  const time = new Intl.DateTimeFormat(LOCALE[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: OFFICE_ZONE,
  }).format(at)
  const moment = `${day.replace(',', '')} ${language === 'es' ? 'a las' : 'at'} ${time}`
  return showsOfficeTime(readerZone, at) ? moment : `${moment} (${OFFICE_TIME[language]})`
}

/** The name of the office's time, for readers in other zones. */
export const OFFICE_TIME = { es: 'hora peninsular', en: 'mainland Spain time' } as const

/**
 * Whether a zone's clocks show the office's time at a moment. A browser may report a zone that it does not know itself.
 */
export function showsOfficeTime(zone: string, at: Date): boolean {
  try {
    return clockIn(zone, at) === clockIn(OFFICE_ZONE, at)
  } catch {
    return false
  }
}

const clockIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
