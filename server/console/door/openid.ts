import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import type { Database } from '../../db/sql.ts'
import { bindPublic } from '../../http/bind.ts'
import { route } from '../../http/door.ts'
import { Problem } from '../../http/problems.ts'
import type { ConsoleBinding } from './console-binding.ts'
import type { ConsoleDependencies } from './console-dependencies.ts'
import { type Identity, accountOfIdentity, requestIdentity } from './identity-store.ts'
import { type OpenIdSettings, issuerOf } from './openid-settings.ts'
import { insistOnCode, openConsole } from './sign-in.ts'

/** The browser keeps it while it is at the provider. No answer to another login fits it. */
const pendingLogin = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() })
/** The identity that the provider vouched for, sealed, while the second factor is still missing. */
const halfEntered = z.strictObject({ issuer: z.string(), subject: z.string(), until: z.number() })
const SEALED_FOR = 'entry by the identity provider'
const PENDING_SECONDS = 600
const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 10

const endpoints = consoleApi.consoleSession

/**
 * Login by OpenID Connect: the code flow with PKCE, state and nonce, and a checked signature of the id token. Issuer and subject
 * identify the person; the second factor is the provider's if it confirms one, otherwise the console's.
 */
export function bindOpenId(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { openId, origin } = dependencies
  if (!openId) {
    route(binding, endpoints.startOpenId, async (_request, reply) => back(reply, 'error=openid'))
    route(binding, endpoints.finishOpenId, async (_request, reply) => back(reply, 'error=openid'))
    bindPublic(binding, endpoints.finishOpenIdByCode, () => Promise.reject(notBegun()))
    return
  }
  const pending = shortCookie('consola-openid', origin.startsWith('https:'))
  const provider = { ...openId, origin, configuration: providerAt(openId) }
  bindStart(binding, provider, pending)
  bindFinish(binding, dependencies, provider, pending)
}

/** The provider, and the address of ours that it sends people back to. */
interface Provider extends OpenIdSettings {
  readonly origin: string
  readonly configuration: () => Promise<openid.Configuration>
}

type ShortCookie = ReturnType<typeof shortCookie>

/** Sends a technician to the provider. */
function bindStart(
  binding: ConsoleBinding,
  { origin, secondFactor, configuration }: Provider,
  pending: ShortCookie,
): void {
  route(binding, endpoints.startOpenId, async (request, reply) => {
    try {
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
      const address = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${origin}/api${endpoints.finishOpenId.path}`,
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
}

/** Lets in the technician whom the provider sends back: at once, or by a code of the console's own. */
function bindFinish(
  binding: ConsoleBinding,
  dependencies: ConsoleDependencies,
  provider: Provider,
  pending: ShortCookie,
): void {
  const { origin, secrets: box } = dependencies
  const { staff } = binding
  const enter = openConsole(binding, dependencies)
  const half = shortCookie('consola-openid-codigo', origin.startsWith('https:'))

  route(binding, endpoints.finishOpenId, async (request, reply) => {
    const now = binding.clock()
    const begun = read(pendingLogin, pending.take(request, reply))
    const vouched = begun && (await vouchedFor(provider, request, begun))
    if (!vouched) return back(reply, 'error=openid')
    const account = await accountOfIdentity(staff, vouched)
    if (!account) return back(reply, (await waits(staff, vouched, request, now)) ? 'error=pending' : 'error=unknown')
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
}

/** The identity of somebody who comes back from the provider; null if the provider did not send them. */
async function vouchedFor(
  { origin, clientId, secondFactor, configuration }: Provider,
  request: FastifyRequest,
  begun: z.infer<typeof pendingLogin>,
): Promise<Vouched | null> {
  try {
    const config = await configuration()
    const tokens = await openid.authorizationCodeGrant(config, new URL(request.url, origin), {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    })
    const { iss, sub, azp, acr, amr, ...claims } = idToken.parse(tokens.claims())
    if (azp !== undefined && azp !== clientId) throw new Error('the id token was given to another client')
    return {
      issuer: issuerOf({ issuer: iss }),
      subject: sub,
      hasSecondFactor:
        secondFactor.acr.some((value) => value === acr) ||
        secondFactor.amr.some((value) => [amr ?? []].flat().includes(value)),
      // Some providers give the address only on request. A source's verification covers only the address in that
      // source.
      address: async () =>
        claims.email === undefined && config.serverMetadata().userinfo_endpoint
          ? verifiedIn(await openid.fetchUserInfo(config, tokens.access_token, sub))
          : verifiedIn(claims),
    }
  } catch (error) {
    request.log.warn({ err: error, security: 'console-refused', reason: 'openid' }, "the provider's answer is no good")
    return null
  }
}

/** Whether a supervisor will be asked to confirm the identity; otherwise it is nobody's. */
async function waits(staff: Database, vouched: Vouched, request: FastifyRequest, now: Date): Promise<boolean> {
  const address = await vouched.address().catch(() => null)
  const asked = address === null ? undefined : await requestIdentity(staff, vouched, address, now)
  const reason = asked ? 'openid-waits' : 'openid-unknown'
  request.log.warn(
    { security: 'console-refused', reason, technician: asked?.username },
    'an identity that belongs to no technician',
  )
  return asked !== undefined
}

interface Vouched extends Identity {
  /** Whether the provider confirmed a second factor, by the values that the operator configured. */
  readonly hasSecondFactor: boolean
  /** The address that the provider has verified, or null. */
  readonly address: () => Promise<string | null>
}

/** Discovers the provider at the first login and remembers it; if the provider is unreachable, the next login tries again. */
function providerAt(settings: OpenIdSettings): () => Promise<openid.Configuration> {
  let known: Promise<openid.Configuration> | undefined
  return () => {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

export function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<openid.Configuration> {
  const address = new URL(issuer)
  return openid.discovery(address, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Signatures are checked with the provider's keys even if the connection is trusted.
      openid.enableNonRepudiationChecks,
      // Without https the provider is on this machine: `readEnvironment` has made sure of that.
      ...(address.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })
}

/** Nothing else in a token identifies anybody: a `preferred_username` is a name that people choose. */
const idToken = z.object({
  iss: z.string(),
  // OpenID Connect allows no more; PostgreSQL's texts hold no NUL.
  sub: z.string().check(z.regex(/^[^\0]{1,255}$/u)),
  /** The client that the token was given to. */
  azp: z.optional(z.string()),
  acr: z.optional(z.nullable(z.string())),
  amr: z.optional(z.union([z.string(), z.array(z.string())])),
  email: z.optional(z.unknown()),
  email_verified: z.optional(z.unknown()),
})

const verified = z.object({ email: z.string().check(z.regex(/^[^\0]+$/u)), email_verified: z.literal(true) })

/** An unverified address proves nothing. */
function verifiedIn(claims: object): string | null {
  const parsed = verified.safeParse(claims)
  return parsed.success ? parsed.data.email : null
}

/** A cookie that lasts minutes; `take` uses it up. */
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

/** Parses the value that a browser brought back; null if it is not the one it was given. */
function read<T>(schema: z.ZodMiniType<T>, text: string | undefined): T | null {
  try {
    return schema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

const notBegun = () => new Problem(401, (s) => s.console['begin-again']())

/** Redirects to the login page, which reports the error or asks for the missing code. */
const back = (reply: FastifyReply, search: `error=${'openid' | 'unknown' | 'pending'}` | 'code=1') =>
  reply.redirect(`/consola/?${search}`)
