import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { resealDraftKeys } from '../../scope/draft-store.ts'
import { type Database, type Runner, type Statement, sql } from '../../db/sql.ts'
import type { SecretBox } from '../../secret-box.ts'
import { StartProblem } from '../../start-problem.ts'

/** The owner that each secret is sealed for. */
export const aboutSecondFactor = (username: string): string => username
export const aboutContactFactor = (client: number, contact: number): string => aboutContact(`${client}/${contact}`)
const aboutContact = (id: string): string => `second factor of contact ${id}`
export const aboutSigningKey = (kid: string): string => `signing key ${kid}`
export const aboutWebhook = (id: string): string => `webhook ${id}`
const ABOUT_CANARY = 'canary'

/** A stored secret. Secrets from before there was a key are not sealed. */
interface Kept {
  readonly id: string
  readonly bytes: Buffer
  readonly sealed: boolean
}

/** A column of secrets that the portal must be able to read. */
interface SealedColumn {
  readonly what: string
  readonly about: (id: string) => string
  readonly all: Statement
  readonly replace: (kept: Kept, sealed: Buffer) => Statement
  /** Revokes a secret whose key is lost; `nobodys` is a secret that nobody knows. */
  readonly giveUp: (kept: Kept, nobodys: Buffer, now: Date) => Statement
}

const PLAIN_SECOND_FACTOR_BYTES = 20
const NOBODYS_BYTES = 32

/** Opens a second factor. A running older version without keys may have written it unsealed. */
export const openSecondFactor = (box: SecretBox, kept: Buffer, about: string): Buffer | null =>
  kept.length === PLAIN_SECOND_FACTOR_BYTES ? kept : box.open(kept, about)

const COLUMNS: readonly SealedColumn[] = [
  {
    what: 'second factor',
    about: aboutSecondFactor,
    all: sql`
      select t.username as id, t.totp_secret as bytes, length(t.totp_secret) <> ${PLAIN_SECOND_FACTOR_BYTES} as sealed
      from technician t where t.totp_secret is not null`,
    replace: ({ id, bytes }, sealed) => sql`
      update technician t set totp_secret = ${sealed} where t.username = ${id} and t.totp_secret = ${bytes}`,
    giveUp: ({ id, bytes }) => sql`
      update technician t set totp_secret = null, totp_confirmed = false, totp_used_step = 0
      where t.username = ${id} and t.totp_secret = ${bytes}`,
  },
  {
    what: 'second factor of an administrator',
    about: aboutContact,
    all: sql`
      select any_r.client_id || '/' || any_r.contact_id as id, any_r.totp_secret as bytes, true as sealed
      from credential any_r where any_r.totp_secret is not null`,
    replace: ({ id, bytes }, sealed) => sql`
      update credential any_r set totp_secret = ${sealed}
      where any_r.client_id || '/' || any_r.contact_id = ${id} and any_r.totp_secret = ${bytes}`,
    giveUp: ({ id, bytes }) => sql`
      update credential any_r set totp_secret = null, totp_confirmed = false, totp_used_step = 0
      where any_r.client_id || '/' || any_r.contact_id = ${id} and any_r.totp_secret = ${bytes}`,
  },
  {
    what: 'signing key',
    about: aboutSigningKey,
    all: sql`
      select any_g.kid as id, any_g.key_bytes as bytes, any_g.sealed from signing_key any_g
      where any_g.algorithm = 'HS256'`,
    replace: ({ id, bytes }, sealed) => sql`
      update signing_key any_g set key_bytes = ${sealed}, sealed = true
      where any_g.kid = ${id} and any_g.key_bytes = ${bytes}`,
    giveUp: ({ id, bytes }, nobodys, now) => sql`
      update signing_key any_g set revoked_at = least(any_g.revoked_at, ${now}), key_bytes = ${nobodys}
      where any_g.kid = ${id} and any_g.key_bytes = ${bytes}`,
  },
  {
    what: 'secret of a webhook',
    about: aboutWebhook,
    all: sql`select w.webhook_id::text as id, w.secret as bytes, true as sealed from webhook w`,
    replace: ({ id, bytes }, sealed) => sql`
      update webhook w set secret = ${sealed} where w.webhook_id = ${id}::bigint and w.secret = ${bytes}`,
    giveUp: ({ id, bytes }, nobodys) => sql`
      update webhook w set active = false, secret = ${nobodys} where w.webhook_id = ${id}::bigint and w.secret = ${bytes}`,
  },
  {
    what: 'previous secret of a webhook',
    about: aboutWebhook,
    all: sql`
      select w.webhook_id::text as id, w.previous_secret as bytes, true as sealed
      from webhook w where w.previous_secret is not null`,
    replace: ({ id, bytes }, sealed) => sql`
      update webhook w set previous_secret = ${sealed}
      where w.webhook_id = ${id}::bigint and w.previous_secret = ${bytes}`,
    giveUp: ({ id, bytes }) => sql`
      update webhook w set previous_secret = null, previous_until = null
      where w.webhook_id = ${id}::bigint and w.previous_secret = ${bytes}`,
  },
]

