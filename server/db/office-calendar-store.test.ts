import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOpen } from '#domain/office-hours.ts'
import { type TestApp, NOON, testApp } from '../testing/test-app.ts'
import { situationAt } from './office-calendar-store.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test.each([
  ['in the middle of a Wednesday', '2026-11-18T11:00:00.000Z', { abierto: true, proximaApertura: null }],
  [
    'after a Friday’s last hour',
    '2026-11-20T13:30:00.000Z',
    { abierto: false, proximaApertura: '2026-11-23T07:30:00.000Z' },
  ],
])('whether the office is open, %s', async (_, now, answer) => {
  portal.clock.now = new Date(now)
  const { status, data } = await portal.call(await portal.enter('LEV-01', 11), 'GET', '/consultas/get_horario')
  expect([status, data]).toEqual([200, answer])
})

test("a ticket's rules may ask the calendar in force", async () => {
  const asked = async () => {
    const { now, office } = await situationAt(portal.database, NOON)
    return isOpen(now, office)
  }
  expect(await asked()).toBe(true)
  const { rows } = await portal.owner.query('select calendar from office_calendar')
  const dayOff = JSON.stringify([{ date: NOON.toISOString().slice(0, 10), name: 'Hoy' }])
  await portal.owner.query(`update office_calendar set calendar = jsonb_set(calendar, '{daysOff}', $1)`, [dayOff])
  expect(await asked()).toBe(false)
  await portal.owner.query('update office_calendar set calendar = $1', [rows[0].calendar])
})

test('a calendar that never opens promises nothing', async () => {
  await portal.owner.query(
    `update office_calendar set calendar = jsonb_set(calendar::jsonb, '{seasons}', '[{"name":"normal","week":{}}]')`,
  )
  const { data } = await portal.call(await portal.enter('LEV-01', 11), 'GET', '/consultas/get_horario')
  expect(data).toEqual({ abierto: false, proximaApertura: null })
})
