import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { noteBackup } from '../backup/last-backup.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/schema-state.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { effectsOf } from './migration-effects.ts'
import { checkUpgrade } from './upgrade.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database of the version before, and a version with these additional migrations. */
async function upgradeTo(next: Readonly<Record<string, string>>) {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const [folder, dataFolder] = [await temporary(), await temporary()]
  await cp(fileURLToPath(new URL('../db/migrations', import.meta.url)), folder, { recursive: true })
  for (const [name, text] of Object.entries(next)) await writeFile(join(folder, name), text)
  const migrationsNow = pathToFileURL(`${folder}/`)
  const ask = async (backup?: string) => {
    const findings = await checkUpgrade(
      { databaseUrl: database.url, dataFolder, volume: dataFolder, backup, now: NOW, folder: migrationsNow },
      () => undefined,
      new AbortController().signal,
    )
    return findings.map(({ about, isProblem, says }) => `${isProblem ? 'PROBLEM' : 'ok'} ${about}: ${says}`)
  }
  return { ...database, dataFolder, ask, run: () => migrate(database.url, migrationsNow) }
}

test('nothing to migrate and a backup of today are fine, and nothing is changed', async () => {
  const { ask, dataFolder } = await upgradeTo({})
  expect((await ask()).at(-1)).toBe(
    'PROBLEM backup: No backup is known: make one (npm run backup -- TARGET), or name another by --copia FILE.',
  )
  await noteBackup(dataFolder, '/backup/one.tar.gz', new Date(NOW.getTime() - 3 * 3_600_000))
  expect(await ask()).toEqual([
    expect.stringMatching(/^ok schema: \d+ migrations have run, 0 would run$/),
    'ok backup: /backup/one.tar.gz, 3 h old',
  ])
  await noteBackup(dataFolder, '/backup/one.tar.gz', new Date(NOW.getTime() - 49 * 3_600_000))
  expect((await ask()).at(-1)).toMatch(/^PROBLEM backup: The last backup, \/backup\/one\.tar\.gz, is 49 h old/)
  const [missing, other] = [join(dataFolder, 'missing.dump'), join(dataFolder, 'other.dump')]
  expect((await ask(missing)).at(-1)).toMatch(/^PROBLEM backup: --copia .*missing\.dump: there is no such file/)
  await writeFile(other, 'x')
  expect((await ask(other)).at(-1)).toMatch(/^ok backup: .*other\.dump, -?\d+ h old$/)
})

test('the migrations that would run are listed by table and size: locks, losses, and whether old servers can go on', async () => {
  const { ask } = await upgradeTo({
    '9998_expands.sql': `create table shelf (shelf_id bigint primary key, room text not null);
alter table shelf add column floor int not null;
alter table ticket add column shelf_id bigint, add column depth int not null default 0;
create function tidy_shelf() returns void language plpgsql as $$
begin
  delete from ticket;
end $$;
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
create index concurrently ticket_shelf on ticket (client_id, shelf_id);`,
  })
  expect((await ask()).slice(1, 4)).toEqual([
    expect.stringMatching(/^ok 9998_expands: ticket \(\d+ MB: changes, builds an index\)$/),
    'ok side by side: old and new servers can work beside each other: replace one after another',
    expect.stringMatching(/^ok room: at most \d+ MB, and \d+ MB are free$/),
  ])
  const contracting = await upgradeTo({
    '9999_contracts.sql': `-- TAKES AWAY: the old place of a ticket, which 9998 has copied.
alter table ticket drop column title;
alter table entry alter column at set not null;
update ticket set number = number;`,
  })
  expect((await contracting.ask()).slice(1, 3)).toEqual([
    expect.stringMatching(
      /^ok 9999_contracts: ticket \(\d+ MB: changes, writes rows\), entry \(\d+ MB: checks all rows\); TAKES AWAY the old place of a ticket, which 9998 has copied\.$/,
    ),
    'PROBLEM side by side: Servers of the version before could fail once the new one has started: stop all of them first (9999_contracts.sql drops a column of ticket; 9999_contracts.sql asks entry for a value that might be missing).',
  ])
})

test('a lock on a large table is told', async () => {
  const { ask, owner } = await upgradeTo({ '9999_index.sql': 'create index entry_text on entry (text);' })
  await owner.query('alter table entry rename to entry_before')
  await owner.query('create table entry as select repeat(md5(n::text), 60) as text from generate_series(1, 45000) n')
  expect((await ask())[1]).toMatch(
    /^ok 9999_index: entry \(\d+ MB: builds an index: LOCKS it meanwhile, choose a quiet hour\)$/,
  )
})

test('a newer database is told as the start tells it', async () => {
  const { ask, owner } = await upgradeTo({})
  await owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
  expect((await ask())[0]).toMatch(/^PROBLEM schema: The database could not be prepared: a newer version/)
})

/** Older than the rule, or with a reason beside it. */
const CONTRACTED = [
  '0005_console.sql revokes a right on technician',
  '0006_work.sql drops a column of development',
  '0050_unread_marks.sql revokes a right on person',
]

test('no migration removes anything that the version before it still needs: expand now, contract a version later', async () => {
  const all = await migrations()
  const found = all
    .slice(1)
    .flatMap((one) => effectsOf([one]).flatMap(({ name, breaks }) => breaks.map((act) => `${name} ${act}`)))
  expect(found).toEqual(CONTRACTED)
})
