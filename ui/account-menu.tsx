import { IconUserCircle } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import styles from './account-menu.module.css'

interface Props {
  /** What the button is called. */
  readonly label: string
  /** Who is in. */
  readonly name: string
  /** What else is said of them, a line each. */
  readonly details: readonly string[]
  /** In a bar that has little room. */
  readonly compact?: boolean
  readonly panel?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Who is in, and what is theirs. It stands on the browser's own popover, which closes on Esc and outside. */
export function AccountMenu({ label, name, details, compact = false, panel, children }: Props) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-compact={compact || undefined}
        popoverTarget={id}
        aria-label={label}
      >
        <IconUserCircle size={compact ? 22 : 24} stroke={1.6} aria-hidden />
        <span className={styles.name}>{name}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className={styles.panel}>
        <p className={styles.who}>
          <strong>{name}</strong>
          {details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
        </p>
        {children}
      </div>
    </>
  )
}
