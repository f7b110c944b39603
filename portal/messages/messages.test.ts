import { beforeEach, expect, test, vi } from 'vitest'
import { product } from '#content/settings.json'
import { assistantEn } from './assistant-en.ts'
import { assistantEs } from './assistant-es.ts'
import { conversationEn } from '../conversation/conversation-words-en.ts'
import { conversationEs } from '../conversation/conversation-words-es.ts'
import { en } from './en.ts'
import { entranceEs } from './entrance-es.ts'
import { es } from './es.ts'
import { lifeLineEn } from './life-line-en.ts'
import { expectationEs } from './expectation-es.ts'
import { lifeLineEs } from './life-line-es.ts'
import { mailedEn } from './mailed-en.ts'
import { mailedEs } from './mailed-es.ts'
import { problemsEn } from './problems/problems-en.ts'
import { problemsEs } from './problems/problems-es.ts'
import { valuationsEn } from './valuations-en.ts'
import { valuationsEs } from './valuations-es.ts'
import { formatIn } from '#browser/format.ts'
import { entranceMessagesNow, languageNow, onLanguageChange, restoreLanguage, setLanguage } from './language.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('document', { documentElement: { lang: 'es' } })
})

test('the language is Spanish until another is chosen; the choice is announced, kept and restored', async () => {
  await restoreLanguage()
  expect(languageNow()).toBe('es')
  const told = vi.fn<() => void>()
  onLanguageChange(told)
  await setLanguage('en')
  expect(entranceMessagesNow()).toBe(en)
  expect(told).toHaveBeenCalledTimes(1)
  expect(document.documentElement.lang).toBe('en')
  await setLanguage('es')
  expect(entranceMessagesNow()).toBe(entranceEs)
  stored.set('idioma', 'en')
  await restoreLanguage()
  expect(languageNow()).toBe('en')
})

test('no sentence is empty, and only names are the same in both languages', () => {
  const spanish = sentencesOf({
    ...es,
    assistant: assistantEs,
    lifeLine: lifeLineEs,
    valuations: valuationsEs,
    mailed: mailedEs,
    known: problemsEs,
    conversation: conversationEs,
  })
  const english = sentencesOf({
    ...en,
    assistant: assistantEn,
    lifeLine: lifeLineEn,
    valuations: valuationsEn,
    mailed: mailedEn,
    known: problemsEn,
    conversation: conversationEn,
  })
  expect([...spanish.values(), ...english.values()].filter((sentence) => sentence.trim() === '')).toEqual([])
  const same = [...spanish].filter(
    ([key, sentence]) =>
      english.get(key) === sentence && sentence !== product.name && /\p{L}{4,} \p{L}/u.test(sentence),
  )
  expect(same).toEqual([])
})

test('out of hours the form and the assistant report a ticket with the time when the office opens', () => {
  const opening = new Date('2026-11-23T07:30:00Z')
  const late =
    'Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos el lunes 23 de noviembre a las 08:30'
  expect(es.tickets.form.done(7)).toBe('Hemos registrado tu Ticket número 7')
  expect(es.tickets.form.doneOutOfHours(7, opening)).toContain(`Hemos registrado tu Ticket número 7. ${late}`)
  expect(assistantEs.done.solved(7)).toContain('Está en «Mis tickets e incidencias»')
  expect(assistantEs.done.unsolvedOutOfHours(7, opening)).toContain(
    `Hemos registrado tu Ticket número 7, con toda la conversación. ${late}`,
  )
})

test('a sentence that names an hour has its day in words', () => {
  const at = new Date('2026-11-23T07:30:00Z')
  const words = 'lunes 23 de noviembre a las 08:30'
  expect(expectationEs.opens(at)).toContain(`La oficina abre el ${words}`)
  expect(expectationEs.answerBy(at)).toContain(`Responderemos antes del ${words}`)
  expect(expectationEs.missed(at)).toContain(`Debimos responder antes del ${words}`)
})

test('urgencies and channels have words; the letters of old tickets stay letters', () => {
  const { urgency, channel } = es.tickets
  const [numbered, old] = [
    ['Muy baja', 'Baja', 'Normal', 'Alta', 'Muy alta', 'Bloqueante'],
    ['N', 'A', 'M', 'B'],
  ]
  expect(Object.values(urgency)).toEqual([...numbered, ...old])
  expect(channel).toEqual({ mail: 'Correo', phone: 'Teléfono', online: 'Soporte Online' })
})

test('a date and its time stand in the office’s zone, through both changes of the clock', () => {
  const { date, dateTime, day } = formatIn('es')
  expect(dateTime(new Date('2026-11-24T09:40:00Z'))).toBe('24/11/2026, 10:40')
  expect(dateTime(new Date('2026-07-24T09:40:00Z'))).toBe('24/07/2026, 11:40')
  expect(date(new Date('2026-03-31T22:30:00Z'))).toBe('01/04/2026')
  expect(day('2026-03-29')).toBe('29/03/2026')
})

test.each([
  [0, 'hace 1 min', '1 min ago'],
  [59 * 60, 'hace 59 min', '59 min ago'],
  [2 * 3600, 'hace 2 h', '2 hr ago'],
  [23.6 * 3600, 'hace 23 h', '23 hr ago'],
  [72 * 3600, 'hace 3 días', '3 days ago'],
  [59 * 24 * 3600, 'hace 59 días', '59 days ago'],
  [61 * 24 * 3600, 'hace 2 meses', '2 months ago'],
  [700 * 24 * 3600, 'hace 22 meses', '22 months ago'],
  [731 * 24 * 3600, 'hace 2 años', '2 years ago'],
])('an instant %i s ago', (seconds, spanish, english) => {
  const now = new Date('2026-11-24T09:40:00Z')
  const at = new Date(now.getTime() - seconds * 1000)
  expect([formatIn('es').ago(at, now), formatIn('en').ago(at, now)]).toEqual([spanish, english])
})

test('numbers, sizes and plurals follow the language', () => {
  const spanish = formatIn('es')
  const english = formatIn('en')
  expect([spanish.number(12345.5), english.number(12345.5)]).toEqual(['12.345,5', '12,345.5'])
  expect([spanish.bytes(1_572_864), english.bytes(1_572_864)]).toEqual(['1,5 MB', '1.5 MB'])
  expect([spanish.bytes(512), spanish.bytes(20_971_520)]).toEqual(['512 bytes', '20 MB'])
  const files = { one: 'archivo', other: 'archivos' }
  expect([0, 1, 2, 1_000_000].map((count) => spanish.plural(count, files))).toEqual([
    'archivos',
    'archivo',
    'archivos',
    'archivos',
  ])
})

/** Every plain sentence of a catalogue by its path; functions are left out. */
function sentencesOf(part: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${path}${key}`, value] as const]
      return typeof value === 'object' && value !== null ? [...sentencesOf(value, `${path}${key}.`)] : []
    }),
  )
}
