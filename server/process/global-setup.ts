import { buildWeb } from '../../scripts/setup.mjs'

/**
 * These tests' servers serve the web, and `npm start` rebuilds it when it is out of date: so it is built first, not while others
 * use it.
 */
export async function setup(): Promise<void> {
  const problem = await buildWeb()
  if (problem) throw new Error(problem)
}
