import * as z from 'zod/mini'
import {
  type Fields,
  type Known,
  type Schemas,
  as,
  inAddress,
  nullable,
  optional,
  recordCode,
  recordNumber,
  sameNames,
  strictWireObject,
  text,
} from './wire.ts'

/**
 * Who may call: anybody; anybody with a session; a session opened by a signature or a password (not the limited one);
 * an administrator of the client. Of the provider's people: somebody who has not set up the second factor yet; any
 * technician; a supervisor.
 */
export type Access =
  | 'public'
  | 'session'
  | 'full-session'
  | 'administrator'
  | 'enrolling-technician'
  | 'technician'
  | 'supervisor'

/**
 * Which budget of calls it takes from (api.md, Limits); none can do without. What makes tickets, takes files in, keeps drafts
 * or reads has one each, everything else that changes something is `write`.
 */
export type Budget = 'create' | 'upload' | 'draft' | 'write' | 'read'

export type Confirmation = 'password-changed' | 'data-change-requested'

interface Options {
  readonly method: 'GET' | 'POST'
  /** Below `/api`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access?: Access
  /**
   * `json`: an envelope. `upload`: multipart in, an envelope out. `file`: bytes out. `static`: JSON without envelope.
   * `stream`: server-sent events out, each of which carries `data`.
   */
  readonly kind?: 'json' | 'upload' | 'file' | 'static' | 'stream'
  /** A POST writes, and whatever changes something; a GET reads, unless it says otherwise. */
  readonly budget?: Budget
  /** Whether it changes something: a POST does, unless it says otherwise. */
  readonly changes?: boolean
  /** Whether a client or installation that contradicts the session hides everything (api.md, Keys accepted). */
  readonly checksIdentity?: boolean
  /** Its body holds a password: what is kept of it, to know a retry by, must not give the password away. */
  readonly holdsSecret?: boolean
  /** Its answer holds a secret, which nothing may keep: it is given under no Idempotency-Key, and a retry makes another. */
  readonly answersSecret?: boolean
  /** Whose sentence tells that fields of the form are wrong. */
  readonly form?: 'ticket' | 'session'
  /** The sentence that a success is answered with, for calls whose result the specification gives as one. */
  readonly confirmation?: Confirmation | null
  /** Exists only while SIMULAR_TECNICO is on; else it is not there. */
  readonly simulation?: boolean
}

/** May come with every request and never decides anything; under a session a contradiction is «not there» (api.md). */
export interface ClaimedIdentity {
  readonly claimedClient?: number | null | undefined
  readonly claimedInstallation?: string | null | undefined
  readonly claimedUser?: string | null | undefined
}

export interface Endpoint<
  I extends Known<z.ZodMiniType> = Known<z.ZodMiniType>,
  D extends z.ZodMiniType = z.ZodMiniType,
> extends Required<Options> {
  readonly input: I
  readonly data: D
}

/** An endpoint with the habits of most: JSON, for a session; a GET reads and a POST changes. */
export const endpoint = <I extends Known<z.ZodMiniType>, D extends Known<z.ZodMiniType>>(
  options: Options & { input: I; data: D },
): Endpoint<I, D> => ({
  access: 'session',
  kind: 'json',
  changes: options.method === 'POST',
  budget: usualBudget(options),
  form: 'ticket',
  checksIdentity: !options.path.startsWith('/login/'),
  simulation: false,
  confirmation: null,
  holdsSecret: false,
  answersSecret: false,
  ...options,
})

function usualBudget({ kind, method, changes = method === 'POST' }: Options): Budget {
  if (kind === 'upload') return 'upload'
  return method === 'POST' || changes ? 'write' : 'read'
}

/** Whether a call may carry an Idempotency-Key, under which its answer is kept for whoever made it. */
export const takesKey = ({ changes, answersSecret, access }: Endpoint): boolean =>
  changes && !answersSecret && access !== 'public'

export type Input<E extends Endpoint> = z.output<E['input']>
export type Data<E extends Endpoint> = z.output<E['data']>

const claims = {
  claimedClient: as('codigoCliente', optional(nullable(recordNumber('client')))),
  claimedInstallation: as('codigoInstalacion', optional(nullable(recordCode('installation')))),
  claimedUser: as('usuarioLlamada', optional(nullable(text(200)))),
}
const claimsAsText = { ...claims, claimedClient: as('codigoCliente', optional(inAddress(recordNumber('client')))) }

/** What a call takes in a JSON body. A key that is not named here is refused with 400. */
export const body = <F extends Fields>(fields: F) => strictWireObject({ ...claims, ...fields })

/** The same where all is text: an address or a multipart form. */
export const query = <F extends Fields>(fields: F) => strictWireObject({ ...claimsAsText, ...fields })

/** The input of a console call, without claims. Any other key is refused with 400. */
export const consoleInput = <const S extends Schemas>(schemas: S) => strictWireObject(sameNames(schemas))

/** What the address of a POST may hold besides its body: whom the caller believes to act for. */
export const claimsInAddress = query({})

/** What every JSON answer is wrapped in. */
export const envelope = z.object({ ok: z.boolean(), message: z.string(), data: z.object({ data: z.unknown() }) })
