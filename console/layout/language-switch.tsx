import type { Language } from '#contract/moment.ts'
import { showAlert } from '#ui/alerts.tsx'
import { messagesNow, useMessages } from '../messages/index.ts'
import { setLanguage, useLanguage } from '../messages/language.ts'
import styles from './language-switch.module.css'

/** Each language in its own words. */
const LANGUAGES: Readonly<Record<Language, string>> = { es: 'Español', en: 'English' }

export function LanguageSwitch() {
  const { layout } = useMessages()
  const chosen = useLanguage()
  return (
    <div role="group" aria-label={layout.language} className={styles.switch}>
      {(['es', 'en'] as const).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          aria-pressed={language === chosen}
          onClick={() => void choose(language)}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  )
}

async function choose(language: Language): Promise<void> {
  try {
    await setLanguage(language)
  } catch {
    showAlert('error', messagesNow().shared.call.unreachable())
  }
}
