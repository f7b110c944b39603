import { showAlert } from '#ui/alerts.tsx'
import { Brand } from '#ui/brand.tsx'
import type { Language } from '#contract/moment.ts'
import type { LanguageStore } from '../messages/language-store.ts'
import { provider } from '../provider/provider.ts'
import { LanguageSwitch } from './language-switch.tsx'

interface ShellWords {
  readonly layout: { readonly language: string; readonly productName: string }
  readonly shared: { readonly call: { readonly unreachable: () => string } }
}

/**
 * The surroundings of every screen: the logo, the language, and the way out. `mark` replaces a missing logo of the
 * provider.
 */
export function shellOf<How>(
  mark: string,
  { useLanguage, setLanguage }: Pick<LanguageStore<unknown>, 'useLanguage' | 'setLanguage'>,
  useWords: () => ShellWords,
  wordsNow: () => ShellWords,
  logout: (how?: How) => Promise<void>,
  sentenceOf: (error: unknown) => string,
) {
  function OwnBrand({ subtitle }: { subtitle?: string | undefined }) {
    const { layout } = useWords()
    const { logo, darkLogo, product } = provider
    return <Brand mark={logo ?? mark} darkMark={darkLogo} name={product} subtitle={subtitle ?? layout.productName} />
  }

  /** Switches the language, or says that it could not be fetched. */
  const chooseLanguage = (language: Language): void => {
    setLanguage(language).catch(() => showAlert('error', wordsNow().shared.call.unreachable()))
  }

  const OwnLanguageSwitch = () => (
    <LanguageSwitch label={useWords().layout.language} chosen={useLanguage()} onChoose={chooseLanguage} />
  )

  /** Logs out, or says why that failed. */
  const leave = (how?: How): void => {
    logout(how).catch((error: unknown) => showAlert('error', sentenceOf(error)))
  }

  return { OwnBrand, OwnLanguageSwitch, chooseLanguage, leave }
}
