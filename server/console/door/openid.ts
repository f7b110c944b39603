import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { bindPublic } from '../../http/bind.ts'
import { route } from '../../http/door.ts'
import { Problem } from '../../http/problems.ts'
import type { ConsoleBinding } from './console-binding.ts'
import type { ConsoleDependencies } from './console-dependencies.ts'
import { type Identity, accountOfIdentity, requestIdentity } from './identity-store.ts'
import { type OpenIdSettings, issuerOf } from './openid-settings.ts'
import { insistOnCode, openConsole } from './sign-in.ts'

/** What the browser keeps while it is at the provider; nobody else's answer fits it. */
const pendingLogin = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() })
/** Whom the provider has vouched for while their code is wanted yet; sealed. */
const halfEntered = z.strictObject({ issuer: z.string(), subject: z.string(), until: z.number() })
const SEALED_FOR = 'entry by the identity provider'
const PENDING_SECONDS = 600
const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 10

const endpoints = consoleApi.consoleSession

/**
 * Entry by OpenID Connect: the code flow with PKCE, state and nonce, the id token's signature checked. Issuer and number
 * say who it is; the second factor is the provider's, where it says so, or else the console's own.
 */
export function bindOpenId(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { openId, origin, secrets: box } = dependencies
  const { staff } = binding
  if (!openId) {
    route(binding, endpoints.startOpenId, async (_request, reply) => back(reply, 'error=openid'))
    route(binding, endpoints.finishOpenId, async (_request, reply) => back(reply, 'error=openid'))
    bindPublic(binding, endpoints.finishOpenIdByCode, () => Promise.reject(notBegun()))
    return
  }
  const { secondFactor } = openId
  const enter = openConsole(binding, dependencies)
  const provider = providerAt(openId)
  const secure = origin.startsWith('https:')
  const pending = shortCookie('consola-openid', secure)
  const half = shortCookie('consola-openid-codigo', secure)
  const redirectTo = `${origin}/api${endpoints.finishOpenId.path}`

  route(binding, endpoints.startOpenId, async (request, reply) => {
    try {
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
      const address = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectTo,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(secondFactor.acr.length > 0 && { acr_values: secondFactor.acr.join(' ') }),
      })
      pending.give(reply, JSON.stringify({ state, nonce, verifier }))
      return reply.redirect(address.href)
    } catch (error) {
      request.log.error({ err: error }, 'the identity provider cannot be reached')
      return back(reply, 'error=openid')
    }
  })

  route(binding, endpoints.finishOpenId, async (request, reply) => {
    const now = binding.clock()
    const begun = read(pendingLogin, pending.take(request, reply))
    const vouched = begun && (await vouchedFor(request, begun))
    if (!vouched) return back(reply, 'error=openid')
    const account = await accountOfIdentity(staff, vouched)
    if (!account) return back(reply, (await waits(vouched, request, now)) ? 'error=pending' : 'error=unknown')
    if (account.confirmed && !vouched.hasSecondFactor) {
      const until = now.getTime() + PENDING_SECONDS * 1000
      const entered = { issuer: vouched.issuer, subject: vouched.subject, until }
      half.give(reply, box.seal(Buffer.from(JSON.stringify(entered)), SEALED_FOR).toString('base64url'))
      return back(reply, 'code=1')
    }
    const enrolling = !vouched.hasSecondFactor && !account.exempt
    await enter(account, enrolling, endpoints.finishOpenId.path, { now, request, reply })
    return reply.redirect('/consola/')
  })

  bindPublic(binding, endpoints.finishOpenIdByCode, async ({ code }, context) => {
    const { now, request, reply } = context
    const sealed = Buffer.from(half.in(request) ?? '', 'base64url')
    const entered = read(halfEntered, box.open(sealed, SEALED_FOR)?.toString())
    const account = entered && entered.until > now.getTime() && (await accountOfIdentity(staff, entered))
    if (!account) throw notBegun()
    const act = endpoints.finishOpenIdByCode.path
    await insistOnCode(binding, box, { account, code, act }, context)
    half.take(request, reply)
    return enter(account, false, act, context)
  })

  /** Whom the provider vouches for who has just come back from it; null when it did not send them. */
  async function vouchedFor(request: FastifyRequest, begun: z.infer<typeof pendingLogin>): Promise<Vouched | null> {
    try {
      const config = await provider()
      const tokens = await openid.authorizationCodeGrant(config, new URL(request.url, origin), {
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        pkceCodeVerifier: begun.verifier,
        idTokenExpected: true,
      })
      const { iss, sub, acr, amr, ...claims } = idToken.parse(tokens.claims())
      return {
        issuer: issuerOf({ issuer: iss }),
        subject: sub,
        hasSecondFactor:
          secondFactor.acr.some((value) => value === acr) ||
          secondFactor.amr.some((value) => [amr ?? []].flat().includes(value)),
        // Some providers keep the rest for who asks. What one of the two has verified says nothing of the other's address.
        address: async () =>
          claims.email === undefined && config.serverMetadata().userinfo_endpoint
            ? verifiedIn(await openid.fetchUserInfo(config, tokens.access_token, sub))
            : verifiedIn(claims),
      }
    } catch (error) {
      request.log.warn(
        { err: error, security: 'console-refused', reason: 'openid' },
        "the provider's answer is no good",
      )
      return null
    }
  }

  /** Whether a supervisor is asked whose identity it is; if not, it is nobody's. */
  async function waits(vouched: Vouched, request: FastifyRequest, now: Date): Promise<boolean> {
    const address = await vouched.address().catch(() => null)
    const asked = address === null ? undefined : await requestIdentity(staff, vouched, address, now)
    const reason = asked ? 'openid-waits' : 'openid-unknown'
    request.log.warn({ security: 'console-refused', reason, technician: asked?.username }, 'bound to nobody here')
    return asked !== undefined
  }
}

