import { buildWeb } from '../../scripts/setup.mjs'

/** The servers of these tests serve the web, and `npm start` builds it when it is old: not under the others' feet. */
export async function setup(): Promise<void> {
  const problem = await buildWeb()
  if (problem) throw new Error(problem)
}
