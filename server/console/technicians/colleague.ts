import { type Runner, type Statement, sql } from '../../db/sql.ts'

/** A technician in the view of the others. */
export interface Colleague {
  readonly username: string
  readonly name: string
}

export const technicianNamed = (username: Statement): Statement =>
  sql`(select jsonb_build_object('username', w.username, 'name', w.name) from technician w where w.username = ${username})`

export const activeTechnician = (runner: Runner, username: string) =>
  runner.maybe<Colleague>(sql`select w.username, w.name from technician w where w.username = ${username} and w.active`)
