import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { ActivityBadge, ActivityChoice, activityOf } from './activity-choice.tsx'
import { ClientForm } from './client-form.tsx'
import { type Client, clientsQuery } from './client-queries.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { useListSearch } from '../lists/use-list-search.ts'

const columnsOf = (words: MasterMessages['clients'], areas: Messages['area']): readonly MasterColumn<Client>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.code, cell: ({ code }) => code },
  { title: words.email, cell: ({ email }) => email || '–' },
  { title: words.areas, cell: ({ areas: own }) => own.map((area) => areas[area]).join(', ') || '–' },
  { title: words.installations, cell: ({ installations }) => installations },
  { title: words.contacts, cell: ({ contacts }) => contacts },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} /> },
]

/** The provider's clients; one leads to its installations and contacts. */
export function ClientsPage() {
  const { clients: words } = useMasterMessages()
  const { area: areas } = useMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const navigate = useNavigate()
  const search = useListSearch()
  const query = useInfiniteQuery(clientsQuery(search.text, activityOf(search.choice)))
  const [creating, setCreating] = useState(false)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      {isSupervisor && (
        <p className={styles.quiet}>
          <Link to={paths.takeOn}>{words.takeOn}</Link> · <Link to={paths.csv}>{words.recordSheets}</Link>
        </p>
      )}
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ code }) => code}
        opening={({ code }) => ({ to: paths.client, params: { client: String(code) } })}
        search={{ ...search, label: words.search }}
        filters={<ActivityChoice {...search} />}
        {...(isSupervisor && { create: { words: words.create, run: () => setCreating(true) } })}
        empty={words.empty}
        columns={columnsOf(words, areas)}
      />
      {creating && (
        <ClientForm
          client={null}
          onClose={() => setCreating(false)}
          onSaved={({ code }) => void navigate({ to: paths.client, params: { client: String(code) } })}
        />
      )}
    </MasterPage>
  )
}
