import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { useAccount } from '../session/account-store.ts'
import { Brand } from './brand.tsx'
import { PortalManualLink } from './portal-manual-link.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export function TopBar({ subtitle, menuButton }: { subtitle?: string; menuButton?: ReactNode }) {
  const account = useAccount()
  return (
    <header className={styles.bar}>
      {menuButton}
      <Link to={paths.home} className={styles.home}>
        <Brand {...(subtitle ? { subtitle } : {})} />
      </Link>
      {!account.limited && (
        <span className={styles.manual}>
          <PortalManualLink />
        </span>
      )}
      <span className={styles.client}>{account.clientDetails.name || account.installation}</span>
      <UserMenu />
    </header>
  )
}
