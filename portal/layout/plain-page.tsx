import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { OwnLanguageSwitch } from './own-language-switch.tsx'
import styles from './plain-page.module.css'

/** A page with a single message, outside the layout of a session. */
export const PlainPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.page}>
    <header className={styles.header}>
      <Brand />
      <OwnLanguageSwitch />
    </header>
    <main tabIndex={-1} className={styles.card}>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children}
    </main>
  </div>
)
