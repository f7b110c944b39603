import { NOON, type TestApp, testApp } from '../test-app.ts'
import { type LoadedPerson, load } from './load.ts'

/**
 * A portal among 100,000 tickets of 200 clients. Filling it takes half a minute of processor time, so `npm test` has a single file
 * of it. `searchable: 'lists'` adds the indexes by which technicians' lists search.
 */
export async function loadedApp(
  searchable: 'no' | 'lists' = 'no',
): Promise<{ portal: TestApp; people: readonly LoadedPerson[] }> {
  const portal = await testApp()
  return { portal, people: await load(portal.owner, NOON, { searchable }) }
}
