import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** A state as a word; the colour only supports it. */
export const Badge = ({ tone, children }: { tone: 'good' | 'warning' | 'quiet'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
