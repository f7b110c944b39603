import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { migrate } from './migrate.ts'
import { patient } from '../testing/patience.ts'

test('a database that a newer version has prepared is refused in one sentence, and left as it is', async () => {
  const { url, owner, drop } = await freshDatabase()
  onTestFinished(drop)
  await owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
  await expect(migrate(url)).rejects.toThrow(
    'a newer version of the portal has prepared it (9999_of_tomorrow.sql): start that version, or restore a backup from before it',
  )
})

test('a migration that waits for a table holds up those behind it for a moment alone, and is done once it can', async () => {
  const { url, owner, drop } = await freshDatabase()
  onTestFinished(drop)
  const folder = await migrationsAnd('9999_waits.sql', 'alter table ticket add column tried int')
  const holder = await connected(url)
  await holder.query('begin; lock table ticket in access share mode')
  const migrated = migrate(url, folder)
  const waits = async () => {
    const { rows } = await owner.query('select from pg_locks where not granted')
    return rows.length > 0
  }
  while (!(await waits())) await sleep(20)
  const reader = await connected(url)
  const before = performance.now()
  await reader.query('select from ticket')
  expect(performance.now() - before).toBeLessThan(patient(2500))
  // The lock was still held.
  await holder.query('commit')
  await migrated
  expect((await owner.query("select from migration where name = '9999_waits.sql'")).rowCount).toBe(1)
})

