import type pg from 'pg'
import { sessionOf } from './attackers.ts'
import { type Attacker, IDEMPOTENCY_KEY, LEVANTE, TEIDE, TWINS, USED_ENTRY } from './isolation-cast.ts'
import { copyingStatements } from '../testing/copied-rows.ts'
import { NOON } from '../testing/test-app.ts'

/** Copies all rows of a client to another with the same numbers. Only values that are unique across clients differ. */
export async function makeTwin(
  owner: pg.Client,
  client: number,
  twin: number,
  tables: readonly string[],
): Promise<void> {
  const own: Record<string, string> = {
    client_id: `${twin}`,
    attachment_id: `'twin' || substr(attachment_id, 5)`,
    token_hash: `sha256(token_hash || 'twin')`,
    username: `'twin-' || username`,
    entry_mode: `'signed'`,
    active: 'true',
    revoked_at: 'created_at',
  }
  await owner.query('set session_replication_role = replica')
  const where = `client_id = ${client}`
  for (const statement of await copyingStatements(owner, tables, (from) => ({ from, instead: own, where }))) {
    await owner.query(statement)
  }
  await owner.query('reset session_replication_role')
}

/** Records that allow the twin more than the client, and expired ones. */
export async function addToTwins(owner: pg.Client, attackers: readonly Attacker[]): Promise<void> {
  const twin = TWINS[LEVANTE]
  await owner.query(`
    insert into contact_installation values (${twin}, 13, 'LEV-01');
    insert into contact_company values (${twin}, 11, 'LEV-01', '003');
    update draft set content = '{"textoConsulta": "CAN-${twin}-draft"}' where client_id = ${twin};
    insert into used_entry values (${twin}, 'demo-LEV-01', '${USED_ENTRY}', '2030-01-01')`)
  for (const { own, client } of attackers) {
    const { person } = await sessionOf(owner, own.cookie)
    await owner.query(
      `insert into idempotency values ($1, $2, $3, '\\x00', '"CAN-${client === TEIDE ? TWINS[TEIDE] : twin}-answer"', $4)`,
      [client === TEIDE ? TWINS[TEIDE] : twin, person, IDEMPOTENCY_KEY, NOON],
    )
  }
}
