export type Language = 'es' | 'en'

/** The zone that the office's promises are made in. */
export const OFFICE_ZONE = 'Europe/Madrid'

/** The day that it is in the office, `YYYY-MM-DD`. */
export const officeDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: OFFICE_ZONE }).format(at)

/** An instant as it stands in a sentence: «el martes 24 de noviembre a las 10:40», in the office's zone. */
export function momentIn(language: Language, at: Date): string {
  const day = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: OFFICE_ZONE,
  }).format(at)
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: OFFICE_ZONE,
  }).format(at)
  return language === 'es' ? `el ${day.replace(',', '')} a las ${time}` : `on ${day} at ${time}`
}
