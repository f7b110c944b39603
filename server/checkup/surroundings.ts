import type { FastifyBaseLogger } from 'fastify'
import type { ProviderFiles } from '#domain/settings.ts'
import { openLanguageModel } from '../assistant/language-model.ts'
import { discover } from '../console/door/openid.ts'
import { connected } from '../db/check-database.ts'
import { reserveOf, volumeOf } from '../db/room.ts'
import type { readEnvironment } from '../env.ts'
import { MOST_APART_MS } from '../jobs/trusted-clock.ts'
import { openTrustedProxies } from '../http/trusted-proxies.ts'
import { insistOnMailServer } from '../mail/mailer.ts'
import { isSampleAddress, sampleDocuments, sampleFields } from './samples.ts'
import { whyNoPdf } from '../manuals/typesetter.ts'
import { insistOnMailbox } from '../mail-in/mail-source.ts'
import { clamd } from '../scanner/clamd.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { isOnThisMachine } from '../this-machine.ts'

/** The check of one thing. */
export interface Check {
  readonly about: string
  /**
   * Returns the finding in a few words.
   * @throws StartProblem for anything that must be put right
   */
  readonly look: () => Promise<string>
}

interface Surroundings {
  readonly env: ReturnType<typeof readEnvironment>
  /** The folder of attachments, or the nearest one above it that exists. */
  readonly folder: string
  /** As it is in force. */
  readonly provider: ProviderFiles | null
  readonly databaseUrl: string | null
}

/** What a portal can start without, but does not do its work without. */
export function surroundings({ env, folder, provider, databaseUrl }: Surroundings): Check[] {
  const { smtpUrl, imapUrl, clamavUrl, model, openId } = env
  return [
    { about: 'address', look: () => publicAddress(env) },
    { about: 'proxy', look: () => proxies(env) },
    ...(provider ? [{ about: 'names', look: () => ownNames(env, provider) }] : []),
    { about: 'manuals', look: () => ownManuals(env) },
    { about: 'pdf', look: pdfHere },
    { about: 'room', look: () => roomAt(folder) },
    ...(databaseUrl === null ? [] : [{ about: 'clock', look: () => clockBeside(databaseUrl) }]),
    {
      about: 'mail',
      look: async () =>
        smtpUrl === undefined
          ? 'SMTP_URL is not set: no mail is sent'
          : called('SMTP_URL', smtpUrl, () => insistOnMailServer(smtpUrl)),
    },
    {
      about: 'mailbox',
      look: async () =>
        imapUrl === undefined
          ? 'IMAP_URL is not set: no mail is read'
          : called('IMAP_URL', imapUrl, () => insistOnMailbox(imapUrl)),
    },
    {
      about: 'scanner',
      look: async () =>
        clamavUrl === undefined
          ? 'CLAMAV_URL is not set: files are not scanned'
          : called('CLAMAV_URL', clamavUrl, () => scannerAt(clamavUrl)),
    },
    ...(model ? [{ about: 'model', look: () => called('LLM_BASE_URL', model.baseUrl, () => wordOf(model)) }] : []),
    ...(openId
      ? [{ about: 'log-in', look: () => called('OIDC_ISSUER', openId.issuer, () => providerOf(openId)) }]
      : []),
  ]
}

/**
 * Calls an address unless it is a sample's: nobody is there who could mend it.
 * @throws StartProblem naming it as a sample
 */
async function called(variable: string, address: string, look: () => Promise<string>): Promise<string> {
  if (!(await isSampleAddress(address))) return look()
  throw new StartProblem(
    `${variable}: ${new URL(address).hostname} is a sample's name, and no server's: enter your own, or leave ${variable} out.`,
  )
}

