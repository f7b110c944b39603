import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconId, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { nameOf, useAccount } from '../session/account-store.ts'
import { logout } from '../session/session-check.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { PortalManualLink } from './portal-manual-link.tsx'
import styles from './user-menu.module.css'

/** Who is in, «Mis datos», the language and «Salir». It stands on the browser's own popover, which closes on Esc and outside. */
export function UserMenu() {
  const { layout, pages } = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const account = useAccount()
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-label={layout.userMenuOf(nameOf(account))}
      >
        <IconUserCircle size={24} stroke={1.6} aria-hidden />
        <span className={styles.name}>{nameOf(account)}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className={styles.panel}>
        <p className={styles.who}>
          <strong>{nameOf(account)}</strong>
          <span>{account.clientDetails.name}</span>
          {account.installation && <span>{account.installation}</span>}
        </p>
        {!account.limited && (
          <div className={styles.links}>
            <Link to={paths.ownData} className={styles.link} onClick={() => panel.current?.hidePopover()}>
              <IconId size={20} stroke={1.7} aria-hidden />
              {pages.menu.ownData}
            </Link>
            <span className={styles.manual}>
              <PortalManualLink />
            </span>
          </div>
        )}
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
