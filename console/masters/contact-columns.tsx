import type { MasterMessages } from '../messages/masters-es.ts'
import { ActivityBadge } from './activity-choice.tsx'
import type { ListedContact } from './client-queries.ts'
import type { MasterColumn } from '../lists/master-list.tsx'
import styles from './masters.module.css'

export const contactColumns = (words: MasterMessages['contacts']): readonly MasterColumn<ListedContact>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.number, cell: ({ id }) => id },
  { title: words.email, cell: ({ email }) => email || '–' },
  { title: words.phone, cell: ({ phone }) => <span className={styles.oneLine}>{phone || '–'}</span> },
  { title: words.visibility, cell: ({ visibility }) => words.visibilities[visibility] },
  { title: words.installations, cell: ({ installations }) => installations.join(', ') || '–' },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} /> },
]