interface Vouched extends Identity {
  /** Whether the provider has asked for one, by what the operator says that it answers then. */
  readonly hasSecondFactor: boolean
  /** The address that the provider has verified; null: none. */
  readonly address: () => Promise<string | null>
}

/** Found out about at the first log-in and then remembered; a provider that is away is asked again at the next one. */
function providerAt({ issuer, clientId, clientSecret }: OpenIdSettings): () => Promise<openid.Configuration> {
  let known: Promise<openid.Configuration> | undefined
  const address = new URL(issuer)
  return () => {
    known ??= openid
      .discovery(address, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // The signatures are checked with the provider's keys, whatever the connection has vouched for.
          openid.enableNonRepudiationChecks,
          // Without https only on this very machine, as `readEnvironment` has made sure of.
          ...(address.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}

/** Nothing else that a token says is anybody's identity: a `preferred_username` is what somebody likes to be called. */
const idToken = z.object({
  iss: z.string(),
  sub: z.string(),
  acr: z.optional(z.nullable(z.string())),
  amr: z.optional(z.union([z.string(), z.array(z.string())])),
  email: z.optional(z.unknown()),
  email_verified: z.optional(z.unknown()),
})

const verified = z.object({ email: z.string(), email_verified: z.literal(true) })

/** An address that nobody has verified says nothing. */
function verifiedIn(claims: object): string | null {
  const parsed = verified.safeParse(claims)
  return parsed.success ? parsed.data.email : null
}

/** A cookie for what takes minutes; `take`: it is good once. */
function shortCookie(called: string, secure: boolean) {
  const name = secure ? `__Host-${called}` : called
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const kept = (request: FastifyRequest) => request.cookies[name]
  return {
    give: (reply: FastifyReply, value: string) =>
      void reply.setCookie(name, value, { ...options, maxAge: PENDING_SECONDS }),
    in: kept,
    take: (request: FastifyRequest, reply: FastifyReply) => {
      reply.clearCookie(name, options)
      return kept(request)
    },
  }
}

/** What a browser brought back, if it is what it was given. */
function read<T>(schema: z.ZodMiniType<T>, text: string | undefined): T | null {
  try {
    return schema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

const notBegun = () => new Problem(401, (s) => s.console['begin-again']())

/** To the log-in page, which says what happened or asks for what is wanted yet. */
const back = (reply: FastifyReply, search: `error=${'openid' | 'unknown' | 'pending'}` | 'code=1') =>
  reply.redirect(`/consola/?${search}`)
