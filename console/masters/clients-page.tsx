import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { columnsOf, useClientFilter } from './client-fields.tsx'
import { ClientForm } from './client-form.tsx'
import { clientsQuery } from './client-queries.ts'
import { MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'

/** The provider's clients; one leads to its installations and contacts. */
export function ClientsPage() {
  const { clients: words } = useMasterMessages()
  const { area: areas } = useMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const navigate = useNavigate()
  const { search, asked, filters } = useClientFilter()
  const query = useInfiniteQuery(clientsQuery(asked))
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
        filters={filters}
        {...(isSupervisor && { create: { words: words.create, run: () => setCreating(true) } })}
        empty={words.empty}
        columns={columnsOf({ words, areas })}
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
