import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { openDatabase } from '#server/db/sql.ts'
import { type LoadedPerson, HUNDRED_THOUSAND, load } from '#server/testing/load/load.ts'

/**
 * Enough people to keep each below the share of calls that nobody else at the address can take from them
 * (`SPARED_SHARE`).
 */
export const PEOPLE = 1200

type Searchable = NonNullable<NonNullable<Parameters<typeof load>[2]>['searchable']>

/** Loads the database; returns some people of every client, more of the larger ones. */
export async function fill(url: string, searchable: Searchable = 'no'): Promise<LoadedPerson[]> {
  await migrate(url)
  const database = openDatabase(url)
  await seedProviderData(database, { mails: true })
  await database.close()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const started = performance.now()
  const people = await load(owner, new Date(), { searchable })
  await owner.end()
  console.log(
    `${HUNDRED_THOUSAND.tickets} tickets of ${HUNDRED_THOUSAND.clients} clients in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  const step = people.length / PEOPLE
  return people.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
