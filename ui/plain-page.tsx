import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './plain-page.module.css'

interface Props {
  readonly title: string
  /** The logo, and the languages. */
  readonly header: ReactNode
  readonly children: ReactNode
}

/** A page of one card, with one task or message, without menu. */
export const PlainPage = ({ title, header, children }: Props) => (
  <div className={styles.page}>
    <header className={styles.header}>{header}</header>
    <main tabIndex={-1} className={styles.card}>
      <Title order={1} size="h2" className={styles.title}>
        {title}
      </Title>
      {children}
    </main>
  </div>
)
