import type { SilenceRules } from '#domain/silence.ts'
import { readSettings } from '../provider-settings.ts'
import { hashPassword } from '../session/password.ts'
import { readSilence } from '../tickets/silence-store.ts'
import { sampleFilesIn } from './attachment-rows.ts'
import { insertCannedAnswers } from './demo-canned-answers.ts'
import { RAUL, SONIA } from './cast.ts'
import { type PasswordHashes, insertDataChanges, insertPeople, insertPerson, insertTechnicians } from './people-rows.ts'
import { insertNotices } from './demo-notices.ts'
import { DEMO, type DemoScript } from './scripts.ts'
import { type AuthoredTickets, insertTickets } from './ticket-rows.ts'
import { type WorkContext, insertValuations, insertWork } from './work-rows.ts'
import { type FileStore, openFileStore } from '../db/file-store.ts'
import { type PromiseRules, readPromises } from '../db/promise-store.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'

/** Any number, the same in every process: its holder loads a client while the others wait. */
const LOCK = 7_320_119

/**
 * Loads the demo's cast and tickets, with dates that lead up to `now`. The modules must be there (`seedProviderData`). Each
 * client is loaded whole or not at all, so that the next load completes an interrupted one.
 * @param filesFolder the attachments' folder
 * @param content the provider's folder; the shipped one by default
 * @returns 'already' if there are clients, the demo's or others
 */
export async function loadDemo(
  { database: db, staff }: DemoDatabases,
  now: Date,
  filesFolder: string,
  content?: string,
): Promise<'loaded' | 'already'> {
  const missing = await missingClients(db)
  if (missing.length === 0) return 'already'
  const { assistant, provider } = await readSettings(content)
  const common = {
    now,
    hashes: await passwordHashes(),
    assistant: assistant.name,
    provider: provider.name,
    rules: await readPromises(db),
    silence: (await readSilence(db)).rules,
  }
  const store = openFileStore(filesFolder)
  await staff.acrossClients((tx) => insertTechnicians(tx, common.hashes))
  const loaded: boolean[] = []
  for (const script of missing) loaded.push(await loadClient(db, script, store, common))
  if (!loaded.includes(true)) return 'already'
  await staff.acrossClients(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${LOCK})`)
    await insertNotices(tx, now)
    await insertCannedAnswers(tx, now)
    await tx.rows(sql`update technician t set came_after_entry = newest_entry_of_all()`)
  })
  return 'loaded'
}

/** The same database as customers and technicians reach it. */
export interface DemoDatabases {
  readonly database: Database
  readonly staff: Database
}

interface Common {
  readonly now: Date
  readonly hashes: PasswordHashes
  readonly assistant: string
  readonly provider: string
  readonly rules: PromiseRules
  readonly silence: SilenceRules | null
}

/** The demo's clients that are missing, if the database holds nothing else; none if it belongs to somebody. */
async function missingClients(db: Database): Promise<readonly DemoScript[]> {
  const existing = await db.rows<{ client: number }>(sql`select d.client from door_clients() as d (client)`)
  for (const { client } of existing) {
    if (!(await isOfDemo(db, client))) return []
  }
  return DEMO.filter(({ cast }) => existing.every(({ client }) => client !== cast.client))
}

/** A client's number proves nothing; installations with the demo's codes do. */
async function isOfDemo(db: Database, client: number): Promise<boolean> {
  const code = DEMO.find(({ cast }) => cast.client === client)?.cast.installations[0]?.code
  const found = await db.maybe<{ client: number }>(
    sql`select i.client_id as client from door_installation(${code ?? ''}) i`,
  )
  return found?.client === client
}

/** False if another process was faster. */
async function loadClient(db: Database, script: DemoScript, store: FileStore, common: Common): Promise<boolean> {
  const { cast, valuations } = script
  const { now, hashes } = common
  const files = sampleFilesIn(store)
  try {
    return await db.inClient(cast.client, async (tx) => {
      if (!(await lockMissing(tx))) return false
      // These acts lie in the past, so they cause no event.
      await tx.rows(sql`select set_config('app.untold', 'yes', true)`)
      await insertPeople(tx, cast, hashes, now)
      await insertTickets({ tx, files, cast, ...common }, await insertWhatTicketsNeed({ tx, files, now }, script))
      await insertValuations({ tx, now }, valuations)
      await insertDataChanges(tx, now, script.dataChanges ?? [])
      // Everybody counts as having seen all of these entries.
      await tx.rows(sql`update person p set came_after_entry = newest_entry(p.client_id) where ${tx.own('p')}`)
      // The files must be on the disk before the commit, as with every attachment.
      await files.keep()
      return true
    })
  } catch (error) {
    await files.discard()
    throw error
  }
}

/** Inserts the authors and the incidents that tickets refer to. */
async function insertWhatTicketsNeed(
  { tx, files, now }: Omit<WorkContext, 'author'>,
  { cast, tickets, work }: DemoScript,
): Promise<AuthoredTickets[]> {
  const authored: AuthoredTickets[] = []
  const incidentsOf = new Map<string, AuthoredTickets['incidents']>()
  for (const { author, scripts } of tickets) {
    const { contact, installation } = author
    const person = await insertPerson(tx, cast, author)
    const incidents =
      incidentsOf.get(installation) ??
      (await insertWork(
        { tx, files, now, author: { name: contact?.name ?? cast.name, person, contact: contact?.id ?? null } },
        installation,
        work[installation] ?? { incidents: [], developments: [] },
      ))
    incidentsOf.set(installation, incidents)
    authored.push({ author, person, scripts, incidents })
  }
  return authored
}

/** Whether the transaction's client is missing; others wait until the transaction ends. */
async function lockMissing(tx: Transaction): Promise<boolean> {
  await tx.rows(sql`select pg_advisory_xact_lock(${LOCK})`)
  return (await tx.maybe(sql`select from client c where ${tx.own('c')}`)) === undefined
}

async function passwordHashes(): Promise<PasswordHashes> {
  const logins = [...DEMO.flatMap(({ cast }) => cast.contacts).flatMap(({ login }) => login ?? []), SONIA, RAUL]
  return new Map(
    await Promise.all(logins.map(async ({ username, password }) => [username, await hashPassword(password)] as const)),
  )
}
