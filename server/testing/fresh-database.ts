import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, TypeOverrides } from 'pg'
import { inject } from 'vitest'
import { seedProviderData } from '../db/provider-data.ts'
import { type Database, openDatabase } from '../db/sql.ts'

export interface FreshDatabase {
  readonly url: string
  readonly db: Database
  /** The same, as portal_staff. */
  readonly staff: Database
  /** The database as its owner: a superuser, whom row level security does not restrict. */
  readonly owner: Client
  /** An empty folder for files. */
  readonly files: string
  /** Rows as arrays, from all clients. */
  readonly list: <Row extends unknown[]>(text: string) => Promise<Row[]>
  readonly drop: () => Promise<void>
}

let copies = 0

/** A migrated database with the provider's data and no people. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `fresh_${process.pid}_${(copies += 1)}`
  const maintenance = new Client({
    connectionString: Object.assign(new URL(template), { pathname: '/postgres' }).href,
  })
  await maintenance.connect()
  await maintenance.query(`create database ${name} template ${template.pathname.slice(1)}`)
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href
  const owner = new Client({ connectionString: url, types: numbersForBigints() })
  await owner.connect()
  const db = openDatabase(url, { connections: 2 })
  const staff = openDatabase(url, { role: 'portal_staff', connections: 1 })
  await seedProviderData(db, { mails: true })
  const files = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  return {
    url,
    db,
    staff,
    owner,
    files,
    list: async <Row extends unknown[]>(text: string) => (await owner.query<Row>({ text, rowMode: 'array' })).rows,
    drop: async () => {
      await db.close()
      await staff.close()
      await owner.end()
      await maintenance.query(`drop database ${name} with (force)`)
      await maintenance.end()
      await rm(files, { recursive: true, force: true })
    },
  }
}

const BIGINT = 20

/** Numbers as the product reads them: none here comes near 2^53. */
function numbersForBigints(): TypeOverrides {
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, Number)
  return types
}
