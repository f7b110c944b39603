import styles from './skip-link.module.css'

/** Skips menus and bars, to the element with the id `contenido`; visible once the keyboard reaches it. */
export const SkipLink = ({ words }: { words: string }) => (
  <a href="#contenido" className={styles.link} onClick={skip}>
    {words}
  </a>
)

/** The router would take the fragment for a navigation. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#contenido')?.focus()
}
