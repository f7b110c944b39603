import { Link, type LinkProps } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePageTitle } from '../layout/page-title.ts'
import styles from './master-page.module.css'
import masters from './masters.module.css'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  /** The list that it was opened from. */
  readonly back?: LinkProps & { readonly words: string }
  readonly children: ReactNode
}

/** The frame of a screen of masters. */
export function MasterPage({ title, lead, back, children }: Props) {
  usePageTitle(title)
  return (
    <section className={styles.page}>
      <header>
        {back && <Back {...back} />}
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={masters.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  )
}

const Back = ({ words, ...link }: NonNullable<Props['back']>) => (
  <Link {...link} className={masters.back}>
    <IconArrowLeft size={17} aria-hidden /> {words}
  </Link>
)
