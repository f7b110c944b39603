import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useEntranceMessages } from '../messages/language.ts'
import styles from './login-page.module.css'
import { SupportContact } from './support-contact.tsx'

/** People enter only from the installation: the notice explains how, and names a contact. */
export function SecurityNotice({ onForm }: { onForm: () => void }) {
  const { notice } = useEntranceMessages().login
  return (
    <section className={styles.notice} aria-labelledby="aviso">
      <h2 id="aviso" className={styles.noticeTitle}>
        <IconShieldLock size={26} stroke={1.6} aria-hidden />
        {notice.title}
      </h2>
      <p className={styles.strong}>{notice.onlyFromInstallation}</p>
      <p>{notice.where}</p>
      <p>{notice.contact}</p>
      <SupportContact />
      <div className={styles.administrators}>
        <p>{notice.administrators}</p>
        <Button variant="default" size="md" fullWidth onClick={onForm}>
          {notice.toForm}
        </Button>
      </div>
    </section>
  )
}
