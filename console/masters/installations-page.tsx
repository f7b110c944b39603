import { useInfiniteQuery } from '@tanstack/react-query'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { ActivityChoice, activityOf } from './activity-choice.tsx'
import { installationsQuery } from './client-queries.ts'
import { installationColumns } from './installation-columns.tsx'
import { MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import { useListSearch } from '../lists/use-list-search.ts'

/** The installations of all clients; a new one is made at its client. */
export function InstallationsPage() {
  const { installations: words } = useMasterMessages()
  const search = useListSearch()
  const query = useInfiniteQuery(installationsQuery(null, search.text, activityOf(search.choice)))
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ code }) => code}
        opening={({ code }) => ({ to: paths.installation, params: { installation: code } })}
        search={{ ...search, label: words.searchAll }}
        filters={<ActivityChoice {...search} />}
        empty={words.empty}
        columns={installationColumns(words).toSpliced(1, 0, { title: words.client, cell: ({ client }) => client.name })}
      />
    </MasterPage>
  )
}
