import { expect, test } from 'vitest'
import legal from '#content/legal-texts.json' with { type: 'json' }
import stored from '#content/settings.json' with { type: 'json' }
import { legalTexts, settings } from './settings.ts'

test('the provider’s settings fit', () => {
  expect(settings.parse(stored)).toEqual(stored)
})

test('so do the legal texts', () => {
  expect(legalTexts.parse(legal)).toEqual(legal)
})

test('the hours that people read are those of the specification', () => {
  expect(stored.contact.openingHours.es).toEqual([
    'De lunes a jueves, de 08:30 a 18:00',
    'Viernes, de 08:00 a 14:30',
    'Verano, Navidad y Semana Santa: de lunes a viernes, de 08:00 a 14:45',
  ])
})

test('a provider without demos, and without some of the addresses, is fine too', () => {
  const { demos: _demos, ...withoutDemos } = stored
  const contact = { ...stored.contact, emails: {}, customerDefender: undefined }
  expect(settings.safeParse({ ...withoutDemos, contact }).success).toBe(true)
})

test('settings from before the choice of files take only the specification’s kinds', () => {
  const { files: _files, ...before } = stored
  expect(settings.parse(before).files).toEqual({ also: [] })
  expect(settings.safeParse({ ...stored, files: { also: ['exe'] } }).success).toBe(false)
})

test('every switch is on, and files, sessions and requests have their limits', () => {
  expect(stored.flags).toEqual({
    checkTextLength: true,
    checkIncidentFiles: true,
    saveClosedChats: true,
    streamAnswers: true,
  })
  expect(stored.limits).toEqual({
    attachmentBytes: 20_971_520,
    attachments: 10,
    sessionIdleMinutes: 60,
    sessionHours: 12,
    consoleIdleMinutes: 60,
    consoleSessionHours: 12,
    creationsPerMinute: 60,
    uploadsPerMinute: 120,
    readsPerMinute: 600,
    writesPerMinute: 120,
    draftsPerMinute: 120,
    entriesPerMinute: 600,
    changesPerHour: 1200,
    colleagues: 40,
    storage: {
      personPerDay: 1_073_741_824,
      clientPerDay: 5_368_709_120,
      staged: 524_288_000,
      technicianPerDay: 5_368_709_120,
      limitedLinksPerDay: 209_715_200,
    },
    limitedLinks: { entriesPerHour: 120, creationsPerHour: 40, uploadsPerHour: 60, writesPerHour: 300 },
  })
})

test.each<[string, unknown]>([
  ['a demo that is not reached by https', { ...stored, demos: { ...stored.demos, address: 'javascript:alert(1)' } }],
  ['an address that is none', { ...stored, contact: { ...stored.contact, email: 'soporte' } }],
  ['a colour by name', { ...stored, appearance: { accent: 'teal' } }],
  ['a limit of zero', { ...stored, limits: { ...stored.limits, attachments: 0 } }],
  ['an unknown switch', { ...stored, flags: { ...stored.flags, other: true } }],
  ['no assistant', { ...stored, assistant: undefined }],
  ['no name', { ...stored, product: { name: '' } }],
])('the schema refuses %s', (_, broken) => {
  expect(settings.safeParse(broken).success).toBe(false)
})
