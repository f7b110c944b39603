import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { FailedPage } from '#browser/screens/failed-page.tsx'
import { historyOfPlaces } from '#browser/history.ts'
import { screen } from '#browser/screens/screen.ts'
import { Alerts } from '#ui/alerts.tsx'
import { LoadingState, OfflineNotice } from '#ui/states.tsx'
import { login as loginPage, recordingCall } from './layout/behind-the-first.ts'
import type { SearchAddress } from '#browser/search/search-address.ts'
import { auditAddress } from './audit/audit-search.ts'
import { Shell } from './layout/shell.tsx'
import { parseSearch, stringifySearch } from './layout/plain-search.ts'
import { Missing } from './layout/unread.tsx'
import { QueuePage } from './queue/queue-page.tsx'
import { TicketPage } from './ticket/ticket-page.tsx'
import { listAddress } from './lists/list-search.ts'
import { useMessages } from './messages/index.ts'
import { BASE_PATH, VIEW_NAMES, mayBeThere, paths } from './paths.ts'
import { queuePlaceNow } from './queue/queue-place.ts'
import { queueAddress } from './queue/queue-search.ts'
import { ensureSession, rememberPlace } from './session/session-check.ts'
import { SessionGate } from './session/session-gate.tsx'
import { ticketAddress } from './ticket/ticket-search.ts'
import { workAddress } from './work/work-search.ts'

// Screens that a key opens for typing are not split off: letters typed next must not get lost. Others load on demand.
const SecondFactorPage = screen(() => import('./session/second-factor-page.tsx'), 'SecondFactorPage')
const PasswordLinkPage = screen(() => import('./session/password-link-page.tsx'), 'PasswordLinkPage')
const AddressLinkPage = screen(() => import('./session/address-link-page.tsx'), 'AddressLinkPage')
const AssistantPage = screen(() => import('./assistant/assistant-page.tsx'), 'AssistantPage')
const CallbacksPage = screen(() => import('./calls/callbacks-page.tsx'), 'CallbacksPage')
const SearchPage = screen(() => import('./search/search-page.tsx'), 'SearchPage')
const WorkListPage = screen(() => import('./work/work-list-page.tsx'), 'WorkListPage')
const WorkPage = screen(() => import('./work/work-page.tsx'), 'WorkPage')
const ClientsPage = screen(() => import('./masters/clients-page.tsx'), 'ClientsPage')
const ClientInstallationsPage = screen(() => import('./masters/client-page.tsx'), 'ClientInstallationsPage')
const ClientContactsPage = screen(() => import('./masters/client-page.tsx'), 'ClientContactsPage')
const ContactsPage = screen(() => import('./masters/contacts-page.tsx'), 'ContactsPage')
const ContactPage = screen(() => import('./masters/contact-page.tsx'), 'ContactPage')
const NewContactPage = screen(() => import('./masters/contact-page.tsx'), 'NewContactPage')
const InstallationsPage = screen(() => import('./masters/installations-page.tsx'), 'InstallationsPage')
const InstallationPage = screen(() => import('./masters/installation-page.tsx'), 'InstallationPage')
const DataChangesPage = screen(() => import('./masters/data-changes-page.tsx'), 'DataChangesPage')
const CannedAnswersPage = screen(() => import('./masters/canned-answers-page.tsx'), 'CannedAnswersPage')
const NoticesPage = screen(() => import('./masters/notices-page.tsx'), 'NoticesPage')
const ProblemPage = screen(() => import('./problems/problem-page.tsx'), 'ProblemPage')
const ProblemsPage = screen(() => import('./problems/problems-page.tsx'), 'ProblemsPage')
const ModulesPage = screen(() => import('./masters/modules-page.tsx'), 'ModulesPage')
const CalendarPage = screen(() => import('./masters/calendar-page.tsx'), 'CalendarPage')
const SavedViewPage = screen(() => import('./queue/saved-view-page.tsx'), 'SavedViewPage')
const ClientReportPage = screen(() => import('./figures/client-report-page.tsx'), 'ClientReportPage')
const ManualPage = screen(() => import('./manuals/manual-page.tsx'), 'ManualPage')
const FiguresPage = screen(() => import('./figures/figures-page.tsx'), 'FiguresPage')
const AuditPage = screen(() => import('./audit/audit-page.tsx'), 'AuditPage')
const ReceivedMailPage = screen(() => import('./received/received-mail-page.tsx'), 'ReceivedMailPage')
const OutboxPage = screen(() => import('./outbox/outbox-page.tsx'), 'OutboxPage')
const ApiKeysPage = screen(() => import('./integration/api-keys-page.tsx'), 'ApiKeysPage')
const DeliveriesPage = screen(() => import('./integration/deliveries-page.tsx'), 'DeliveriesPage')
const SettingsPage = screen(() => import('./settings/settings-page.tsx'), 'SettingsPage')
const WebhooksPage = screen(() => import('./integration/webhooks-page.tsx'), 'WebhooksPage')
const TechniciansPage = screen(() => import('./technicians/technicians-page.tsx'), 'TechniciansPage')
const TakeOnPage = screen(() => import('./masters/take-on-page.tsx'), 'TakeOnPage')
const CsvPage = screen(() => import('./record-sheets/csv-page.tsx'), 'CsvPage')
const FirstStepsPage = screen(() => import('./start/first-steps-page.tsx'), 'FirstStepsPage')

