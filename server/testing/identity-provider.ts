import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the company's identity provider knows of somebody. */
export interface Vouched {
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
}

export interface IdentityProvider {
  readonly settings: Readonly<Record<'issuer' | 'clientId' | 'clientSecret', string>>
  /** What a browser does at the provider: logs in there, agrees, and comes away with the address that it is sent back to. */
  readonly logIn: (address: string, login: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** A real OpenID provider on loopback, whose own log-in page believes any password. */
export async function identityProvider(
  redirectTo: string,
  people: Readonly<Record<string, Vouched>>,
): Promise<IdentityProvider> {
  let answer: RequestListener = () => undefined
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer, clientId: 'consola', clientSecret: 'a secret of the tests alone' }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  answer = new Provider(issuer, {
    clients: [{ client_id: settings.clientId, client_secret: settings.clientSecret, redirect_uris: [redirectTo] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: async (_context: unknown, id: string) =>
      people[id] && { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
  }).callback()
  return {
    settings,
    logIn: (address, login) => browse(address, login, issuer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Follows the provider's pages, sends their forms, and stops at the first address that is not the provider's. */
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
