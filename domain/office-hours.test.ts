import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import stored from '#content/office-calendar.json' with { type: 'json' }
import { officeCalendar, type OfficeCalendar } from './office/office-calendar.ts'
import { addOfficeTime, easterSunday, isOpen, localTime, nextOpening } from './office-hours.ts'

const calendar = officeCalendar.parse(stored)
const onlyNormal: OfficeCalendar = {
  ...calendar,
  seasons: calendar.seasons.filter(({ name }) => name === 'normal'),
  daysOff: [],
}

const everyDay = (opens: string, closes: string): NonNullable<OfficeCalendar['seasons'][number]['week']> => ({
  '1': { opens, closes },
  '2': { opens, closes },
  '3': { opens, closes },
  '4': { opens, closes },
  '5': { opens, closes },
  '6': { opens, closes },
  '7': { opens, closes },
})
const always = (opens: string, closes: string, zone = 'Europe/Madrid'): OfficeCalendar => ({
  zone,
  seasons: [{ name: 'normal', week: everyDay(opens, closes) }],
  daysOff: [],
})

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

describe('isOpen', () => {
  test.each([
    // Monday to Thursday, winter time
    ['2026-02-02T07:29:59.999Z', false],
    ['2026-02-02T07:30:00.000Z', true],
    ['2026-02-03T12:00:00.000Z', true],
    ['2026-02-05T16:59:59.999Z', true],
    ['2026-02-05T17:00:00.000Z', false],
    // Monday to Thursday, summer time
    ['2026-05-11T06:29:59.999Z', false],
    ['2026-05-11T06:30:00.000Z', true],
    ['2026-05-14T15:59:59.999Z', true],
    ['2026-05-14T16:00:00.000Z', false],
    // Friday
    ['2026-02-06T06:59:59.999Z', false],
    ['2026-02-06T07:00:00.000Z', true],
    ['2026-02-06T13:29:59.999Z', true],
    ['2026-02-06T13:30:00.000Z', false],
    // Weekend
    ['2026-02-07T11:00:00.000Z', false],
    ['2026-02-08T11:00:00.000Z', false],
    // Night, on both sides of the local midnight
    ['2026-02-02T22:59:59.999Z', false],
    ['2026-02-02T23:00:00.000Z', false],
    // Summer begins on Monday 15 June: the last afternoon before it is Thursday's
    ['2026-06-11T15:59:59.999Z', true],
    ['2026-06-15T05:59:59.999Z', false],
    ['2026-06-15T06:00:00.000Z', true],
    ['2026-06-15T12:44:59.999Z', true],
    ['2026-06-15T12:45:00.000Z', false],
    ['2026-07-17T12:44:59.999Z', true],
    ['2026-07-17T12:45:00.000Z', false],
    // Summer ends on Tuesday 15 September
    ['2026-09-15T12:45:00.000Z', false],
    ['2026-09-16T06:00:00.000Z', false],
    ['2026-09-16T06:30:00.000Z', true],
    ['2026-09-16T15:59:59.999Z', true],
    // Christmas from Tuesday 22 December to Thursday 7 January, over the year
    ['2026-12-21T16:59:59.999Z', true],
    ['2026-12-22T06:59:59.999Z', false],
    ['2026-12-22T07:00:00.000Z', true],
    ['2026-12-22T13:45:00.000Z', false],
    ['2026-12-31T13:44:59.999Z', true],
    ['2026-12-31T13:45:00.000Z', false],
    ['2027-01-04T07:00:00.000Z', true],
    ['2027-01-07T13:44:59.999Z', true],
    ['2027-01-07T13:45:00.000Z', false],
    ['2027-01-08T13:29:59.999Z', true],
    ['2027-01-08T13:30:00.000Z', false],
    ['2027-01-11T16:59:59.999Z', true],
    // Easter 2026 is 5 April: from Monday 30 March to Monday 6 April
    ['2026-03-26T16:59:59.999Z', true],
    ['2026-03-30T05:59:59.999Z', false],
    ['2026-03-30T06:00:00.000Z', true],
    ['2026-03-30T12:45:00.000Z', false],
    ['2026-04-06T12:44:59.999Z', true],
    ['2026-04-06T12:45:00.000Z', false],
    ['2026-04-07T06:29:59.999Z', false],
    ['2026-04-07T15:59:59.999Z', true],
    // Leap day
    ['2028-02-29T07:29:59.999Z', false],
    ['2028-02-29T07:30:00.000Z', true],
    // Year 2031, without entries of its own
    ['2031-03-11T07:30:00.000Z', true],
    ['2031-04-11T09:00:00.000Z', false],
  ])('%s: %s', (at, expected) => {
    expect(isOpen(new Date(at), calendar)).toBe(expected)
  })

  test.each([
    ['2026-01-01', 'new year'],
    ['2026-01-06', 'Epiphany'],
    ['2026-04-02', 'Maundy Thursday'],
    ['2026-04-03', 'Good Friday'],
    ['2027-03-26', 'Good Friday'],
    ['2026-05-01', 'Labour Day'],
    ['2028-08-15', 'Assumption'],
    ['2026-10-12', 'national day'],
    ['2027-11-01', 'All Saints'],
    ['2027-12-06', 'Constitution'],
    ['2026-12-08', 'Immaculate Conception'],
    ['2026-12-25', 'Christmas'],
  ])('%s is a day off: %s', (date) => {
    const noon = new Date(`${date}T11:00:00Z`)
    expect(isOpen(noon, calendar)).toBe(false)
    expect(isOpen(noon, { ...calendar, daysOff: [] })).toBe(true)
  })

  test('a day off by its date holds in that year only', () => {
    const moving: OfficeCalendar = { ...calendar, daysOff: [{ date: '2026-02-03', name: 'Traslado' }] }
    expect(isOpen(new Date('2026-02-03T11:00:00Z'), moving)).toBe(false)
    expect(isOpen(new Date('2027-02-03T11:00:00Z'), moving)).toBe(true)
  })

  test('of two seasons that cover a day the later in the list wins, wherever normal stands', () => {
    const [normal, summer] = calendar.seasons
    if (!normal || !summer) throw new Error('The stored calendar begins with normal and summer')
    const short = { ...summer, name: 'easter', week: everyDay('10:00', '11:00') } as const
    const noon = new Date('2026-07-15T10:00:00Z')
    expect(isOpen(noon, { ...calendar, seasons: [summer, short, normal] })).toBe(false)
    expect(isOpen(noon, { ...calendar, seasons: [short, summer, normal] })).toBe(true)
  })

  test.each([
    ['no season but normal', []],
    ['a season without its end', [{ name: 'summer', from: { month: 6, day: 15 }, week: everyDay('10:00', '11:00') }]],
    [
      'a season without its beginning',
      [{ name: 'summer', to: { month: 9, day: 15 }, week: everyDay('10:00', '11:00') }],
    ],
    ['a season without its week', [{ name: 'summer', from: { month: 6, day: 15 }, to: { month: 9, day: 15 } }]],
  ] satisfies [string, OfficeCalendar['seasons']][])('%s: normal hours', (_, seasons) => {
    const incomplete = { ...onlyNormal, seasons: [...onlyNormal.seasons, ...seasons] }
    expect(isOpen(new Date('2026-07-15T06:29:59.999Z'), incomplete)).toBe(false)
    expect(isOpen(new Date('2026-07-15T06:30:00.000Z'), incomplete)).toBe(true)
    expect(isOpen(new Date('2026-07-15T15:59:59.999Z'), incomplete)).toBe(true)
  })
})

