import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import type { FileStore } from '../db/file-store.ts'
import type { Database } from '../db/sql.ts'
import { bindAnswerFiles } from './answer-file-routes.ts'
import { bindCalls } from './call-routes.ts'
import type { ConsoleBinding } from './console-binding.ts'
import { type OpenIdSettings, bindOpenId } from './openid.ts'
import { bindPasswordLinks } from './password-link-routes.ts'
import { bindQueue } from './queue-routes.ts'
import { bindConsoleSession } from './session-routes.ts'
import { bindSupportTickets } from './support-ticket-routes.ts'
import { bindTechnicians } from './technician-routes.ts'
import { findTechnician } from './technician-session.ts'

/** What the console needs of the application. */
export interface ConsoleDependencies {
  readonly app: FastifyInstance
  readonly staff: Database
  readonly clock: () => Date
  readonly bound: Set<string>
  readonly settings: Settings
  readonly origin: string
  readonly files: FileStore
  /** None: technicians enter by password alone. */
  readonly openId: OpenIdSettings | undefined
  readonly limits: { readonly maxBytes: number; readonly maxFiles: number }
}

/** The provider's side: a line for each feature. */
export function bindConsoleFeatures(dependencies: ConsoleDependencies): void {
  const { app, staff, clock, bound, settings, origin } = dependencies
  const find = findTechnician(staff, { limits: settings.limits, secure: origin.startsWith('https:') })
  const binding: ConsoleBinding = { app, staff, clock, bound, findTechnician: find }
  bindConsoleSession(binding, dependencies)
  bindOpenId(binding, dependencies)
  bindTechnicians(binding, dependencies)
  bindPasswordLinks(binding, dependencies)
  bindQueue(binding)
  bindSupportTickets(binding, dependencies.limits)
  bindAnswerFiles(binding, dependencies.files, dependencies.limits)
  bindCalls(binding)
}
