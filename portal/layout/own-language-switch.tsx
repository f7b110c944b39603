import { LanguageSwitch } from '#browser/language-switch.tsx'
import { showAlert } from '#ui/alerts.tsx'
import { entranceMessagesNow, setLanguage, useEntranceMessages, useLanguage } from '../messages/language.ts'

/** The portal's own language. */
export function OwnLanguageSwitch() {
  const { layout } = useEntranceMessages()
  return (
    <LanguageSwitch
      label={layout.language}
      chosen={useLanguage()}
      onChoose={(language) => {
        setLanguage(language).catch(() => showAlert('error', entranceMessagesNow().shared.call.unreachable()))
      }}
    />
  )
}
