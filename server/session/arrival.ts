import { randomBytes } from 'node:crypto'
import type { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { limitedLogin } from '#contract/entry-codec.ts'
import { type PersonSource, cleanName } from '#domain/account.ts'
import type { Database, Transaction } from '../db/sql.ts'
import type { Caller, EntryContext } from '../http/caller.ts'
import { otherSession } from '../http/problems.ts'
import type { SecretBox } from '../secret-box.ts'
import {
  type EntryUse,
  type SigningKey,
  activeContact,
  availableCompanies,
  clientOfLimitedInstallation,
  openSession,
  renewSession,
  signingKey,
  useEntry,
  wasUsed,
} from './account-store.ts'
import { EntryRefused, verifyEntry } from './entry.ts'

type EntryInput = Input<typeof api.session.enter>

/** A person who arrives by a link with a valid signature, or from an installation that admits unsigned links. */
export interface Arrival {
  readonly client: number
  readonly installation: string
  readonly contact: number | null
  readonly source: PersonSource
  readonly login: string
  /** Empty: not given. */
  readonly name: string
  readonly company: string | undefined
  readonly limited: boolean
  /** Whether the client itself may be an administrator. */
  readonly clientAdministrator: boolean
  /** The entry to mark as used; absent for an unsigned link. */
  readonly use: EntryUse | null
  readonly entry: EntryContext
}

/** @throws EntryRefused */
export const arrivalOf = (database: Database, secrets: SecretBox, input: EntryInput, now: Date): Promise<Arrival> =>
  input.token === undefined
    ? limitedArrival(database, input)
    : signedArrival(input, input.token, now, (kid) => signingKey(database, secrets, kid, now))

async function signedArrival(
  input: EntryInput,
  token: string,
  now: Date,
  findKey: (kid: string) => Promise<SigningKey | undefined>,
): Promise<Arrival> {
  const { key, contact, login, claims } = await verifyEntry(token, now, findKey)
  const { context = {}, email } = claims
  const name = cleanName(claims.name ?? '')
  const signed = { ...context, email, installation: key.installation }
  const contradicted = BESIDE_THE_ENTRY.find((field) => input[field] && signed[field] && input[field] !== signed[field])
  if (contradicted) throw new EntryRefused(`contradicted: ${contradicted}`)
  return {
    client: key.client,
    installation: key.installation,
    contact,
    source: claims.caller === undefined ? 'contact' : 'application',
    login,
    name,
    company: context.company,
    limited: false,
    clientAdministrator: key.clientAdministrator,
    use: { kid: key.kid, id: claims.id, expiresAt: new Date(claims.expiresAt * 1000) },
    entry: entryContext({ ...signed, name }, { contactName: name }, input),
  }
}

async function limitedArrival(database: Database, input: EntryInput): Promise<Arrival> {
  const { installation } = input
  const client = installation && (await clientOfLimitedInstallation(database, installation))
  if (!client) throw new EntryRefused('unsigned')
  return {
    client,
    installation,
    contact: null,
    source: 'limited',
    login: limitedLogin(randomBytes(16).toString('base64url')),
    name: cleanName(input.contactName ?? ''),
    company: input.company,
    limited: true,
    clientAdministrator: false,
    use: null,
    entry: entryContext({ ...input, name: input.contactName }),
  }
}

interface Entering {
  readonly now: Date
  /** The person of this browser's session. */
  readonly previous: Caller | null
  readonly maySwitch: boolean
}

/**
 * Opens the session and marks the entry as used, both or neither.
 * @returns the new token; `continues`: it renews the session that this browser has
 * @throws EntryRefused, or the Problem that asks whether to switch, with the entry still unused
 */
export function enter(
  database: Database,
  arrival: Arrival,
  { now, previous, maySwitch }: Entering,
): Promise<{ token: string; continues: boolean }> {
  const { contact, installation, limited, entry, use } = arrival
  return database.inClient(arrival.client, async (tx) => {
    const known = contact === null ? null : await activeContact(tx, contact, installation)
    if (known === undefined) throw new EntryRefused('contact')
    const company = await companyOf(tx, arrival)
    if (use && (await wasUsed(tx, use))) throw new EntryRefused('used')
    // It may be another person, but this browser can see everything that it created anyway.
    const continues = limited && previous !== null && previous.limited && previous.installation === installation
    if (previous && !continues && !isPerson(previous, arrival) && !maySwitch) throw otherSession()
    if (use && !(await useEntry(tx, use))) throw new EntryRefused('used')
    const renewed = continues ? await renewSession(tx, previous.session, { company, entry }, now) : null
    if (renewed) return { continues: true, token: renewed }
    const token = await openSession(
      tx,
      {
        installation,
        source: arrival.source,
        login: arrival.login,
        name: arrival.name
          ? { text: arrival.name, guessed: false }
          : { text: known?.name ?? arrival.login, guessed: true },
        contact,
        company,
        kid: use && use.kid,
        limited,
        administrator: known ? known.visibility === 'client' : arrival.clientAdministrator,
        entry,
      },
      now,
    )
    return { continues: false, token }
  })
}

/** The company that the link names; otherwise the only one. */
async function companyOf(tx: Transaction, { installation, contact, company }: Arrival): Promise<string | null> {
  const companies = await availableCompanies(tx, installation, contact)
  if (!company) return companies.length === 1 ? (companies[0]?.code ?? null) : null
  if (!companies.some(({ code }) => code === company)) throw new EntryRefused('company')
  return company
}

const isPerson = (caller: Caller, { client, installation, source, login }: Arrival): boolean =>
  caller.client === client &&
  caller.installation === installation &&
  caller.source === source &&
  caller.username === login

const PREFILLS = ['company', 'version', 'origin', 'email', 'contactName', 'phone', 'module', 'program'] as const
const BESIDE_THE_ENTRY = ['installation', ...PREFILLS] as const

const CARRIED = ['name', ...PREFILLS] as const
const NAMES: readonly string[] = ['name', 'contactName'] satisfies (keyof EntryContext)[]

/** Each field comes from the first source that has it; signed ones go first. */
const entryContext = (
  ...sources: readonly Partial<Record<(typeof CARRIED)[number], string | undefined>>[]
): EntryContext =>
  Object.fromEntries(
    CARRIED.flatMap((field) => {
      const value = sources.map((source) => source[field]).find(Boolean)
      return value ? [[field, NAMES.includes(field) ? cleanName(value) : value]] : []
    }),
  )
