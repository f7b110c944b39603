import '#browser/no-eval.ts' // before anything that makes a schema
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeLinkToken } from '#browser/link-token.ts'
import { appearance } from '#content/settings.json'
import { ThemeProvider } from '#ui/theme.tsx'
import { UiWordsProvider } from '#ui/words.tsx'
import { useMessages } from './messages/index.ts'
import { restoreLanguage } from './messages/language.ts'
import { BASE_PATH, paths } from './paths.ts'
import { router } from './routes.tsx'
import { watchSession } from './session/session-check.ts'
import { watchTouches } from './session/touch.ts'
import { followRole } from './session/session-navigation.ts'

takeLinkToken(`${BASE_PATH}${paths.passwordLink}`, 't')
watchSession()
watchTouches()
followRole(router)

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

function Console() {
  return (
    <ThemeProvider accent={appearance.accent} nonce={nonce}>
      <UiWordsProvider words={useMessages().ui}>
        <RouterProvider router={router} />
      </UiWordsProvider>
    </ThemeProvider>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
// Not awaited at the top level: the catalogue imports this file and would wait for it for ever.
void restoreLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  ),
)
