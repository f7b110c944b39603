import { bindConsoleAssistant } from './assistant/assistant-review-routes.ts'
import { bindAnswerFiles } from './tickets/answer-file-routes.ts'
import { bindApiKeys } from './masters/api-key-routes.ts'
import { bindAudit } from './audit/audit-routes.ts'
import { bindCalls } from './tickets/call-routes.ts'
import { bindCannedAnswers } from './masters/canned-answer-routes.ts'
import { bindClients } from './masters/client-routes.ts'
import type { ConsoleBinding } from './door/console-binding.ts'
import type { ConsoleDependencies } from './door/console-dependencies.ts'
import { bindConsoleEvents } from './events/console-event-routes.ts'
import { bindContacts } from './masters/contact-routes.ts'
import { bindDataChanges } from './masters/data-change-routes.ts'
import { bindClientReport } from './figures/client-report-routes.ts'
import { bindFigures } from './figures/figure-routes.ts'
import { bindInstallations } from './masters/installation-routes.ts'
import { bindJobs } from './jobs/job-routes.ts'
import { bindConsoleManuals } from './manuals/manual-routes.ts'
import { bindModules } from './masters/module-routes.ts'
import { bindNoticesMaster } from './masters/notice-master-routes.ts'
import { bindNotifications } from './notifications/notification-routes.ts'
import { bindOfficeCalendar } from './masters/office-calendar-routes.ts'
import { bindOutbox } from './mail/outbox-routes.ts'
import { bindReceivedMail } from './mail/received-routes.ts'
import { bindAddressLink } from './door/new-address-routes.ts'
import { bindOpenId } from './door/openid.ts'
import { bindPasswordLinks } from './masters/password-link-routes.ts'
import { bindLikenesses } from './problems/likeness-routes.ts'
import { bindProblemIncidents } from './problems/problem-incident-routes.ts'
import { bindProblems } from './problems/problem-routes.ts'
import { bindQueue } from './tickets/queue-routes.ts'
import { bindSavedViews } from './views/saved-view-routes.ts'
import { bindSettings } from './settings/settings-routes.ts'
import { bindConsoleAlike } from './search/alike-routes.ts'
import { bindConsoleSearch } from './search/search-routes.ts'
import { bindConsoleSession } from './door/technician-session-routes.ts'
import { bindSupportTickets } from './tickets/support-ticket-routes.ts'
import { bindContactAddresses } from './masters/contact-address.ts'
import { bindNewAddresses } from './technicians/new-address.ts'
import { bindTechnicianOutbox } from './technicians/technician-outbox-routes.ts'
import { bindTechnicians } from './technicians/technician-routes.ts'
import { bindTakingOn } from './masters/take-on-routes.ts'
import { bindFirstSteps } from './start/first-steps-routes.ts'
import { bindRecordSheets } from './sheets/record-sheet-routes.ts'
import { findProgram } from './door/api-key.ts'
import { findTechnician } from './door/technician-session.ts'
import { bindValuationsOfAll } from './work/support-valuation-routes.ts'
import { bindWebhooks } from './webhooks/webhook-routes.ts'
import { bindWork } from './work/support-work-routes.ts'

/** Binds the technicians' side, one line per feature. */
export function bindConsoleFeatures(dependencies: ConsoleDependencies): void {
  const { app, staff, clock, bound, budgets, atOnce, settings, origin } = dependencies
  const find = findTechnician(staff, { limits: settings.limits, secure: origin.startsWith('https:') })
  const binding: ConsoleBinding = {
    app,
    staff,
    clock,
    bound,
    budgets,
    atOnce,
    simulation: false,
    findTechnician: find,
    findProgram: findProgram(staff),
  }
  bindConsoleSession(binding, dependencies)
  bindAddressLink(binding)
  bindOpenId(binding, dependencies)
  bindTechnicians(binding, dependencies)
  bindNewAddresses(binding, dependencies)
  bindContactAddresses(binding, dependencies)
  bindPasswordLinks(binding, dependencies)
  bindQueue(binding, dependencies)
  bindSavedViews(binding)
  bindFigures(binding, dependencies)
  bindClientReport(binding, dependencies)
  bindSupportTickets(binding, dependencies)
  bindAnswerFiles(binding, dependencies)
  bindCalls(binding)
  bindConsoleAssistant(binding)
  bindWork(binding, dependencies)
  bindValuationsOfAll(binding, dependencies)
  bindClients(binding)
  bindTakingOn(binding, dependencies)
  bindInstallations(binding, dependencies)
  bindContacts(binding, dependencies)
  bindDataChanges(binding)
  bindOfficeCalendar(binding)
  bindConsoleManuals(binding, dependencies)
  bindModules(binding)
  bindCannedAnswers(binding)
  bindNoticesMaster(binding)
  bindProblems(binding)
  bindProblemIncidents(binding)
  bindLikenesses(binding)
  bindNotifications(binding)
  bindAudit(binding)
  bindApiKeys(binding)
  bindWebhooks(binding, dependencies)
  bindOutbox(binding)
  bindTechnicianOutbox(binding, dependencies)
  bindReceivedMail(binding, dependencies)
  bindJobs(binding)
  bindConsoleSearch(binding, dependencies)
  bindConsoleAlike(binding, dependencies)
  bindSettings(binding, dependencies)
  bindFirstSteps(binding, dependencies)
  bindRecordSheets(binding, dependencies)
  bindConsoleEvents(binding, dependencies.streams)
}
