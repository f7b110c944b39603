import { Button } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { logout } from '../session/session-check.ts'
import { useTechnician } from '../session/session-store.ts'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './user-menu.module.css'

/** Who is in, the language and «Salir». It stands on the browser's own popover, which closes on Esc and outside. */
export function UserMenu() {
  const { layout } = useMessages()
  const { name, username, role } = useTechnician()
  const id = useId()
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={layout.userMenuOf(name)}>
        <IconUserCircle size={22} stroke={1.6} aria-hidden />
        <span className={styles.name}>{name}</span>
      </button>
      <div id={id} popover="auto" className={styles.panel}>
        <p className={styles.who}>
          <strong>{name}</strong>
          <span>
            {username} · {layout.role[role]}
          </span>
        </p>
        <LanguageSwitch />
        <Button
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => {
            logout().catch((error: unknown) => showAlert('error', sentenceOf(error)))
          }}
        >
          {layout.logout}
        </Button>
      </div>
    </>
  )
}
