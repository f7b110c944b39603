import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LEFT_OUT } from '../db/backup-role.ts'
import { placeOf } from '../db/file-places.ts'
import { catalogueProblems } from '../isolation/catalogue.ts'
import { NOON, type TestApp, testApp } from '../testing/test-app.ts'
import { readArchive } from './archive.ts'
import { type ArchiveKey, readArchiveKey } from './archive-key.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// The demo in a database whose owner is no superuser: row level security, forced, binds them too.

const OWNER = `keeper_${process.pid}`
const ROLES = 'portal_app, portal_door, portal_staff, portal_jobs, portal_backup'

let portal: TestApp
let folder: string
let archive: string
/** Restored from the archive. */
let restored: { readonly owner: pg.Client; readonly files: string }

beforeAll(async () => {
  portal = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'))
  await portal.owner.query(
    `create role ${OWNER} login password 'x' createrole; grant ${ROLES} to ${OWNER} with admin option`,
  )
  await giveTo(portal.owner)
  await portal.enter('LEV-01', 11)
  await portal.consoleLogIn('raul')
  await portal.owner.query(`
    insert into password_link (client_id, contact_id, username, token_hash, issued_by, expires_at)
      select client_id, contact_id, 'canario', 'canary-of-a-link', 'raul', now() + interval '1 day' from contact
      order by 1, 2 limit 1;
    insert into mail (client_id, kind, cause, reader, email, language, message_name, secret, created_at, due_at)
      select client_id, 'code', 'canary', 'x', 'x@levante.example', 'es', 'canary', 'canary-of-a-secret', now(), now()
      from client order by 1 limit 1`)
  archive = join(folder, 'backup.tar.gz')
  await backUp(archive)
  const place = await newPlace()
  expect(await restoreBackup(archive, place)).toMatchObject({ missing: 0 })
  const owner = new pg.Client({ connectionString: place.superuserUrl })
  await owner.connect()
  restored = { owner, files: place.files }
})
afterAll(async () => {
  await restored.owner.end()
  await portal.owner.query(`drop database restored_${process.pid}_1 with (force)`)
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

test('every row of every table and every file comes back, in a schema that keeps clients apart as before', async () => {
  const { owner, files } = restored
  const names = (await tablesOf(owner)).filter(
    (name) => !['migration', 'mail', ...Object.keys(LEFT_OUT)].includes(name),
  )
  expect(names.length).toBeGreaterThan(50)
  for (const name of names)
    expect({ name, rows: await rowsOf(owner, name) }).toEqual({ name, rows: await rowsOf(portal.owner, name) })
  expect(await filesIn(files)).toEqual(await filesIn(portal.files))
  expect(await sequencesOf(owner)).toEqual(await sequencesOf(portal.owner))
  expect(await catalogueProblems(owner)).toEqual(await catalogueProblems(portal.owner))
  expect(await definitionsIn(owner)).toEqual(await definitionsIn(portal.owner))
})

test('sessions, links and codes do not live again, and used entries stay used', async () => {
  const counts = (owner: pg.Client) =>
    Promise.all(
      ['session', 'technician_session', 'password_link', 'used_entry'].map(
        async (name) => (await rowsOf(owner, name)).length,
      ),
    )
  const { owner } = restored
  const [sessions, ofTechnicians, links, entries] = await counts(portal.owner)
  expect([sessions, ofTechnicians, links, entries].map((count) => count !== undefined && count > 0)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(await counts(owner)).toEqual([0, 0, 0, entries])
  const { rows } = await owner.query("select state, secret from mail where message_name = 'canary'")
  expect(rows).toEqual([{ state: 'suppressed', secret: null }])
  expect((await contentOf(archive)).includes('canary-of-a')).toBe(false)
})

test('a column that looks like a secret is in a table that is left out, or is known to be of use later', async () => {
  const kept = [
    'api_key.previous_hash', // keys of other programs go on
    'api_key.token_hash',
    'attachment.sha256',
    'credential.password_hash',
    'credential.totp_secret', // sealed, as all secrets here
    'credential_recovery_code.code_hash', // somebody who has lost their phone enters with one
    'draft_key.sealed',
    'idempotency.request_hash',
    'mail.secret', // taken out
    'migration.hash',
    'provider_picture.bytes', // the logo
    'recovery_code.code_hash',
    'signing_key.key_bytes',
    'signing_key.sealed',
    'store_identity.canary',
    'technician.password_hash',
    'technician.totp_secret',
    'technician_idempotency.request_hash',
    'webhook.previous_secret',
    'webhook.secret',
  ]
  const { rows } = await portal.owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name <> all ($1) and (data_type = 'bytea' or column_name ~ 'token|secret|code_hash|hash|sealed')
      and not (table_name = 'received_mail' and column_name = 'fingerprint') order by 1`,
    [Object.keys(LEFT_OUT)],
  )
  expect(rows.map(({ name }) => name)).toEqual(kept)
})

test('acts after the moment of a backup are not in it, though its files are copied later', async () => {
  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const [before, after] = [await numberOfTickets(portal.owner), join(folder, 'under-load.tar.gz')]
  const acts: Promise<unknown>[] = []
  // The moment of the backup is that of the first table.
  const progress = (step: string) => void (/: (attachment|ticket)$|file 1 /.test(step) && acts.push(raise(lucia)))
  await backUp(after, { progress })
  expect(acts).toHaveLength(3)
  await Promise.all(acts)
  expect(await numberOfTickets(portal.owner)).toBeGreaterThan(before)
  const place = await emptyPlace()
  await restoreBackup(after, place)
  expect(await numberOfTickets(await connected(place.superuserUrl))).toBe(before)
})

test('a file that was just removed is found in the trash; one that is gone or has changed is told', async () => {
  const files = join(folder, 'poor-files')
  await cp(portal.files, files, { recursive: true })
  const [removed = '', gone = '', changed = ''] = (await filesIn(files)).map(([id]) => id)
  await mkdir(join(files, 'trash'))
  await rename(placeOf(files, removed), join(files, 'trash', removed))
  await rm(placeOf(files, gone))
  await writeFile(placeOf(files, changed), 'something else')
  const poor = join(folder, 'poor.tar.gz')
  expect(await backUp(poor, { files })).toMatchObject({ missing: 1, damaged: 1 })
  const place = await emptyPlace()
  expect(await restoreBackup(poor, place)).toMatchObject({ missing: 1 })
  const restored = (await filesIn(place.files)).map(([id]) => id)
  expect([restored.includes(removed), restored.includes(gone)]).toEqual([true, false])
})

describe('nothing is restored', () => {
  test('of an archive that is damaged anywhere or cut short; the place then takes the whole one', async () => {
    const whole = await readFile(archive)
    const place = await emptyPlace()
    const harmed = join(folder, 'harmed.tar.gz')
    const places = [12, 2000, Math.floor(whole.length / 2), whole.length - 1500, whole.length - 6]
    for (const at of places) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 4
      await writeFile(harmed, bytes)
      await expect(restoreBackup(harmed, place), `bit at ${at}`).rejects.toThrow(
        /nothing (of it )?was restored|is no backup/,
      )
    }
    for (const length of [10, 30, 5000, whole.length - 9]) {
      await writeFile(harmed, whole.subarray(0, length))
      await expect(restoreBackup(harmed, place), `cut at ${length}`).rejects.toThrow(/cut short|is no backup/)
    }
    expect(await numberOfTickets(await connected(place.superuserUrl))).toBe(0)
    await restoreBackup(archive, place)
    await expect(restoreBackup(archive, place)).rejects.toThrow('The database holds this backup')
  })

  test('where something is already, or of a newer version', async () => {
    const place = await emptyPlace()
    await writeFile(join(place.files, 'mine'), '')
    await expect(restoreBackup(archive, place)).rejects.toThrow('holds files already')
    await rm(join(place.files, 'mine'))
    const there = await connected(place.superuserUrl)
    await there.query('create table mine (number int)')
    await expect(restoreBackup(archive, place)).rejects.toThrow('The database is not empty (mine)')
    await portal.owner.query("insert into migration (name, hash) values ('9999_of_tomorrow.sql', 'x')")
    const newer = join(folder, 'newer.tar.gz')
    await backUp(newer)
    await portal.owner.query("delete from migration where name like '9999%'")
    await expect(restoreBackup(newer, await emptyPlace())).rejects.toThrow(
      'A newer version of the portal made this backup',
    )
  })
})

describe('an encrypted backup', () => {
  test('opens with its key alone, and says which is missing', async () => {
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const [key, other, publicKey] = await Promise.all([
      keyOf('mine', identity),
      keyOf('other', await generateIdentity()),
      keyOf('public', `# of the vault\n${recipient}\n`),
    ])
    const sealed = join(folder, 'sealed.age')
    await backUp(sealed, { key: publicKey })
    expect((await readFile(sealed)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const place = await emptyPlace()
    await expect(restoreBackup(sealed, place)).rejects.toThrow('is encrypted')
    await expect(restoreBackup(sealed, { ...place, key: other })).rejects.toThrow('was encrypted with another key')
    await expect(restoreBackup(sealed, { ...place, key: publicKey })).rejects.toThrow('can only encrypt')
    await expect(restoreBackup(archive, { ...place, key })).rejects.toThrow('is not encrypted')
    const bytes = await readFile(sealed)
    bytes[bytes.length - 2000] = (bytes[bytes.length - 2000] ?? 0) ^ 1
    await writeFile(join(folder, 'harmed.age'), bytes)
    await expect(restoreBackup(join(folder, 'harmed.age'), { ...place, key })).rejects.toThrow(
      'nothing of it was restored',
    )
    expect(await restoreBackup(sealed, { ...place, key })).toMatchObject({ missing: 0 })
  })

  test('takes a passphrase that is long enough', async () => {
    await expect(keyOf('short', 'too short')).rejects.toThrow('needs 12 at least')
    const sealed = join(folder, 'phrase.age')
    await backUp(sealed, { key: await keyOf('phrase', 'once upon a time\n') })
    expect((await contentOf(sealed, await keyOf('phrase', 'once upon a time'))).includes('Levante')).toBe(true)
  })
})

test('a failed backup leaves nothing behind, and none takes the place of another', async () => {
  const target = join(folder, 'stopped.tar.gz')
  const stopping = new AbortController()
  const stopped = backUp(target, { progress: () => stopping.abort(new Error('Stopped')), signal: stopping.signal })
  await expect(stopped).rejects.toThrow('Stopped')
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
  await expect(backUp(archive)).rejects.toThrow('is there already')
  await expect(backUp(join(folder, 'nowhere/b.tar.gz'))).rejects.toThrow('cannot be written')

  // The clean-up cannot reach the place either.
  const unreachable = join(folder, 'file', 'copia.tar.gz')
  await writeFile(join(folder, 'file'), '')
  await expect(backUp(unreachable)).rejects.toThrow(`${unreachable} cannot be written (ENOTDIR`)
})

function backUp(target: string, over: Partial<Parameters<typeof makeBackup>[1]> = {}) {
  const work = { databaseUrl: asOwner(portal.url), files: portal.files, key: undefined, progress: () => undefined }
  return makeBackup(target, { ...work, signal: new AbortController().signal, ...over })
}

const asOwner = (url: string): string => Object.assign(new URL(url), { username: OWNER, password: 'x' }).href

let places = 0

/** A new database of the unprivileged owner's, and an empty folder, for a single test. */
async function emptyPlace() {
  const place = await newPlace()
  onTestFinished(async () => void (await portal.owner.query(`drop database ${place.name} with (force)`)))
  return place
}

async function newPlace() {
  const name = `restored_${process.pid}_${(places += 1)}`
  await portal.owner.query(`create database ${name} owner ${OWNER}`)
  const files = await mkdtemp(join(folder, 'files-'))
  const superuserUrl = Object.assign(new URL(portal.url), { pathname: `/${name}` }).href
  const signal = new AbortController().signal
  return {
    name,
    databaseUrl: asOwner(superuserUrl),
    superuserUrl,
    files,
    key: undefined,
    progress: () => undefined,
    signal,
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Gives the schema to that owner, as if they had prepared the database themselves. */
async function giveTo(superuser: pg.Client): Promise<void> {
  const { rows } = await superuser.query<{ statement: string }>(`
    select format('alter table %s owner to ${OWNER}', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and (relkind = 'r' or relkind = 'S' and not exists (
      select from pg_depend d where d.objid = pg_class.oid and d.deptype in ('a', 'i')))`)
  for (const { statement } of rows) await superuser.query(statement)
}

async function keyOf(name: string, text: string): Promise<ArchiveKey> {
  const file = join(folder, `${name}.key`)
  await writeFile(file, text)
  return readArchiveKey(file)
}

async function contentOf(source: string, key?: ArchiveKey): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const { bytes } of readArchive(source, key)) for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const tablesOf = async (owner: pg.Client): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    )
  ).rows.map(({ name }) => name)

