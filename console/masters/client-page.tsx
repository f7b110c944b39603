import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { VIEW_NAMES, paths } from '../paths.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { useTechnician } from '../session/session-store.ts'
import { ActivityChoice, activityOf } from './activity-choice.tsx'
import { factsOf } from './client-fields.tsx'
import { ClientForm } from './client-form.tsx'
import { type Client, clientQuery, contactsQuery, installationsQuery } from './client-queries.ts'
import { contactColumns, useContactFilter } from './contact-columns.tsx'
import { InstallationForm } from './installation-form.tsx'
import { installationColumns } from './installation-columns.tsx'
import { MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import masters from './masters.module.css'
import { OneRecord } from './one-record.tsx'
import { useLeaving } from '../forms/use-leaving.ts'
import { useListSearch } from '../lists/use-list-search.ts'

export const ClientInstallationsPage = () => <ClientPage tab="installations" />
export const ClientContactsPage = () => <ClientPage tab="contacts" />

/** One client: its data, and its installations or contacts. */
function ClientPage({ tab }: { tab: 'installations' | 'contacts' }) {
  const client = Number(useParams({ strict: false }).client)
  const query = useQuery(clientQuery(client))
  useLeaving({ to: paths.clients })
  return (
    <OneRecord query={query} back={{ to: paths.clients }}>
      {(found) => <Opened client={found} tab={tab} />}
    </OneRecord>
  )
}

function Opened({ client, tab }: { client: Client; tab: 'installations' | 'contacts' }) {
  const { clients: words, form } = useMasterMessages()
  const { area: areas } = useMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const [editing, setEditing] = useState(false)
  const params = { client: String(client.code) }
  return (
    <MasterPage title={client.name} back={{ to: paths.clients, words: words.title }}>
      <section className={masters.box} aria-label={words.data}>
        <dl className={masters.facts}>
          {factsOf(client, { words, areas }).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={masters.links}>
          {isSupervisor && (
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              {form.edit}
            </Button>
          )}
          <Link
            to={paths.queue}
            params={{ vista: VIEW_NAMES.open }}
            search={queueAddress.written({ client: client.code })}
          >
            {words.tickets}
          </Link>
          <Link to={paths.clientReport} params={params}>
            {words.report}
          </Link>
        </div>
      </section>
      <nav className={masters.tabs} aria-label={words.tabs}>
        <Link to={paths.client} params={params} activeOptions={{ exact: true, includeSearch: false }}>
          {words.installations} ({client.installations})
        </Link>
        <Link to={paths.clientContacts} params={params} activeOptions={{ exact: true, includeSearch: false }}>
          {words.contacts} ({client.contacts})
        </Link>
      </nav>
      {tab === 'installations' ? <Installations client={client} /> : <Contacts client={client} />}
      {editing && <ClientForm client={client} onClose={() => setEditing(false)} />}
    </MasterPage>
  )
}

function Installations({ client }: { client: Client }) {
  const { installations: words } = useMasterMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const navigate = useNavigate()
  const search = useListSearch()
  const query = useInfiniteQuery(installationsQuery(client.code, search.text, activityOf(search.choice)))
  const [creating, setCreating] = useState(false)
  return (
    <>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ code }) => code}
        opening={({ code }) => ({ to: paths.installation, params: { installation: code } })}
        search={{ ...search, label: words.search }}
        filters={<ActivityChoice {...search} />}
        {...(isSupervisor && { create: { words: words.create, run: () => setCreating(true) } })}
        empty={words.empty}
        columns={installationColumns(words)}
      />
      {creating && (
        <InstallationForm
          client={client}
          installation={null}
          onClose={() => setCreating(false)}
          onSaved={({ code }) => void navigate({ to: paths.installation, params: { installation: code } })}
        />
      )}
    </>
  )
}

function Contacts({ client }: { client: Client }) {
  const { contacts: words } = useMasterMessages()
  const navigate = useNavigate()
  const { search, asked, filters } = useContactFilter()
  const query = useInfiniteQuery(contactsQuery({ client: client.code, ...asked }))
  return (
    <MasterList
      label={words.title}
      query={query}
      rowKey={({ id }) => id}
      opening={({ id }) => ({ to: paths.contact, params: { client: String(client.code), contact: String(id) } })}
      search={{ ...search, label: words.search }}
      filters={filters}
      create={{
        words: words.create,
        run: () => void navigate({ to: paths.newContact, params: { client: String(client.code) } }),
      }}
      empty={words.empty}
      columns={contactColumns(words)}
    />
  )
}
