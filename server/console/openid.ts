import type { FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { route } from '../http/bind.ts'
import type { ConsoleDependencies } from './console.ts'
import type { ConsoleBinding } from './console-binding.ts'
import { openConsole } from './session-routes.ts'
import { accountVouchedFor } from './technician-store.ts'

/** The company's own identity provider, and what the console is called there. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What the browser keeps while it is at the provider; nobody else's answer fits it. */
const pendingLogin = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() })
const PENDING_SECONDS = 600
const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 10

const endpoints = consoleApi.consoleSession

/** Entry by OpenID Connect: the code flow with PKCE, state and nonce. Who the provider vouches for needs no second factor here. */
export function bindOpenId(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { openId, origin } = dependencies
  const open = { ...binding, simulation: false }
  if (!openId) {
    route(open, endpoints.startOpenId, async (_request, reply) => back(reply, 'openid'))
    route(open, endpoints.finishOpenId, async (_request, reply) => back(reply, 'openid'))
    return
  }
  const enter = openConsole(binding, dependencies)
  const provider = providerAt(openId)
  const pending = pendingCookie(origin.startsWith('https:'))
  const redirectTo = `${origin}/api${endpoints.finishOpenId.path}`

  route(open, endpoints.startOpenId, async (request, reply) => {
    try {
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
      const address = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectTo,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      pending.give(reply, { state, nonce, verifier })
      return reply.redirect(address.href)
    } catch (error) {
      request.log.error({ err: error }, 'the identity provider cannot be reached')
      return back(reply, 'openid')
    }
  })

  route(open, endpoints.finishOpenId, async (request, reply) => {
    const begun = pending.take(request, reply)
    const names = begun && (await namesVouchedFor(request, begun))
    if (!names) return back(reply, 'openid')
    const account = await accountVouchedFor(binding.staff, names)
    if (!account) {
      request.log.warn({ security: 'console-refused', reason: 'openid-unknown' }, 'nobody here whom the provider knows')
      return back(reply, 'unknown')
    }
    await enter(account, false, endpoints.finishOpenId.path, { now: binding.clock(), request, reply })
    return reply.redirect('/consola/')
  })

  /** What the provider calls who has just come back from it; null when it did not send them. */
  async function namesVouchedFor(request: FastifyRequest, begun: z.infer<typeof pendingLogin>) {
    try {
      const config = await provider()
      const tokens = await openid.authorizationCodeGrant(config, new URL(request.url, origin), {
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        pkceCodeVerifier: begun.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) return null
      // Some providers keep the rest for who asks.
      const more = config.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
      return namesIn({ ...more, ...claims })
    } catch (error) {
      request.log.warn(
        { err: error, security: 'console-refused', reason: 'openid' },
        "the provider's answer is no good",
      )
      return null
    }
  }
}

/** Found out about at the first log-in and then remembered; a provider that is away is asked again at the next one. */
function providerAt({ issuer, clientId, clientSecret }: OpenIdSettings): () => Promise<openid.Configuration> {
  let known: Promise<openid.Configuration> | undefined
  const address = new URL(issuer)
  return () => {
    known ??= openid
      .discovery(address, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // Without https only on this very machine, as `readEnvironment` has made sure of.
        ...(address.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}

const vouched = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  preferred_username: z.optional(z.string()),
})

/** An address that nobody has verified says nothing. */
function namesIn(claims: unknown): string[] {
  const { sub, email, email_verified: verified, preferred_username: username } = vouched.parse(claims)
  return [sub, ...(email && verified ? [email.toLowerCase()] : []), ...(username ? [username] : [])]
}

function pendingCookie(secure: boolean) {
  const name = secure ? '__Host-consola-openid' : 'consola-openid'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    give: (reply: FastifyReply, login: z.infer<typeof pendingLogin>) =>
      void reply.setCookie(name, JSON.stringify(login), { ...options, maxAge: PENDING_SECONDS }),
    take: (request: FastifyRequest, reply: FastifyReply): z.infer<typeof pendingLogin> | null => {
      reply.clearCookie(name, options)
      try {
        return pendingLogin.parse(JSON.parse(request.cookies[name] ?? 'null'))
      } catch {
        return null
      }
    },
  }
}

/** To the log-in page, which says what happened. */
const back = (reply: FastifyReply, error: 'openid' | 'unknown') => reply.redirect(`/consola/?error=${error}`)
