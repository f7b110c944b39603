import '#browser/no-eval.ts' // before anything that makes a schema
import type { AnyRouter } from '@tanstack/react-router'
import { draw } from '#browser/application.tsx'
import { takeLinkToken } from '#browser/mailed/link-token.ts'
import { session } from '#contract/session.ts'
import { focusNewScreens } from './layout/screen-focus.ts'
import { restoreLanguage, useEntranceMessages } from './messages/language.ts'
import { BASE_PATH, paths } from './paths.ts'
import { router } from './routes.tsx'
import { beginEntry } from './session/entry.ts'
import { checkSession, watchSession } from './session/session-check.ts'
import { followSession } from './session/session-navigation.ts'

const ALERTS_AFTER_MS = 1500

watchSession()
followSession(router)
focusNewScreens(router)
// Requested at once, before rendering: the session and the screen's code. Their users request them again.
const { wire } = session.setPassword.input.fields.token
const isLink = [paths.newPassword, paths.addressLink].some((page) => takeLinkToken(`${BASE_PATH}${page}`, wire))
if (!beginEntry() && !isLink) checkSession().catch(() => undefined)
fetchScreen(router)

// Not awaited at the top level: the catalogue imports this file and would wait for it for ever.
void draw({ router, restoreLanguage, useUiWords: () => useEntranceMessages().ui })

// Not before the first screen: until then no alert covers a button of it.
setTimeout(() => {
  import('#ui/alert-place.ts').then(
    ({ keepAlertsOffButtons }) => keepAlertsOffButtons(),
    () => undefined,
  )
  // Plain http and some private windows have none. It shows the page about a missing network (`server/http/offline-worker.ts`).
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register(`${BASE_PATH}/sin-conexion.js`).catch(() => undefined)
}, ALERTS_AFTER_MS)

function fetchScreen(router: AnyRouter): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined)
  }
}
