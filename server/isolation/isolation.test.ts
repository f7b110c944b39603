import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customersEndpoints as endpoints, endpoints as allEndpoints } from '#contract/openapi.ts'
import type { DatabaseOptions } from '../db/sql.ts'
import { EFFORT } from '../testing/effort.ts'
import { CALLS } from './walked-calls.ts'
import { crowd } from './crowd.ts'
import { careless } from './mutants.ts'
import { type Step, walk } from './walk.ts'
import { BYPASS, type World, buildWorld, serve } from './world.ts'

const REQUESTS = EFFORT > 1 ? 3000 : 1200

let world: World
/** One line for each run, printed at the end. */
const figures: string[] = []

beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
  process.stdout.write(`${figures.join('\n')}\n`)
})

test('every endpoint of the contract is mounted, and is walked', () => {
  const contract = endpoints()
  expect([...world.portal.bound].toSorted()).toEqual(
    allEndpoints()
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .toSorted(),
  )
  expect(Object.keys(CALLS).toSorted()).toEqual(contract.map(({ name }) => name).toSorted())
})

describe('no endpoint tells one client of another, or lets it touch what is another’s', () => {
  // With both layers a call sees only rows that it sees with each of them alone. `isolation.long.test.ts` walks them
  // together.
  test.each<[string, Partial<DatabaseOptions>, (readonly Step[])?]>([
    ['row level security alone', { scoping: false }],
    // A caller without a session is refused before any of them.
    [
      'statements that start from the client alone',
      { role: BYPASS },
      ['own reads', 'signed entries', 'others', 'spilled'],
    ],
  ])('%s', async (layers, database, only) => {
    await using server = await serve(world, database)
    const walked = await walk(world, server, only && { only })
    figures.push(
      `isolation, ${layers}: ${walked.endpoints} endpoints, ${walked.positions} places that name a record, ` +
        `${walked.attackers} attackers, ${walked.requests} requests, ${walked.leaks.length} leaks`,
    )
    expect(walked.leaks).toEqual([])
  })
})

describe('a crowd of three clients on two connections', () => {
  test('is never told anything of another', async () => {
    await using server = await serve(world, { connections: 2 })
    const { foreign, ...seen } = await crowd(world, server, REQUESTS)
    figures.push(
      `isolation, crowd: ${seen.persons} persons, ${seen.answered} reads answered, ${seen.aborted} cut off, ` +
        `${seen.rolledBack} transactions failed, ${seen.broken} lost their connection, ${foreign.length} foreign`,
    )
    expect(foreign).toEqual([])
    expect(seen.answered).toBeGreaterThan(REQUESTS / 3)
    expect(Math.min(seen.aborted, seen.rolledBack, seen.broken)).toBeGreaterThan(REQUESTS / 300)
  })

  test('would be, by connections that keep whom they serve', async () => {
    await using server = await serve(world, { connections: 2 }, careless)
    expect((await crowd(world, server, 300)).foreign.length).toBeGreaterThan(0)
  })
})

/** `leaking-portals.long.test.ts` has all others. */
test('a portal that leaks is found out', async () => {
  await using server = await serve(world, { role: BYPASS, scoping: false })
  expect((await walk(world, server, { stopAtFirst: true })).leaks).not.toEqual([])
})
