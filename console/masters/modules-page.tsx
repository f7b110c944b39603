import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLIENT_AREAS } from '#domain/account.ts'
import { consoleModules, moduleNow } from '#contract/console/modules.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
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
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import { useForm } from '../forms/use-form.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { useRace } from '../forms/use-race.ts'

type Module = Data<typeof consoleModules.list>['items'][number]

const STALE = [[...MASTERS, 'modules'], MODULES]

const modulesQuery = (search: string, area: Module['area'] | undefined) =>
  listQuery(['modules', search, area], (from, options) =>
    call(consoleModules.list, { search, ...(area && { area }), ...from }, options),
  )

/** What tickets may be about; supervisors change it. */
export function ModulesPage() {
  const { modules: words, list } = useMasterMessages()
  const { area: areas } = useMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const search = useListSearch()
  const area = CLIENT_AREAS.find((one) => one === search.choice)
  const query = useInfiniteQuery(modulesQuery(search.text, area))
  const [open, setOpen] = useState<Module | 'new' | null>(null)
  const close = () => setOpen(null)
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
      {open === 'new' && <NewModule onClose={close} />}
      {open !== null && open !== 'new' && <OpenModule module={open} onClose={close} />}
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

interface Written {
  readonly number: string
  readonly name: string
  readonly area: Module['area']
  readonly topic: string
  readonly listed: boolean
}

function NewModule({ onClose }: { onClose: () => void }) {
  const { modules: words } = useMasterMessages()
  const form = useForm<Written>({ number: '', name: '', area: 'main', topic: '', listed: true })
  const { mutate, isPending } = useAct(consoleModules.create, STALE)
  const send = () =>
    mutate(
      { ...form.fields, number: Number(form.fields.number) || null },
      {
        onSuccess: ({ name }) => {
          showAlert('success', words.saved(name))
          onClose()
        },
        onError: form.refuse,
      },
    )
  return (
    <FormDialog
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Fields form={form} />
      <TextInput {...form.digits('number')} label={words.newNumber} description={words.numberHint} maxLength={9} />
    </FormDialog>
  )
}

function OpenModule({ module, onClose }: { module: Module; onClose: () => void }) {
  const race = useRace(module, (refusal) => refusal.told(moduleNow))
  return <EditModule key={race.record.revision} race={race} onClose={onClose} />
}

function EditModule({ race, onClose }: { race: ReturnType<typeof useRace<Module>>; onClose: () => void }) {
  const { modules: words } = useMasterMessages()
  const { number, revision, ...written } = race.record
  const form = useForm<Written>({ ...written, number: String(number) })
  const { mutate, isPending } = useAct(consoleModules.change, STALE)
  const send = () => {
    const { name, area, topic, listed } = form.fields
    mutate(
      { module: number, name, area, topic, listed, revision },
      {
        onSuccess: (saved) => {
          showAlert('success', words.saved(saved.name))
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title={words.edit(written.name)}
      dirty={form.dirty}
      busy={isPending}
      onTakeCurrent={race.lost ? race.take : null}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Written>> }) {
  const { modules: words } = useMasterMessages()
  const { area: areas } = useMessages()
  return (
    <>
      <TextInput {...form.text('name')} required label={words.name} maxLength={60} autoComplete="off" />
      <NativeSelect
        label={words.area}
        value={form.fields.area}
        error={form.problems['area']}
        onChange={({ currentTarget }) => {
          const area = CLIENT_AREAS.find((one) => one === currentTarget.value)
          if (area) form.set({ area })
        }}
        data={CLIENT_AREAS.map((value) => ({ value, label: areas[value] }))}
      />
      <TextInput
        {...form.text('topic')}
        label={words.topic}
        description={words.topicHint}
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
      />
      <Checkbox
        label={words.offer}
        checked={form.fields.listed}
        onChange={({ currentTarget }) => form.set({ listed: currentTarget.checked })}
      />
    </>
  )
}
