import { Link } from '@tanstack/react-router'
import { type TablerIcon, IconArrowRight, IconLifebuoy, IconListDetails, IconServerCog } from '@tabler/icons-react'
import { Brand } from '../layout/brand.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { UserMenu } from '../layout/user-menu.tsx'
import { useMessages } from '../messages/index.ts'
import { type Shortcut, paths } from '../paths.ts'
import { nameOf, useAccount } from '../session/account-store.ts'
import styles from './home-page.module.css'

export function HomePage() {
  const { home } = useMessages()
  const account = useAccount()
  usePageTitle(home.title)
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div className={styles.header}>
          <Brand />
          <UserMenu />
        </div>
      </header>
      <main tabIndex={-1}>
        <div className={styles.banner}>
          <div className={styles.greeting}>
            <p className={styles.client}>{account.clientDetails.name}</p>
            <h1 className={styles.title}>{home.greeting(nameOf(account))}</h1>
            <p className={styles.welcome}>{home.welcome}</p>
          </div>
        </div>
        <div className={styles.tiles}>
          <Tile shortcut="nuevo" icon={IconLifebuoy} words={home.tiles.support} />
          <Tile shortcut="soporte" icon={IconServerCog} words={home.tiles.technical} />
          <Tile shortcut="lista" icon={IconListDetails} words={home.tiles.tickets} />
        </div>
      </main>
    </div>
  )
}

function Tile({
  shortcut,
  icon: Icon,
  words,
}: {
  shortcut: Shortcut
  icon: TablerIcon
  words: { title: string; text: string; action: string }
}) {
  return (
    <Link to={paths.tickets} params={{ atajo: shortcut }} className={styles.tile}>
      <span className={styles.tileIcon}>
        <Icon size={30} stroke={1.6} aria-hidden />
      </span>
      <span className={styles.tileTitle}>{words.title}</span>
      <span className={styles.tileText}>{words.text}</span>
      <span className={styles.tileAction}>
        {words.action} <IconArrowRight size={18} aria-hidden />
      </span>
    </Link>
  )
}
