import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { ThemeProvider } from '#ui/theme.tsx'
import { type UiWords, UiWordsProvider } from '#ui/words.tsx'
import { provider } from './provider/provider.ts'

interface Application {
  readonly router: AnyRouter
  readonly useUiWords: () => UiWords
  /** The language of an earlier visit. */
  readonly restoreLanguage: () => Promise<void>
}

/** Renders an application into the page once its words have been loaded. */
export async function draw({ router, useUiWords, restoreLanguage }: Application): Promise<void> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  const root = document.querySelector('#root')
  if (!root) throw new Error('index.html has no #root')

  function Drawn() {
    return (
      <ThemeProvider accent={provider.accent} nonce={nonce}>
        <UiWordsProvider words={useUiWords()}>
          <RouterProvider router={router} />
        </UiWordsProvider>
      </ThemeProvider>
    )
  }

  await restoreLanguage()
  // In steps, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Drawn />
      </StrictMode>,
    ),
  )
}
