import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartProblem } from './start-problem.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const PORT_RULE = 'PORT must be a whole number from 0 to 65535'
const DATABASE_RULE = 'DATABASE_URL must look like postgres://user:password@host:5432/database'
const ADDRESS_RULE = 'PUBLIC_URL must be a web address such as https://portal.example.com'

const MAIL_RULE = 'SMTP_URL must look like smtp://user:password@mail.example.com:587'

const flag = (name: string) =>
  z.optional(
    z.pipe(
      z.enum(['0', '1'], `${name} must be 0 or 1`),
      z.transform((value) => value === '1'),
    ),
  )

const schema = z.object({
  PORT: z.optional(z.coerce.number(PORT_RULE).check(z.int(PORT_RULE), z.gte(0, PORT_RULE), z.lte(65_535, PORT_RULE))),
  HOST: z.optional(z.string()),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_RULE })),
  DEMO: flag('DEMO'),
  SIMULAR_TECNICO: flag('SIMULAR_TECNICO'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: ADDRESS_RULE })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: MAIL_RULE })),
  TRUSTED_PROXIES: z.optional(z.string()),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)),
})

/**
 * What the operator decided, with the defaults filled in. The only reader of `process.env`.
 * @throws StartProblem naming the first variable with a wrong value
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new StartProblem(`${parsed.error.issues[0]?.message ?? 'The environment is not valid'}.`)
  const env = parsed.data
  // The demo is never loaded by a start into a database that somebody else owns: `npm run demo` does that on request.
  const demo = env.DATABASE_URL === undefined && (env.DEMO ?? true)
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '127.0.0.1',
    dataFolder: resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL,
    demo,
    demoIgnored: env.DEMO === true && !demo,
    simulateTechnician: env.SIMULAR_TECNICO ?? demo,
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).origin,
    /** The mail server; without one no mail is sent. */
    smtpUrl: env.SMTP_URL,
    /** Addresses of reverse proxies whose word on the visitor's address is taken; nobody else's is. */
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? [],
    logLevel: env.LOG_LEVEL ?? 'warn',
  }
}