const root = createRootRoute({
  component: () => (
    <>
      <OfflineNotice />
      <SessionGate>
        <Outlet />
      </SessionGate>
      <Alerts />
    </>
  ),
  notFoundComponent: ToStart,
})

/** The identity provider sends people back here, with an error if there was one. */
const start = createRoute({
  getParentRoute: () => root,
  path: paths.start,
  validateSearch: fromProvider,
  beforeLoad: ({ search }) => {
    if (search.error || search.code) throw redirect({ to: paths.login, search, replace: true })
    const { view, search: filter } = queuePlaceNow()
    throw redirect({ to: paths.queue, params: { vista: VIEW_NAMES[view] }, search: filter, replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: fromProvider,
  // Until the screen is there, the page's outline stays.
  loader: async () => {
    await loginPage.load()
  },
  component: function LoginRoute() {
    const { error, code } = login.useSearch()
    return (
      <Suspense>
        <loginPage.Part problem={error} vouchedFor={code === 1} />
      </Suspense>
    )
  },
})

const passwordLink = createRoute({
  getParentRoute: () => root,
  path: paths.passwordLink,
  component: PasswordLinkPage,
})

const addressLink = createRoute({ getParentRoute: () => root, path: paths.addressLink, component: AddressLinkPage })

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: paths.secondFactor,
  beforeLoad: async () => {
    const technician = await ensureSession()
    if (!technician) throw redirect({ to: paths.login, replace: true })
    if (!technician.enrolling) throw redirect({ to: paths.start, replace: true })
  },
  component: SecondFactorPage,
})

/** Screens that need a session and a second factor. */
const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  beforeLoad: async ({ location }) => {
    const technician = await ensureSession()
    if (technician?.enrolling) throw redirect({ to: paths.secondFactor, replace: true })
    if (technician) return
    rememberPlace(location.href)
    throw redirect({ to: paths.login, replace: true })
  },
})

const shell = createRoute({
  getParentRoute: () => session,
  id: 'shell',
  component: Shell,
})

const queue = createRoute({
  getParentRoute: () => shell,
  path: paths.queue,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: queueAddress.kept,
  component: QueuePage,
})

const ticket = createRoute({
  getParentRoute: () => shell,
  path: paths.ticket,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: ticketAddress.kept,
  component: TicketPage,
})

const search = createRoute({
  getParentRoute: () => shell,
  path: paths.search,
  // The page itself decodes it.
  validateSearch: (asked: SearchAddress) => asked,
  component: SearchPage,
})

