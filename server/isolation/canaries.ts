import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { LEVANTE, TEIDE } from './isolation-cast.ts'
import { PNG } from './request.ts'

/**
 * Writes canaries into every text column except keys and checked ones. They are short, so that every codec accepts
 * them.
 */
export async function canaryWriter(owner: pg.Client) {
  const { rows: columns } = await owner.query<{ place: string; table: string; column: string; index: number }>(
    FREE_TEXT,
  )
  if (!columns.some(({ place }) => place === 'ticket.title')) throw new Error('Canaries stand in the wrong places')
  const write = async (letter: string, client: number, where: (table: string) => string | null, values: unknown[]) => {
    for (const table of new Set(columns.map(({ table }) => table))) {
      const condition = where(table)
      if (condition === null) continue
      const set = columns
        .filter((column) => column.table === table)
        .map(({ column, index }) => `${column} = 'CAN-${client}-${letter}${index}'`)
      await owner.query(`update ${table} x set ${set.join(', ')} where ${condition}`, values)
    }
  }
  return {
    write: (client: number, condition: string) => write('', client, () => condition, []),
    writeOfInstallation: (client: number, installation: string) =>
      write(
        'L',
        client,
        (table) => {
          const condition = OF_INSTALLATION[table]
          return condition ? `x.client_id = $1 and (${condition})` : null
        },
        [client, installation],
      ),
    placeOf: (canary: string) =>
      columns.find(({ index }) => index === Number(/\d+$/.exec(canary)?.[0]))?.place ?? 'a file or a stored answer',
  }
}

/** The limited session may learn its own client's name: that is no leak. */
export async function ofTeideItself(owner: pg.Client): Promise<RegExp> {
  const { rows } = await owner.query<{ table: string; index: number }>(FREE_TEXT)
  const own = rows.filter(({ table }) => ['client', 'installation', 'company'].includes(table))
  return new RegExp(`^CAN-${TEIDE}-(${own.map(({ index }) => index).join('|')})$`)
}

/** All files but the attackers' own contain a canary too. */
export async function writeCanariesInFiles(owner: pg.Client, folder: string): Promise<void> {
  const { rows } = await owner.query<{ client_id: string; attachment_id: string }>(
    `select client_id, attachment_id from attachment where name like 'CAN-%'`,
  )
  for (const { client_id: client, attachment_id: id } of rows) {
    const path = join(folder, id.slice(0, 2), id)
    const letter = Number(client) === LEVANTE ? 'L' : ''
    const bytes = Buffer.concat([PNG, Buffer.from(`CAN-${client}-${letter}file`)])
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    await owner.query('update attachment set bytes = $1 where attachment_id = $2', [bytes.length, id])
  }
}

/** Files and the SHA-256 of their contents, with the canary in each. */
export async function hashesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const bytes = await readFile(path)
        const canary = /CAN-\d+-\w+/.exec(bytes.toString('latin1'))?.[0] ?? ''
        return [path, `${createHash('sha256').update(bytes).digest('hex')} ${canary}`] as const
      }),
    ),
  )
}

const OF_INSTALLATION: Record<string, string> = {
  ticket: 'x.installation_code = $2',
  incident: 'x.installation_code = $2',
  development: 'x.installation_code = $2',
  entry: 'x.ticket_number in (select number from ticket where client_id = $1 and installation_code = $2)',
  attachment: `x.ticket_number in (select number from ticket where client_id = $1 and installation_code = $2)
    or x.incident_number in (select number from incident where client_id = $1 and installation_code = $2)
    or x.development_number in (select number from development where client_id = $1 and installation_code = $2)`,
  incident_claim: 'x.incident_number in (select number from incident where client_id = $1 and installation_code = $2)',
  work_event: `x.incident_number in (select number from incident where client_id = $1 and installation_code = $2)
    or x.development_number in (select number from development where client_id = $1 and installation_code = $2)`,
}

const FREE_TEXT = `
  select t.relname || '.' || a.attname as place, t.relname::text as table, a.attname::text as column,
    row_number() over (order by t.relname, a.attname)::int as index
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.atttypid = 'text'::regtype and a.attgenerated = ''
    and exists (select from pg_attribute c where c.attrelid = t.oid and c.attname = 'client_id')
    and not exists (select from pg_constraint k
      where k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c') and a.attnum = any (k.conkey))
    -- Words of the domain, and days, although no check says so.
    and a.attname not in ('last_entry_kind', 'from_value', 'to_value')`
