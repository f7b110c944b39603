import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { isTechnicianName } from '#domain/technician.ts'
import type { ModelSettings } from './assistant/language-model.ts'
import type { OpenIdSettings } from './console/door/openid-settings.ts'
import { isProxy } from './http/trusted-proxies.ts'
import { isOnThisMachine } from './this-machine.ts'
import { SHIPPED_CONTENT } from './provider-settings.ts'
import { StartProblem } from './start-problem.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const PORT_RULE = 'PORT must be a whole number from 0 to 65535'
const DATABASE_RULE = (name: string) => `${name} must look like postgres://user:password@host:5432/database`
const DIRECT_RULE = 'DATABASE_DIRECT_URL goes with DATABASE_URL'
const ADDRESS_RULE = 'PUBLIC_URL must be a web address such as https://portal.example.com'
const ADDRESS_PATH_RULE = 'PUBLIC_URL must have no path: the portal needs a host name of its own'
const PROXY_RULE =
  'TRUSTED_PROXIES must be addresses, networks such as 10.0.0.0/8, or host names, with commas in between'

const HSTS_RULE = 'HSTS must look like max-age=31536000; includeSubDomains'
const DEFAULT_HSTS = 'max-age=31536000; includeSubDomains'

const MAIL_RULE = 'SMTP_URL must look like smtp://user:password@mail.example.com:587'

const MAIL_OPTIONS_RULE = 'SMTP_URL must have no ? part: it could switch off what protects the mail'

const SCANNER_RULE = 'CLAMAV_URL must look like tcp://127.0.0.1:3310 or unix:///var/run/clamav/clamd.ctl'

const MAILBOX_RULE = 'IMAP_URL must look like imaps://user:password@mail.example.com/INBOX'
const MAILBOX_OPTIONS_RULE = 'IMAP_URL must have no ? part'
const AUTHSERV_RULE = 'MAIL_AUTHSERV must be the name under which the mail server writes Authentication-Results'

const MODEL_RULE = 'LLM_BASE_URL must be a web address such as https://models.example.com/v1'
const MODEL_KEY_RULE = 'LLM_BASE_URL must have no user or password in it: the key goes into LLM_API_KEY'
const MODEL_PAIR_RULE = 'LLM_BASE_URL and LLM_MODEL go together'

const ISSUER_RULE = 'OIDC_ISSUER must be a web address such as https://login.example.com'
const OIDC_RULE = 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together'
const SUPERVISOR_RULE = 'SUPERVISOR must be a user name: 2 to 100 lower-case letters, digits, dots or hyphens'

const KEY_RULE = 'SECRET_KEY must be 32 bytes as base64'
const PREVIOUS_KEY_RULE = 'SECRET_KEY_PREVIOUS must be 32 bytes as base64, or «lost»'
const LOST = 'lost'
const KEY = /^[A-Za-z0-9+/]{43}=$/

const DRAIN_RULE = 'DRAIN_SECONDS must be a whole number from 0 to 60'

const METRICS_RULE = 'METRICS_PORT must be a whole number from 1 to 65535'

const flag = (name: string) =>
  z.optional(
    z.pipe(
      z.enum(['0', '1'], `${name} must be 0 or 1`),
      z.transform((value) => value === '1'),
    ),
  )

const databaseUrl = (name: string) => z.optional(z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_RULE(name) }))

