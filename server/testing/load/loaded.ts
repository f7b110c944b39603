import pg from 'pg'
import { inject } from 'vitest'
import { NOON, type TestApp, testApp } from '../test-app.ts'
import { type LoadedPerson, load } from './load.ts'

/** Any number: nothing else uses such a lock in the database where it is taken. */
const LOCK = 100_000

/**
 * A portal among 100,000 tickets of 200 clients, with the indexes by which technicians' lists search. The first one of
 * a run fills a database, and every portal gets a copy: filling takes half a minute of processor time.
 */
export async function loadedApp(): Promise<{ portal: TestApp; people: readonly LoadedPerson[] }> {
  const { url, people } = await filled()
  return { portal: await testApp({ template: url }), people }
}

async function filled(): Promise<{ url: string; people: readonly LoadedPerson[] }> {
  const demo = new URL(inject('demo').url)
  const at = (database: string) => Object.assign(new URL(demo), { pathname: `/${database}` }).href
  const url = at('loaded')
  const maintenance = new pg.Client({ connectionString: at('postgres') })
  await maintenance.connect()
  try {
    await maintenance.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await maintenance.query<{ people: string | null }>(
      "select shobj_description(oid, 'pg_database') as people from pg_database where datname = 'loaded'",
    )
    const known = rows[0]?.people
    if (known) return { url, people: JSON.parse(known) }
    // The process that was filling it may have been killed.
    await maintenance.query('drop database if exists loaded with (force)')
    await maintenance.query(`create database loaded template ${demo.pathname.slice(1)}`)
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    const people = await load(owner, NOON, { searchable: 'lists', areTextsShort: true })
    await owner.end()
    await maintenance.query(`comment on database loaded is ${pg.escapeLiteral(JSON.stringify(people))}`)
    return { url, people }
  } finally {
    // Releases the lock as well.
    await maintenance.end()
  }
}
