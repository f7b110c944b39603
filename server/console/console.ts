import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import type { Budgets } from '../http/budgets.ts'
import type { FileStore } from '../db/file-store.ts'
import type { Database } from '../db/sql.ts'
import type { Library } from '../manuals/library.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecretBox } from '../secret-box.ts'
import { bindConsoleAssistant } from './assistant/assistant-review-routes.ts'
import { bindAnswerFiles } from './tickets/answer-file-routes.ts'
import { bindAudit } from './audit/audit-routes.ts'
import { bindCalls } from './tickets/call-routes.ts'
import { bindCannedAnswers } from './masters/canned-answer-routes.ts'
import { bindClients } from './masters/client-routes.ts'
import type { ConsoleBinding } from './door/console-binding.ts'
import { bindContacts } from './masters/contact-routes.ts'
import { bindDataChanges } from './masters/data-change-routes.ts'
import { bindInstallations } from './masters/installation-routes.ts'
import { bindJobs } from './jobs/job-routes.ts'
import { bindModules } from './masters/module-routes.ts'
import { bindNoticesMaster } from './masters/notice-master-routes.ts'
import { bindOfficeCalendar } from './masters/office-calendar-routes.ts'
import { type OpenIdSettings, bindOpenId } from './door/openid.ts'
import { bindPasswordLinks } from './masters/password-link-routes.ts'
import { bindQueue } from './tickets/queue-routes.ts'
import { bindConsoleSession } from './door/technician-session-routes.ts'
import { bindSupportTickets } from './tickets/support-ticket-routes.ts'
import { bindTechnicians } from './technicians/technician-routes.ts'
import { findTechnician } from './door/technician-session.ts'
import { bindValuationsOfAll } from './work/support-valuation-routes.ts'
import { bindWork } from './work/support-work-routes.ts'

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

/** The provider's side: a line for each feature. */
export function bindConsoleFeatures(dependencies: ConsoleDependencies): void {
  const { app, staff, clock, bound, budgets, settings, origin } = dependencies
  const find = findTechnician(staff, { limits: settings.limits, secure: origin.startsWith('https:') })
  const binding: ConsoleBinding = { app, staff, clock, bound, budgets, simulation: false, findTechnician: find }
  bindConsoleSession(binding, dependencies)
  bindOpenId(binding, dependencies)
  bindTechnicians(binding, dependencies)
  bindPasswordLinks(binding, dependencies)
  bindQueue(binding)
  bindSupportTickets(binding, dependencies.limits)
  bindAnswerFiles(binding, dependencies.files, dependencies.limits)
  bindCalls(binding)
  bindConsoleAssistant(binding)
  bindWork(binding, dependencies)
  bindValuationsOfAll(binding)
  bindClients(binding)
  bindInstallations(binding, dependencies)
  bindContacts(binding, dependencies)
  bindDataChanges(binding)
  bindOfficeCalendar(binding)
  bindModules(binding)
  bindCannedAnswers(binding)
  bindNoticesMaster(binding)
  bindAudit(binding)
  bindJobs(binding)
}
