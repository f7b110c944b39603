import type { Language } from '#contract/moment.ts'
import { type Bounds, MEBIBYTE, boundsAt } from '#domain/provider/limit-bounds.ts'
import type { LogoProblem } from '../../settings/logo.ts'

const es = {
  email: 'Formato email incorrecto',
  colour: 'Un color de seis cifras, como #0a6b5d',
  hours: 'Más de 0 horas y 400 como mucho',
  days: 'De 1 a 250 días',
  warnedBefore: 'El aviso va antes del cierre: menos días que el plazo',
  between: (least: string, most: string) => `De ${least} a ${most}`,
  empty: 'Escriba al menos un párrafo',
  legal: 'Los textos legales llegan con cada página: 20.000 caracteres como mucho entre todos',
  base64: 'El archivo no ha llegado entero: elíjalo otra vez',
  'too-large': 'El logotipo es demasiado grande: 256 kB como mucho',
  'not-a-picture': 'No es un logotipo que se admita: un SVG, PNG o WebP',
  'too-wide': 'El logotipo tiene demasiados píxeles: 2048 de lado como mucho',
  moving: 'El logotipo no puede moverse: guárdelo como imagen fija',
  drawing: (what: string) => `El SVG lleva algo que no solo dibuja: quite «${what}» o guárdelo como PNG`,
  other: 'Este valor no se admite',
}

const en: typeof es = {
  email: 'Wrong e-mail format',
  colour: 'A colour of six digits, such as #0a6b5d',
  hours: 'More than 0 hours, and 400 at the most',
  days: 'From 1 to 250 days',
  warnedBefore: 'The warning comes before the closing: fewer days than the period',
  between: (least, most) => `From ${least} to ${most}`,
  empty: 'Write at least one paragraph',
  legal: 'Legal texts come with every page: 20,000 characters at the most, all together',
  base64: 'The file has not arrived whole: choose it again',
  'too-large': 'The logo is too large: 256 kB at the most',
  'not-a-picture': 'This is no logo that is taken: an SVG, PNG or WebP',
  'too-wide': 'The logo has too many pixels: 2048 a side at the most',
  moving: 'The logo cannot move: save it as a still picture',
  drawing: (what) => `The SVG has something that does more than draw: remove “${what}”, or save it as a PNG`,
  other: 'This value is not possible',
}

const wordsIn = (language: Language) => (language === 'es' ? es : en)

/** Why a picture is refused as the logo. */
export function refusedLogo(problem: LogoProblem, language: Language): string {
  const words = wordsIn(language)
  return problem.is === 'drawing' ? words.drawing(problem.what) : words[problem.is]
}

export const cutOffLogo = (language: Language): string => wordsIn(language).base64
export const emptyText = (language: Language): string => wordsIn(language).empty
export const longTexts = (language: Language): string => wordsIn(language).legal

/** Which numbers a limit takes; bytes in MB. */
export function outOfBounds(path: string, bounds: Bounds, language: Language): string {
  const inBytes = path === 'limits.attachmentBytes' || path.startsWith('limits.storage.')
  const shown = (value: number) =>
    inBytes
      ? `${(value / MEBIBYTE).toLocaleString(language)} MB`
      : value.toLocaleString(language, { useGrouping: 'always' })
  return wordsIn(language).between(shown(bounds[0]), shown(bounds[1]))
}

/** Why a setting's value is refused. */
export function refusedSetting(path: readonly PropertyKey[], language: Language): string {
  const words = wordsIn(language)
  const [group, field] = path
  const bounds = boundsAt(path.join('.'))
  if (bounds) return outOfBounds(path.join('.'), bounds, language)
  if (group === 'appearance') return words.colour
  if (group === 'promises') return words.hours
  if (group === 'silence') return field === undefined ? words.warnedBefore : words.days
  if (group === 'contact' && field !== 'phone' && field !== 'openingHours') return words.email
  return words.other
}
