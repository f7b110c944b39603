import type { ReactNode } from 'react'
import { Brand } from '../layout/brand.tsx'
import { OwnLanguageSwitch } from '../layout/own-language-switch.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import styles from './door.module.css'

/** A page before the log-in: one card with one task. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <OwnLanguageSwitch />
      </header>
      <main tabIndex={-1} className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
    </div>
  )
}
