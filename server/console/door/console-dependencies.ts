import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import type { FileStore } from '../../db/file-store.ts'
import type { Database } from '../../db/sql.ts'
import type { Budgets } from '../../http/budgets.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Library } from '../../manuals/library.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { OpenIdSettings } from './openid-settings.ts'

/** What the console needs of the application. */
export interface ConsoleDependencies {
  readonly app: FastifyInstance
  readonly staff: Database
  readonly clock: () => Date
  readonly bound: Set<string>
  readonly budgets: Budgets
  readonly settings: Settings
  readonly origin: string
  readonly files: FileStore
  /** What the secrets of the second factor are kept in. */
  readonly secrets: SecretBox
  /** Takes links to whom they are for, where there is a mail server. */
  readonly mailer: Mailer
  /** Its notes say which versions there are. */
  readonly library: Library
  /** None: technicians enter by password alone. */
  readonly openId: OpenIdSettings | undefined
  readonly limits: { readonly maxBytes: number; readonly maxFiles: number }
}
