import { type ReactNode, useId, useState } from 'react'
import styles from './frame.module.css'
import { MenuButton } from './menu-button.tsx'
import { SkipLink } from './skip-link.tsx'

interface MenuWords {
  readonly openMenu: string
  readonly closeMenu: string
}

/** The menu beside the screens. In a narrow window a button opens it, and a chosen entry closes it. */
export function useFramedMenu({ openMenu, closeMenu }: MenuWords) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return {
    menuButton: (
      <span className={styles.burger}>
        <MenuButton
          menu={id}
          opened={opened}
          words={opened ? closeMenu : openMenu}
          onToggle={() => setOpened(!opened)}
        />
      </span>
    ),
    menu: { id, opened, onNavigate: () => setOpened(false) },
  }
}

interface Props {
  /** The words of the link that skips to the screen. */
  readonly skip: string
  readonly bar: ReactNode
  readonly menu: ReactNode
  readonly children: ReactNode
}

/** The layout around every screen: bar, menu, and a link that skips both. */
export const Frame = ({ skip, bar, menu, children }: Props) => (
  <div className={styles.frame}>
    <SkipLink words={skip} />
    {bar}
    <div className={styles.columns}>
      {menu}
      <main id="contenido" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  </div>
)

/** The bar at the top of every screen; a link in it is the way home. */
export const Bar = ({ children }: { children: ReactNode }) => <header className={styles.bar}>{children}</header>
