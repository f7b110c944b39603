import { createRoot } from 'react-dom/client'
import { appearance } from '#content/settings.json'
import { Alerts } from '../alerts.tsx'
import { ThemeProvider } from '../theme.tsx'
import { UiWordsProvider } from '../words.tsx'
import { Parts } from './parts.tsx'
import css from './preview.module.css'
import { UI_WORDS } from './sample-words.ts'

// The page shows itself in two frames, side by side; in each, the query for the system's theme gets its own answer.
const scheme = location.hash.slice(1)
const ask = globalThis.matchMedia.bind(globalThis)
globalThis.matchMedia = (query) =>
  ask(query.includes('prefers-color-scheme') ? (query.includes(scheme) ? 'all' : 'not all') : query)

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  scheme ? (
    <ThemeProvider accent={appearance.accent} nonce="">
      <UiWordsProvider words={UI_WORDS}>
        <Parts />
        <Alerts />
      </UiWordsProvider>
    </ThemeProvider>
  ) : (
    <main className={css.themes}>
      {['light', 'dark'].map((each) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- this very page
        <iframe key={each} className={css.theme} src={`#${each}`} title={each} />
      ))}
    </main>
  ),
)