describe('the two weekends on which the clocks change', () => {
  test.each([
    ['2026-03-26T00:00:00Z', '2026-03-26T07:30:00.000Z'],
    ['2026-03-27T00:00:00Z', '2026-03-27T07:00:00.000Z'],
    ['2026-03-27T13:30:00Z', '2026-03-30T06:30:00.000Z'],
    ['2026-10-22T00:00:00Z', '2026-10-22T06:30:00.000Z'],
    ['2026-10-23T00:00:00Z', '2026-10-23T06:00:00.000Z'],
    ['2026-10-23T12:30:00Z', '2026-10-26T07:30:00.000Z'],
  ])('normal hours: after %s the office opens at %s', (after, opening) => {
    expect(nextOpening(new Date(after), onlyNormal)?.toISOString()).toBe(opening)
    expect(isOpen(new Date(opening), onlyNormal)).toBe(true)
    expect(isOpen(new Date(Date.parse(opening) - 1), onlyNormal)).toBe(false)
  })

  test('half past two that comes twice is open twice', () => {
    const night = always('02:30', '02:45')
    const open = ['00:30', '00:44', '01:30', '01:44']
    const closed = ['00:29', '00:45', '01:00', '01:29', '01:45', '02:30']
    for (const time of open) expect(isOpen(new Date(`2026-10-25T${time}Z`), night), time).toBe(true)
    for (const time of closed) expect(isOpen(new Date(`2026-10-25T${time}Z`), night), time).toBe(false)
    expect(nextOpening(new Date('2026-10-25T00:45Z'), night)).toEqual(new Date('2026-10-25T01:30Z'))
  })

  test('half past two that does not exist opens when the clocks have jumped over it', () => {
    const night = always('02:30', '04:00')
    expect(isOpen(new Date('2026-03-29T00:59:59.999Z'), night)).toBe(false)
    expect(isOpen(new Date('2026-03-29T01:00:00.000Z'), night)).toBe(true)
    expect(nextOpening(new Date('2026-03-28T12:00Z'), night)).toEqual(new Date('2026-03-29T01:00Z'))
  })

  test('hours that lie wholly in the lost hour are lost that day', () => {
    expect(nextOpening(new Date('2026-03-28T12:00Z'), always('02:10', '02:50'))).toEqual(new Date('2026-03-30T00:10Z'))
  })
})

