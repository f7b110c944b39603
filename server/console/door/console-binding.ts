import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Database, type StaffTransaction, sql } from '../../db/sql.ts'
import { type Mounting, type PublicContext, type Who, door, nobody, withoutTransaction } from '../../http/door.ts'
import { noSession, roleMissing } from '../../http/problems.ts'
import { type AuditFacts, audit, wasNoted } from './audit-store.ts'

/** The technician who makes a request, or a program with an account of its own. */
export interface Technician {
  /** Null for a program, which comes with a key. */
  readonly session: number | null
  readonly username: string
  readonly name: string
  readonly role: 'technician' | 'supervisor'
  readonly enrolling: boolean
}

/** A technician with a session. */
export type SignedIn = Technician & { readonly session: number }

/** The arguments that every handler of the console gets. */
export interface ConsoleContext extends ConsoleAsking {
  /** Runs as portal_staff; commits when the handler returns. */
  readonly tx: StaffTransaction
  /** Records in the same transaction which data of a client were changed or read. The endpoint's name is the act. */
  readonly note: (facts: AuditFacts) => Promise<void>
}

/** The arguments before the transaction begins. */
export interface ConsoleAsking extends PublicContext {
  readonly technician: Technician
}

export interface ConsoleBinding extends Mounting {
  /** Opened as portal_staff. */
  readonly staff: Database
  readonly findTechnician: (request: FastifyRequest, now: Date, isActivity?: boolean) => Promise<SignedIn | null>
  readonly findProgram: (
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    now: Date,
  ) => Promise<Technician | null>
}

const technician: Who<ConsoleBinding, ConsoleAsking, ConsoleContext> = {
  receive: async (binding, endpoint, request, reply) => {
    const about = await nobody.receive(binding, endpoint, request, reply)
    const found = insistOnTechnician(
      (await binding.findProgram(request, reply, endpoint, about.now)) ??
        (await binding.findTechnician(request, about.now, endpoint.isActivity)),
      endpoint,
      request,
    )
    binding.budgets.technician(endpoint, found.username, about.now)
    if (endpoint.kind !== 'stream') binding.atOnce.call(counted(found), request.ip, reply)
    return { ...about, technician: found }
  },
  beginUpload: ({ atOnce }, about) => atOnce.upload(counted(about.technician), about.request.ip),
  within: ({ staff }, { method, path }, about, work) =>
    staff.acrossClients((tx) => {
      const isReread = method === 'GET' && about.request.headers['x-reread'] !== undefined
      const note = async (facts: AuditFacts) => {
        if (isReread && (await wasNoted(tx, about.technician, path, facts, about.now))) return
        await audit(tx, about.technician, path, facts, about.now)
      }
      return work({ ...about, tx, note })
    }),
  ledger: ({ tx, now, technician: { username } }) => ({
    tx,
    now,
    table: sql`technician_idempotency`,
    columns: sql`username`,
    values: sql`${username}`,
    own: sql`i.username = ${username}`,
  }),
}

/** The line in which a technician counts among simultaneous callers. */
const counted = ({ username }: Technician) => ({ person: `technician ${username}`, limited: false })

/** A route for technicians: checks session, role and input, then runs the handler in one transaction across clients. */
export const bindConsole = door({ who: technician, body: 'json' })
export const bindConsolePrepared = door({ who: technician, body: 'prepared' })
export const bindConsoleFile = door({ who: technician, body: 'file' })
export const bindConsoleStream = door({ who: withoutTransaction(technician), body: 'stream' })
export const bindConsoleUpload = door({ who: technician, body: 'upload' })

function insistOnTechnician(
  found: Technician | null,
  { access }: Pick<Endpoint, 'access'>,
  request: FastifyRequest,
): Technician {
  if (!found) throw noSession()
  request.log = request.log.child({ technician: found.username })
  if (found.enrolling && access !== 'enrolling-technician') throw roleMissing()
  if (access === 'supervisor' && found.role !== 'supervisor') throw roleMissing()
  return found
}
