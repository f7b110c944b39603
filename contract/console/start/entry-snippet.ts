import { ENTRY_AUDIENCE, ENTRY_TYPE, issuerOf } from '../../entry-codec.ts'

interface Values {
  /** `https://soporte.example.com` */
  readonly origin: string
  readonly installation: string
  readonly company: string
  readonly contact: number
  readonly kid: string
}

/** A program in Node that prints a signed link into the portal, for an installation's engineer (docs/integration.md). */
export const entrySnippet = ({ origin, installation, company, contact, kid }: Values): string => `\
import { createHmac, randomUUID } from 'node:crypto'

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = Math.floor(Date.now() / 1000)
const header = { alg: 'HS256', typ: '${ENTRY_TYPE}', kid: ${quoted(kid)} }
const payload = {
  iss: ${quoted(issuerOf(installation))},
  aud: '${ENTRY_AUDIENCE}',
  sub: '${contact}',
  usr: 'usuario-de-la-aplicacion',
  iat: now,
  exp: now + 120,
  jti: randomUUID(),
  ctx: { empresa: ${quoted(company)} },
}
const signed = \`\${encode(header)}.\${encode(payload)}\`
const signature = createHmac('sha256', process.env.SUPPORT_SECRET).update(signed).digest('base64url')
console.log(\`${origin}/public/home#t=\${signed}.\${signature}\`)
`

/** A code has letters, digits, dots, hyphens and underscores alone. */
const quoted = (code: string): string => `'${code}'`