interface Databases {
  readonly database: Database
  /** Opened as portal_staff. */
  readonly staff: Database
}

interface Options {
  /** The key is lost: the start revokes what it had sealed and goes on. */
  readonly lost: boolean
  /** Whether a previous key is set: the log then tells the operator when to remove it. */
  readonly hasPrevious: boolean
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Seals every secret with the current key: the unsealed ones, and those of the previous key. If interrupted, the next start
 * finishes.
 * @throws StartProblem if the secrets were sealed with a key that was not given; nothing is changed then
 */
export async function sealSecrets(
  { database, staff }: Databases,
  box: SecretBox,
  { lost, hasPrevious, log }: Options,
  now: Date,
): Promise<void> {
  const canary = await readCanary(staff)
  if (!lost) await insistOnOwnKey(staff, box, canary)
  for (const column of COLUMNS) {
    for (const kept of await staff.rows<Kept>(column.all)) {
      if (kept.sealed && box.isCurrent(kept.bytes)) continue
      const about = column.about(kept.id)
      const secret = kept.sealed ? box.open(kept.bytes, about) : kept.bytes
      if (secret) await staff.rows(column.replace(kept, box.seal(secret, about)))
      else {
        log.error({ what: column.what, id: kept.id }, 'a secret that no key of ours opens')
        if (lost) await staff.rows(column.giveUp(kept, box.seal(randomBytes(NOBODYS_BYTES), about), now))
      }
    }
  }
  for (const { client } of await database.rows<{ client: number }>(sql`select c as client from door_clients() c`)) {
    await database.inClient(client, (tx) => resealDraftKeys(tx, box))
  }
  if (!canary || !box.isCurrent(canary)) {
    // If two first starts bring different keys, the second is refused.
    const mine = await staff.maybe(sql`
      update store_identity i set canary = ${box.seal(Buffer.from('sealed'), ABOUT_CANARY)}
      where i.canary is not distinct from ${canary} returning i.id`)
    const winner = mine ? null : await readCanary(staff)
    if (winner && !box.open(winner, ABOUT_CANARY)) throw otherKey()
  }
  if (hasPrevious) log.warn('every secret is sealed with SECRET_KEY: SECRET_KEY_PREVIOUS is of no more use')
}

/** @throws StartProblem if the secrets were sealed with a key that was not given */
export async function insistOnOwnKey(staff: Runner, box: SecretBox, kept?: Buffer | null): Promise<void> {
  const canary = kept === undefined ? await readCanary(staff) : kept
  const isOurs = canary ? box.open(canary, ABOUT_CANARY) !== null : await opensAll(staff, box)
  if (!isOurs) throw otherKey()
}

const readCanary = async (staff: Runner): Promise<Buffer | null> =>
  (await staff.row<{ canary: Buffer | null }>(sql`select i.canary from store_identity i`)).canary

/** Used where there is no canary: older versions sealed without leaving one. */
async function opensAll(staff: Runner, box: SecretBox): Promise<boolean> {
  for (const { all, about } of COLUMNS) {
    for (const { id, bytes, sealed } of await staff.rows<Kept>(all)) {
      if (sealed && !box.open(bytes, about(id))) return false
    }
  }
  return true
}

const otherKey = () =>
  new StartProblem(
    "This database's secrets are sealed with another key: give that one (SECRET_KEY, or secret.key in DATA_DIR), or, to change it, that one as SECRET_KEY_PREVIOUS.",
  )