test('two portals with different owners share a PostgreSQL, once its superuser lets the second one have the roles', async () => {
  const { url: of, owner: superuser, drop } = await freshDatabase()
  const name = `second_${process.pid}`
  await superuser.query(`create role ${name} login createrole password 'x'`)
  await superuser.query(`create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await superuser.query(`drop database ${name} with (force)`)
    await superuser.query(`drop role ${name}`)
    await drop()
  })
  const url = Object.assign(new URL(of), { pathname: `/${name}`, username: name, password: 'x' }).href
  const refusal = await migrate(url).then(() => '', String)
  const [, grant = ''] = /«(.*)»/.exec(refusal) ?? []
  expect(grant).toBe(
    `grant portal_app, portal_backup, portal_door, portal_jobs, portal_staff to ${name} with admin option`,
  )
  await superuser.query(grant)
  await migrate(url)
  await migrate(url)
})

/** A database of its own, with the migrations up to that one. */
async function databaseAt(last: string): Promise<{ url: string; owner: pg.Client }> {
  const { url: of, owner: maintenance, drop } = await freshDatabase()
  const name = `at_${last.slice(0, 4)}_${process.pid}`
  await maintenance.query(`create database ${name}`)
  const url = Object.assign(new URL(of), { pathname: `/${name}` }).href
  const owner = new pg.Client({ connectionString: url })
  onTestFinished(async () => {
    await owner.end()
    await maintenance.query(`drop database ${name} with (force)`)
    await drop()
  })
  await migrate(url, await migrationsUpTo(last))
  await owner.connect()
  return { url, owner }
}

test('people known to have entered before count as having entered, and nobody else does', async () => {
  const { url, owner } = await databaseAt('0038_search_fill.sql')
  await owner.query(`
    insert into client (client_id, name, email, areas) values (1, 'Levante', 'l@levante.example', '{main}'),
      (2, 'Duero', 'd@duero.example', '{main}');
    insert into contact (client_id, contact_id, name, email, visibility)
      select 1, number, name, '', 'client' from (values (1, 'Con contraseña'), (2, 'Con sesión'), (3, 'Con enlace usado'),
        (4, 'Con decisión'), (5, 'Con persona'), (6, 'Nadie'), (7, 'Con enlace sin usar')) k (number, name);
    insert into contact (client_id, contact_id, name, email, visibility) values
      (2, 3, 'De otro cliente', '', 'client'), (2, 5, 'Con persona', '', 'client');
    insert into credential (client_id, contact_id, username, password_hash) values (1, 1, 'uno', 'x');
    insert into person (client_id, person_id, installation_code, source, login, name) overriding system value values
      (1, 1, null, 'portal', 'dos', 'Dos'), (1, 2, null, 'portal', 'cinco', 'Con persona');
    insert into session (client_id, token_hash, person_id, contact_id, limited, administrator, entry, created_at, seen_at)
      values (1, 'x', 1, 2, false, true, '{}', now(), now());
    insert into audit (at, username, act, client_id, details) values
      (now(), 'portal', '/console/password-links', 1, '{"contact": 3, "used": true}'),
      (now(), 'raul', '/console/password-links', 1, '{"contact": 7}');
    insert into valuation (client_id, number, description, created_on, decision, decided_by, decided_at)
      values (1, 1, 'x', now(), 'accepted', 'Con decisión', now());
  `)
  await migrate(url)
  const { rows } = await owner.query<{ name: string }>(`
    select client_id, contact_id from contact where entered_at is not null order by client_id, contact_id`)
  expect(rows.map((row) => Object.values(row).join('/'))).toEqual(['1/1', '1/2', '1/3', '1/4', '1/5'])
})

test('persons with a name of their own become the authors of what they wrote before, and nobody else does', async () => {
  const { url, owner } = await databaseAt('0017_draft_keys.sql')
  // Lucía is the contact, and Ana enters under it with a name of her own; for luis there is only the login.
  await owner.query(`
    insert into client (client_id, name, email, areas) values (1, 'Levante', 'l@levante.example', '{main}');
    insert into installation (client_id, code, version) values (1, 'LEV-01', 'V030');
    insert into company (client_id, installation_code, code, name) values (1, 'LEV-01', '001', 'Levante');
    insert into contact (client_id, contact_id, name, email) values (1, 11, 'Lucía Ferrer', 'lucia@levante.example');
    insert into technician (username, name, role) values ('sonia', 'Sonia Peris', 'technician');
    insert into person (client_id, person_id, installation_code, source, login, name) overriding system value values
      (1, 1, 'LEV-01', 'application', 'ana', 'Ana Colega'), (1, 2, 'LEV-01', 'application', 'lucia', 'Lucía Ferrer'),
      (1, 3, 'LEV-01', 'application', 'luis', 'luis'), (1, 4, 'LEV-01', 'application', 'eva', ''),
      (1, 5, null, 'portal', 'andres', 'Andrés Vidal');
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, area, kind,
        custom_development, title, contact_name, email, urgency, phone_assistance, version, origin, raised_by, created_at,
        state, last_entry_kind, last_entry_at)
      select 1, person_id, 'LEV-01', '001', person_id, 11, 'main', 'query', false, login, 'Lucía Ferrer',
        'lucia@levante.example', '3', false, 'V030', 'SOPORTE30', 'Lucía Ferrer', now(), 'pending', 'query', now()
      from person;
    insert into entry (client_id, ticket_number, number, kind, text, author, origin, person_id, at)
      select 1, person_id, person_id, 'query', 'x', 'Lucía Ferrer', 'SOPORTE30', person_id, now() from person;
    insert into entry (client_id, ticket_number, kind, text, author, origin, person_id, username, at) values
      (1, 1, 'answer', 'x', 'Sonia Peris', '', 1, 'sonia', now() + interval '1 s'),
      (1, 1, 'claim', '', '', '', 1, null, now() + interval '2 s'),
      (1, 1, 'acceptance', '', 'Ana Colega', '', 1, null, now() + interval '3 s');
  `)
  await migrate(url, await migrationsUpTo('0018_names_of_persons.sql'))
  const list = async (text: string) => (await owner.query<unknown[]>({ text, rowMode: 'array' })).rows
  expect(await list('select login, named from person order by person_id')).toEqual([
    ['ana', true],
    ['lucia', false],
    ['luis', false],
    ['eva', false],
    ['andres', false],
  ])
  expect(await list('select title, raised_by, behalf from ticket order by number')).toEqual([
    ['ana', 'Ana Colega', 'Lucía Ferrer'],
    ...['lucia', 'luis', 'eva', 'andres'].map((login) => [login, 'Lucía Ferrer', '']),
  ])
  expect(await list('select kind, author, behalf from entry order by ticket_number, at')).toEqual([
    ['query', 'Ana Colega', 'Lucía Ferrer'],
    ['answer', 'Sonia Peris', ''],
    ['claim', '', ''],
    ['acceptance', 'Ana Colega', ''],
    ...Array.from({ length: 4 }, () => ['query', 'Lucía Ferrer', '']),
  ])
  // The migration has restored the row security that it lifted, and later migrations run on these rows, too.
  const forced = "select relname from pg_class where relrowsecurity and not relforcerowsecurity and relkind = 'r'"
  expect(await list(forced)).toEqual([])
  await migrate(url)
  expect(await list('select count(*)::int from entry')).toEqual([[8]])
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function migrationsAnd(name: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
  await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

async function migrationsUpTo(last: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const from = new URL('migrations/', import.meta.url)
  const names = (await readdir(from)).filter((name) => name <= last)
  await Promise.all(names.map((name) => cp(new URL(name, from), join(folder, name))))
  return pathToFileURL(`${folder}/`)
}