async function rowsOf(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ row: string }>(`select x::text as row from ${table} x order by 1`)
  return rows.map(({ row }) => row)
}

async function sequencesOf(owner: pg.Client) {
  const { rows } = await owner.query(
    "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
  )
  return rows
}

/** References, checks, triggers and policies, which a restore removes and puts back. */
async function definitionsIn(owner: pg.Client) {
  const { rows } = await owner.query(`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as said from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select polrelid::regclass || ' ' || polname from pg_policy
    union all select oid::regclass || ' ' || relrowsecurity || relforcerowsecurity from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 1`)
  return rows
}

const numberOfTickets = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    "select case when to_regclass('ticket') is null then 0 else (xpath('/row/c/text()', query_to_xml('select count(*) as c from ticket', false, true, '')))[1]::text::int end as count",
  )
  return rows[0]?.count ?? 0
}

async function filesIn(files: string): Promise<[id: string, content: string][]> {
  const { rows } = await portal.owner.query<{ id: string }>('select attachment_id as id from attachment order by 1')
  const found: [string, string][] = []
  for (const { id } of rows) {
    const content = await readFile(placeOf(files, id), 'latin1').catch(() => null)
    if (content !== null) found.push([id, content])
  }
  return found
}

async function raise(cookie: string): Promise<void> {
  const modules = (await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')).data
  const ticket = {
    titulo: `Mientras se copia ${NOON.toISOString()}`,
    textoConsulta: 'Un ticket que se crea mientras se hace la copia de seguridad.',
    modulo: modules.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg,
    tipoConsulta: 'C',
    interlocutor: 'Lucía',
    email: 'l@levante.example',
    urgenciaSeleccionada: '3',
  }
  expect((await portal.call(cookie, 'POST', '/consultas/nueva_consulta', ticket)).status).toBe(200)
}
