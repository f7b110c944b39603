import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useLocation,
  useNavigate,
  useRouter,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { FailedPage } from '#browser/screens/failed-page.tsx'
import { historyOfPlaces } from '#browser/history.ts'
import { screen } from '#browser/screens/screen.ts'
import type { Account } from '#domain/account.ts'
import { Alerts, showAlert } from '#ui/alerts.tsx'
import { LoadingState, OfflineNotice } from '#ui/states.tsx'
import { entranceMessagesNow, useEntranceMessages } from './messages/language.ts'
import { manualsAddress } from './manuals/manuals-search.ts'
import { optionsAddress } from './options/options-search.ts'
import { BASE_PATH, SHORTCUTS, type Shortcut, paths } from './paths.ts'
import { accountNow, sessionNow, useSession } from './session/session-store.ts'
import { ArrivedAs } from './session/arrived-as.tsx'
import { EntryPage } from './session/entry-page.tsx'
import { LoginPage } from './session/login-page.tsx'
import { mailedTicket, rememberPlace, takePlace } from './session/return-path.ts'
import { NOT_ME, checkSession, ensureSession } from './session/session-check.ts'
import { SessionGate } from './session/session-gate.tsx'
import type { SearchAddress } from '#browser/search/search-address.ts'
import { newTicketDialog, ticketDialog } from './tickets/over-the-list.ts'
import { ticketsSearch } from './tickets/tickets-search.ts'

const HomePage = screen(() => import('./pages/home-page.tsx'), 'HomePage')
const NewTicketPage = screen(() => import('./pages/new-ticket-page.tsx'), 'NewTicketPage')

const root = createRootRoute({
  component: () => (
    <>
      <OfflineNotice />
      <SessionGate>
        <ArrivedAs />
        <Outlet />
      </SessionGate>
      <Alerts />
    </>
  ),
  // Any unknown path is home (spec §2).
  notFoundComponent: ToHome,
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: () => {
    // People with a session need not log in. The page does not wait for the server to say so.
    if (sessionNow().is === 'unknown') checkSession().catch(() => undefined)
  },
  component: LoginRoute,
})

/** The target of Support's links for people who have no password, or have forgotten it. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: paths.newPassword,
  component: screen(() => import('./pages/new-password-page.tsx'), 'NewPasswordPage'),
})

const addressLink = createRoute({
  getParentRoute: () => root,
  path: paths.addressLink,
  component: screen(() => import('./pages/address-link-page.tsx'), 'AddressLinkPage'),
})

const homeByLink = createRoute({
  getParentRoute: () => root,
  path: paths.homeByLink,
  component: () => (
    <EntryPage>
      <ArrivedHome />
    </EntryPage>
  ),
})

const newTicketByLink = createRoute({
  getParentRoute: () => root,
  path: paths.newTicketByLink,
  component: () => (
    <EntryPage>
      <NewTicketPage />
    </EntryPage>
  ),
})

/** The target of our mails' links: people without a session learn how to enter (spec §2, home-mail). */
const homeMail = createRoute({
  getParentRoute: () => root,
  path: paths.homeMail,
  validateSearch: mailedTicket,
  component: screen(() => import('./pages/home-mail-page.tsx'), 'HomeMailPage'),
})

/** The target of a mail's last link. */
const mailChoice = createRoute({
  getParentRoute: () => root,
  path: paths.mailChoice,
  component: screen(() => import('./pages/mail-choice-page.tsx'), 'MailChoicePage'),
})

/** Screens that need a session. */
const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  beforeLoad: async ({ location }) => {
    const { is } = await ensureSession()
    if (is !== 'none') return
    rememberPlace(location.href, null)
    showAlert('error', entranceMessagesNow().shared.session.needed())
    throw redirect({ to: paths.login, replace: true })
  },
})

/** A screen appears with the notices above it, and reports its own failures to load. */
const withNotices = () =>
  import('./layout/with-queries.tsx').then(
    ({ readNotices }) => readNotices(),
    () => undefined,
  )

const home = createRoute({ getParentRoute: () => session, path: paths.home, loader: withNotices, component: HomePage })

const shell = createRoute({
  getParentRoute: () => session,
  id: 'shell',
  loader: withNotices,
  component: screen(() => import('./layout/shell.tsx'), 'Shell'),
})

const tickets = createRoute({
  getParentRoute: () => shell,
  path: paths.tickets,
  params: {
    parse: ({ atajo }): { atajo: Shortcut } => {
      const known = SHORTCUTS.find((shortcut) => shortcut === atajo)
      if (!known) throw redirect({ to: paths.home, replace: true })
      return { atajo: known }
    },
    stringify: ({ atajo }) => ({ atajo }),
  },
  validateSearch: ticketsSearch,
  // Code of a pop-up over the list is loaded together with the list, not after it.
  loaderDeps: ({ search }) => ({ isTicket: search.ticket !== undefined }),
  loader: ({ params: { atajo }, deps: { isTicket } }) => {
    // If it does not arrive, the screen itself reports it.
    if (atajo !== 'lista') newTicketDialog.load().catch(() => undefined)
    else if (isTicket) ticketDialog.load().catch(() => undefined)
  },
  component: screen(() => import('./tickets/tickets-page.tsx'), 'TicketsPage'),
})

