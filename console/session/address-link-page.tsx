import { Link } from '@tanstack/react-router'
import { AddressLink, addressLinkTitle } from '#browser/mailed/address-link.tsx'
import type { Words } from '#browser/words.ts'
import { consoleNewAddress } from '#contract/console/new-address.ts'
import { call, sentenceOf } from '../api.ts'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'

const es = {
  of: (name: string, username: string) => `${name} · usuario ${username}`,
  lead: (email: string) => `Los avisos y los enlaces para poner contraseña irán a ${email}.`,
  toLogin: 'Ir a la consola',
}
const en: Words<typeof es> = {
  of: (name, username) => `${name} · user ${username}`,
  lead: (email) => `Notifications and links for passwords will go to ${email}.`,
  toLogin: 'Go to the console',
}
const useWords = () => (useLanguage() === 'es' ? es : en)

const check = (token: string) => call(consoleNewAddress.check, { token })
const confirm = (token: string) => call(consoleNewAddress.confirm, { token })

/** The page on which technicians confirm a changed address. */
export function AddressLinkPage() {
  const language = useLanguage()
  const words = useWords()
  return (
    <Door title={addressLinkTitle(language)}>
      <div className={styles.form}>
        <AddressLink
          language={language}
          check={check}
          confirm={confirm}
          sentenceOf={sentenceOf}
          renderOwner={({ name, username, email }) => (
            <>
              <p className={styles.lead}>{words.of(name, username)}</p>
              <p>{words.lead(email)}</p>
            </>
          )}
          onward={<Link to={paths.login}>{words.toLogin}</Link>}
          problemClass={styles.problem}
        />
      </div>
    </Door>
  )
}
