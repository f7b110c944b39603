import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { migrate } from './migrate.ts'

// What migrations make of the rows that they find, those that are merged and those that come.

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

test('tickets and valuations from before count in their lists at once', async () => {
  const { url, owner } = await databaseAt('0220_events_of_problems.sql')
  await owner.query(`
    insert into client (client_id, name, email, areas) values (1, 'Levante', 'l@levante.example', '{main}');
    insert into installation (client_id, code, version) values (1, 'LEV-01', 'V030');
    insert into company (client_id, installation_code, code, name) values (1, 'LEV-01', '001', 'Levante');
    insert into technician (username, name, role) values ('sonia', 'Sonia Peris', 'technician');
    insert into person (client_id, person_id, installation_code, source, login, name) overriding system value values
      (1, 1, 'LEV-01', 'application', 'ana', 'Ana');
    insert into ticket (client_id, number, installation_code, company_code, person_id, area, kind, custom_development, title,
        contact_name, email, urgency, phone_assistance, version, origin, raised_by, created_at, state, accepted,
        last_entry_kind, last_entry_at, assignee)
      select 1, number, 'LEV-01', '001', 1, 'main', 'query', false, 'x', 'Ana', 'ana@levante.example', '3', false, 'V030', '',
        'Ana', now(), state, accepted, kind, now(), assignee
      from (values (1, 'pending', false, 'query', null), (2, 'pending', false, 'answer', 'sonia'),
        (3, 'closed', false, 'answer', 'sonia'), (4, 'closed', true, 'acceptance', 'sonia')) t (number, state, accepted, kind, assignee);
    insert into valuation (client_id, number, description, created_on, decision, decided_at, closed_at) values
      (1, 1, 'x', now(), null, null, null), (1, 2, 'x', now(), 'accepted', now(), null), (1, 3, 'x', now(), null, null, now()),
      (1, 4, 'x', now(), null, null, null);
  `)
  await migrate(url)
  const list = async (text: string) => (await owner.query<unknown[]>({ text, rowMode: 'array' })).rows
  expect(await list('select place, number::int from queue_total order by place collate "C"')).toEqual([
    ['closed', 1],
    ['conclude', 1],
    ['of:sonia', 2],
    ['pending', 3],
    ['reply', 1],
    ['support', 1],
    ['unassigned', 1],
    ['waiting-for-customer', 2],
  ])
  expect(
    await list(
      'select what, sum(change)::int from tally group by what having sum(change) <> 0 order by what collate "C"',
    ),
  ).toEqual([
    ['closed', 1],
    ['conclude', 1],
    ['pending', 3],
    ['reply', 1],
    ['support', 1],
    ['valuation', 2],
  ])
  expect(await list('select count(*)::int from place_change')).toEqual([[0]])
})

async function migrationsUpTo(last: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const from = new URL('migrations/', import.meta.url)
  const names = (await readdir(from)).filter((name) => name <= last)
  await Promise.all(names.map((name) => cp(new URL(name, from), join(folder, name))))
  return pathToFileURL(`${folder}/`)
}
