import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import type { FileStore } from '../../db/file-store.ts'
import type { Database } from '../../db/sql.ts'
import type { LiveStreams } from '../../events/live-streams.ts'
import type { AtOnce } from '../../http/at-once.ts'
import type { Budgets } from '../../http/budgets.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Library } from '../../manuals/library.ts'
import type { Press } from '../../manuals/press.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { OpenIdSettings } from './openid-settings.ts'
import type { LiveSettings } from '../../settings/live-settings.ts'
import type { UploadLimits } from '../../http/upload.ts'

/** The parts that the console needs from the application. */
export interface ConsoleDependencies {
  readonly streams: LiveStreams
  readonly app: FastifyInstance
  readonly staff: Database
  readonly clock: () => Date
  readonly bound: Set<string>
  readonly budgets: Budgets
  readonly atOnce: AtOnce
  readonly settings: Settings
  /** The settings in force, and as the files have them, without what was changed at the console. */
  readonly live: LiveSettings
  /** The folder of the provider's texts and logo; by default the product's samples. */
  readonly content: string | undefined
  readonly origin: string
  readonly files: FileStore
  /** Seals the secrets of the second factor. */
  readonly secrets: SecretBox
  /** Mails links to their readers, if there is a mail server. */
  readonly mailer: Mailer
  /** Its version notes say which versions exist. */
  readonly library: Library
  /** Prints valuations and clients' reports. */
  readonly press: Pick<Press, 'downloadReport'>
  /** Undefined: technicians log in by password alone. */
  readonly openId: OpenIdSettings | undefined
  /** Hosts of the private network that webhooks may go to. */
  readonly webhookInside: readonly string[]
  readonly limits: UploadLimits
}
