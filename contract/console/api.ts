import { consoleAlike } from './search/alike.ts'
import { consoleApiKeys } from './api-keys.ts'
import { consoleAssistant } from './assistant.ts'
import { consoleAudit } from './audit.ts'
import { consoleCannedAnswers } from './canned-answers.ts'
import { consoleClientReport } from './figures/client-report.ts'
import { consoleClients } from './clients.ts'
import { consoleContacts } from './contacts.ts'
import { consoleDataChanges } from './data-changes.ts'
import { consoleFigures } from './figures/figures.ts'
import { consoleInstallations } from './installations.ts'
import { consoleJobs } from './jobs.ts'
import { consoleLive } from './live.ts'
import { consoleManuals } from './manuals/manuals.ts'
import { consoleModules } from './modules.ts'
import { consoleNewAddress } from './new-address.ts'
import { consoleNotices } from './notices.ts'
import { consoleNotifications } from './notifications.ts'
import { consoleOfficeCalendar } from './office-calendar.ts'
import { consoleOutbox } from './outbox.ts'
import { consoleReceivedMail } from './received-mail.ts'
import { consolePasswordLinks } from './password-links.ts'
import { consoleProblems } from './problems.ts'
import { consoleQueueSheet } from './queue/queue-sheet.ts'
import { consoleSavedViews } from './queue/saved-views.ts'
import { consoleSearch } from './search/search.ts'
import { consoleSession } from './session.ts'
import { consoleFirstSteps } from './start/first-steps.ts'
import { consoleRecordSheets } from './start/record-sheets.ts'
import { consoleSettings } from './settings/settings.ts'
import { consoleTechnicians } from './technicians.ts'
import { consoleTickets } from './tickets.ts'
import { consoleWebhooks } from './webhooks.ts'
import { consoleValuations, consoleWork } from './work.ts'

/** The console's calls, with readable names on the wire as well. Apart from `api`, so that customers do not load them. */
export const consoleApi = {
  consoleSession,
  consoleTechnicians,
  consoleNewAddress,
  consolePasswordLinks,
  consoleTickets,
  consoleQueueSheet,
  consoleSavedViews,
  consoleAssistant,
  consoleClients,
  consoleInstallations,
  consoleContacts,
  consoleDataChanges,
  consoleOfficeCalendar,
  consoleManuals,
  consoleModules,
  consoleCannedAnswers,
  consoleNotices,
  consoleSettings,
  consoleFirstSteps,
  consoleRecordSheets,
  consoleProblems,
  consoleNotifications,
  consoleAudit,
  consoleAlike,
  consoleApiKeys,
  consoleWebhooks,
  consoleOutbox,
  consoleReceivedMail,
  consoleJobs,
  consoleLive,
  consoleSearch,
  consoleFigures,
  consoleClientReport,
  consoleWork,
  consoleValuations,
}
