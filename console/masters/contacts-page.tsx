import { useInfiniteQuery } from '@tanstack/react-query'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { contactsQuery } from './client-queries.ts'
import { contactColumns, useContactFilter } from './contact-columns.tsx'
import { LinkRequests } from './link-requests.tsx'
import { MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'

/** The contacts of all clients; a new one is made at its client. */
export function ContactsPage() {
  const { contacts: words } = useMasterMessages()
  const { role } = useTechnician()
  const { search, asked, filters } = useContactFilter()
  const query = useInfiniteQuery(contactsQuery(asked))
  return (
    <MasterPage title={words.title} lead={words.lead}>
      {role === 'supervisor' && <LinkRequests />}
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ client, id }) => `${client.code} ${id}`}
        opening={({ client, id }) => ({
          to: paths.contact,
          params: { client: String(client.code), contact: String(id) },
        })}
        search={{ ...search, label: words.search }}
        filters={filters}
        empty={words.empty}
        columns={contactColumns(words).toSpliced(1, 0, { title: words.client, cell: ({ client }) => client.name })}
      />
    </MasterPage>
  )
}
