import { ForgottenForm, forgottenWords } from '#browser/forgotten/forgotten-form.tsx'
import { consoleSession } from '#contract/console/session.ts'
import { call, sentenceOf } from '../api.ts'
import { useLanguage } from '../messages/language.ts'

/** A technician asks for a link to another password. */
export function ForgottenPassword({ username }: { username: string }) {
  const language = useLanguage()
  return (
    <ForgottenForm
      language={language}
      username={username}
      ask={(typed) => call(consoleSession.forgotPassword, { username: typed })}
      sentenceOf={sentenceOf}
    >
      <p>{forgottenWords(language).otherwise.technician}</p>
    </ForgottenForm>
  )
}
