import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { expectWordsFound, termsOf } from '../testing/words/looked-for.ts'
import { migrate } from './migrate.ts'

const template = new URL(inject('templateUrl'))
const urlOf = (name: string) => Object.assign(new URL(template), { pathname: `/${name}` }).href

/** A connection that closes at the end of the test. */
async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

let made = 0

/** The address of a new, empty database with a locale. */
async function emptyDatabase(locale: string): Promise<string> {
  const maintenance = await connected(urlOf('postgres'))
  const name = `words_${process.pid}_${(made += 1)}`
  await maintenance.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`)
  onTestFinished(() => maintenance.query(`drop database ${name} with (force)`).then(() => undefined))
  return urlOf(name)
}

/** Debian's package locales has it after `localedef -i es_ES -f UTF-8 es_ES.UTF-8`. */
const SPANISH = "locale_provider libc locale 'es_ES.UTF-8'"
const LOCALES = [
  "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
  "locale_provider libc locale 'C'",
  "locale_provider libc locale 'C.UTF-8'",
  "locale_provider icu icu_locale 'es-ES' locale 'C'",
  "locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'",
  SPANISH,
]

describe.each(LOCALES)('in a database of %s', (locale) => {
  test('words are found whatever stands around them', async (context) => {
    const url = await emptyDatabase(locale).catch((error: Error) => {
      // Not every machine has this one; `search-words.long.test.ts` insists on it.
      if (locale === SPANISH && /invalid LC_/.test(error.message)) return null
      throw error
    })
    if (url === null) return context.skip('This machine has no locale es_ES.UTF-8')
    await migrate(url)
    const client = await connected(url)
    await expectWordsFound(client)
    // The customers' search keeps the same rows as in the database of the other tests.
    const kept = await termsOf(client)
    expect(kept).toEqual(await termsOf(await connected(template.href)))
    expect(kept).toContainEqual({ word: 'serie', stem: 'seri' })
    expect(kept).toContainEqual({ word: 'donde', stem: 'donde' })
  })
})

test('ñ that was looked for is not n', async () => {
  const client = await connected(template.href)
  const { rows } = await client.query<{ found: boolean }>(
    "select search_words('ano') @@ to_tsquery('simple', search_text('año')) as found",
  )
  expect(rows[0]?.found).toBe(false)
})

describe('the indexes that are built while others work', () => {
  const WORD_INDEXES = [
    'development_by_words',
    'entry_by_words',
    'incident_by_words',
    'internal_note_by_words',
    'ticket_by_words',
    'valuation_by_words',
  ]

  test('are built again after an interruption, and what it left behind is gone', async () => {
    const url = await emptyDatabase(LOCALES[0] ?? '')
    await migrate(url)
    const client = await connected(url)
    await client.query("delete from migration where name = '0012_search.sql'")
    // An interrupted `reindex concurrently` leaves it so.
    await client.query('create index entry_by_words_ccnew on entry using gin (search_words(text))')
    await client.query("update pg_index set indisvalid = false where indexrelid = 'entry_by_words_ccnew'::regclass")
    await migrate(url)
    const { rows } = await client.query<{ name: string; valid: boolean }>(
      "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text ~ '_by_words' order by 1",
    )
    expect(rows).toEqual(WORD_INDEXES.map((name) => ({ name, valid: true })))
    expect((await client.query("select from migration where name = '0012_search.sql'")).rowCount).toBe(1)
  })

  test('do not wait for other servers that wait to migrate', async () => {
    const url = await emptyDatabase(LOCALES[0] ?? '')
    await migrate(url)
    const client = await connected(url)
    await client.query("delete from migration where name = '0012_search.sql'")
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect((await client.query("select from migration where name = '0012_search.sql'")).rowCount).toBe(1)
  })
})
