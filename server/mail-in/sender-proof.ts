import { resolve as resolveName } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SenderProof } from '#domain/mail/received-mail.ts'

/** Asks name servers; tests answer in their place. */
export type Resolver = (name: string, type: string) => Promise<string[][] | string[]>

export interface Proving {
  readonly resolver?: Resolver | undefined
  /** The name under which our own mail server writes Authentication-Results; undefined: its verdict does not count. */
  readonly authserv?: string | undefined
}

const PATIENCE_MS = 15_000

/**
 * Whether the domain of a mail's sole sender vouches for it by DMARC. Our own mail server's verdict counts if the
 * operator has named that server. Otherwise a signature of the domain over the whole mail must be right. Only that
 * server can judge SPF, because a fetched mail does not reveal who connected.
 */
export async function senderProof(
  raw: Buffer,
  { sender, verdicts }: { readonly sender: string; readonly verdicts: readonly string[] },
  { resolver = asDns, authserv }: Proving,
): Promise<SenderProof> {
  const domain = sender.split('@')[1] ?? ''
  if (authserv !== undefined) {
    const [said] = verdicts.flatMap((verdict) => saidBy(authserv, verdict, domain))
    if (said !== undefined) return said
  }
  return Promise.race([
    ownProof(raw, domain, resolver).catch(() => 'none' as const),
    sleep(PATIENCE_MS, 'none' as const, { ref: false }),
  ])
}

async function ownProof(raw: Buffer, domain: string, resolver: Resolver): Promise<SenderProof> {
  // Loaded here: without a mailbox nobody needs them, and every start would wait for them.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const { dmarc } = await import('mailauth/lib/dmarc/index.js')
  const { results, headerFrom, fromFields } = await dkimVerify(raw, { resolver, rejectRsaSha1: true })
  if (fromFields !== 1 || headerFrom.length !== 1 || headerFrom[0]?.split('@').at(-1)?.toLowerCase() !== domain)
    return 'fail'
  const right = results.filter(({ status }) => status.result === 'pass' && !status.underSized && !status.testing)
  const answer = await dmarc({
    headerFrom,
    fromFields,
    spfDomains: [],
    dkimDomains: right.map(({ id = '', signingDomain = '', status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned ?? false,
    })),
    resolver,
  })
  if (!answer) return 'fail'
  const { result } = answer.status
  return result === 'pass' ? 'pass' : result === 'fail' ? 'fail' : 'none'
}

const asDns: Resolver = async (name, type) => (type === 'TXT' ? resolveName(name, 'TXT') : resolveName(name, 'A'))

/** RFC 8601: the DMARC verdict of the server with this name on this sender's domain. */
function saidBy(authserv: string, verdict: string, domain: string): SenderProof[] {
  const [server = '', ...methods] = verdict.replaceAll(/\([^()]*\)/g, ' ').split(';')
  if (server.trim().split(/\s+/)[0]?.toLowerCase() !== authserv.toLowerCase()) return []
  return methods.flatMap((method) => {
    const said = /^\s*dmarc\s*=\s*([a-z]+)/i.exec(method)?.[1]?.toLowerCase()
    if (said === undefined) return []
    const from = /\bheader\.from\s*=\s*"?([^\s";]+)/i.exec(method)?.[1]?.toLowerCase()
    if (said === 'pass') return [from === domain ? ('pass' as const) : ('fail' as const)]
    return [said === 'fail' ? ('fail' as const) : ('none' as const)]
  })
}