const schema = z.object({
  PORT: z.optional(z.coerce.number(PORT_RULE).check(z.int(PORT_RULE), z.gte(0, PORT_RULE), z.lte(65_535, PORT_RULE))),
  HOST: z.optional(z.string()),
  METRICS_PORT: z.optional(
    z.coerce.number(METRICS_RULE).check(z.int(METRICS_RULE), z.gte(1, METRICS_RULE), z.lte(65_535, METRICS_RULE)),
  ),
  DRAIN_SECONDS: z.optional(
    z.coerce.number(DRAIN_RULE).check(z.int(DRAIN_RULE), z.gte(0, DRAIN_RULE), z.lte(60, DRAIN_RULE)),
  ),
  DATA_DIR: z.optional(z.string()),
  CONTENT_DIR: z.optional(z.string()),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL'),
  DEMO: flag('DEMO'),
  SIMULAR_TECNICO: flag('SIMULAR_TECNICO'),
  PUBLIC_URL: z.optional(
    z.url({ protocol: /^https?$/, error: ADDRESS_RULE }).check(z.refine(isOriginAlone, ADDRESS_PATH_RULE)),
  ),
  HSTS: z.optional(z.string().check(z.regex(/^max-age=\d{1,10}(; ?includeSubDomains)?(; ?preload)?$/, HSTS_RULE))),
  DEMO_IN_PUBLIC: z.optional(z.string()),
  SMTP_URL: z.optional(
    z.url({ protocol: /^smtps?$/, error: MAIL_RULE }).check(z.refine((url) => !url.includes('?'), MAIL_OPTIONS_RULE)),
  ),
  CLAMAV_URL: z.optional(z.string().check(z.regex(/^(tcp:\/\/[^/@?#]+|unix:\/\/\/[^?#]+)$/, SCANNER_RULE))),
  IMAP_URL: z.optional(
    z
      .url({ protocol: /^imaps?$/, error: MAILBOX_RULE })
      .check(z.refine((url) => !url.includes('?'), MAILBOX_OPTIONS_RULE)),
  ),
  MAIL_AUTHSERV: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,255}$/, AUTHSERV_RULE))),
  TRUSTED_PROXIES: z.optional(z.string().check(z.refine((list) => listIn(list).every(isProxy), PROXY_RULE))),
  OIDC_ISSUER: z.optional(z.url({ protocol: /^https?$/, error: ISSUER_RULE })),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_ACR: z.optional(z.string()),
  OIDC_AMR: z.optional(z.string()),
  LLM_BASE_URL: z.optional(z.url({ protocol: /^https?$/, error: MODEL_RULE })),
  LLM_MODEL: z.optional(z.string()),
  LLM_API_KEY: z.optional(z.string()),
  WEBHOOK_INSIDE_HOSTS: z.optional(z.string()),
  SUPERVISOR: z.optional(z.string().check(z.refine(isTechnicianName, SUPERVISOR_RULE))),
  SECRET_KEY: z.optional(z.string().check(z.refine((key) => KEY.test(key), KEY_RULE))),
  SECRET_KEY_PREVIOUS: z.optional(
    z.string().check(z.refine((key) => key === LOST || KEY.test(key), PREVIOUS_KEY_RULE)),
  ),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)),
})

/**
 * The operator's settings, with defaults. Nothing else reads `process.env`.
 * @throws StartProblem naming the first wrong variable
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new StartProblem(`${parsed.error.issues[0]?.message ?? 'The environment is not valid'}.`)
  const env = parsed.data
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined) throw new StartProblem(`${DIRECT_RULE}.`)
  // A start never loads the demo into an external database; `npm run demo` does so on request.
  const demo = env.DATABASE_URL === undefined && (env.DEMO ?? true)
  const publicUrl = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL)
  const forbiddenAt = demoForbiddenAt(env, publicUrl)
  if (demo && forbiddenAt) throw demoInPublic(forbiddenAt, env.DEMO ? 'DEMO=0' : 'DATABASE_URL, with DEMO=0')
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '127.0.0.1',
    /** The address of the figures; without it there are none. */
    metricsPort: env.METRICS_PORT,
    /** How long a stopping server still takes requests while it says that it is not ready. */
    drainMs: (env.DRAIN_SECONDS ?? 0) * 1000,
    dataFolder: resolve(env.DATA_DIR ?? 'data'),
    /** The provider's settings, texts, logo and documents. */
    contentFolder: env.CONTENT_DIR === undefined ? SHIPPED_CONTENT : resolve(env.CONTENT_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The same database without a pooler, for connections that must outlive a transaction. */
    directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    demo,
    /** The public host where even an external database may not hold the demo. */
    demoForbiddenAt: forbiddenAt,
    demoIgnored: env.DEMO === true && !demo,
    simulateTechnician: env.SIMULAR_TECNICO ?? demo,
    publicUrl: publicUrl?.origin,
    /** Tells browsers to use https alone; null without https. */
    hsts: publicUrl?.protocol === 'https:' ? (env.HSTS ?? DEFAULT_HSTS) : null,
    /** The mail server; without one no mail is sent. */
    smtpUrl: env.SMTP_URL,
    /** The scanner of files; without it none is scanned. */
    clamavUrl: env.CLAMAV_URL,
    /** The mailbox that customers' mails arrive in; without one no mail is read. */
    imapUrl: env.IMAP_URL,
    /** The mail server whose verdict on senders counts; without it only our own check does. */
    mailAuthserv: env.MAIL_AUTHSERV,
    /** Reverse proxies, by address, network or name, whose word on a visitor's address counts; nobody else's does. */
    trustedProxies: listIn(env.TRUSTED_PROXIES),
    logLevel: env.LOG_LEVEL ?? 'warn',
    /** Seals secrets in the database; without it the data folder has a key. */
    secretKey: env.SECRET_KEY,
    /** The previous key; `lost` if nobody has it any more. */
    previousSecretKey: previousKeyIn(env),
    openId: openIdIn(env),
    /** The assistant's language model; without one it answers with the manuals' own sentences. */
    model: modelIn(env),
    /** Hosts of the private network that webhooks may go to, also by http. */
    webhookInside: listIn(env.WEBHOOK_INSIDE_HOSTS),
    /** The user whom a start makes a supervisor if the console has none. */
    supervisor: env.SUPERVISOR,
  }
}

