import type { Language } from '#contract/moment.ts'
import styles from './language-switch.module.css'

/** Each language in its own words. */
const LANGUAGES: Readonly<Record<Language, string>> = { es: 'Español', en: 'English' }

interface Props {
  readonly label: string
  readonly chosen: Language
  readonly onChoose: (language: Language) => void
}

export const LanguageSwitch = ({ label, chosen, onChoose }: Props) => (
  <div role="group" aria-label={label} className={styles.switch}>
    {(['es', 'en'] as const).map((language) => (
      <button
        key={language}
        type="button"
        lang={language}
        className={styles.language}
        aria-pressed={language === chosen}
        onClick={() => onChoose(language)}
      >
        {LANGUAGES[language]}
      </button>
    ))}
  </div>
)
