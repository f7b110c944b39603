import { expect, test } from 'vitest'
import { type PlanNode, asServer, chosenPlan, plansOf } from './query-plan.ts'
import { testAppForThisTest } from './test-app.ts'

test('a statement that fails, or that a test which was given up still looks at, is in nobody’s way', async () => {
  const { owner } = await testAppForThisTest()
  const acting = { owner, role: 'portal_staff', client: null }
  await expect(plansOf(acting, { text: 'select 1 / $1::int', values: [0] })).rejects.toThrow('division by zero')
  const both = await Promise.all([1, 2].map((value) => plansOf(acting, { text: 'select $1::int', values: [value] })))
  expect(both.map((plans) => plans['the first plan']['Node Type'])).toEqual(['Result', 'Result'])
})

const [MOST, FEW] = [-2_147_483_000, 2_147_000_000]

test.each([
  // The planner expects a third of the rows for all values: fewer than this, more than that.
  ['the one for all values', MOST, ['Seq Scan', 'Bitmap Heap Scan'], 1],
  ['the one for its own values', FEW, ['Index Scan', 'Bitmap Heap Scan'], 0],
])('of both plans the seventh execution has the one that is said: %s', async (_which, value, expected, chosen) => {
  const { owner } = await testAppForThisTest()
  await owner.query(`
    create table mixed as select hashint4(n) as place, n from generate_series(1, 20000) n;
    create index on mixed (place);
    grant select on mixed to portal_staff;
    analyze mixed`)
  const acting = { owner, role: 'portal_staff', client: null }
  const text = 'select n from mixed where place > $1::int'
  const plans = Object.values(await plansOf(acting, { text, values: [value] }))
  expect(plans.map((plan) => plan['Node Type'])).toEqual(expected)
  const said = await chosenPlan(acting, { text, values: [value] })
  const seventh = await asServer(acting, async () => {
    await owner.query(`prepare asked as ${text}`)
    for (let execution = 1; execution < 7; execution += 1) await owner.query(`execute asked(${value})`)
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute asked(${value})`,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan['Node Type']
  })
  expect([said['Node Type'], seventh]).toEqual([expected[chosen], expected[chosen]])
})