function previousKeyIn({ SECRET_KEY_PREVIOUS: given }: z.infer<typeof schema>) {
  const lost = given === LOST
  return { lost, previous: given === undefined || lost ? undefined : Buffer.from(given, 'base64') }
}

/**
 * The public host where anybody could use the demo's known passwords. Null if there is none, or if the operator has
 * confirmed it by naming it again.
 */
function demoForbiddenAt({ DEMO, DEMO_IN_PUBLIC }: z.infer<typeof schema>, publicUrl: URL | undefined): URL | null {
  if (publicUrl?.protocol !== 'https:' || isOnThisMachine(publicUrl)) return null
  return DEMO === true && DEMO_IN_PUBLIC === publicUrl.host ? null : publicUrl
}

/** `instead`: the setting that the message recommends. */
export const demoInPublic = ({ origin, host }: URL, instead: string): StartProblem =>
  new StartProblem(
    `The demo's passwords and keys are known to everybody: start with ${instead} or, to show it at ${origin} all the same, with DEMO=1 and DEMO_IN_PUBLIC=${host}.`,
  )

function modelIn(env: z.infer<typeof schema>): ModelSettings | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = env
  if (baseUrl === undefined && model === undefined) return undefined
  if (baseUrl === undefined || model === undefined) throw new StartProblem(`${MODEL_PAIR_RULE}.`)
  const address = new URL(baseUrl)
  if (address.username !== '' || address.password !== '') throw new StartProblem(`${MODEL_KEY_RULE}.`)
  if (apiKey !== undefined && !isSecret(address)) {
    throw new StartProblem('LLM_API_KEY is sent to https:// alone unless LLM_BASE_URL is on this machine.')
  }
  return { baseUrl, model, apiKey }
}

/** All three or none. The provider vouches for identities, so without https it must be on this machine. */
function openIdIn(env: z.infer<typeof schema>): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new StartProblem(`${OIDC_RULE}.`)
  if (!isSecret(new URL(issuer))) {
    throw new StartProblem('OIDC_ISSUER must begin with https:// unless it is on this machine.')
  }
  const secondFactor = { acr: listIn(env.OIDC_ACR), amr: listIn(env.OIDC_AMR) }
  return { issuer, clientId, clientSecret, secondFactor }
}

/** Whether nobody on the way can read the traffic. */
const isSecret = (address: URL): boolean => address.protocol === 'https:' || isOnThisMachine(address)

function listIn(given: string | undefined): string[] {
  return given?.split(',').flatMap((one) => one.trim() || []) ?? []
}

/** A path, a query or a user would be ignored silently. */
function isOriginAlone(address: string): boolean {
  // A value that is no address at all has a sentence of its own.
  if (!URL.canParse(address)) return true
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}