const contact = createRoute({
  getParentRoute: () => shell,
  path: paths.contact,
  component: screen(() => import('./pages/contact-page.tsx'), 'ContactPage'),
})

const search = createRoute({
  getParentRoute: () => shell,
  path: paths.search,
  // The screen itself decodes them: no other needs that code.
  validateSearch: ({ q, solo, pagina }: SearchAddress): SearchAddress => ({ q, solo, pagina }),
  component: screen(() => import('./search/search-screens.ts'), 'SearchPage'),
})

/** Screens that limited sessions cannot open. */
const fullSessions = createRoute({ getParentRoute: () => shell, id: 'full-sessions', beforeLoad: onlyFor(isKnown) })

const ownData = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.ownData,
  component: screen(() => import('./personal-data/own-data-page.tsx'), 'OwnDataPage'),
})

const manuals = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.manuals,
  validateSearch: manualsAddress.kept,
  component: screen(() => import('./manuals/manuals-page.tsx'), 'ManualsPage'),
})

const versions = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.versions,
  validateSearch: manualsAddress.kept,
  component: screen(() => import('./manuals/manuals-page.tsx'), 'VersionsPage'),
})

const manual = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.manual,
  validateSearch: manualsAddress.kept,
  component: screen(() => import('./manuals/reading-page.tsx'), 'ManualPage'),
})

const versionNote = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.versionNote,
  validateSearch: manualsAddress.kept,
  component: screen(() => import('./manuals/reading-page.tsx'), 'VersionNotePage'),
})

const changes = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.changes,
  component: screen(() => import('./manuals/changes-page.tsx'), 'ChangesPage'),
})

const administrators = createRoute({
  getParentRoute: () => shell,
  id: 'administrators',
  beforeLoad: onlyFor(isAdministrator),
})

const options = createRoute({
  getParentRoute: () => administrators,
  path: paths.options,
  validateSearch: optionsAddress.kept,
  component: screen(() => import('./options/options-page.tsx'), 'OptionsPage'),
})

const demos = createRoute({
  getParentRoute: () => administrators,
  path: paths.demos,
  component: screen(() => import('./options/demos-page.tsx'), 'DemosPage'),
})

const report = createRoute({
  getParentRoute: () => administrators,
  path: paths.report,
  // The page itself decodes it.
  validateSearch: (search: { readonly periodo?: unknown }) => search,
  component: screen(() => import('./report/report-page.tsx'), 'ReportPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    newPassword,
    addressLink,
    homeByLink,
    newTicketByLink,
    homeMail,
    mailChoice,
    session.addChildren([
      home,
      shell.addChildren([
        tickets,
        contact,
        search,
        fullSessions.addChildren([ownData, manuals, manual, versions, versionNote, changes]),
        administrators.addChildren([options, demos, report]),
      ]),
    ]),
  ]),
  basepath: BASE_PATH,
  history: historyOfPlaces(),
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The user who has just set a password: the login fills it in. */
    readonly username?: string
  }
}

function isKnown({ limited }: Account): boolean {
  return !limited
}

function isAdministrator({ administrator }: Account): boolean {
  return administrator
}

/** People for whom a screen is not meant go home; the server would refuse its requests anyway. */
function onlyFor(may: (account: Account) => boolean) {
  return () => {
    const account = accountNow()
    if (account && !may(account)) throw redirect({ to: paths.home, replace: true })
  }
}

function ToHome() {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: paths.home, replace: true }), [navigate])
  return null
}

function LoginRoute() {
  const current = useSession()
  const { history } = useRouter()
  const { state, hash } = useLocation()
  const account = current.is === 'open' ? current.account : null
  useEffect(() => {
    if (account) history.replace(`${BASE_PATH}${takePlace(account) ?? paths.home}`)
  }, [account, history])
  return <LoginPage username={state.username} notMe={hash === NOT_ME} />
}

const HomeAfterEntry = screen(
  // It reads the notices for the person who has entered by then.
  () => Promise.all([import('./pages/home-page.tsx'), withNotices()]).then(([page]) => page),
  'HomePage',
)

/** The home, or the place that somebody wanted to reach before they had to enter. */
function ArrivedHome() {
  const current = useSession()
  const { history } = useRouter()
  const account = current.is === 'open' ? current.account : null
  useEffect(() => {
    const place = account && takePlace(account)
    if (place) history.replace(`${BASE_PATH}${place}`)
  }, [account, history])
  return <HomeAfterEntry />
}

function Failed({ error }: { error: unknown }) {
  const { layout } = useEntranceMessages()
  return <FailedPage error={error} words={layout.pageFailed} />
}
