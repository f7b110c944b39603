import type { Language } from '#contract/moment.ts'
import { Switch } from '#ui/switch.tsx'

/** Each language in its own words. */
const LANGUAGES = [
  { value: 'es', words: 'Español', lang: 'es' },
  { value: 'en', words: 'English', lang: 'en' },
] as const satisfies readonly { value: Language; words: string; lang: Language }[]

interface Props {
  readonly label: string
  readonly chosen: Language
  readonly onChoose: (language: Language) => void
}

export const LanguageSwitch = (props: Props) => <Switch choices={LANGUAGES} {...props} />
