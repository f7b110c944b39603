import '#browser/no-eval.ts' // before anything that makes a schema
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { takeLinkToken } from '#browser/link-token.ts'
import { session } from '#contract/session.ts'
import { appearance } from '#content/settings.json'
import { ThemeProvider } from '#ui/theme.tsx'
import { UiWordsProvider } from '#ui/words.tsx'
import { focusNewScreens } from './layout/screen-focus.ts'
import { restoreLanguage, useEntranceMessages } from './messages/language.ts'
import { BASE_PATH, paths } from './paths.ts'
import { router } from './routes.tsx'
import { beginEntry } from './session/entry.ts'
import { checkSession, watchSession } from './session/session-check.ts'
import { followSession } from './session/session-navigation.ts'

watchSession()
followSession(router)
focusNewScreens(router)
// Requested at once, before rendering: the session and the screen's code. Their users request them again.
const isLink = takeLinkToken(`${BASE_PATH}${paths.newPassword}`, session.setPassword.input.fields.token.wire)
if (!beginEntry() && !isLink) checkSession().catch(() => undefined)
fetchScreen(router)

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

function Portal() {
  return (
    <ThemeProvider accent={appearance.accent} nonce={nonce}>
      <UiWordsProvider words={useEntranceMessages().ui}>
        <RouterProvider router={router} />
      </UiWordsProvider>
    </ThemeProvider>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
// Not awaited at the top level: the catalogue imports this file and would wait for it for ever.
void restoreLanguage().then(() =>
  // In steps, so that a slow phone answers in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Portal />
      </StrictMode>,
    ),
  ),
)

function fetchScreen(router: AnyRouter): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined)
  }
}
