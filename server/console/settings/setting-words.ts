import type { Language } from '#contract/moment.ts'

const es = {
  email: 'Formato email incorrecto',
  colour: 'Un color de seis cifras, como #0a6b5d',
  hours: 'Más de 0 horas y 400 como mucho',
  days: 'De 1 a 250 días',
  warnedBefore: 'El aviso va antes del cierre: menos días que el plazo',
  other: 'Este valor no se admite',
}

const en: typeof es = {
  email: 'Wrong e-mail format',
  colour: 'A colour of six digits, such as #0a6b5d',
  hours: 'More than 0 hours, and 400 at the most',
  days: 'From 1 to 250 days',
  warnedBefore: 'The warning comes before the closing: fewer days than the period',
  other: 'This value is not possible',
}

/** Why a setting's value is refused. */
export function refusedSetting(path: readonly PropertyKey[], language: Language): string {
  const words = language === 'es' ? es : en
  const [group, field] = path
  if (group === 'appearance') return words.colour
  if (group === 'promises') return words.hours
  if (group === 'silence') return field === undefined ? words.warnedBefore : words.days
  if (group === 'contact' && field !== 'phone' && field !== 'openingHours') return words.email
  return words.other
}
