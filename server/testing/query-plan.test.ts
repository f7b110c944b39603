import { expect, test } from 'vitest'
import { plansOf } from './query-plan.ts'
import { testAppForThisTest } from './test-app.ts'

test('a statement that fails, or that a test which was given up still looks at, is in nobody’s way', async () => {
  const { owner } = await testAppForThisTest()
  const acting = { owner, role: 'portal_staff', client: null }
  await expect(plansOf(acting, { text: 'select 1 / $1::int', values: [0] })).rejects.toThrow('division by zero')
  const both = await Promise.all([1, 2].map((value) => plansOf(acting, { text: 'select $1::int', values: [value] })))
  expect(both.map((plans) => plans['the first plan']['Node Type'])).toEqual(['Result', 'Result'])
})
