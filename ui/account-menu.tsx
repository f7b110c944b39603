import { IconUserCircle } from '@tabler/icons-react'
import { type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import { part } from './part.tsx'
import styles from './account-menu.module.css'

interface Props {
  /** The button's label. */
  readonly label: string
  /** The person's name. */
  readonly name: string
  /** Further facts about the person, one per line. */
  readonly details: readonly string[]
  /** For a narrow bar. */
  readonly compact?: boolean
  readonly panel?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

const themeSwitch = part(async () => (await import('./theme-switch.tsx')).ThemeSwitch)

/** The person's menu, with the theme. It uses the browser's popover, which closes on Esc and on a click outside. */
export function AccountMenu({ label, name, details, compact = false, panel, children }: Props) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
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
      <div ref={panel} id={id} popover="auto" className={styles.panel} onToggle={() => setWasOpened(true)}>
        <p className={styles.who}>
          <strong>{name}</strong>
          {details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
        </p>
        <div className={styles.theme}>
          <Suspense>{wasOpened && <themeSwitch.Part />}</Suspense>
        </div>
        {children}
      </div>
    </>
  )
}