/** Logs each problem in the sentence that `npm run doctor` has for it. The portal serves meanwhile. */
export async function tellOfSurroundings(
  checks: readonly Check[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  await Promise.all(
    checks.map(({ about, look }) =>
      look().catch((error: unknown) =>
        log.warn({ about }, error instanceof StartProblem ? error.message : reasonOf(error)),
      ),
    ),
  )
}

async function publicAddress({ publicUrl, smtpUrl, openId, port }: Surroundings['env']): Promise<string> {
  if (publicUrl === undefined) {
    if (smtpUrl === undefined && openId === undefined) return 'PUBLIC_URL is not set: browsers on this machine alone'
    throw new StartProblem(
      `PUBLIC_URL is not set: links in mails would lead to 127.0.0.1:${port}: set it to the address that browsers use.`,
    )
  }
  if (publicUrl.startsWith('https:') || isOnThisMachine(new URL(publicUrl)))
    return called('PUBLIC_URL', publicUrl, async () => publicUrl)
  throw new StartProblem(
    `PUBLIC_URL ${publicUrl} is not https: everybody on the way reads passwords and entry links: put a proxy with TLS in front of the portal, and name its https address.`,
  )
}

async function proxies({ publicUrl, trustedProxies }: Surroundings['env']): Promise<string> {
  await openTrustedProxies(trustedProxies)
  if (trustedProxies.length > 0) return `TRUSTED_PROXIES: ${trustedProxies.join(', ')}`
  if (!publicUrl?.startsWith('https:')) return 'none'
  throw new StartProblem(
    'TRUSTED_PROXIES is not set, and an https address needs a proxy: all visitors would share its budget of calls: name its address or host, such as 127.0.0.1.',
  )
}

const isPublic = (publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && publicUrl.startsWith('https:') && !isOnThisMachine(new URL(publicUrl))

async function ownNames({ publicUrl }: Surroundings['env'], { settings, legal }: ProviderFiles): Promise<string> {
  const { contact, provider } = settings
  const samples = isPublic(publicUrl) ? sampleFields(settings, legal) : []
  if (samples.length === 0) return `${provider.name}, ${contact.email}`
  throw new StartProblem(
    `The sample's values still stand in ${samples.join(', ')}: customers read them, and mails come from ${contact.email}: enter your own names, addresses and telephones.`,
  )
}

async function ownManuals({ publicUrl, contentFolder }: Surroundings['env']): Promise<string> {
  const samples = await sampleDocuments(contentFolder)
  if (samples.length === 0 || !isPublic(publicUrl)) return contentFolder
  throw new StartProblem(
    `${samples.length} manuals and version notes in ${contentFolder} are the product's samples: customers read them, and the assistant answers from them: remove them there, or name a folder of your own by CONTENT_DIR.`,
  )
}

/** The compiler's native part is a package of its own for each kind of machine. */
async function pdfHere(): Promise<string> {
  const reason = await whyNoPdf()
  if (reason === null) return 'documents can be set'
  throw new StartProblem(
    `No PDF can be made on this machine (${process.platform}, ${process.arch}): manuals and reports show on the screen alone: ${reason.split('\n')[0]}`,
  )
}

const shown = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

async function roomAt(folder: string): Promise<string> {
  const { free, size } = await volumeOf(folder)
  const reserve = reserveOf(size)
  if (free > reserve) return `${shown(free)} of ${shown(size)} are free; ${shown(reserve)} of them are kept in reserve`
  throw new StartProblem(
    `The volume of DATA_DIR has ${shown(free)} free, and ${shown(reserve)} are kept in reserve: attachments are refused until it is enlarged, or DATA_DIR/pdf and files/trash are emptied.`,
  )
}

async function clockBeside(databaseUrl: string): Promise<string> {
  const client = await connected(databaseUrl)
  try {
    const before = Date.now()
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    // By then the database has answered once.
    const apart = (rows[0]?.at.getTime() ?? 0) - (before + Date.now()) / 2
    const seconds = Math.round(Math.abs(apart) / 1000)
    if (Math.abs(apart) <= MOST_APART_MS) return `${seconds} s from the database's`
    throw new StartProblem(
      `The clocks of this machine and of the database are ${seconds} s apart: jobs stand still beyond ${MOST_APART_MS / 1000} s: let both keep time by NTP.`,
    )
  } finally {
    await client.end()
  }
}

async function scannerAt(address: string): Promise<string> {
  try {
    return await clamd(address).version()
  } catch (error) {
    throw new StartProblem(
      `CLAMAV_URL: no scanner answers (${reasonOf(error)}): files that arrive meanwhile are handed out once it does.`,
    )
  }
}

/** Asks a real question, and breaks off at the first word of the answer. */
async function wordOf(model: NonNullable<Surroundings['env']['model']>): Promise<string> {
  const words = openLanguageModel(model, () => new Date()).words(
    [{ role: 'user', content: 'Responde solo: sí' }],
    new AbortController().signal,
  )
  try {
    await words.next()
    return `${model.model} at ${new URL(model.baseUrl).host} answers`
  } catch (error) {
    throw new StartProblem(
      `LLM_BASE_URL: ${model.model} at ${new URL(model.baseUrl).host} does not answer (${reasonOf(error)}): check address, LLM_MODEL and LLM_API_KEY; until then the manuals' own sentences answer.`,
    )
  } finally {
    await words.return()
  }
}

async function providerOf(openId: NonNullable<Surroundings['env']['openId']>): Promise<string> {
  const { host } = new URL(openId.issuer)
  try {
    await discover(openId)
    return `${host} describes itself as an identity provider`
  } catch (error) {
    throw new StartProblem(
      `OIDC_ISSUER: ${host} does not answer as an identity provider (${reasonOf(error)}): check its address; technicians can log in by password.`,
    )
  }
}
