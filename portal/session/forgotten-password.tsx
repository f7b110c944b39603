import { ForgottenForm, forgottenWords } from '#browser/forgotten/forgotten-form.tsx'
import { session } from '#contract/session.ts'
import { call, sentenceOf } from '../api.ts'
import { useLanguage } from '../messages/language.ts'
import { SupportContact } from './support-contact.tsx'

/** An administrator asks for a link to another password. */
export function ForgottenPassword({ username }: { username: string }) {
  const language = useLanguage()
  return (
    <ForgottenForm
      language={language}
      username={username}
      ask={(typed) => call(session.forgotPassword, { username: typed })}
      sentenceOf={sentenceOf}
    >
      <p>{forgottenWords(language).otherwise.customer}</p>
      <SupportContact />
    </ForgottenForm>
  )
}
