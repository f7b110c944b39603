// The walk of `isolation.test.ts`, with both layers at once instead of one at a time.
import { expect, test } from 'vitest'
import { walk } from './walk.ts'
import { buildWorld, serve } from './world.ts'

test('no endpoint tells one client of another, or lets it touch what is another’s: both layers', async () => {
  const world = await buildWorld()
  {
    await using server = await serve(world)
    const walked = await walk(world, server)
    process.stdout.write(`isolation, both layers: ${walked.requests} requests, ${walked.leaks.length} leaks\n`)
    expect(walked.leaks).toEqual([])
  }
  await world.close()
})
