import * as z from 'zod/mini'
import {
  type Known,
  type Schemas,
  type Written,
  as,
  inAddress,
  nullable,
  optional,
  recordCode,
  recordNumber,
  strictWireObject,
  text,
} from './wire.ts'

/**
 * Who may call. Customers: anybody; any session; a session opened by a signature or password, not a limited one; an
 * administrator of the client. At the console: a technician who has yet to set up the second factor; any technician; a
 * supervisor.
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
 * The budget that a call counts against (api.md, Limits); every call has one. Creating tickets, uploading, saving drafts and
 * reading have their own; all other changes are `write`.
 */
export type Budget = 'create' | 'upload' | 'draft' | 'write' | 'read'

export type Confirmation = 'password-changed' | 'password-link-asked' | 'data-change-requested'

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
  /** By default `write` for a call that changes something, otherwise `read`. */
  readonly budget?: Budget
  /** Whether it changes anything: by default a POST does. */
  readonly changes?: boolean
  /** Whether the call keeps the session alive. An unused session ends. */
  readonly isActivity?: boolean
  /** Whether a client or installation that contradicts the session hides everything (api.md, Keys accepted). */
  readonly checksIdentity?: boolean
  /** The body holds a password, which the stored hash of the request must not reveal. */
  readonly holdsSecret?: boolean
  /** The answer holds a secret that must not be stored: no Idempotency-Key keeps it, and a retry makes another secret. */
  readonly answersSecret?: boolean
  /** How large its body may be; null: like most, 256 KB. */
  readonly bodyBytes?: number | null
  /** The sentence of a success, where the specification gives one. */
  readonly confirmation?: Confirmation | null
  /** A session that a mail's code opened may call it, for its one ticket. */
  readonly isOfOneTicket?: boolean
  /** Exists only while SIMULAR_TECNICO is on. */
  readonly simulation?: boolean
}

/** May come with every request and never decides anything. If it contradicts the session, the answer is «not there» (api.md). */
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

/** An endpoint with the usual settings: JSON, for a session; a GET reads and a POST changes. */
export const endpoint = <I extends Known<z.ZodMiniType>, D extends Known<z.ZodMiniType>>(
  options: Options & { input: I; data: D },
): Endpoint<I, D> => ({
  access: 'session',
  kind: 'json',
  changes: options.method === 'POST',
  budget: usualBudget(options),
  checksIdentity: !options.path.startsWith('/login/'),
  isOfOneTicket: false,
  simulation: false,
  isActivity: true,
  confirmation: null,
  holdsSecret: false,
  answersSecret: false,
  bodyBytes: null,
  ...options,
})

function usualBudget({ kind, method, changes = method === 'POST' }: Options): Budget {
  if (kind === 'upload') return 'upload'
  return method === 'POST' || changes ? 'write' : 'read'
}

/** Whether a call may carry an Idempotency-Key, under which the caller's answer is kept. */
export const takesKey = ({ changes, answersSecret, access }: Endpoint): boolean =>
  changes && !answersSecret && access !== 'public'

/** Whether the sentence above wrong fields is that of tickets; log-in, own data and the console have another. */
export const isOfTickets = ({ path }: Endpoint): boolean => !/^\/(login|console)\//.test(path)

export type Input<E extends Endpoint> = z.output<E['input']>
export type Data<E extends Endpoint> = z.output<E['data']>

const claims = {
  claimedClient: as('codigoCliente', optional(nullable(recordNumber('client')))),
  claimedInstallation: as('codigoInstalacion', optional(nullable(recordCode('installation')))),
  claimedUser: as('usuarioLlamada', optional(nullable(text(200)))),
}
const claimsAsText = { ...claims, claimedClient: as('codigoCliente', optional(inAddress(recordNumber('client')))) }

/** The JSON body of a call. An unknown key is refused with 400. */
export const body = <W extends Written>(fields: W) => strictWireObject({ ...claims, ...fields })

/** The same for an address or a multipart form, where every value is text. */
export const query = <W extends Written>(fields: W) => strictWireObject({ ...claimsAsText, ...fields })

/** The input of a console call, without claims. Any other key is refused with 400. */
export const consoleInput = <S extends Schemas>(schemas: S) => strictWireObject(schemas)

/** The parameter that the address of a POST may hold besides its body: the client for whom the caller means to act. */
export const claimsInAddress = query({})

/** The wrapping of every JSON answer. */
export const envelope = z.object({ ok: z.boolean(), message: z.string(), data: z.object({ data: z.unknown() }) })
