import { LanguageSwitch } from '#browser/language-switch.tsx'
import { showAlert } from '#ui/alerts.tsx'
import { messagesNow, useMessages } from '../messages/index.ts'
import { setLanguage, useLanguage } from '../messages/language.ts'

/** The console's own language. */
export function OwnLanguageSwitch() {
  const { layout } = useMessages()
  return (
    <LanguageSwitch
      label={layout.language}
      chosen={useLanguage()}
      onChoose={(language) => {
        setLanguage(language).catch(() => showAlert('error', messagesNow().shared.call.unreachable()))
      }}
    />
  )
}
