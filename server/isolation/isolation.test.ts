import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/openapi.ts'
import { CALLS } from './calls.ts'
import { walk } from './walk.ts'
import { type World, buildWorld, serve } from './world.ts'

const BYPASS = `isolation_bypass_${process.pid}`

let world: World

beforeAll(async () => {
  world = await buildWorld()
  await world.portal.owner.query(`create role ${BYPASS} nologin bypassrls; grant portal_app to ${BYPASS}`)
}, 60_000)
afterAll(async () => {
  await world.portal.owner.query(`drop role ${BYPASS}`)
  await world.portal.close()
})

test('every endpoint of the contract is mounted, and is walked', () => {
  const contract = endpoints()
  expect([...world.portal.bound].toSorted()).toEqual(
    contract.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted(),
  )
  expect(Object.keys(CALLS).toSorted()).toEqual(contract.map(({ name }) => name).toSorted())
})

describe('no endpoint tells one client of another, or lets it touch what is another’s', { timeout: 60_000 }, () => {
  test.each([
    ['both layers', {}],
    ['row level security alone', { scoping: false }],
    ['statements that start from the client alone', { role: BYPASS }],
  ])('%s', async (layers, database) => {
    const server = await serve(world, database)
    try {
      const t = Date.now()
      const { leaks, ...figures } = await walk(world, server)
      console.info(layers, figures, Date.now() - t)
      expect(leaks).toEqual([])
    } finally {
      await server.close()
    }
  })
})
