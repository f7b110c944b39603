import { Link } from '@tanstack/react-router'
import { IconId } from '@tabler/icons-react'
import { useRef } from 'react'
import { LeaveButton } from '#browser/shell/leave-button.tsx'
import { AccountMenu } from '#ui/account-menu.tsx'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { actsFor, nameOf, useAccount } from '../session/session-store.ts'
import { OwnLanguageSwitch, leave } from './own-shell.tsx'
import { PortalManualLink } from './portal-manual-link.tsx'
import styles from './user-menu.module.css'

/** The person's name, «Mis datos», the language and «Salir». */
export function UserMenu() {
  const { layout, pages } = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const account = useAccount()
  return (
    <AccountMenu
      label={layout.userMenuOf(nameOf(account))}
      name={nameOf(account)}
      details={[...new Set([...actsFor(account), ...(account.installation ? [account.installation] : [])])]}
      panel={panel}
    >
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
      <OwnLanguageSwitch />
      <LeaveButton label={layout.logout} leave={leave} />
    </AccountMenu>
  )
}
