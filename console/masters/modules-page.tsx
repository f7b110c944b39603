import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleModules, moduleNow } from '#contract/console/modules.ts'
import type { Data } from '#contract/endpoint.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { MODULES } from '../queue/queue-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { Badge } from '../forms/badge.tsx'
import { Choice } from '../forms/choice.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import { RecordForm } from '../forms/record-form.tsx'
import { useListSearch } from '../lists/use-list-search.ts'

type Module = Data<typeof consoleModules.list>['items'][number]

const STALE = [[...MASTERS, 'modules'], MODULES]

const modulesQuery = (search: string, area: Module['area'] | undefined) =>
  listQuery(['modules', search, area], (from, options) =>
    call(consoleModules.list, { search, ...(area && { area }), ...from }, options),
  )

/** The modules that tickets can concern; supervisors change them. */
export function ModulesPage() {
  const { modules: words, list } = useMasterMessages()
  const { area: areas } = useMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const search = useListSearch()
  const area = CLIENT_AREAS.find((one) => one === search.choice)
  const query = useInfiniteQuery(modulesQuery(search.text, area))
  const [open, setOpen] = useState<Module | 'new' | null>(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ number }) => number}
        search={{ ...search, label: words.search }}
        filters={
          <Choice
            label={words.area}
            value={area ?? ''}
            onChange={search.onChoice}
            options={[
              { value: '', label: `${words.area}: ${list.any}` },
              ...CLIENT_AREAS.map((value) => ({ value, label: areas[value] })),
            ]}
          />
        }
        {...(isSupervisor && {
          opening: (row: Module) => () => setOpen(row),
          create: { words: words.create, run: () => setOpen('new') },
        })}
        empty={words.empty}
        columns={columnsOf(words, areas)}
      />
      {open !== null && <ModuleForm module={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </MasterPage>
  )
}

const columnsOf = (words: MasterMessages['modules'], areas: Messages['area']): readonly MasterColumn<Module>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.number, cell: ({ number }) => number },
  { title: words.area, cell: ({ area }) => areas[area] },
  { title: words.topic, cell: ({ topic }) => topic || '–' },
  {
    title: words.listed,
    cell: ({ listed }) => <Badge tone={listed ? 'good' : 'quiet'}>{listed ? words.offered : words.hidden}</Badge>,
  },
]

function ModuleForm({ module, onClose }: { module: Module | null; onClose: () => void }) {
  const { modules: words } = useMasterMessages()
  const { area: areas } = useMessages()
  const create = useAct(consoleModules.create, STALE)
  const change = useAct(consoleModules.change, STALE)
  return (
    <RecordForm
      record={module}
      told={(refusal) => refusal.told(moduleNow)}
      title={(row) => (row ? words.edit(row.name) : words.create)}
      begin={fieldsOf}
      fields={(_, row) => [
        { is: 'text', name: 'name', label: words.name, required: true, maxLength: 60 },
        { is: 'one', name: 'area', label: words.area, values: CLIENT_AREAS, labels: areas },
        { is: 'text', name: 'topic', label: words.topic, hint: words.topicHint, maxLength: 60, exact: true },
        { is: 'check', name: 'listed', label: words.offer },
        !row && { is: 'digits', name: 'number', label: words.newNumber, hint: words.numberHint, maxLength: 9 },
      ]}
      save={({ number, ...written }, row) =>
        row
          ? change.mutateAsync({ module: row.number, ...written, revision: row.revision })
          : create.mutateAsync({ ...written, number: Number(number) || null })
      }
      done={({ name }) => words.saved(name)}
      onClose={onClose}
    />
  )
}

interface Written extends Pick<Module, 'name' | 'area' | 'topic' | 'listed'> {
  readonly number: string
}

function fieldsOf(row: Module | null): Written {
  if (!row) return { number: '', name: '', area: 'main', topic: '', listed: true }
  const { number, name, area, topic, listed } = row
  return { number: String(number), name, area, topic, listed }
}