const manual = createRoute({
  getParentRoute: () => shell,
  path: paths.manual,
  validateSearch: (asked: { readonly libro?: string }) => asked,
  component: ManualPage,
})

const callbacks = createRoute({
  getParentRoute: () => shell,
  path: paths.callbacks,
  component: CallbacksPage,
})

const assistant = createRoute({
  getParentRoute: () => shell,
  path: paths.assistant,
  component: AssistantPage,
})

const recordCall = createRoute({
  getParentRoute: () => shell,
  path: paths.recordCall,
  component: () => (
    <Suspense>
      <recordingCall.Part />
    </Suspense>
  ),
})

/** Screens that are hidden from technicians without the supervisor's role. */
const supervisor = createRoute({
  getParentRoute: () => shell,
  id: 'supervisor',
  beforeLoad: async () => {
    const technician = await ensureSession()
    if (technician?.role !== 'supervisor') throw redirect({ to: paths.start, replace: true })
  },
})

const workList = createRoute({
  getParentRoute: () => shell,
  path: paths.workList,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: workAddress.kept,
  component: WorkListPage,
})

const work = createRoute({
  getParentRoute: () => shell,
  path: paths.work,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  component: WorkPage,
})

const clients = createRoute({
  getParentRoute: () => shell,
  path: paths.clients,
  validateSearch: listAddress.kept,
  component: ClientsPage,
})

const client = createRoute({
  getParentRoute: () => shell,
  path: paths.client,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: listAddress.kept,
  component: ClientInstallationsPage,
})

const clientContacts = createRoute({
  getParentRoute: () => shell,
  path: paths.clientContacts,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: listAddress.kept,
  component: ClientContactsPage,
})

const savedView = createRoute({
  getParentRoute: () => shell,
  path: paths.savedView,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  component: SavedViewPage,
})

const clientReport = createRoute({
  getParentRoute: () => shell,
  path: paths.clientReport,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: (asked: { readonly periodo?: string }) => asked,
  component: ClientReportPage,
})

const newContact = createRoute({
  getParentRoute: () => shell,
  path: paths.newContact,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  component: NewContactPage,
})

const contact = createRoute({
  getParentRoute: () => shell,
  path: paths.contact,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  component: ContactPage,
})

const contacts = createRoute({
  getParentRoute: () => shell,
  path: paths.contacts,
  validateSearch: listAddress.kept,
  component: ContactsPage,
})

const installations = createRoute({
  getParentRoute: () => shell,
  path: paths.installations,
  validateSearch: listAddress.kept,
  component: InstallationsPage,
})

const installation = createRoute({
  getParentRoute: () => shell,
  path: paths.installation,
  beforeLoad: ({ params }) => insistOnNames(params),
  notFoundComponent: NothingThere,
  validateSearch: listAddress.kept,
  component: InstallationPage,
})

const dataChanges = createRoute({
  getParentRoute: () => shell,
  path: paths.dataChanges,
  validateSearch: listAddress.kept,
  component: DataChangesPage,
})

const cannedAnswers = createRoute({
  getParentRoute: () => shell,
  path: paths.cannedAnswers,
  validateSearch: listAddress.kept,
  component: CannedAnswersPage,
})

const notices = createRoute({
  getParentRoute: () => shell,
  path: paths.notices,
  validateSearch: listAddress.kept,
  component: NoticesPage,
})

const problems = createRoute({
  getParentRoute: () => shell,
  path: paths.problems,
  validateSearch: listAddress.kept,
  component: ProblemsPage,
})

const problem = createRoute({ getParentRoute: () => shell, path: paths.problem, component: ProblemPage })

const modules = createRoute({
  getParentRoute: () => shell,
  path: paths.modules,
  validateSearch: listAddress.kept,
  component: ModulesPage,
})

const calendar = createRoute({
  getParentRoute: () => shell,
  path: paths.calendar,
  component: CalendarPage,
})