describe('nextOpening', () => {
  test.each([
    ['while it is open, that very instant', '2026-02-02T09:15:20.123Z', '2026-02-02T09:15:20.123Z'],
    ['in the evening, tomorrow', '2026-02-02T17:00:00.000Z', '2026-02-03T07:30:00.000Z'],
    ['before dawn, today', '2026-02-03T01:00:00.000Z', '2026-02-03T07:30:00.000Z'],
    ['on Friday afternoon, on Monday', '2026-02-06T13:30:00.000Z', '2026-02-09T07:30:00.000Z'],
    ['on the Wednesday of Holy Week, on Easter Monday', '2026-04-01T12:45:00.000Z', '2026-04-06T06:00:00.000Z'],
    ['on New Year’s Eve, on the first working day', '2026-12-31T13:45:00.000Z', '2027-01-04T07:00:00.000Z'],
    ['in 2031', '2031-12-31T13:45:00.000Z', '2032-01-02T07:00:00.000Z'],
  ])('%s', (_, after, opening) => {
    expect(nextOpening(new Date(after), calendar)?.toISOString()).toBe(opening)
  })

  test('null when it never opens', () => {
    const never: OfficeCalendar = { zone: 'Europe/Madrid', seasons: [{ name: 'normal', week: {} }], daysOff: [] }
    expect(nextOpening(new Date('2026-02-02T12:00Z'), never)).toBeNull()
    expect(isOpen(new Date('2026-02-02T12:00Z'), never)).toBe(false)
    expect(nextOpening(new Date('2026-02-02T12:00Z'), { ...never, seasons: [] })).toBeNull()
  })

  test('an office that opens on one day of the year', () => {
    const yearly: OfficeCalendar = {
      zone: 'Europe/Madrid',
      seasons: [
        { name: 'normal', week: {} },
        { name: 'summer', from: { month: 2, day: 2 }, to: { month: 2, day: 2 }, week: everyDay('08:00', '09:00') },
      ],
      daysOff: [],
    }
    expect(nextOpening(new Date('2027-02-02T08:00Z'), yearly)).toEqual(new Date('2028-02-02T07:00Z'))
    expect(nextOpening(new Date('2028-02-02T08:00Z'), yearly)).toEqual(new Date('2029-02-02T07:00Z'))
  })

  const zones = ['Europe/Madrid', 'Atlantic/Canary', 'America/Havana', 'Asia/Beirut', 'Australia/Lord_Howe', 'UTC']
  const minutes = fc.integer({ min: 0, max: 24 * 60 })
  const anyCalendar = fc.oneof(
    fc.constant(calendar),
    fc
      .tuple(minutes, minutes, fc.constantFrom(...zones))
      .filter(([opens, closes]) => opens < closes)
      .map(([opens, closes, zone]) => always(clock(opens), clock(closes), zone)),
  )
  const yearsFrom2024To2031 = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 11, 31) })
  const changesOfClocks = fc
    .tuple(
      fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04'),
      fc.nat(),
    )
    .map(([date, more]) => Date.parse(date) - 86_400_000 + (more % (3 * 86_400_000)))

  test('is open, nothing before it is, and it is now exactly while the office is open', () => {
    fc.assert(
      fc.property(anyCalendar, fc.oneof(yearsFrom2024To2031, changesOfClocks), (calendar, at) => {
        const opening = nextOpening(new Date(at), calendar)
        if (!opening) throw new Error('These calendars open every week')
        expect(isOpen(opening, calendar)).toBe(true)
        expect(opening.getTime() === at).toBe(isOpen(new Date(at), calendar))
        const wait = opening.getTime() - at
        const sampled = [at, opening.getTime() - 1, ...Array.from({ length: 40 }, (_, i) => at + (wait * i) / 40)]
        for (const instant of sampled.map(Math.floor).filter((instant) => at <= instant && instant < at + wait)) {
          expect(isOpen(new Date(instant), calendar), new Date(instant).toISOString()).toBe(false)
        }
      }),
      { numRuns: 1500 },
    )
  })
})

