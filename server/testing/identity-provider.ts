import { type KeyObject, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTHeaderParameters, type JWTPayload, SignJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import { Provider } from 'oidc-provider'

/** The provider does not mention a second factor. */
const NONE: Readonly<Record<'acr' | 'amr', readonly string[]>> = { acr: [], amr: [] }

/** The identity provider's data on a person. */
export interface Vouched {
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
}

/** Replaces the provider's genuine id token. */
export type Forgery = (token: GenuineToken) => Promise<string>
export interface GenuineToken {
  readonly text: string
  readonly header: JWTHeaderParameters
  readonly claims: JWTPayload
  /** Signs as the provider does, or with another key. */
  readonly sign: (claims: JWTPayload, header?: Partial<JWTHeaderParameters>, key?: KeyObject) => Promise<string>
}

export interface IdentityProvider {
  readonly settings: Readonly<Record<'issuer' | 'clientId' | 'clientSecret', string>> & {
    readonly secondFactor: typeof NONE
  }
  /** Acts as a browser at the provider: logs in, agrees, and returns the address that it is sent back to. */
  readonly logIn: (address: string, login: string) => Promise<string>
  /** Forges the id tokens from now on; null stops it. */
  readonly forge: (forgery: Forgery | null) => void
  readonly close: () => Promise<void>
}

/** A real OpenID provider on loopback; its login page accepts any password. */
export async function identityProvider(
  redirectTo: string,
  people: Readonly<Record<string, Vouched>>,
): Promise<IdentityProvider> {
  let answer: RequestListener = () => undefined
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer, clientId: 'consola', clientSecret: 'a secret of the tests alone', secondFactor: NONE }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let forgery: Forgery | null = null
  const genuine = new Provider(issuer, {
    clients: [{ client_id: settings.clientId, client_secret: settings.clientSecret, redirect_uris: [redirectTo] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: async (_context: unknown, id: string) =>
      people[id] && { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
  }).callback()
  answer = (request, response) => {
    if (forgery && request.url?.startsWith('/token')) replaceIdToken(response, forgery, privateKey)
    genuine(request, response)
  }
  return {
    settings,
    forge: (next) => {
      forgery = next
    },
    logIn: (address, login) => browse(address, login, issuer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function replaceIdToken(response: ServerResponse, forgery: Forgery, providersKey: KeyObject): void {
  const end = response.end.bind(response)
  const forged = async (body: string): Promise<string> => {
    const tokens: { id_token: string } = JSON.parse(body)
    const header = decodeProtectedHeader(tokens.id_token) as JWTHeaderParameters
    const id_token = await forgery({
      text: tokens.id_token,
      header,
      claims: decodeJwt(tokens.id_token),
      sign: (claims, more = {}, key = providersKey) =>
        new SignJWT(claims).setProtectedHeader({ ...header, ...more }).sign(key),
    })
    return JSON.stringify({ ...tokens, id_token })
  }
  response.end = ((body: string) => {
    void forged(body).then((changed) => {
      response.setHeader('content-length', Buffer.byteLength(changed))
      end(changed)
    })
    return response
  }) as typeof response.end
}

/** Follows the provider's pages and submits their forms, up to the first address outside the provider. */
async function browse(start: string, login: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { address: string; form?: URLSearchParams } = { address: start }
  for (let page = 0; page < 12; page += 1) {
    if (!next.address.startsWith(issuer)) return next.address
    const response = await fetch(next.address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: next.form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    next = location === null ? formOf(await response.text(), login) : { address: new URL(location, issuer).href }
  }
  throw new Error('The identity provider never sent the browser back')
}

function formOf(page: string, login: string): { address: string; form: URLSearchParams } {
  const [, address] = /action="([^"]+)"/.exec(page) ?? []
  const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
  if (address === undefined || prompt === undefined) throw new Error(`Not a page of the provider's: ${page}`)
  return { address, form: new URLSearchParams({ prompt, login, password: 'any' }) }
}
