import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Bar } from '#ui/frame.tsx'
import { part } from '#ui/part.tsx'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { OwnBrand } from './own-shell.ts'
import { SearchBox } from './search-box.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const bell = part(async () => (await import('../notifications/bell.tsx')).Bell)

export function TopBar({ menuButton, onHelp }: { menuButton: ReactNode; onHelp: () => void }) {
  const { layout } = useMessages()
  return (
    <Bar>
      {menuButton}
      <Link to={paths.start}>
        <OwnBrand />
      </Link>
      <SearchBox />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={styles.help}
        aria-label={layout.shortcuts}
        title={`${layout.shortcuts} (?)`}
        onClick={onHelp}
      >
        <IconKeyboard size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <span className={styles.bell}>
        <Suspense>
          <bell.Part />
        </Suspense>
      </span>
      <UserMenu />
    </Bar>
  )
}
