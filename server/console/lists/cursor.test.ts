import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleEndpoints } from '#contract/openapi.ts'
import { shapeOf } from '#contract/wire.ts'
import { type Records, plausible, recordsThere } from '../../isolation/plausible.ts'
import { send } from '../../isolation/request.ts'
import { withoutBudgets } from '../../testing/without-budgets.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { cursorOf } from './cursor.ts'

// Lists make cursors. A forged one is refused or answered, and breaks nothing.

let portal: TestApp
let raul: string
let real: Records
beforeAll(async () => {
  portal = await testApp({ settings: (settings) => ({ ...settings, limits: withoutBudgets(settings.limits) }) })
  raul = await portal.consoleLogIn('raul')
  // The first webhook, whose deliveries are listed.
  const hook = { name: 'CRM', address: 'https://crm.example.com/hook', kinds: ['answer'] }
  expect((await portal.console(raul, 'POST', '/webhooks/create', hook)).status).toBe(200)
  real = await recordsThere(portal.owner)
})
afterAll(() => portal.close())

const lists = consoleEndpoints().filter(({ endpoint }) => {
  const shape = shapeOf(endpoint.input)
  return 'fields' in shape && 'after' in shape.fields
})

const INSTANT = '2026-11-18T11:00:00.000Z'
const ODD = [
  [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 53, 1e300, 1.5, null],
  [INSTANT, '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '9999-12-31T24:00:00Z', '9999-12-31T23:59:59.999Z'],
  [`2026-11-18T11:00:00.${'1'.repeat(200)}Z`, '2026-11-18', '', '%', '\0', '\ud800', 'x'.repeat(1000)],
].flat()
/** Each odd value alone and among others, so that some fit the shape of every list. */
const CURSORS = ODD.flatMap((odd) => [
  [odd],
  ...[Number.MAX_SAFE_INTEGER, 'x', INSTANT].flatMap((other) => [
    [odd, other],
    [other, odd],
    [odd, other, other],
    [other, odd, odd],
  ]),
  [1, odd, INSTANT, 1],
  [1, null, odd, 1],
  [odd, null, INSTANT, odd],
])

test('there are lists', () => {
  expect(lists.length).toBeGreaterThan(12)
})

test.each(lists.map(({ name, endpoint }) => [name, endpoint] as const))('%s', async (_name, endpoint) => {
  const statuses = new Set<number>()
  for (const cursor of CURSORS) {
    const wire = { ...plausible(endpoint, real), after: cursorOf(cursor) }
    const { statusCode, body } = await send(portal.app, { endpoint, cookie: raul, wire })
    expect([200, 400], `${JSON.stringify(cursor)}: ${body}`).toContain(statusCode)
    statuses.add(statusCode)
  }
  expect(statuses).toEqual(new Set([200, 400]))
})
