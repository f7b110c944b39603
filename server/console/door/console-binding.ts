import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import type { Database, StaffTransaction } from '../../db/sql.ts'
import {
  type FileAnswer,
  type Uploads,
  decode,
  decodeInput,
  encode,
  languageOf,
  route,
  whatWasUploaded,
} from '../../http/bind.ts'
import { noSession, roleMissing } from '../../http/problems.ts'
import type { Budgets } from '../../http/budgets.ts'
import type { Upload } from '../../http/upload.ts'
import { audit, wasNoted } from './audit-store.ts'
import { once } from './technician-idempotency.ts'

/** Who makes a request at the console. */
export interface Technician {
  readonly session: number
  readonly username: string
  readonly name: string
  readonly role: 'technician' | 'supervisor'
  readonly enrolling: boolean
}

/** What an act or a reading was about, for the audit. */
export interface AuditFacts {
  readonly client?: number | null
  readonly ticket?: number | null
  readonly details?: Readonly<Record<string, unknown>>
}

/** What every handler of the console is given. */
export interface ConsoleContext {
  readonly technician: Technician
  /** As portal_staff; committed when the handler returns. */
  readonly tx: StaffTransaction
  readonly now: Date
  readonly sentences: Sentences
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Writes down, in the same transaction, what was done or read of a client's. The act is the endpoint's name. */
  readonly note: (facts: AuditFacts) => Promise<void>
}

export interface ConsoleBinding {
  readonly app: FastifyInstance
  /** Opened as portal_staff. */
  readonly staff: Database
  readonly clock: () => Date
  readonly budgets: Budgets
  readonly findTechnician: (request: FastifyRequest, now: Date) => Promise<Technician | null>
  readonly bound: Set<string>
}

/** A route for technicians: session, role, input, then the handler in one transaction across clients. */
export function bindConsole<E extends Endpoint>(
  binding: ConsoleBinding,
  endpoint: E,
  handler: (input: Input<E>, context: ConsoleContext) => Promise<Data<E>>,
): void {
  route({ ...binding, simulation: false }, endpoint, (request, reply) =>
    inConsole(binding, endpoint, request, reply, (input, context) =>
      once(context, endpoint, async () => encode(endpoint, await handler(input, context))),
    ),
  )
}

/** The same where something takes its time before the transaction, whose connection it would hold; it takes no Idempotency-Key. */
export function bindConsolePrepared<E extends Endpoint, P>(
  binding: ConsoleBinding,
  endpoint: E,
  prepare: (input: Input<E>, context: Omit<ConsoleContext, 'tx' | 'note'>) => Promise<P>,
  handler: (prepared: P, context: ConsoleContext) => Promise<Data<E>>,
): void {
  route({ ...binding, simulation: false }, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const prepared = await prepare(decode(endpoint, request, about.sentences), about)
    return inTransaction(binding, endpoint, about, async (context) =>
      encode(endpoint, await handler(prepared, context)),
    )
  })
}

/** The same for a download. */
export function bindConsoleFile<E extends Endpoint>(
  binding: ConsoleBinding,
  endpoint: E,
  handler: (input: Input<E>, context: ConsoleContext) => Promise<FileAnswer>,
): void {
  route({ ...binding, simulation: false }, endpoint, async (request, reply) => {
    const answer = await inConsole(binding, endpoint, request, reply, handler)
    return reply.headers(answer.headers).send(answer.stream)
  })
}

/** The same for a form with files, which are received before the transaction begins. */
export function bindConsoleUpload<E extends Endpoint>(
  binding: ConsoleBinding,
  endpoint: E,
  uploads: Uploads,
  handler: (input: Input<E>, upload: Upload, context: ConsoleContext) => Promise<Data<E>>,
): void {
  route({ ...binding, simulation: false }, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const upload = await uploads.receive(request)
    try {
      const input = decodeInput(endpoint, upload.fields, about.sentences)
      return await inTransaction(binding, endpoint, about, (context) =>
        once(
          context,
          endpoint,
          async () => encode(endpoint, await handler(input, upload, context)),
          whatWasUploaded(upload),
        ),
      )
    } finally {
      await uploads.discard(upload)
    }
  })
}

async function inConsole<E extends Endpoint, T>(
  binding: ConsoleBinding,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (input: Input<E>, context: ConsoleContext) => Promise<T>,
): Promise<T> {
  const about = await receive(binding, endpoint, request, reply)
  const input = decode(endpoint, request, about.sentences)
  return inTransaction(binding, endpoint, about, (context) => work(input, context))
}

type About = Omit<ConsoleContext, 'tx' | 'note'>

async function receive(
  { clock, findTechnician, budgets }: ConsoleBinding,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<About> {
  const now = clock()
  const technician = await insistOnTechnician(await findTechnician(request, now), endpoint, request)
  budgets.technician(endpoint, technician.username, now)
  return { technician, now, sentences: sentencesIn(languageOf(request)), request, reply }
}

const inTransaction = <T>(
  { staff }: ConsoleBinding,
  { method, path }: Endpoint,
  about: About,
  work: (context: ConsoleContext) => Promise<T>,
): Promise<T> =>
  staff.acrossClients((tx) => {
    const isReread = method === 'GET' && about.request.headers['x-reread'] !== undefined
    const note = async (facts: AuditFacts) => {
      if (isReread && (await wasNoted(tx, about.technician, path, facts, about.now))) return
      await audit(tx, about.technician, path, facts, about.now)
    }
    return work({ ...about, tx, note })
  })

async function insistOnTechnician(
  found: Technician | null,
  { access }: Pick<Endpoint, 'access'>,
  request: FastifyRequest,
): Promise<Technician> {
  if (!found) throw noSession()
  request.log = request.log.child({ technician: found.username })
  if (found.enrolling && access !== 'enrolling-technician') throw roleMissing()
  if (access === 'supervisor' && found.role !== 'supervisor') throw roleMissing()
  return found
}
