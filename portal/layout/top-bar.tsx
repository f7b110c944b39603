import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Bar } from '#ui/frame.tsx'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { SearchButton } from '../search/later-search-button.tsx'
import { OwnBrand } from './own-shell.tsx'
import { PortalManualLink } from './portal-manual-link.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export function TopBar({ subtitle, menuButton }: { subtitle?: string; menuButton?: ReactNode }) {
  const account = useAccount()
  return (
    <Bar>
      {menuButton}
      <Link to={paths.home}>
        <OwnBrand subtitle={subtitle} />
      </Link>
      {!account.limited && (
        <span className={styles.manual}>
          <PortalManualLink />
        </span>
      )}
      <SearchButton />
      <span className={styles.client}>{account.clientDetails.name || account.installation}</span>
      <UserMenu />
    </Bar>
  )
}
