import { describe, expect, test } from 'vitest'
import { momentIn, showsOfficeTime } from './moment.ts'
import { en } from './sentences-en.ts'
import { es } from './sentences-es.ts'

const WINTER = new Date('2026-11-24T09:40:00Z')
const SUMMER = new Date('2026-07-24T08:40:00Z')

describe('the office’s time in a sentence', () => {
  test.each(['Europe/Madrid', 'Africa/Ceuta', 'Europe/Paris'])('is not named in %s', (zone) => {
    expect(momentIn('es', WINTER, zone)).toBe('el martes 24 de noviembre a las 10:40')
    expect(momentIn('en', SUMMER, zone)).toBe('on Friday 24 July at 10:40')
  })

  test.each(['Atlantic/Canary', 'America/Mexico_City', 'UTC'])('is said in %s', (zone) => {
    expect(momentIn('es', WINTER, zone)).toBe('el martes 24 de noviembre a las 10:40 (hora peninsular)')
    expect(momentIn('en', SUMMER, zone)).toBe('on Friday 24 July at 10:40 (mainland Spain time)')
  })

  test('is decided by the clocks of that moment, not by the names', () => {
    // Lagos is an hour ahead of Greenwich all year.
    expect(showsOfficeTime('Africa/Lagos', WINTER)).toBe(true)
    expect(showsOfficeTime('Africa/Lagos', SUMMER)).toBe(false)
  })

  test('is named if the browser reports an unknown zone', () => {
    expect(showsOfficeTime('Etc/Unknown', WINTER)).toBe(false)
  })

  test('is not named by the service, which does not know its reader', () => {
    expect(momentIn('es', WINTER)).toBe('el martes 24 de noviembre a las 10:40')
  })
})

test('the reason for a refused claim names the office’s time to readers elsewhere', () => {
  expect(es.refusal['claimed-recently'](WINTER, 'Atlantic/Canary')).toBe(
    'Podrá reclamar de nuevo el martes 24 de noviembre a las 10:40 (hora peninsular)',
  )
  expect(es.refusal['incident-claimed-recently'](WINTER, 'Europe/Madrid')).toBe(
    'Podrá reclamar de nuevo el martes 24 de noviembre a las 10:40',
  )
  expect(en.refusal['incident-claimed-recently'](WINTER, 'Atlantic/Canary')).toContain('10:40 (mainland Spain time)')
})
