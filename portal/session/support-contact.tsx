import { Button, Loader } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useEntranceMessages } from '../messages/language.ts'
import { useConfiguration } from './configuration.ts'
import styles from './support-contact.module.css'

/** The provider's support phone and e-mail, from the server's settings. */
export function SupportContact() {
  const { login, ui } = useEntranceMessages()
  const configuration = useConfiguration()
  if (configuration.isPending)
    return (
      <div className={styles.awaited}>
        <Loader size="sm" aria-label={ui.loading} role="status" />
      </div>
    )
  if (!configuration.data) {
    return (
      <div className={styles.failed} role="alert">
        <span>{login.notice.contactFailed}</span>
        <Button variant="default" size="xs" onClick={configuration.refetch}>
          {ui.retry}
        </Button>
      </div>
    )
  }
  const { phone, email } = configuration.data.supportContact
  return (
    <dl className={styles.contact}>
      <div>
        <dt>
          <IconPhone size={18} aria-hidden /> {login.notice.phone}
        </dt>
        <dd>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </dd>
      </div>
      <div>
        <dt>
          <IconMail size={18} aria-hidden /> {login.notice.email}
        </dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </div>
    </dl>
  )
}
