import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AddressLink, addressLinkTitle } from '#browser/mailed/address-link.tsx'
import type { Words } from '#browser/words.ts'
import { ownData } from '#contract/own-data.ts'
import { call, sentenceOf } from '../api.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { SupportContact } from '../session/support-contact.tsx'
import css from './new-password-page.module.css'

const es = {
  lead: (name: string, email: string) =>
    `${name}: los correos de sus tickets y los enlaces para poner contraseña irán a ${email}.`,
}
const en: Words<typeof es> = {
  lead: (name, email) => `${name}: mails about your tickets and links for passwords will go to ${email}.`,
}
const useWords = () => (useLanguage() === 'es' ? es : en)

const check = (token: string) => call(ownData.checkAddressLink, { token })
const confirm = (token: string) => call(ownData.confirmAddress, { token })

/** The page on which an administrator of a client confirms a changed address. */
export function AddressLinkPage() {
  const language = useLanguage()
  const words = useWords()
  const { entry, pages } = useMessages()
  const title = addressLinkTitle(language)
  usePageTitle(title)
  return (
    <OwnPage title={title}>
      <div className={css.form}>
        <AddressLink
          language={language}
          check={check}
          confirm={confirm}
          sentenceOf={sentenceOf}
          renderOwner={({ name, email }) => <p>{words.lead(name, email)}</p>}
          advice={
            <>
              <p>{pages.newPassword.contact}</p>
              <SupportContact />
            </>
          }
          onward={
            <Button variant="default" component={Link} to={paths.login}>
              {entry.toLogin}
            </Button>
          }
        />
      </div>
    </OwnPage>
  )
}
