import { IconMenu2, IconX } from '@tabler/icons-react'
import styles from './menu-button.module.css'

interface Props {
  /** The id of the menu. */
  readonly menu: string
  readonly opened: boolean
  /** Its present label. */
  readonly words: string
  readonly onToggle: () => void
}

/** Opens and closes the menu if there is no room for it beside the screen. */
export function MenuButton({ menu, opened, words, onToggle }: Props) {
  const Icon = opened ? IconX : IconMenu2
  return (
    <button
      type="button"
      className={styles.button}
      aria-controls={menu}
      aria-expanded={opened}
      aria-label={words}
      onClick={onToggle}
    >
      <Icon size={24} aria-hidden />
    </button>
  )
}
