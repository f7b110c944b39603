import { useEntranceMessages } from '../messages/language.ts'
import styles from './skip-link.module.css'

export function SkipLink() {
  const { layout } = useEntranceMessages()
  return (
    <a href="#contenido" className={styles.link} onClick={skip}>
      {layout.skipToContent}
    </a>
  )
}

/** The router would take the fragment for a navigation. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#contenido')?.focus()
}
