import { Checkbox, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyNow, consoleInstallations } from '#contract/console/installations.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useTechnician } from '../session/session-store.ts'
import { ActivityBadge } from './activity-choice.tsx'
import { type Company, companiesQuery } from './client-queries.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import styles from './masters.module.css'
import { useForm } from '../forms/use-form.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { useRace } from '../forms/use-race.ts'

/** The companies that an installation raises tickets for. */
export function Companies({ installation }: { installation: string }) {
  const { companies: words } = useMasterMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const search = useListSearch()
  const query = useInfiniteQuery(companiesQuery(installation, search.text))
  const [open, setOpen] = useState<Company | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={styles.part} aria-labelledby="empresas">
      <h2 id="empresas" className={styles.boxTitle}>
        {words.title}
      </h2>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ code }) => code}
        search={{ ...search, label: words.search }}
        {...(isSupervisor && {
          opening: (row: Company) => () => setOpen(row),
          create: { words: words.create, run: () => setOpen('new') },
        })}
        empty={words.empty}
        columns={columnsOf(words)}
      />
      {open === 'new' && <NewCompany installation={installation} onClose={close} />}
      {open !== null && open !== 'new' && <OpenCompany installation={installation} company={open} onClose={close} />}
    </section>
  )
}

const columnsOf = (words: MasterMessages['companies']): readonly MasterColumn<Company>[] => [
  { title: words.code, cell: ({ code }) => code, width: '20%' },
  { title: words.name, cell: ({ name }) => name },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} />, width: '20%' },
]

function NewCompany({ installation, onClose }: { installation: string; onClose: () => void }) {
  const { companies: words } = useMasterMessages()
  const form = useForm({ code: '', name: '' })
  const { mutate, isPending } = useAct(consoleInstallations.createCompany, [MASTERS])
  const send = () =>
    mutate(
      { installation, ...form.fields },
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
      size="sm"
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput {...form.text('code')} required label={words.code} maxLength={20} autoComplete="off" />
      <TextInput {...form.text('name')} required label={words.name} maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}

interface Props {
  readonly installation: string
  readonly onClose: () => void
}

function OpenCompany({ company, ...props }: Props & { company: Company }) {
  const race = useRace(company, (refusal) => refusal.told(companyNow))
  return <EditCompany key={race.record.revision} race={race} {...props} />
}

function EditCompany({ installation, race, onClose }: Props & { race: ReturnType<typeof useRace<Company>> }) {
  const { companies: words } = useMasterMessages()
  const { code, name, active, revision } = race.record
  const form = useForm({ name, active })
  const { mutate, isPending } = useAct(consoleInstallations.changeCompany, [MASTERS])
  const send = () =>
    mutate(
      { installation, company: code, ...form.fields, revision },
      {
        onSuccess: (saved) => {
          showAlert('success', words.saved(saved.name))
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  return (
    <FormDialog
      size="sm"
      title={words.edit(code)}
      dirty={form.dirty}
      busy={isPending}
      onTakeCurrent={race.lost ? race.take : null}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput {...form.text('name')} required label={words.name} maxLength={200} autoComplete="off" />
      <Checkbox
        label={words.offered}
        checked={form.fields.active}
        onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
      />
    </FormDialog>
  )
}