const audit = createRoute({
  getParentRoute: () => supervisor,
  path: paths.audit,
  validateSearch: auditAddress.kept,
  component: AuditPage,
})

const figures = createRoute({
  getParentRoute: () => supervisor,
  path: paths.figures,
  validateSearch: (asked: { readonly periodo?: string }) => asked,
  component: FiguresPage,
})

const takeOn = createRoute({ getParentRoute: () => supervisor, path: paths.takeOn, component: TakeOnPage })

const csv = createRoute({ getParentRoute: () => supervisor, path: paths.csv, component: CsvPage })

const firstSteps = createRoute({ getParentRoute: () => supervisor, path: paths.firstSteps, component: FirstStepsPage })

const technicians = createRoute({
  getParentRoute: () => supervisor,
  path: paths.technicians,
  validateSearch: listAddress.kept,
  component: TechniciansPage,
})

const receivedMail = createRoute({
  getParentRoute: () => shell,
  path: paths.receivedMail,
  component: ReceivedMailPage,
})

const outbox = createRoute({
  getParentRoute: () => supervisor,
  path: paths.outbox,
  // The page itself decodes the search, so that the first screen does not load the kinds of mails.
  validateSearch: (search: Readonly<Record<string, unknown>>) => search,
  component: OutboxPage,
})

const apiKeys = createRoute({ getParentRoute: () => supervisor, path: paths.apiKeys, component: ApiKeysPage })

const settings = createRoute({ getParentRoute: () => supervisor, path: paths.settings, component: SettingsPage })

const webhooks = createRoute({ getParentRoute: () => supervisor, path: paths.webhooks, component: WebhooksPage })

const deliveries = createRoute({ getParentRoute: () => supervisor, path: paths.deliveries, component: DeliveriesPage })

/** With a session, an unknown address says that it does not exist, like an unknown number. */
const anywhereElse = createRoute({ getParentRoute: () => shell, path: '$', component: NothingThere })

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    login,
    passwordLink,
    addressLink,
    secondFactor,
    session.addChildren([
      shell.addChildren([
        queue,
        ticket,
        search,
        manual,
        callbacks,
        recordCall,
        assistant,
        receivedMail,
        workList,
        work,
        clients,
        client,
        clientContacts,
        savedView,
        clientReport,
        newContact,
        contact,
        contacts,
        installations,
        installation,
        dataChanges,
        cannedAnswers,
        notices,
        problems,
        problem,
        modules,
        calendar,
        supervisor.addChildren([
          figures,
          audit,
          outbox,
          firstSteps,
          takeOn,
          csv,
          technicians,
          settings,
          apiKeys,
          webhooks,
          deliveries,
        ]),
        anywhereElse,
      ]),
    ]),
  ]),
  basepath: BASE_PATH,
  parseSearch,
  stringifySearch,
  history: historyOfPlaces(),
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: Failed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The outcome of the login at the identity provider. */
function fromProvider({ error, code }: Record<string, unknown>): LoginSearch {
  if (String(code) === '1') return { code: 1 }
  return error === 'openid' || error === 'unknown' || error === 'pending' ? { error } : {}
}

interface LoginSearch {
  readonly error?: 'openid' | 'unknown' | 'pending'
  readonly code?: 1
}

function ToStart() {
  const { history } = useRouter()
  history.replace(`${BASE_PATH}/`)
  return null
}

/** An impossible number, code or name is reported without asking the server. */
function insistOnNames(params: object) {
  if (!mayBeThere(params)) throw notFound()
}

function NothingThere() {
  const { layout, ticket: words } = useMessages()
  const { view, search } = queuePlaceNow()
  const queue = { to: paths.queue, params: { vista: VIEW_NAMES[view] }, search, words: words.backToQueue } as const
  return <Missing text={layout.missing} to={queue} />
}

function Failed({ error }: { error: unknown }) {
  const { layout } = useMessages()
  return <FailedPage error={error} words={layout.pageFailed} />
}