test.each([
  ['2024-03-31'],
  ['2025-04-20'],
  ['2026-04-05'],
  ['2027-03-28'],
  ['2028-04-16'],
  ['2029-04-01'],
  ['2030-04-21'],
  ['2031-04-13'],
  // The earliest and latest dates, and the two corrections for late moons.
  ['1818-03-22'],
  ['2038-04-25'],
  ['1954-04-18'],
  ['1981-04-19'],
])('Easter Sunday %s', (date) => {
  expect(easterSunday(Number(date.slice(0, 4)))).toBe(date)
})

test.each([
  ['2026-02-02T07:29:59.999Z', '2026-02-02', '08:29'],
  ['2026-06-30T22:00:00.000Z', '2026-07-01', '00:00'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01', '00:00'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25', '02:30'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25', '02:30'],
  ['2026-03-29T00:59:00.000Z', '2026-03-29', '01:59'],
  ['2026-03-29T01:00:00.000Z', '2026-03-29', '03:00'],
])('%s is %s %s in Madrid', (at, date, time) => {
  expect(localTime(new Date(at), 'Europe/Madrid')).toEqual({ date, time })
})

test.each<[string, (valid: typeof stored) => unknown]>([
  ['an unknown zone', (valid) => ({ ...valid, zone: 'Europe/Nowhere' })],
  ['a zone that is called as what every object has', (valid) => ({ ...valid, zone: 'toString' })],
  ['a zone that is called as what every object stands on', (valid) => ({ ...valid, zone: '__proto__' })],
  ['no normal season', (valid) => ({ ...valid, seasons: valid.seasons.slice(1) })],
  ['hours that close before they open', (valid) => ({ ...valid, seasons: always('18:00', '08:30').seasons })],
  ['an hour that is none', (valid) => ({ ...valid, seasons: always('08:00', '25:00').seasons })],
  ['a time that is none', (valid) => ({ ...valid, seasons: always('08:60', '09:00').seasons })],
  [
    'an eighth weekday',
    (valid) => ({ ...valid, seasons: [{ name: 'normal', week: { '8': { opens: '08:00', closes: '09:00' } } }] }),
  ],
  ['a day off without a name', (valid) => ({ ...valid, daysOff: [{ month: 1, day: 1 }] })],
  ['a date that is none', (valid) => ({ ...valid, daysOff: [{ date: '2026-02-30', name: 'x' }] })],
  ['an unknown key', (valid) => ({ ...valid, holidays: [] })],
])('the schema refuses %s', (_, broken) => {
  expect(officeCalendar.safeParse(stored).success).toBe(true)
  expect(officeCalendar.safeParse(broken(stored)).success).toBe(false)
})

describe('addOfficeTime', () => {
  test.each([
    ['within a morning', '2026-11-18T11:00:00Z', 90, '2026-11-18T12:30:00Z'],
    ['up to the closing itself', '2026-11-18T16:00:00Z', 60, '2026-11-18T17:00:00Z'],
    ['over a night', '2026-11-18T16:00:00Z', 61, '2026-11-19T07:31:00Z'],
    ['from before the opening', '2026-11-18T05:00:00Z', 30, '2026-11-18T08:00:00Z'],
    ['from a Friday afternoon over the weekend', '2026-11-20T15:00:00Z', 30, '2026-11-23T08:00:00Z'],
    ['of a Friday, which closes early', '2026-11-20T13:00:00Z', 60, '2026-11-23T08:00:00Z'],
    ['over a bank holiday on a Tuesday', '2026-12-07T16:00:00Z', 120, '2026-12-09T08:30:00Z'],
    ['from winter hours into the Christmas ones', '2026-12-21T16:00:00Z', 120, '2026-12-22T08:00:00Z'],
    ['over Christmas Day and its weekend', '2026-12-24T13:00:00Z', 60, '2026-12-28T07:15:00Z'],
    ['over Easter', '2026-04-01T12:00:00Z', 60, '2026-04-06T06:15:00Z'],
    ['from summer hours into normal ones', '2026-09-15T12:00:00Z', 60, '2026-09-16T06:45:00Z'],
    ['over the weekend on which the clocks go forward', '2025-03-28T13:00:00Z', 60, '2025-03-31T07:00:00Z'],
    ['over the weekend on which they go back', '2026-10-23T12:00:00Z', 60, '2026-10-26T08:00:00Z'],
    ['nothing at all, while it is open', '2026-11-18T11:00:00Z', 0, '2026-11-18T11:00:00Z'],
    ['nothing at all, while it is closed', '2026-11-21T11:00:00Z', 0, '2026-11-23T07:30:00Z'],
  ])('%s', (_case, from, minutes, due) => {
    expect(addOfficeTime(new Date(from), minutes, calendar)).toEqual(new Date(due))
  })

  test('counts the hour that a change of clocks takes or gives', () => {
    const nights = always('01:00', '05:00')
    expect(addOfficeTime(new Date('2026-03-28T23:00:00Z'), 180, nights)).toEqual(new Date('2026-03-29T03:00:00Z'))
    expect(addOfficeTime(new Date('2026-10-24T22:00:00Z'), 300, nights)).toEqual(new Date('2026-10-25T04:00:00Z'))
  })

  test('knows no day where it never opens', () => {
    const never: OfficeCalendar = { ...onlyNormal, seasons: [{ name: 'normal', week: {} }] }
    expect(addOfficeTime(new Date('2026-11-18T11:00:00Z'), 60, never)).toBe(null)
  })

  test('is as many open minutes as were asked for, counted one by one', () => {
    const minute = fc.integer({ min: 0, max: 366 * 24 * 60 })
    fc.assert(
      fc.property(minute, fc.integer({ min: 1, max: 1200 }), (start, minutes) => {
        const from = Date.parse('2026-01-01T00:00:00Z') + start * 60_000
        const due = addOfficeTime(new Date(from), minutes, calendar)?.getTime() ?? 0
        let open = 0
        for (let at = from; at < due; at += 60_000) if (isOpen(new Date(at), calendar)) open += 1
        expect(open).toBe(minutes)
        expect(isOpen(new Date(due - 60_000), calendar)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
