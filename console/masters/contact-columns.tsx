import type { MasterMessages } from '../messages/masters-es.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { ActivityBadge, ActivityChoice, activityOf } from './activity-choice.tsx'
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

/** The question of a list of contacts, kept in the address, and the filters that ask it. */
export function useContactFilter() {
  const search = useListSearch()
  return {
    search,
    asked: { search: search.text, active: activityOf(search.choice) },
    filters: <ActivityChoice {...search} />,
  }
}
